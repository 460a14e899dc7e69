//! What the board and its bars say: why a game ended, what is about to run out, which tap comes next, whose candidates.

use anyhow::Result;
use quevedo_page_tests::{Page, Setup, Window};
use serde_json::{Value, json};
use thirtyfour::Key;

use crate::{two_people, visit};

/// Presses a key wherever the focus is.
async fn press(page: &Page, key: Key) -> Result<()> {
    Ok(page.driver().action_chain().send_keys(key).perform().await?)
}

/// Waits until the address names a position of a game of four moves.
async fn at(page: &Page, ply: u32) -> Result<()> {
    let here = format!("return (new URLSearchParams(location.search).get('ply') ?? '4') === '{ply}'");
    page.wait_until(&format!("ply {ply} is shown"), &here).await
}

/// How many elements there are of a selector.
async fn count(page: &Page, selector: &str) -> Result<u64> {
    let found = page.script("return document.querySelectorAll(given[0]).length", vec![json!(selector)]).await?;
    Ok(found.as_u64().unwrap_or(0))
}

/// The words of the places that decided the game.
async fn decisive(page: &Page) -> Result<Vec<String>> {
    let script = "return [...document.querySelectorAll('.qb-cell')].filter((cell) => \
                  cell.getAttribute('aria-label').includes('decided the game')).map((cell) => cell.dataset.place).sort()";
    let found: Vec<String> = serde_json::from_value(page.script(script, Vec::new()).await?)?;
    Ok(found)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_end_is_marked_on_the_board() {
    visit("ends", Setup::default(), async |page| {
        page.open("/").await?;
        page.new_game(two_people("connect4")).await?;
        for (ply, column) in ["1", "2", "1", "2", "1", "2", "1"].into_iter().enumerate() {
            page.play(&[column]).await?;
            page.see_moves(ply + 1).await?;
        }
        page.see_end().await?;
        assert_eq!(decisive(&page).await?, ["a1", "a2", "a3", "a4"]);
        assert_eq!(count(&page, ".qb-star").await?, 4, "not by colour alone");
        let said = page.script("return document.querySelector('#live-urgent').textContent", Vec::new()).await?;
        assert!(said.as_str().is_some_and(|said| said.contains("a1, a2, a3, a4") || said.contains("a4, a3, a2, a1")), "{said}");
        let covered = "const [end, board] = ['.end', 'quevedo-board'].map((one) => document.querySelector(one).getBoundingClientRect()); \
                       return end.left < board.right && end.right > board.left && end.top < board.bottom && end.bottom > board.top";
        assert_eq!(page.script(covered, Vec::new()).await?, false, "the panel of the end covers the board");
        let mut wish = two_people("amazons:6x6");
        wish["position"] = json!("q1*3/*1*3/***3/3***/3**1/3**Q b");
        page.new_game(wish).await?;
        page.play(&["a6", "b6", "a6"]).await?;
        page.see_moves(1).await?;
        page.play(&["f1", "f2", "f1"]).await?;
        page.see_moves(2).await?;
        page.play(&["b6", "b5", "b6"]).await?;
        page.see_end().await?;
        assert_eq!(decisive(&page).await?, ["f2"]);
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_count_that_runs_out_is_seen_and_warned_of() {
    visit("countdown", Setup::default(), async |page| {
        page.open("/").await?;
        let mut wish = two_people("fox-geese");
        wish["position"] = json!("1F1/3/7/g5g/gggggg1/ggg/ggg g 8");
        page.new_game(wish).await?;
        assert!(page.text(".bar[data-side=first] .bar-countdown.is-low").await?.contains("2 left"));
        page.play(&["f3", "g3"]).await?;
        page.see_moves(1).await?;
        assert!(page.text(".bar[data-side=first] .bar-countdown.is-low").await?.contains("1 left"));
        assert!(page.text(".toast").await?.starts_with("1 more move without a step forward"));
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tap_says_what_comes_next_and_a_wrong_one_takes_one_step_back() {
    visit("steps", Setup::default(), async |page| {
        page.open("/").await?;
        page.new_game(two_people("amazons:6x6")).await?;
        let own = ".bar[data-side=first] .bar-sub";
        assert_eq!(page.text(own).await?, "Choose an amazon");
        page.play(&["b1"]).await?;
        assert_eq!(page.text(own).await?, "Move the amazon");
        page.play(&["b4"]).await?;
        assert_eq!(page.text(".actions-note").await?, "Now shoot an arrow");
        page.play(&["a6"]).await?;
        assert_eq!(page.text(own).await?, "Move the amazon", "one step is taken back, not the whole move");
        page.play(&["b3", "b4"]).await?;
        page.see_moves(1).await?;
        for game in ["amazons", "fox-geese"] {
            page.new_game(two_people(game)).await?;
            page.see(".actions [data-name=resign]").await?;
            assert!(!page.sees(".actions [data-name=draw]").await?, "{game} has no draws and offers none");
        }
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_and_wheel_walk_through_a_game() {
    visit("keys", Setup::default(), async |page| {
        page.open("/").await?;
        let mut wish = two_people("chess");
        wish["moves"] = json!(["e4", "e5", "Nf3", "Nc6"]);
        let id = page.new_game(wish).await?;
        page.click(".actions [data-name=resign]").await?;
        page.click("dialog .primary").await?;
        page.see_end().await?;
        page.click(".analysis-switch input").await?;
        press(&page, Key::Left).await?;
        at(&page, 3).await?;
        page.see("quevedo-board .qb-cell[data-place=e4]").await?.click().await?;
        press(&page, Key::Left).await?;
        at(&page, 2).await?;
        let wheel = "document.querySelector('quevedo-board').dispatchEvent(new WheelEvent('wheel', { deltaY: given[0], cancelable: true }))";
        page.script(wheel, vec![json!(-100)]).await?;
        at(&page, 1).await?;
        // The address leads to the same position, and a board that was turned stays so.
        page.driver().action_chain().send_keys("f").perform().await?;
        page.open(&format!("/game/{id}?ply=2")).await?;
        at(&page, 2).await?;
        let turned = "return document.querySelector('.bar-top').dataset.side === 'first'";
        page.wait_until("the board is still turned", turned).await?;
        page.driver().action_chain().send_keys("?").perform().await?;
        page.see("dialog .keys").await?;
        Ok(())
    })
    .await;
}

/// Who resigned can still have the last position analysed; rings of several candidates have their rank.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_position_of_a_resigned_game_is_analysed() {
    visit("resigned", Setup::default(), async |page| {
        page.open("/").await?;
        let choose = "localStorage.setItem('quevedo.analysis', JSON.stringify({ on: false, spec: 'alphabeta:depth=4', lines: 3 }))";
        page.script(choose, Vec::new()).await?;
        let mut wish = two_people("othello");
        wish["moves"] = json!(["d3"]);
        page.new_game(wish).await?;
        page.click(".actions [data-name=resign]").await?;
        page.click("dialog .primary").await?;
        page.see_end().await?;
        page.click(".end [data-name=analyse]").await?;
        page.wait_until("lines are found", "return document.querySelectorAll('.analysis-lines li').length === 3").await?;
        let ranks = "return [...document.querySelectorAll('.qb-rank')].map((one) => one.textContent).sort()";
        assert_eq!(page.script(ranks, Vec::new()).await?, json!(["1", "2", "3"]));
        assert_eq!(count(&page, ".eval .eval-token .piece-icon").await?, 2, "the bar says whose part is whose");
        Ok(())
    })
    .await;
}

/// The graph is that of one engine, whatever analyses beside it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_graph_never_mixes_engines() {
    visit("graph", Setup::default(), async |page| {
        page.open("/").await?;
        let choose = "localStorage.setItem('quevedo.analysis', JSON.stringify({ on: false, spec: 'alphabeta:depth=2', lines: 1 }))";
        page.script(choose, Vec::new()).await?;
        let mut wish = two_people("amazons:6x6");
        wish["moves"] = json!(["b1-b4/b3", "b6-c6/c5", "e1-d1/d2"]);
        page.new_game(wish).await?;
        page.click(".analysis-switch input").await?;
        let drawn = "return document.querySelector('.panel-analysis .graph-line')?.getAttribute('d') ?? ''";
        let is_drawn = "return (document.querySelector('.panel-analysis .graph-line')?.getAttribute('d') ?? '').length > 5";
        page.wait_until("the graph is drawn", is_drawn).await?;
        let before = page.script(drawn, Vec::new()).await?;
        let other = "const select = document.querySelector('.engine select'); \
                     select.value = [...select.options].find((one) => one.value.startsWith('mcts')).value; \
                     select.dispatchEvent(new Event('change'))";
        page.script(other, Vec::new()).await?;
        page.see(".qb-heat").await?;
        assert_eq!(page.script(drawn, Vec::new()).await?, before);
        assert_ne!(before, Value::String(String::new()));
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sides_and_moves_are_written_as_people_do() {
    visit("grammar", Setup::default(), async |page| {
        page.open("/").await?;
        page.new_game(two_people("hare-hounds")).await?;
        page.click(".analysis-switch input").await?;
        page.wait_until("the value is proved", "return document.querySelector('.proved') !== null").await?;
        assert!(page.text(".analysis-value").await?.starts_with("Dogs win in"));
        page.script("localStorage.setItem('quevedo.language', JSON.stringify('es'))", Vec::new()).await?;
        let mut wish = two_people("chess");
        wish["moves"] = json!(["e4", "e5", "Nf3", "Nc6", "Bb5"]);
        page.new_game(wish).await?;
        let moves = page.text(".moves-list").await?;
        assert!(moves.contains("Cf3") && moves.contains("Cc6") && moves.contains("Ab5"), "{moves}");
        Ok(())
    })
    .await;
}

/// Long moves have room in the list, also on a tablet and on a phone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_of_the_amazons_are_not_clipped() {
    for window in [Window::Desktop, Window::Tablet, Window::Phone] {
        visit("long moves", Setup { window, ..Setup::default() }, async |page| {
            page.open("/").await?;
            let mut wish = two_people("amazons");
            wish["moves"] = json!(["g1-g9/j9", "g10-h10/i10", "d1-d9/e10"]);
            page.new_game(wish).await?;
            let cut = "return [...document.querySelectorAll('.moves-list .move')].map((one) => \
                       [one.scrollWidth - one.clientWidth, one.getBoundingClientRect().right - one.closest('.moves-scroll').getBoundingClientRect().right, one.textContent])";
            let moves = page.script(cut, Vec::new()).await?;
            let moves = moves.as_array().cloned().unwrap_or_default();
            assert_eq!(moves.len(), 3);
            for one in moves {
                let fits = [0, 1].iter().all(|side| one[*side].as_f64().is_some_and(|beyond| beyond <= 0.5));
                assert!(fits, "the move is clipped: {one}");
            }
            Ok(())
        })
        .await;
    }
}

/// In a lost position, where every line has the same chance, discs tell the better move.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lines_of_a_lost_position_differ_by_discs() {
    visit("discs", Setup::default(), async |page| {
        page.open("/").await?;
        let choose = "localStorage.setItem('quevedo.analysis', JSON.stringify({ on: false, spec: 'alphabeta:depth=6', lines: 5 }))";
        page.script(choose, Vec::new()).await?;
        let mut wish = two_people("othello");
        // Black has three discs and lost the corners.
        wish["position"] = json!("OOOOOOO-OOOOOOO-OOOOOO--OOOOO---OOOOXX--OOOOO---OOOOOX---------- X");
        page.new_game(wish).await?;
        page.click(".analysis-switch input").await?;
        let said = "return [...document.querySelectorAll('.analysis-lines li b')].map((one) => one.textContent)";
        page.wait_until("several lines are there", "return document.querySelectorAll('.analysis-lines li b').length >= 2").await?;
        let said = page.script(said, Vec::new()).await?;
        let values: Vec<&str> = said.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        assert!(values.iter().all(|value| !value.contains('%')), "{values:?}");
        assert!(values.iter().any(|value| *value != values[0]), "all lines look the same: {values:?}");
        Ok(())
    })
    .await;
}

/// At "Dogs 100 %" the bar is full of the colour of the Dogs, whose token stands at its end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_bar_says_whose_it_is() {
    visit("full bar", Setup::default(), async |page| {
        page.open("/").await?;
        page.new_game(two_people("hare-hounds")).await?;
        page.click(".analysis-switch input").await?;
        page.wait_until("the value is proved", "return document.querySelector('.proved') !== null").await?;
        let full = "const bar = document.querySelector('.eval-bar').getBoundingClientRect(); \
                    return document.querySelector('.eval-first').getBoundingClientRect().height > 0.97 * (bar.height - 2)";
        page.wait_until("the bar is full", full).await?;
        let seen = "const colours = [...document.querySelectorAll('.eval-bar, .eval-first')].map((one) => getComputedStyle(one).backgroundColor); \
                    return colours[0] !== colours[1]";
        assert_eq!(page.script(seen, Vec::new()).await?, true, "both sides have the same colour");
        assert_eq!(count(&page, ".eval .eval-token .piece-icon").await?, 2, "the tokens say whose part is whose");
        Ok(())
    })
    .await;
}

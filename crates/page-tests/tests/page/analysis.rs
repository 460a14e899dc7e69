//! The analysis board: variations, the address, engines, exact values.

use anyhow::Result;
use quevedo_page_tests::{Page, Setup, Window};
use serde_json::{Value, json};
use thirtyfour::Key;

use crate::access::{axe, check};
use crate::visit;
use crate::ways::{press, tab_to};

const MOVES: &str = "return [...document.querySelectorAll('.tree-move')].map((one) => one.textContent)";

/// Waits until the tree lists these moves in this order.
async fn see_tree(page: &Page, moves: &[&str]) -> Result<()> {
    let script =
        format!("{} === {}", MOVES.replace("return ", "return JSON.stringify(") + ")", json!(json!(moves).to_string()));
    let seen = page.wait_until(&format!("the moves are {moves:?}"), &script).await;
    if seen.is_err() {
        anyhow::bail!("the moves are {}, not {moves:?}", page.script(MOVES, Vec::new()).await?);
    }
    Ok(())
}

async fn tap(page: &Page, taps: &[&str]) -> Result<()> {
    for place in taps {
        page.click(&format!("quevedo-board .qb-cell[data-tap='{place}']")).await?;
    }
    Ok(())
}

/// Goes to a move of the tree by its path.
async fn go_to(page: &Page, path: &str) -> Result<()> {
    page.click(&format!(".tree-move[data-path='{path}']")).await?;
    page.see(&format!(".tree-move[data-path='{path}'][aria-current]")).await.map(drop)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn variations_are_kept_promoted_deleted_and_in_the_address() {
    visit("variations", Setup::default(), async |page| {
        page.open("/analysis/chess").await?;
        tap(&page, &["e2", "e4"]).await?;
        see_tree(&page, &["1.e4"]).await?;
        tap(&page, &["e7", "e5"]).await?;
        see_tree(&page, &["1.e4", "e5"]).await?;
        go_to(&page, "0").await?;
        tap(&page, &["c7", "c5"]).await?;
        see_tree(&page, &["1.e4", "e5", "1…c5"]).await?;
        tap(&page, &["g1", "f3"]).await?;
        see_tree(&page, &["1.e4", "e5", "1…c5", "2.Nf3"]).await?;
        let comment = page.see(".board-card .field input").await?;
        comment.send_keys("the open game of (Sicily)\t").await?;
        page.wait_until(
            "the comment is shown",
            "return document.querySelector('.tree-comment')?.textContent === 'the open game of (Sicily)'",
        )
        .await?;
        // The link and the reload show the same.
        page.driver().refresh().await?;
        see_tree(&page, &["1.e4", "e5", "1…c5", "2.Nf3"]).await?;
        page.see(".tree-move[data-path='0.1.0'][aria-current]").await?;
        assert_eq!(page.text(".tree-comment").await?, "the open game of (Sicily)");
        page.click(".tree-actions button:first-child").await?;
        see_tree(&page, &["1.e4", "c5", "1…e5", "2.Nf3"]).await?;
        go_to(&page, "0.1").await?;
        page.click(".tree-actions button:last-child").await?;
        see_tree(&page, &["1.e4", "c5", "2.Nf3"]).await?;
        page.driver().refresh().await?;
        see_tree(&page, &["1.e4", "c5", "2.Nf3"]).await?;
        page.see(".tree-move[data-path='0'][aria-current]").await?;
        assert_eq!(page.errors().await?, Vec::<String>::new());
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_solved_position_is_explored() {
    visit("explorer", Setup::default(), async |page| {
        page.open("/analysis/hare-hounds").await?;
        page.see(".explorer-move[data-value=win]").await?;
        let all = page.script("return document.querySelectorAll('.explorer-move').length", Vec::new()).await?;
        let legal = "return (await (await fetch('/api/analysis/position', { method: 'POST', headers: { 'content-type': 'application/json' }, \
                     body: JSON.stringify({ game: 'hare-hounds' }) })).json()).legal.next";
        let legal = page.script(legal, Vec::new()).await?;
        let count: usize =
            legal.as_object().into_iter().flatten().map(|(_, node)| node["next"].as_object().map_or(0, serde_json::Map::len)).sum();
        assert_eq!(all, json!(count), "every move has its value");
        let first = page.text(".explorer-move .explorer-value").await?;
        let plies = |text: &str| text.split_whitespace().find_map(|word| word.parse::<u32>().ok()).unwrap_or_default();
        // The best move leads to a position that is lost a ply sooner.
        page.click(".explorer-move").await?;
        page.see(".tree-move[data-path='0'][aria-current]").await?;
        let expected = format!("loses in {} plies", plies(&first) - 1);
        let best = "return document.querySelector('.explorer-move .explorer-value')?.textContent";
        page.wait_until(&format!("the best reply {expected}"), &format!("{best} === '{expected}'")).await
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_of_the_engine_becomes_a_variation() {
    visit("engine line", Setup::default(), async |page| {
        // Yellow has three in a column.
        page.open("/analysis/connect4?position=454545").await?;
        page.wait_until(
            "the engine says who wins",
            "return document.querySelector('.engine-panel .analysis-value')?.textContent.startsWith('Yellow wins in 1 move') === true",
        )
        .await?;
        page.script("document.querySelector('.engine-move').click()", Vec::new()).await?;
        page.wait_until("the game is over", "return document.querySelector('.board-status').textContent.includes('four in line')").await?;
        let moves = page.script(MOVES, Vec::new()).await?;
        assert_eq!(moves.as_array().and_then(|moves| moves.last()).and_then(Value::as_str).map(|mv| mv.ends_with('4')), Some(true), "{moves}");
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_engines_think_side_by_side_deeper_and_until_stopped() {
    visit("two engines", Setup::default(), async |page| {
        page.open("/analysis/othello").await?;
        page.see("[data-slot='0'] .engine-move").await?;
        page.script("document.querySelector('[data-slot=\"1\"] input').click()", Vec::new()).await?;
        page.see("[data-slot='1'] .engine-move").await?;
        // Without an end, until it is stopped.
        let buttons = "[...document.querySelectorAll('[data-slot=\"0\"] .engine-buttons button')]";
        page.script(&format!("{buttons}[1].click()"), Vec::new()).await?;
        page.see("[data-slot='0'] .thinking").await?;
        page.script(&format!("{buttons}[2].click()"), Vec::new()).await?;
        page.wait_until("the engine has stopped", "return !document.querySelector('[data-slot=\"0\"] .thinking')")
            .await?;
        assert!(page.sees("[data-slot='0'] .engine-move").await?, "what it has found stays");
        Ok(())
    })
    .await;
}

/// The games that were played on the server, as a table that the keyboard reaches.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn played_games_are_explored() {
    let phone = Setup { window: Window::Phone, dark: true, ..Setup::default() };
    for setup in [Setup::default(), phone] {
        visit("played games", setup, explore_played_games).await;
    }
}

async fn explore_played_games(page: Page) -> Result<()> {
    page.open("/").await?;
    let [first, second] = ["random:seed=1", "random:seed=2"].map(|spec| json!({"kind": "machine", "spec": spec}));
    for column in ["1", "1", "4"] {
        let wish = json!({"game": "connect4", "seats": [first, second], "moves": [column], "delay_ms": 0});
        page.new_game(wish).await?;
        page.see(".moves-result").await?;
    }
    let counted = "const ask = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ game: 'connect4' }) }; \
                   return (await (await fetch('/api/analysis/games', ask)).json()).games === 3";
    page.wait_until("the games are counted", counted).await?;
    page.open("/analysis/connect4").await?;
    page.see(".played").await?;
    if let Some(axe) = axe() {
        check(&page, &axe, "played games").await?;
    }
    let wide = page.script("return document.documentElement.scrollWidth - innerWidth", Vec::new()).await?;
    assert!(wide.as_i64().is_some_and(|wide| wide <= 0), "{wide} px too wide");
    let rows = "return [...document.querySelectorAll('.played tbody tr')].map((row) => \
                [...row.children].slice(0, 2).map((cell) => cell.textContent))";
    let expected = json!([["1", "2 (67 %)"], ["4", "1 (33 %)"]]);
    assert_eq!(page.script(rows, Vec::new()).await?, expected);
    let shares = "return [...document.querySelectorAll('.played-results')].every((one) => /Yellow \\d+ %.*Red \\d+ %/.test(one.textContent))";
    assert_eq!(page.script(shares, Vec::new()).await?, true, "the results are said in words");
    tab_to(&page, "a played move", "return document.activeElement.matches('.played-move[data-move=\"4\"]')").await?;
    press(&page, Key::Enter).await?;
    see_tree(&page, &["1.4"]).await?;
    let followed = "return document.querySelector('.explorer-body [role=status]')?.textContent === '1 finished game went on from here.'";
    page.wait_until("the position behind it is explored", followed).await
}

//! The board editor: a position of each game, composed by mouse and by keyboard.

use anyhow::{Context, Result};
use quevedo_page_tests::{Page, Setup};
use serde_json::{Value, json};
use thirtyfour::Key;

use crate::visit;
use crate::ways::{press, tab_to};

/// A position to compose: pieces by letter and places, the side to move, fields, and the text it must make.
struct Composition {
    game: &'static str,
    pieces: &'static [(char, &'static [&'static str])],
    turn: &'static str,
    fields: &'static [(&'static str, &'static str)],
    text: String,
}

fn compositions() -> Vec<Composition> {
    let position =
        |game, pieces, turn, fields, text: &str| Composition { game, pieces, turn, fields, text: text.into() };
    let othello = format!("XO-----O{} O", "-".repeat(56));
    vec![
        position(
            "chess",
            &[('K', &["e1"]), ('R', &["a1"]), ('P', &["e2", "d2"]), ('k', &["e8"])],
            "first",
            &[("white_long", "a1"), ("move_number", "7")],
            "4k3/8/8/8/8/8/3PP3/R3K3 w Q - 0 7",
        ),
        position("othello", &[('X', &["a1"]), ('O', &["b1", "h1"])], "second", &[], &othello),
        position(
            "connect4",
            &[('x', &["d7", "a7"]), ('o', &["d7"])],
            "second",
            &[],
            "......../......../......../......../......../...o..../x..x.... o",
        ),
        position(
            "amazons",
            &[('Q', &["a1"]), ('q', &["j10"]), ('*', &["e5"])],
            "second",
            &[],
            "9q/10/10/10/10/4*5/10/10/10/Q9 b",
        ),
        position(
            "mouse-cats",
            &[('M', &["c3"]), ('c', &["b8", "d8", "f8", "h8"])],
            "second",
            &[],
            "1c1c1c1c/8/8/8/8/2M5/8/8 c",
        ),
        position(
            "hare-hounds",
            &[('D', &["a2", "b1", "b3"]), ('h', &["e2"])],
            "second",
            &[("stall", "3")],
            "DD-D------h h 3",
        ),
        position(
            "fox-geese",
            &[('F', &["d7"]), ('g', &["c1", "d1", "e1", "c3", "g4"])],
            "second",
            &[],
            "1F1/3/7/6g/2g4/3/ggg f 0",
        ),
    ]
}

const TEXT: &str = "return document.querySelector('.editor-text textarea').value";

/// Waits until the page shows this text, which the server has put together, and says that it is a position.
async fn see_text(page: &Page, text: &str) -> Result<()> {
    let script = format!("{TEXT} === {}", json!(text));
    let seen = page.wait_until(&format!("the text is `{text}`"), &script).await;
    if seen.is_err() {
        let found = page.script(TEXT, Vec::new()).await?;
        let status = page.text(".editor-status").await?;
        anyhow::bail!("the text is {found}, not `{text}`; the page says: {status}");
    }
    page.see(".editor-status[data-tone=good]").await.map(drop)
}

/// What the server makes of it is what was meant, and the game begins there.
async fn play_from_here(page: &Page, composition: &Composition) -> Result<()> {
    page.click(".editor-go .primary").await?;
    page.see(".setup-form").await?;
    let field = page.see(".setup-form .input.code").await?;
    assert_eq!(field.value().await?.as_deref(), Some(composition.text.as_str()), "{}", composition.game);
    Ok(())
}

async fn set_fields(page: &Page, composition: &Composition) -> Result<()> {
    for (key, value) in composition.fields {
        let control = page.see(&format!("[data-control={key}]")).await?;
        if control.attr("type").await?.as_deref() == Some("checkbox") {
            control.click().await?;
        } else {
            control.send_keys(Key::Control + "a").await?;
            control.send_keys(format!("{value}{}", Key::Tab.value())).await?;
        }
    }
    Ok(())
}

async fn compose_by_mouse(page: &Page, composition: &Composition) -> Result<()> {
    page.open(&format!("/editor/{}", composition.game)).await?;
    page.see(".editor-status[data-tone=good]").await?;
    let clear = "[...document.querySelectorAll('.editor-action')].find((one) => one.textContent === 'Clear').click()";
    page.script(clear, Vec::new()).await?;
    page.wait_until("the board is empty", "return document.querySelectorAll('.qb-pieces > *').length === 0").await?;
    let mut count = 0;
    for (letter, places) in composition.pieces {
        page.click(&format!(".palette [data-tool='{letter}']")).await?;
        for place in *places {
            page.click(&format!(".qb-cell[data-place={place}]")).await?;
            count += 1;
            let there = format!("return document.querySelectorAll('.qb-pieces > *').length === {count}");
            page.wait_until(&format!("{letter} is on {place}"), &there).await?;
        }
    }
    let turn = format!("[data-control=turn-{}]", composition.turn);
    let decided = page.script(&format!("return document.querySelector('{turn}').checked"), Vec::new()).await?;
    if decided != true {
        page.script(&format!("document.querySelector('{turn}').click()"), Vec::new()).await?;
    }
    set_fields(page, composition).await?;
    see_text(page, &composition.text).await?;
    play_from_here(page, composition).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_position_of_each_game_by_mouse() {
    visit("editor by mouse", Setup::default(), async |page| {
        for composition in compositions() {
            compose_by_mouse(&page, &composition).await.with_context(|| composition.game)?;
        }
        assert_eq!(page.errors().await?, Vec::<String>::new());
        Ok(())
    })
    .await;
}

/// Goes to a place of the board by the arrows.
async fn walk_to(page: &Page, places: &Value, goal: &str) -> Result<()> {
    let find = |name: &str| {
        let found = places.as_array().into_iter().flatten().find(|place| place["name"] == name);
        found.map(|place| (place["column"].as_i64(), place["row"].as_i64())).context("a place of the board")
    };
    let (column, row) = find(goal)?;
    for _ in 0..60 {
        let here = page.script("return document.activeElement.dataset.place ?? ''", Vec::new()).await?;
        let here = find(here.as_str().unwrap_or_default())?;
        let key = match (here.0.cmp(&column), here.1.cmp(&row)) {
            (std::cmp::Ordering::Less, _) => Key::Right,
            (std::cmp::Ordering::Greater, _) => Key::Left,
            (_, std::cmp::Ordering::Less) => Key::Down,
            (_, std::cmp::Ordering::Greater) => Key::Up,
            _ => return Ok(()),
        };
        press(page, key).await?;
    }
    anyhow::bail!("{goal} cannot be reached with the arrows")
}

async fn compose_by_keyboard(page: &Page, composition: &Composition) -> Result<()> {
    page.open(&format!("/editor/{}", composition.game)).await?;
    let shape = "const all = await (await fetch('/api/catalog')).json(); \
                 return all.games.find((game) => game.id === given[0]).shape.places";
    let places = page.script(shape, vec![json!(composition.game)]).await?;
    tab_to(page, "the button that clears", "return document.activeElement.textContent === 'Clear'").await?;
    press(page, Key::Enter).await?;
    page.wait_until("the board is empty", "return document.querySelectorAll('.qb-pieces > *').length === 0").await?;
    page.script("document.querySelector('main h1').focus()", Vec::new()).await?;
    tab_to(page, "the board", "return document.activeElement.dataset?.place !== undefined").await?;
    let mut count = 0;
    for (letter, on) in composition.pieces {
        for place in *on {
            walk_to(page, &places, place).await?;
            page.driver().action_chain().send_keys(letter.to_string()).perform().await?;
            count += 1;
            let there = format!("return document.querySelectorAll('.qb-pieces > *').length === {count}");
            page.wait_until(&format!("{letter} is on {place}"), &there).await?;
        }
    }
    let radio = "return document.activeElement.dataset.control?.startsWith('turn-') === true";
    tab_to(page, "who moves", radio).await?;
    let chosen = format!("return document.querySelector('[data-control=turn-{}]').checked", composition.turn);
    if page.script(&chosen, Vec::new()).await? != true {
        press(page, Key::Right).await?;
        page.wait_until("the other side is to move", &chosen).await?;
    }
    for (key, value) in composition.fields {
        let there = format!("return document.activeElement.dataset.control === '{key}'");
        tab_to(page, key, &there).await?;
        let kind = page.script("return document.activeElement.type", Vec::new()).await?;
        if kind == "checkbox" {
            press(page, Key::Space).await?;
        } else {
            let select = page.driver().action_chain().key_down(Key::Control).send_keys("a").key_up(Key::Control);
            select.send_keys(*value).send_keys(Key::Tab).perform().await?;
        }
    }
    see_text(page, &composition.text).await?;
    page.script("document.querySelector('main h1').focus()", Vec::new()).await?;
    let go = "return document.activeElement.closest('.editor-go') !== null";
    tab_to(page, "Play from here", go).await?;
    press(page, Key::Enter).await?;
    page.see(".setup-form .input.code").await.map(drop)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_position_of_each_game_by_keyboard() {
    visit("editor by keyboard", Setup::default(), async |page| {
        for composition in compositions() {
            compose_by_keyboard(&page, &composition).await.with_context(|| composition.game)?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_wrong_is_said_while_editing() {
    visit("editor words", Setup { language: "es", ..Setup::default() }, async |page| {
        page.open("/editor/chess").await?;
        page.click(".palette [data-tool='eraser']").await?;
        page.click(".qb-cell[data-place=e8]").await?;
        page.wait_until(
            "the missing king is named",
            "return document.querySelector('.editor-status').textContent.includes('rey por bando; Negras: 0')",
        )
        .await?;
        assert!(page.sees(".editor-go .primary[aria-disabled=true]").await?, "nobody can play from there");
        // A piece that cannot stand somewhere is not put there.
        page.click(".palette [data-tool='P']").await?;
        page.click(".qb-cell[data-place=e8]").await?;
        let words = page.text(".editor-status").await?;
        assert!(words.contains("no puede estar en e8"), "{words}");
        // A text that is no position is refused below its field, and the board stays.
        let field = page.see(".editor-text textarea").await?;
        field.clear().await?;
        field.send_keys("8/8 w").await?;
        let problem = page.text(".editor-text .problem").await?;
        assert!(problem.contains("8 filas"), "{problem}");
        field.clear().await?;
        field.send_keys("4k3/8/8/8/8/8/8/R3K3 w Q - 3 9").await?;
        page.see(".editor-status[data-tone=good]").await?;
        page.wait_until("the pieces are there", "return document.querySelectorAll('.qb-pieces > *').length === 3").await
    })
    .await;
}

/// Drags from the palette, over the board and off it; undo, mirror, start.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pieces_are_dragged() {
    visit("editor dragging", Setup::default(), async |page| {
        page.open("/editor/mouse-cats").await?;
        page.see(".editor-status[data-tone=good]").await?;
        let start = page.script(TEXT, Vec::new()).await?;
        let drag = async |from: &str, to: &str| -> Result<()> {
            let (from, to) = (page.see(from).await?, page.see(to).await?);
            let chain = page.driver().action_chain_with_delay(None, Some(std::time::Duration::from_millis(30)));
            let chain = chain.move_to_element_center(&from).click_and_hold().move_by_offset(9, 9);
            chain.move_to_element_center(&to).release().perform().await?;
            Ok(())
        };
        // The only mouse: dragged from the palette it moves.
        drag(".palette [data-tool='M']", ".qb-cell[data-place=c3]").await?;
        see_text(&page, "1c1c1c1c/8/8/8/8/2M5/8/8 m").await?;
        drag(".qb-cell[data-place=c3]", ".qb-cell[data-place=d4]").await?;
        see_text(&page, "1c1c1c1c/8/8/8/3M4/8/8/8 m").await?;
        drag(".qb-cell[data-place=h8]", "main h1").await?;
        page.see(".editor-status[data-tone=bad]").await?;
        let words = page.text(".editor-status").await?;
        assert!(words.contains("mouse (M) and 4 cats (c), not 1 and 3"), "{words}");
        let undo = "document.querySelector('.editor-action').click()";
        page.script(undo, Vec::new()).await?;
        see_text(&page, "1c1c1c1c/8/8/8/3M4/8/8/8 m").await?;
        // The reload shows the same.
        page.driver().refresh().await?;
        see_text(&page, "1c1c1c1c/8/8/8/3M4/8/8/8 m").await?;
        let reset = "[...document.querySelectorAll('.editor-action')].find((one) => one.textContent === 'Start position').click()";
        page.script(reset, Vec::new()).await?;
        see_text(&page, start.as_str().unwrap_or_default()).await
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_set_up_leads_to_the_editor() {
    visit("editor from set-up", Setup::default(), async |page| {
        page.open("/new/hare-hounds").await?;
        page.script("document.querySelector('input[value=own]').click()", Vec::new()).await?;
        page.click(".position-inside a.button").await?;
        page.see("quevedo-edit-board").await?;
        page.see(".editor-status[data-tone=good]").await.map(drop)
    })
    .await;
}

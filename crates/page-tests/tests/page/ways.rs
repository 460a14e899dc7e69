//! Other ways to move: dragging, the keyboard alone, a promotion.

use anyhow::Result;
use quevedo_page_tests::{Page, Setup};
use serde_json::json;
use thirtyfour::Key;

use crate::{two_people, visit};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fools_mate_by_dragging() {
    visit("dragging", Setup::default(), async |page| {
        page.open("/").await?;
        let id = page.new_game(two_people("chess")).await?;
        for (ply, (from, to)) in [("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")].into_iter().enumerate() {
            page.drag(from, to).await?;
            page.see_moves(ply + 1).await?;
        }
        assert_eq!(page.state(&id).await?["outcome"]["reason"], "mate");
        page.see_end().await?;
        Ok(())
    })
    .await;
}

/// Presses a key wherever the focus is.
pub(crate) async fn press(page: &Page, key: Key) -> Result<()> {
    Ok(page.driver().action_chain().send_keys(key).perform().await?)
}

/// Goes forward by the tab key until a script says that the focus is there.
pub(crate) async fn tab_to(page: &Page, what: &str, is_there: &str) -> Result<()> {
    for _ in 0..80 {
        if page.script(is_there, Vec::new()).await? == true {
            return Ok(());
        }
        press(page, Key::Tab).await?;
    }
    anyhow::bail!("{what} cannot be reached with the tab key")
}

/// Puts the focus of the board on a column, by the arrows.
async fn go_to_column(page: &Page, column: i64) -> Result<()> {
    let at = page.script("return Number(document.activeElement.dataset.tap)", Vec::new()).await?.as_i64().unwrap_or(1);
    let key = if at < column { Key::Right } else { Key::Left };
    for _ in 0..(column - at).abs() {
        press(page, key.clone()).await?;
    }
    Ok(())
}

/// From the first screen to the end of a game without a mouse: set-up, two people, four in a column.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_by_keyboard_alone() {
    visit("keyboard", Setup::default(), async |page| {
        page.open("/").await?;
        tab_to(&page, "the set-up of Connect-4", "return document.activeElement.getAttribute('href') === '/new/connect4'").await?;
        press(&page, Key::Enter).await?;
        page.see(".setup-form").await?;
        // The second seat: from the machine to a person.
        let in_seat = "return document.activeElement.closest('[data-side=second]') !== null && document.activeElement.type === 'radio'";
        tab_to(&page, "who plays second", in_seat).await?;
        for _ in 0..4 {
            let value = page.script("return document.activeElement.value", Vec::new()).await?;
            if value == "human" {
                break;
            }
            press(&page, Key::Left).await?;
        }
        tab_to(&page, "the start button", "return document.activeElement.type === 'submit'").await?;
        press(&page, Key::Enter).await?;
        page.see("quevedo-board [data-place]").await?;
        tab_to(&page, "the board", "return document.activeElement.closest('quevedo-board') !== null").await?;
        for (ply, column) in [4, 5, 4, 5, 4, 5, 4].into_iter().enumerate() {
            go_to_column(&page, column).await?;
            press(&page, Key::Enter).await?;
            page.see_moves(ply + 1).await?;
        }
        page.see_end().await?;
        let said = page.script("return document.querySelector('#live-urgent').textContent", Vec::new()).await?;
        assert!(said.as_str().is_some_and(|said| !said.is_empty()), "the end was not announced");
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pawn_becomes_what_the_player_wants() {
    visit("promotion", Setup::default(), async |page| {
        page.open("/").await?;
        let mut wish = two_people("chess");
        wish["position"] = json!("7k/P7/8/8/8/8/8/K7 w - - 0 1");
        let id = page.new_game(wish).await?;
        page.play(&["a7", "a8", "=r"]).await?;
        page.see_moves(1).await?;
        assert_eq!(page.state(&id).await?["moves"][0]["pretty"], "a8=R+");
        Ok(())
    })
    .await;
}

/// A board is one tab stop: Chromium makes an SVG element that listens to the focus one more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_is_one_tab_stop() {
    visit("tab stop", Setup::default(), async |page| {
        page.open("/").await?;
        page.new_game(two_people("chess")).await?;
        tab_to(&page, "the board", "return document.activeElement.closest('quevedo-board') !== null").await?;
        let on_cell = "return document.activeElement.matches('.qb-cell')";
        assert_eq!(page.script(on_cell, Vec::new()).await?, true, "the first stop of the board is a square");
        press(&page, Key::Tab).await?;
        let beyond = "return document.activeElement.closest('quevedo-board') === null";
        assert_eq!(page.script(beyond, Vec::new()).await?, true, "the board has a second stop");
        Ok(())
    })
    .await;
}

/// After a click on a board the arrows replay where there is a replay, and walk over the board elsewhere.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn arrows_after_a_click() {
    visit("arrows", Setup::default(), async |page| {
        page.open("/analysis/chess?tree=e2e4+e7e5&at=0.0").await?;
        page.click("quevedo-board .qb-cell[data-place=d4]").await?;
        press(&page, Key::Left).await?;
        let back = "return new URLSearchParams(location.search).get('at') === '0'";
        page.wait_until("one move is taken back", back).await?;
        let wheel = "document.querySelector('quevedo-board').dispatchEvent(new WheelEvent('wheel', { deltaY: 100, cancelable: true }))";
        page.script(wheel, Vec::new()).await?;
        let on = "return new URLSearchParams(location.search).get('at') === '0.0'";
        page.wait_until("the wheel goes on", on).await?;
        page.driver().action_chain().send_keys("?").perform().await?;
        page.see("dialog .keys").await?;
        page.open("/puzzles/chess/1").await?;
        let (cell, place) = ("quevedo-board .qb-cell[data-place=d4]", "return document.activeElement.dataset.place");
        page.click(cell).await?;
        let before = page.script(place, Vec::new()).await?;
        press(&page, Key::Right).await?;
        let after = page.script(place, Vec::new()).await?;
        assert_ne!(before, after, "the arrow walks over the board");
        Ok(())
    })
    .await;
}

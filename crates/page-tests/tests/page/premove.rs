//! A move entered ahead of one's turn: by taps, by dragging, by keyboard; one that is no move any more; given up.

use std::cmp::Ordering;

use anyhow::Result;
use quevedo_page_tests::{Page, Setup};
use serde_json::{Value, json};
use thirtyfour::Key;

use crate::visit;
use crate::ways::{press, tab_to};

/// The machine takes its time, so that there is some to enter a move.
const DELAY_MS: u64 = 2500;

/// A game against a machine that plays anything.
fn against_random(game: &str) -> Value {
    let machine = json!({"kind": "machine", "spec": "random:seed=7"});
    json!({"game": game, "seats": [{"kind": "human"}, machine], "delay_ms": DELAY_MS})
}

/// Walks over a board seen from the first side until the focus is on a place.
async fn go_to(page: &Page, goal: &str) -> Result<()> {
    for _ in 0..14 {
        let here = page.script("return document.activeElement.dataset.place", Vec::new()).await?;
        let Some(here) = here.as_str().filter(|here| *here != goal) else { return Ok(()) };
        let (file, rank) = (here[..1].cmp(&goal[..1]), here[1..].cmp(&goal[1..]));
        let key = match (file, rank) {
            (Ordering::Less, _) => Key::Right,
            (Ordering::Greater, _) => Key::Left,
            (_, Ordering::Less) => Key::Up,
            _ => Key::Down,
        };
        press(page, key).await?;
    }
    anyhow::bail!("{goal} is not reached by the arrows")
}

/// The taps that are entered, as the row of buttons says it.
async fn see_entered(page: &Page, taps: &str) -> Result<()> {
    let said = format!("return document.querySelector('.actions-note')?.textContent === 'Ahead of your turn: {taps}'");
    page.wait_until(&format!("{taps} is entered"), &said).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_is_entered_ahead_and_played() {
    visit("premove", Setup::default(), async |page| {
        page.open("/").await?;
        let id = page.new_game(against_random("chess")).await?;
        page.play(&["e2", "e4"]).await?;
        page.see_moves(1).await?;
        page.play(&["d2", "d3"]).await?;
        see_entered(&page, "d2 d3").await?;
        assert_eq!(page.driver().find_all(thirtyfour::By::Css(".qb-premove")).await?.len(), 2);
        page.see_moves(3).await?;
        assert_eq!(page.state(&id).await?["moves"][2]["text"], "d2d3");
        page.drag("g1", "f3").await?;
        see_entered(&page, "g1 f3").await?;
        page.see_moves(5).await?;
        assert_eq!(page.state(&id).await?["moves"][4]["text"], "g1f3");
        Ok(())
    })
    .await;
}

/// Drops are entered by one tap, and another tap takes its place.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_drop_is_entered_ahead() {
    visit("premove drop", Setup::default(), async |page| {
        page.open("/").await?;
        let id = page.new_game(against_random("connect4")).await?;
        page.play(&["4"]).await?;
        page.see_moves(1).await?;
        page.play(&["3"]).await?;
        see_entered(&page, "3").await?;
        page.play(&["5"]).await?;
        see_entered(&page, "5").await?;
        page.see_moves(3).await?;
        assert_eq!(page.state(&id).await?["moves"][2]["text"], "5");
        Ok(())
    })
    .await;
}

/// A move of several steps goes on in one's turn where it was left.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_missing_is_added_in_ones_turn() {
    visit("premove steps", Setup::default(), async |page| {
        page.open("/").await?;
        let id = page.new_game(against_random("amazons:6x6")).await?;
        page.play(&["b1", "b3", "b2"]).await?;
        page.see_moves(1).await?;
        page.play(&["b3", "c3"]).await?;
        see_entered(&page, "b3 c3").await?;
        page.see_moves(2).await?;
        let waits = "return document.querySelector('.actions-note')?.textContent === 'Now shoot an arrow'";
        page.wait_until("the arrow is asked for", waits).await?;
        page.play(&["b3"]).await?;
        page.see_moves(3).await?;
        assert_eq!(page.state(&id).await?["moves"][2]["text"], "b3-c3/b3");
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_move_is_not_played_and_what_is_given_up_neither() {
    visit("premove dropped", Setup::default(), async |page| {
        page.open("/").await?;
        let id = page.new_game(against_random("chess")).await?;
        page.play(&["e2", "e4"]).await?;
        page.see_moves(1).await?;
        page.play(&["a1", "h8"]).await?;
        page.see_moves(2).await?;
        let said = "return document.querySelector('.toast')?.textContent === 'a1 h8 is no move any more.'";
        page.wait_until("the page says that it cannot be played", said).await?;
        assert_eq!(page.state(&id).await?["moves"].as_array().map(Vec::len), Some(2));
        page.play(&["b1", "c3"]).await?;
        page.see_moves(3).await?;
        // By keyboard, and given up by Escape.
        page.script("document.activeElement.blur()", Vec::new()).await?;
        tab_to(&page, "the board", "return document.activeElement.closest('quevedo-board') !== null").await?;
        go_to(&page, "d2").await?;
        press(&page, Key::Enter).await?;
        press(&page, Key::Up).await?;
        press(&page, Key::Enter).await?;
        see_entered(&page, "d2 d3").await?;
        press(&page, Key::Escape).await?;
        page.see(".actions [data-name=resign]").await?;
        page.see_moves(4).await?;
        assert_eq!(page.state(&id).await?["moves"].as_array().map(Vec::len), Some(4));
        Ok(())
    })
    .await;
}

//! A game by link: an address that others can reach, no help in secret, offers that do not move the board.

use anyhow::{Context, Result};
use quevedo_page_tests::{Browser, Page, Server, Setup, Window};
use serde_json::json;
use tokio::sync::oneshot;

use crate::{has_browser, visit};

/// The top of the board on the screen.
async fn board_top(page: &Page) -> Result<f64> {
    let top =
        page.script("return document.querySelector('quevedo-board').getBoundingClientRect().top", Vec::new()).await?;
    top.as_f64().context("the board has a place")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_that_reaches_nobody_is_warned_of() {
    visit("share", Setup::default(), async |page| {
        page.open("/").await?;
        let wish = json!({"game": "connect4", "seats": [{"kind": "human"}, {"kind": "open"}]});
        let id = page.new_game(wish).await?;
        let warned =
            "return document.querySelector('.share-note.is-warning')?.textContent.includes('--listen') === true";
        page.wait_until("the page warns of the loopback address", warned).await?;
        let qr = "const answer = await fetch('/api/qr.svg?address=' + encodeURIComponent(given[0])); return answer.ok";
        let address = format!("http://192.168.7.9:7700/game/{id}");
        assert_eq!(page.script(qr, vec![json!(address)]).await?, true);
        Ok(())
    })
    .await;
}

/// Two persons on phones: help is closed and says why, an offer stands where the buttons are, and the board stays in its
/// place.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_persons_play_without_help() {
    if !has_browser() {
        return;
    }
    let server = Server::start().unwrap();
    let address = server.address().to_owned();
    let phone = Setup { window: Window::Phone, ..Setup::default() };
    let (host, guest) = (Browser::start(phone).await.unwrap(), Browser::start(phone).await.unwrap());
    let (send_link, link) = oneshot::channel::<String>();
    let hosting = host.visit(&address, "fair-host", async move |page| {
        page.open("/").await?;
        let wish = json!({"game": "chess", "seats": [{"kind": "human"}, {"kind": "open"}]});
        let _ = send_link.send(page.new_game(wish).await?);
        page.see(".actions [data-name=resign]:not(:disabled)").await?;
        assert!(!page.sees(".actions [data-name=hint]").await?, "a hint is offered against a person");
        page.click(".tab[data-name=analysis]").await?;
        assert!(page.text(".analysis-closed").await?.contains("while two people play"));
        let closed = "return document.querySelector('.analysis-switch input').disabled";
        assert_eq!(page.script(closed, Vec::new()).await?, true);
        page.click(".tab[data-name=moves]").await?;
        page.play(&["e2", "e4"]).await?;
        page.see_moves(1).await?;
        page.click(".actions [data-name=draw]").await?;
        let offered = "return document.querySelector('.actions [data-name=draw]')?.textContent === 'Offered'";
        page.wait_until("the draw is offered", offered).await?;
        page.wait_until("the draw is declined", "return !document.querySelector('.toast').hidden").await?;
        page.click(".actions [data-name=takeback]").await?;
        page.wait_until("the move is taken back", "return !document.querySelector('.moves-list [data-ply]')").await?;
        page.click(".tab[data-name=analysis]").await?;
        page.click(".analysis-closed button").await?;
        page.wait_until("help is open", "return !document.querySelector('.analysis-switch input').disabled").await?;
        page.see(".actions [data-name=hint]:not(:disabled)").await?;
        Ok(())
    });
    let joining = guest.visit(&address, "fair-guest", async move |page| {
        let id = link.await?;
        page.open(&format!("/game/{id}")).await?;
        let label = page.text(".notice-join label").await?;
        assert_eq!(label, "Your name", "the box of the name says what it is");
        page.click(".notice-join [type=submit]").await?;
        page.wait_until("the seat is taken", "return !document.querySelector('.notice-join')").await?;
        let before = board_top(&page).await?;
        page.see_moves(1).await?;
        page.see(".actions [data-name=draw-decline]").await?;
        let after = board_top(&page).await?;
        assert!((before - after).abs() < 1.0, "the offer moves the board from {before} to {after}");
        assert!(!page.text(".actions").await?.contains("Offered"), "who is offered a draw has offered nothing");
        page.click(".actions [data-name=draw-decline]").await?;
        page.click(".actions [data-name=undo-accept]").await?;
        page.click(".actions [data-name=help-accept]").await?;
        page.wait_until("help is open", "return !document.querySelector('.analysis-switch input').disabled").await?;
        Ok(())
    });
    let both: (Result<()>, Result<()>) = tokio::join!(hosting, joining);
    let failures: Vec<String> =
        [both.0, both.1].into_iter().filter_map(|one| Some(format!("{:#}", one.err()?))).collect();
    assert_eq!(failures, Vec::<String>::new());
}

/// The screen of a server that does not answer comes back by itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_screen_that_failed_comes_back() {
    if !has_browser() {
        return;
    }
    let mut server = Server::start().unwrap();
    let address = server.address().to_owned();
    let browser = Browser::start(Setup::default()).await.unwrap();
    let work = async move |page: Page| {
        page.open("/").await?;
        server.crash()?;
        page.click(".site-nav a[href='/games']").await?;
        page.see(".problem-page").await?;
        server.restart()?;
        page.wait_until("the list of games is there", "return document.body.dataset.screen === 'games'").await
    };
    browser.visit(&address, "retry", work).await.unwrap();
}

//! Two people far from each other.

use anyhow::{Context, Result};
use quevedo_page_tests::{Browser, Server, Setup};
use serde_json::json;
use tokio::sync::{mpsc, oneshot};

use crate::has_browser;

/// One opens a game and sends the link, the other joins; the server crashes between two moves, and they go on. What one of
/// them is to see before the other goes on is told: a page that finds the server again shows nothing of its loss.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_by_link() {
    if !has_browser() {
        return;
    }
    let mut server = Server::start().unwrap();
    let address = server.address().to_owned();
    let (host, guest) =
        (Browser::start(Setup::default()).await.unwrap(), Browser::start(Setup::default()).await.unwrap());
    let (send_link, link) = oneshot::channel::<String>();
    let (seen, mut guest_has_seen) = mpsc::channel::<()>(1);
    let hosting = host.visit(&address, "host", async move |page| {
        page.open("/").await?;
        let wish = json!({"game": "connect4", "seats": [{"kind": "human", "name": "Ana"}, {"kind": "open"}]});
        let id = page.new_game(wish).await?;
        let _ = send_link.send(id.clone());
        page.wait_until(
            "somebody joins",
            "return document.querySelector('.actions [data-name=resign]:not(:disabled)') !== null",
        )
        .await?;
        for ply in [1, 3] {
            page.see_moves(ply - 1).await?;
            page.play(&["1"]).await?;
            page.see_moves(ply).await?;
        }
        page.see_moves(4).await?;
        guest_has_seen.recv().await.context("the guest sees the fourth move")?;
        server.crash()?;
        page.see_loss().await?;
        guest_has_seen.recv().await.context("the guest sees the loss")?;
        server.restart()?;
        page.see_return().await?;
        for ply in [5, 7] {
            page.see_moves(ply - 1).await?;
            page.play(&["1"]).await?;
            page.see_moves(ply).await?;
        }
        assert_eq!(page.state(&id).await?["outcome"]["winner"], "first");
        page.see_end().await?;
        guest_has_seen.recv().await.context("the guest sees the last move")?;
        drop(server);
        Ok(())
    });
    let joining = guest.visit(&address, "guest", async move |page| {
        let id = link.await?;
        page.open(&format!("/game/{id}")).await?;
        page.click(".notice-join [type=submit]").await?;
        for ply in [2, 4] {
            page.see_moves(ply - 1).await?;
            page.play(&["2"]).await?;
            page.see_moves(ply).await?;
        }
        seen.send(()).await?;
        page.see_loss().await?;
        seen.send(()).await?;
        page.see_return().await?;
        page.see_moves(5).await?;
        page.play(&["2"]).await?;
        page.see_moves(7).await?;
        Ok(seen.send(()).await?)
    });
    let both: (Result<()>, Result<()>) = tokio::join!(hosting, joining);
    // Where one of them fails, the other waits in vain: only both tell why.
    let failures: Vec<String> =
        [both.0, both.1].into_iter().filter_map(|one| Some(format!("{:#}", one.err()?))).collect();
    assert_eq!(failures, Vec::<String>::new());
}

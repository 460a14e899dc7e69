//! Two people far from each other.

use anyhow::Result;
use quevedo_page_tests::{Browser, Server, Setup};
use serde_json::json;
use tokio::sync::oneshot;

use crate::has_browser;

/// One opens a game and sends the link, the other joins; the server crashes between two moves, and they go on.
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
    let (send_end, ended) = oneshot::channel::<()>();
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
        server.crash()?;
        page.see_loss().await?;
        server.restart()?;
        page.see_return().await?;
        for ply in [5, 7] {
            page.see_moves(ply - 1).await?;
            page.play(&["1"]).await?;
            page.see_moves(ply).await?;
        }
        assert_eq!(page.state(&id).await?["outcome"]["winner"], "first");
        // The guest is still looking.
        page.see_end().await?;
        let _ = ended.await;
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
        page.see_loss().await?;
        page.see_return().await?;
        page.see_moves(5).await?;
        page.play(&["2"]).await?;
        page.see_moves(7).await?;
        let _ = send_end.send(());
        Ok(())
    });
    let both: (Result<()>, Result<()>) = tokio::join!(hosting, joining);
    both.0.unwrap();
    both.1.unwrap();
}

//! What the page says when the server cannot store a move.

use quevedo_page_tests::{Browser, Page, Server, Setup};

use crate::{has_browser, two_people};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_that_cannot_be_stored_is_said_and_the_board_stays() {
    if !has_browser() {
        return;
    }
    let mut server = Server::start().unwrap();
    let address = server.address().to_owned();
    let browser = Browser::start(Setup::default()).await.unwrap();
    let play = async move |page: Page| {
        page.open("/").await?;
        let id = page.new_game(two_people("chess")).await?;
        page.play(&["e2", "e4"]).await?;
        page.see_moves(1).await?;
        server.crash()?;
        page.see_loss().await?;
        server.restart_read_only()?;
        page.see_return().await?;
        page.play(&["e7", "e5"]).await?;
        let said = "return document.querySelector('.toast')?.textContent.includes('may only read its games')";
        page.wait_until("the page says that it cannot be stored", said).await?;
        assert_eq!(page.state(&id).await?["moves"].as_array().map(Vec::len), Some(1));
        assert!(!page.sees(".moves-list [data-ply=\"2\"]").await?, "the move is not listed");
        server.crash()?;
        page.see_loss().await?;
        server.restart()?;
        page.see_return().await?;
        // The pawn stands where it stood.
        page.play(&["e7", "e5"]).await?;
        page.see_moves(2).await?;
        Ok(())
    };
    browser.visit(&address, "read-only store", play).await.unwrap();
}

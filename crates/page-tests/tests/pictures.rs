//! The pictures of the README, taken anew: `cargo test -p quevedo-page-tests --test pictures -- --ignored`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use quevedo_page_tests::{Browser, Page, Server, Setup, Window};
use serde_json::json;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures").join(name)
}

async fn take(page: &Page, name: &str) -> Result<()> {
    // Animations come to rest.
    tokio::time::sleep(Duration::from_millis(600)).await;
    page.driver().screenshot(&file(name)).await?;
    Ok(())
}

async fn visit<F>(setup: Setup, work: impl FnOnce(Page) -> F)
where
    F: Future<Output = Result<()>> + Send + 'static,
{
    let server = Server::start().unwrap();
    let browser = Browser::start(setup).await.unwrap();
    browser.visit(server.address(), "picture", work).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "writes the pictures of the README: run by the command above"]
async fn desktop_in_light() {
    visit(Setup::default(), async |page| {
        page.open("/").await?;
        take(&page, "home.png").await?;
        let seats = json!([{"kind": "human", "name": "Ana"}, {"kind": "machine", "spec": "hard"}]);
        let moves = json!(["c3c4", "d7d6", "e3e4"]);
        page.new_game(json!({"game": "fox-geese", "seats": seats, "moves": moves})).await?;
        page.wait_until(
            "the machine has moved",
            "return document.querySelectorAll('.moves-list [data-ply]').length >= 4",
        )
        .await?;
        page.click(".actions [data-name=hint]").await?;
        tokio::time::sleep(Duration::from_secs(4)).await;
        take(&page, "fox.png").await
    })
    .await;
}

/// The closed Spanish game, a dozen moves in.
const SPANISH: &str =
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6a5 b3c2 c7c5 d2d4 d8c7";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "writes the pictures of the README: run by the command above"]
async fn desktop_in_the_dark() {
    visit(Setup { dark: true, ..Setup::default() }, async |page| {
        page.open("/").await?;
        page.script(
            "localStorage.setItem('quevedo.analysis', JSON.stringify(given[0]))",
            vec![json!({"on": true, "spec": "alphabeta:time=5s", "lines": 3})],
        )
        .await?;
        let seats = json!([{"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Eva"}]);
        let moves: Vec<&str> = SPANISH.split(' ').collect();
        let clock = json!({"base_ms": 900_000, "increment_ms": 10_000});
        page.new_game(json!({"game": "chess", "seats": seats, "moves": moves, "clock": clock})).await?;
        page.click(".analysis-switch").await?;
        tokio::time::sleep(Duration::from_secs(6)).await;
        take(&page, "analysis.png").await
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "writes the pictures of the README: run by the command above"]
async fn phone() {
    visit(Setup { window: Window::Phone, language: "es", ..Setup::default() }, async |page| {
        page.open("/").await?;
        let seats = json!([{"kind": "human", "name": "Ana"}, {"kind": "machine", "spec": "hard"}]);
        page.new_game(json!({"game": "hare-hounds", "seats": seats})).await?;
        page.play(&["b3"]).await?;
        take(&page, "phone.png").await?;
        page.new_game(json!({"game": "connect4", "seats": seats, "moves": ["4", "4", "5", "3"]})).await?;
        take(&page, "phone-connect4.png").await
    })
    .await;
}

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

/// A game from a book of famous ones: Morphy's at the opera, Paris 1858.
const OPERA: &str = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 \
    11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "writes the pictures of the README: run by the command above"]
async fn a_review_in_light() {
    visit(Setup::default(), async |page| {
        page.open("/").await?;
        let import = "const answer = await fetch('/api/records', { method: 'POST', \
                      headers: { 'content-type': 'application/json' }, body: JSON.stringify(given[0]) }); \
                      return (await answer.json()).id";
        let record = format!("[White \"Morphy\"]\n[Black \"The allies\"]\n\n{OPERA}\n");
        let id = page.script(import, vec![json!({"game": "chess", "record": record})]).await?;
        page.open(&format!("/game/{}?ply=18&review", id.as_str().unwrap_or_default())).await?;
        page.see(".review-table").await?;
        take(&page, "review.png").await
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

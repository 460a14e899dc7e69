//! The other screens: they work as on a server, and what needs one is not offered.

use std::time::Duration;

use anyhow::{Result, ensure};
use quevedo_page_tests::{FileServer, Page, Setup, Window};
use serde_json::{Value, json};

use crate::{ask, check_quiet, open_screen, site, visit};

/// The most bytes of the first visit without the program, everything that is kept for days without a network included. The
/// program for tests is compiled quickly and is larger than the one that is published; `cargo xtask site` prints its size.
const FIRST_LOAD: u64 = 900_000;
const PROGRAM: &str = "engine/quevedo.wasm.gz";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_load_is_small() {
    visit("first load", Setup::default(), async |page, files| {
        page.open("/").await?;
        page.see(".game-card").await?;
        check_first_load(&page, &files).await?;
        check_quiet(&page).await
    })
    .await;
}

/// Everything is kept, and no file was sent twice.
async fn check_first_load(page: &Page, files: &FileServer) -> Result<()> {
    page.wait_until("everything is kept", "return !!navigator.serviceWorker.controller").await?;
    let program = std::fs::metadata(site().expect("the site that is visited").join(PROGRAM))?.len();
    let sent = files.sent();
    eprintln!("first load: {sent} bytes, {program} of them the program");
    ensure!(sent < FIRST_LOAD + program, "the first load takes {sent} bytes");
    Ok(())
}

/// A page that waits for the program does not fetch it a second time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_network_sends_the_program_once() {
    visit("slow", Setup::default(), async |page, files| {
        files.delay("wasm.gz", Duration::from_secs(25));
        page.open("/").await?;
        tokio::time::sleep(Duration::from_secs(25)).await;
        page.see(".game-card").await?;
        check_first_load(&page, &files).await
    })
    .await;
}

/// Addresses, and the screens there.
const SCREENS: [(&str, &str); 16] = [
    ("/games", "games"),
    ("/puzzles", "puzzles"),
    ("/puzzles/chess", "puzzle"),
    ("/review", "review"),
    ("/learn", "learn"),
    ("/learn/minimax", "lesson"),
    ("/rules", "rules"),
    ("/rules/othello", "rules"),
    ("/networks", "networks"),
    ("/settings", "settings"),
    ("/new/amazons", "setup"),
    ("/editor/chess", "editor"),
    ("/analysis/fox-geese", "analysis"),
    ("/explore/connect4", "explore"),
    ("/lens/mouse-cats", "lens"),
    ("/duel/hare-hounds", "duel"),
];

/// Every screen of the navigation and of a game, on a phone and without a network.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_screen_opens_without_a_network() {
    let setup = Setup { window: Window::Phone, ..Setup::default() };
    visit("screens", setup, async |page, files| {
        page.open("/").await?;
        page.wait_until("everything is kept", "return !!navigator.serviceWorker.controller").await?;
        files.stop();
        for (address, name) in SCREENS {
            open_screen(&page, address, name).await?;
        }
        ensure!(!page.sees("a[href*='tournaments']").await?, "tournaments need a server");
        check_quiet(&page).await
    })
    .await;
}

/// What takes time runs in workers: an analysis, a traced search, values of a solver, a lesson, a review.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn searches_run_in_workers() {
    visit("searches", Setup::default(), async |page, _| {
        page.open("/").await?;
        let line = json!({"game": "connect4:7x6", "moves": ["4", "4", "4"]});
        let explored = ask(&page, "POST", "/api/analysis/explore", line).await?;
        ensure!(explored["moves"].as_array().is_some_and(|moves| moves.len() == 7), "{explored}");
        let trace = json!({"game": "othello", "spec": "alphabeta:depth=3"});
        let trace = ask(&page, "POST", "/api/trace", trace).await?;
        ensure!(trace["nodes"].as_u64().is_some_and(|nodes| nodes > 10), "{trace}");
        let states = ask(&page, "POST", "/api/lessons/states", json!({"game": "hare-hounds"})).await?;
        ensure!(states.is_object(), "{states}");
        ensure!(listen_to_engine(&page).await? > 0, "an engine says something");
        review(&page).await?;
        check_quiet(&page).await
    })
    .await;
}

async fn listen_to_engine(page: &Page) -> Result<u64> {
    let script = "const { ask } = await import(new URL('js/local/end.js', document.baseURI)); let count = 0; \
                  await ask('POST', '/api/analysis/engine', { line: { game: 'chess' }, slot: 0, time_ms: 600 }, null, () => { count += 1; }); \
                  return count;";
    Ok(page.script(script, Vec::new()).await?.as_u64().unwrap_or_default())
}

async fn review(page: &Page) -> Result<()> {
    let record = json!({"game": "chess", "record": "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#"});
    let game = ask(page, "POST", "/api/records", record).await?;
    let path = format!("/api/games/{}/review", game["id"].as_str().unwrap_or_default());
    ask(page, "POST", &path, Value::Null).await?;
    let script = "const { ask } = await import(new URL('js/local/end.js', document.baseURI)); \
                  return (await ask('GET', 'PATH')).state === 'done';";
    page.wait_until("the review is made", &script.replace("PATH", &path)).await
}

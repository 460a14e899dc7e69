//! The page, used as people use it.
//!
//! Without Chromium and `chromedriver` there is nothing to test; `QUEVEDO_BROWSER=required` makes that a failure.

mod access;
mod analysis;
mod editor;
mod embed;
mod ends;
mod explore;
mod film;
mod games;
mod lens;
mod lessons;
mod link;
mod marks;
mod networks;
mod offers;
mod online;
mod premove;
mod puzzles;
mod refusals;
mod review;
mod screens;
mod storage;
mod tournaments;
mod trace_file;
mod ways;

use anyhow::Result;
use quevedo_page_tests::{Browser, Page, Server, Setup, find_browser};

/// Whether there is a browser; says so when there is none.
fn has_browser() -> bool {
    let found = find_browser().is_some();
    let required = std::env::var("QUEVEDO_BROWSER").is_ok_and(|value| value == "required");
    assert!(found || !required, "no Chromium with chromedriver on this machine");
    if !found {
        eprintln!("skipped: no Chromium with chromedriver on this machine");
    }
    found
}

/// Does something on a page with a server of its own.
async fn visit<F>(name: &str, setup: Setup, work: impl FnOnce(Page) -> F)
where
    F: Future<Output = Result<()>> + Send + 'static,
{
    if !has_browser() {
        return;
    }
    let server = Server::start().unwrap();
    let browser = Browser::start(setup).await.unwrap();
    browser.visit(server.address(), name, work).await.unwrap();
}

/// Two people at one screen.
fn two_people(game: &str) -> serde_json::Value {
    serde_json::json!({"game": game, "seats": [{"kind": "human"}, {"kind": "human"}]})
}

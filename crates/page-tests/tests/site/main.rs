//! The page without a server: from a folder of files, and then from none at all.
//!
//! `QUEVEDO_SITE` names the folder that `cargo xtask site` has made; without it, or without a browser, nothing is tested.

mod games;
mod screens;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Result, ensure};
use quevedo_page_tests::{Browser, FileServer, Page, Setup, find_browser};
use serde_json::Value;

/// The folder of the site, if it can be tested.
fn site() -> Option<PathBuf> {
    let required = std::env::var("QUEVEDO_BROWSER").is_ok_and(|value| value == "required");
    assert!(find_browser().is_some() || !required, "no Chromium with chromedriver on this machine");
    let folder = std::env::var_os("QUEVEDO_SITE").map(PathBuf::from).filter(|_| find_browser().is_some());
    if folder.is_none() {
        eprintln!("skipped: no site or no browser; `cargo xtask test site` makes both where it can");
    }
    folder
}

/// Does something on the site with a file server of its own, which it may stop.
async fn visit<F>(name: &str, setup: Setup, work: impl FnOnce(Page, Arc<FileServer>) -> F)
where
    F: Future<Output = Result<()>> + Send + 'static,
{
    let Some(folder) = site() else { return };
    let files = Arc::new(FileServer::start(&folder).unwrap());
    let browser = Browser::start(setup).await.unwrap();
    let address = files.address();
    browser.visit(&address, &format!("site {name}"), |page| work(page, files)).await.unwrap();
}

/// Asks the program in the page, as its screens do.
async fn ask(page: &Page, method: &str, path: &str, body: Value) -> Result<Value> {
    let script = "const { ask } = await import(new URL('js/local/end.js', document.baseURI)); \
                  return ask(given[0], given[1], given[2] ?? undefined);";
    page.script(script, vec![method.into(), path.into(), body]).await
}

/// Goes to another screen within the page.
async fn open_screen(page: &Page, address: &str, name: &str) -> Result<()> {
    page.open(&format!("/#{address}")).await?;
    let script = format!(
        "return document.body.dataset.screen === '{name}' && !document.body.hasAttribute('data-busy') \
         && document.querySelector('main h1') !== null;"
    );
    page.wait_until(&format!("{address} is shown"), &script).await
}

/// Waits until everything that a game needs is kept.
async fn wait_until_kept(page: &Page, game: &str) -> Result<()> {
    let files = ask(page, "GET", &format!("/api/files/{game}"), Value::Null).await?;
    let script = format!(
        "const {{ missing }} = await import(new URL('js/local/offline.js', document.baseURI)); \
         return !!navigator.serviceWorker.controller && (await missing({files})).length === 0;"
    );
    page.wait_until("the files of the game are kept", &script).await
}

/// No error in the console.
async fn check_quiet(page: &Page) -> Result<()> {
    let errors = page.errors().await?;
    ensure!(errors.is_empty(), "the console has errors: {errors:?}");
    Ok(())
}

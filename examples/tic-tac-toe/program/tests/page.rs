//! The page with one game more, in a real browser, in both languages.

use anyhow::Result;
use quevedo_page_tests::{Browser, Page, Server, Setup, Window, find_browser};
use serde_json::json;

const GAME: &str = "tic-tac-toe";

async fn visit<F>(name: &str, setup: Setup, work: impl FnOnce(Page) -> F)
where
    F: Future<Output = Result<()>> + Send + 'static,
{
    let required = std::env::var("QUEVEDO_BROWSER").is_ok_and(|value| value == "required");
    assert!(find_browser().is_some() || !required, "no Chromium with chromedriver on this machine");
    if find_browser().is_none() {
        eprintln!("skipped: no Chromium with chromedriver on this machine");
        return;
    }
    let server = Server::start_program(env!("CARGO_BIN_EXE_tic-tac-toe").as_ref()).unwrap();
    let browser = Browser::start(setup).await.unwrap();
    browser.visit(server.address(), name, work).await.unwrap();
}

/// What the page says on a screen.
async fn words(page: &Page, path: &str) -> Result<String> {
    page.open(path).await?;
    page.wait_until("the screen is there", "return document.querySelector('main h1, main h2') !== null").await?;
    Ok(page
        .script("return document.querySelector('main').innerText", Vec::new())
        .await?
        .as_str()
        .unwrap_or("")
        .to_owned())
}

async fn check_screens(page: &Page, spanish: bool) -> Result<()> {
    let (name, tagline, rule) = if spanish {
        ("Tres en raya", "Tres en línea, y sin errores", "tres marcas en línea")
    } else {
        ("Tic-tac-toe", "Three in line, and no mistakes", "three marks in line")
    };
    let home = words(page, "/").await?;
    assert!(home.contains(name) && home.contains(tagline), "{home}");
    let rules = words(page, &format!("/rules/{GAME}")).await?;
    assert!(rules.contains(name) && rules.contains(rule), "{rules}");
    let setup = words(page, &format!("/new/{GAME}")).await?;
    assert!(setup.contains(name), "{setup}");
    for text in [home, rules, setup] {
        assert!(!text.contains("undefined") && !text.contains("three_in_line"), "a raw key: {text}");
    }
    Ok(())
}

async fn play(page: &Page, spanish: bool) -> Result<()> {
    page.new_game(json!({"game": GAME, "seats": [{"kind": "human"}, {"kind": "human"}]})).await?;
    for tap in ["b2", "a1", "a3", "c1", "b1", "b3", "c2", "a2"] {
        page.play(&[tap]).await?;
    }
    page.play(&["c3"]).await?;
    page.see_end().await?;
    page.new_game(
        json!({"game": GAME, "seats": [{"kind": "human"}, {"kind": "human"}], "moves": ["a1", "b1", "a2", "b2"]}),
    )
    .await?;
    page.play(&["a3"]).await?;
    let end = page.see_end().await?;
    assert!(end.to_lowercase().contains(if spanish { "tres en línea" } else { "three in line" }), "{end}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_is_complete_in_english() {
    visit("tic-tac-toe", Setup::default(), async move |page| {
        check_screens(&page, false).await?;
        play(&page, false).await
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_is_complete_in_spanish_on_a_phone() {
    let setup = Setup { language: "es", window: Window::Phone, ..Setup::default() };
    visit("tres en raya", setup, async move |page| {
        check_screens(&page, true).await?;
        play(&page, true).await
    })
    .await;
}

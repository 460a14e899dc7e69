//! What people with other eyes and hands meet: axe-core finds nothing on any screen, in light and in dark.

use std::path::PathBuf;

use anyhow::{Context, Result};
use quevedo_page_tests::{Page, Setup, Window};
use serde_json::json;

use crate::screens::SCREENS;
use crate::tournaments::{new_tournament, see_finish};
use crate::{two_people, visit};

/// Where `cargo xtask test` has put axe-core, if it could get it.
pub(crate) fn axe() -> Option<String> {
    let file = PathBuf::from(std::env::var_os("QUEVEDO_AXE")?);
    Some(std::fs::read_to_string(file).expect("the file of axe-core can be read"))
}

pub(crate) async fn check(page: &Page, axe: &str, screen: &str) -> Result<()> {
    page.driver().execute(axe, Vec::new()).await.context("axe-core does not load")?;
    // What still fades in has other colours than what people read.
    let script = "await Promise.allSettled(document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity).map((one) => one.finished)); \
                  const found = await axe.run(document, { resultTypes: ['violations'] }); \
                  return found.violations.map((one) => one.id + ': ' + one.help + ' ' + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | '))";
    let violations = page.script(script, Vec::new()).await?;
    assert_eq!(violations, json!([]), "{screen}");
    Ok(())
}

async fn check_all(page: &Page, axe: &str) -> Result<()> {
    for screen in SCREENS {
        page.open(screen).await?;
        check(page, axe, screen).await?;
    }
    new_tournament(page, &["random", "greedy", "easy"], 2).await?;
    see_finish(page).await?;
    page.see(".plot svg").await?;
    check(page, axe, "a tournament").await?;
    page.open("/tournaments").await?;
    check(page, axe, "the list of tournaments").await?;
    for game in ["chess", "connect4", "fox-geese", "hare-hounds"] {
        page.new_game(two_people(game)).await?;
        check(page, axe, game).await?;
    }
    let mut mate = two_people("chess");
    mate["moves"] = json!(["f2f3", "e7e5", "g2g4"]);
    page.new_game(mate).await?;
    page.play(&["d8", "h4"]).await?;
    page.see_end().await?;
    check(page, axe, "the end of a game").await?;
    page.click(".end [data-name=review]").await?;
    page.see(".review-table").await?;
    check(page, axe, "a review").await?;
    page.click(".review-learn").await?;
    page.see(".review-exercise").await?;
    check(page, axe, "an exercise").await
}

async fn no_violation(name: &str, dark: bool, window: Window) {
    let Some(axe) = axe() else {
        eprintln!("skipped: axe-core is not here");
        return;
    };
    let setup = Setup { dark, window, ..Setup::default() };
    visit(name, setup, async move |page| {
        page.open("/").await?;
        let theme = if dark { "dark" } else { "light" };
        let is_dark = page.script("return matchMedia('(prefers-color-scheme: dark)').matches", Vec::new()).await?;
        assert_eq!(is_dark, dark, "the browser should like it {theme}");
        check_all(&page, &axe).await
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn light() {
    no_violation("axe light", false, Window::Desktop).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dark() {
    no_violation("axe dark", true, Window::Desktop).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn phone() {
    no_violation("axe phone", true, Window::Phone).await;
}

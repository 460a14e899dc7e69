//! How quick the page is. Not for every change: `cargo xtask soak --only page` runs it on a release build.

use anyhow::{Context, Result};
use quevedo_page_tests::{Browser, Page, Server, Setup};
use serde_json::{Value, json};

/// Bytes over the wire for the first screen, and milliseconds until it can be used.
async fn first_load(page: &Page) -> Result<(u64, u64)> {
    page.open("/").await?;
    page.see(".game-card .button.primary").await?;
    let script = "const loads = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]; \
                  return { bytes: loads.reduce((sum, load) => sum + load.transferSize, 0), ready: window.quevedoReady ?? null, \
                  paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0, \
                  last: Math.max(...loads.map((load) => load.responseEnd)), outside: loads.filter((load) => !load.name.startsWith(location.origin)).length }";
    let found = page.script(script, Vec::new()).await?;
    assert_eq!(found["outside"], 0, "the page asks nobody else");
    let number = |name: &str| found[name].as_f64().unwrap_or(f64::NAN).max(0.0) as u64;
    Ok((number("bytes"), number("last").max(number("paint"))))
}

/// Milliseconds from a tap to the frame in which the board has answered.
async fn taps(page: &Page) -> Result<Vec<f64>> {
    page.new_game(json!({"game": "chess", "seats": [{"kind": "human"}, {"kind": "human"}]})).await?;
    let watch = "window.answers = []; let tapped = 0; \
                 const board = document.querySelector('quevedo-board'); \
                 addEventListener('pointerdown', () => { tapped = performance.now(); }, true); \
                 new MutationObserver(() => { if (tapped) { const begin = tapped; tapped = 0; \
                 requestAnimationFrame(() => setTimeout(() => window.answers.push(performance.now() - begin))); } }) \
                 .observe(board, { subtree: true, childList: true, attributes: true });";
    page.script(watch, Vec::new()).await?;
    let knights = [["g1", "f3"], ["g8", "f6"], ["b1", "c3"], ["b8", "c6"]];
    for (ply, taps) in knights.into_iter().enumerate() {
        page.play(&taps).await?;
        page.see_moves(ply + 1).await?;
    }
    for place in ["e2", "d2", "c2", "b2", "a2", "e2", "d2", "c2", "b2", "a2", "h2", "g2", "f2", "e2", "d2"] {
        page.play(&[place]).await?;
    }
    let answers = page.script("return window.answers", Vec::new()).await?;
    Ok(answers.as_array().context("times")?.iter().filter_map(Value::as_f64).collect())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "measures time: by `cargo xtask soak --only page`"]
async fn the_page_is_quick() {
    let server = Server::start().unwrap();
    let browser = Browser::start(Setup::default()).await.unwrap();
    let measure = async |page: Page| {
        let (bytes, ready) = first_load(&page).await?;
        println!("first load: {} kB over the wire, ready after {ready} ms", bytes / 1000);
        assert!(bytes < 300_000 && ready < 1_000);
        let machine = json!({"kind": "machine", "spec": "max"});
        for _ in 0..2 {
            page.new_game(json!({"game": "chess", "seats": [machine, machine]})).await?;
        }
        let mut times = taps(&page).await?;
        times.sort_by(f64::total_cmp);
        let (median, worst) = (times[times.len() / 2], times.last().copied().unwrap_or_default());
        println!("{} taps with two searches running: median {median:.1} ms, worst {worst:.1} ms", times.len());
        assert!(times.len() >= 15 && median < 50.0);
        Ok(())
    };
    browser.visit(server.address(), "speed", measure).await.unwrap();
}

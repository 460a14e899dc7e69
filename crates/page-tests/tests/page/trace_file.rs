//! A trace file in the tree explorer: what `quevedo trace` writes is what the page shows, and a large file does not stop it.

use std::process::Command;

use anyhow::{Context, Result, ensure};
use quevedo_page_tests::{Page, Setup, program};
use serde_json::Value;

use crate::visit;

/// Connect-4 has eight moves in each of its first six plies, and nobody wins in them.
const NODES: u64 = 8 + 64 + 512 + 4096 + 32_768;
/// Pans the tree for two seconds, a step a frame, and counts the frames; the heap in megabytes, where the browser tells it.
const PAN: &str = "const view = document.querySelector('.explore-view'); const box = view.getBoundingClientRect(); \
    const at = (type, x) => view.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, buttons: 1, \
        clientX: box.left + x, clientY: box.top + 80 })); \
    view.setPointerCapture = () => {}; \
    let [frames, x] = [0, 200]; const begin = performance.now(); at('pointerdown', x); \
    await new Promise((resolve) => { const step = () => { frames += 1; x += frames % 60 < 30 ? -40 : 40; \
        at('pointermove', x); if (performance.now() - begin < 2000) requestAnimationFrame(step); else resolve(); }; \
        requestAnimationFrame(step); }); \
    const seconds = (performance.now() - begin) / 1000; \
    return [frames / seconds, performance.memory ? performance.memory.usedJSHeapSize / 1e6 : 0]";

async fn counter(page: &Page, name: &str) -> Result<String> {
    page.text(&format!(".explore-pane [data-counter={name}] dd")).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_trace_file_is_shown() {
    visit("trace-file", Setup::default(), async |page| {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("minimax.jsonl");
        let mut trace = Command::new(program()?);
        trace.args(["trace", "connect4", "--player", "minimax:depth=5", "--boards", "--json", "--out"]).arg(&file);
        let output = trace.output()?;
        ensure!(output.status.success(), "quevedo trace failed");
        let printed: Value = serde_json::from_slice(&output.stdout)?;

        // The file says which game it is.
        page.open("/explore/tic-tac-toe").await?;
        page.see(".explore-pane .explore-node").await?;
        page.click(".explore-options details:last-child summary").await?;
        let input = page.see(".explore-file input[type=file]").await?;
        input.send_keys(file.to_str().context("a path in UTF-8")?).await?;
        let shown = format!(
            "return document.querySelector('.explore-file [role=status]').textContent.startsWith('{}')",
            thousands(2 * NODES + 2)
        );
        page.wait_until("the file is read", &shown).await?;
        assert_eq!(counter(&page, "nodes").await?, thousands(NODES));
        assert_eq!(counter(&page, "value").await?, format!("{:+}", printed["value"].as_i64().unwrap_or(0)));
        let first = "return [...document.querySelectorAll('.explore-node')].filter((node) => node.dataset.way.length === 1).length";
        assert_eq!(page.script(first, Vec::new()).await?, 8, "every first move is drawn");
        let stones = "return document.querySelectorAll('.explore-board .qb-piece').length";
        assert_eq!(page.script(stones, Vec::new()).await?, 0, "the board of the root is empty");

        // The film runs from its beginning: the first event enters the root, the next four its first line.
        page.click(".explore-keys button:nth-child(1)").await?;
        for _ in 0..5 {
            page.click(".explore-keys button:nth-child(4)").await?;
        }
        assert_eq!(counter(&page, "nodes").await?, "4");
        page.click(".explore-keys button:nth-child(5)").await?;

        let measured = page.script(PAN, Vec::new()).await?;
        let [rate, heap] = [0, 1].map(|index| measured[index].as_f64().unwrap_or_default());
        assert!(rate >= 10.0, "{rate} frames a second");
        assert!(heap < 100.0, "{heap} MB");
        assert_eq!(page.errors().await?, Vec::<String>::new());
        Ok(())
    })
    .await;
}

/// A number as the page writes it in English.
fn thousands(number: u64) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", thousands(number / 1000), number % 1000) }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_trace_is_refused_in_words() {
    visit("trace-file-refused", Setup::default(), async |page| {
        let folder = tempfile::tempdir()?;
        page.open("/explore/tic-tac-toe").await?;
        page.see(".explore-pane .explore-node").await?;
        page.click(".explore-options details:last-child summary").await?;
        let head =
            r#"{"event":"search","format":1,"game":"tic-tac-toe","player":"x","position":"3/3/3 x","turn":"first"}"#;
        let cases = [
            ("1. e4 e5".to_owned(), "line 1"),
            (head.replace("\"format\":1", "\"format\":2"), "does not know"),
            (format!("{head}\n{{\"event\":\"root\",\"id\":1,\"depth\":2}}\nnonsense\n"), "damaged at line 3"),
        ];
        for (number, (text, words)) in cases.into_iter().enumerate() {
            let file = folder.path().join(format!("{number}.jsonl"));
            std::fs::write(&file, text)?;
            page.see(".explore-file input[type=file]").await?.send_keys(file.to_str().context("a path")?).await?;
            let script = format!("return document.querySelector('.problem').textContent.includes('{words}')");
            page.wait_until(words, &script).await?;
        }
        // The tree that was there is still there.
        let nodes: Value = page.script("return document.querySelectorAll('.explore-node').length", Vec::new()).await?;
        assert!(nodes.as_u64().is_some_and(|count| count > 1));
        Ok(())
    })
    .await;
}

//! After the game: the review, and learning from mistakes.

use anyhow::{Context, Result};
use quevedo_page_tests::{Page, Setup, Window};
use serde_json::json;

use crate::{two_people, visit};

/// White is mated on the second move, and it is White's own fault.
async fn lose(page: &Page) -> Result<String> {
    let mut wish = two_people("chess");
    wish["moves"] = json!(["f2f3", "e7e5", "g2g4"]);
    let id = page.new_game(wish).await?;
    page.play(&["d8", "h4"]).await?;
    page.see_end().await?;
    Ok(id)
}

/// The class that a move is marked with in the list.
async fn class_of(page: &Page, ply: usize) -> Result<String> {
    let script = format!("return document.querySelector('.moves-list [data-ply=\"{ply}\"]').dataset.class");
    Ok(page.script(&script, Vec::new()).await?.as_str().context("a class")?.to_owned())
}

async fn press(page: &Page, key: &str) -> Result<()> {
    let script = "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: given[0], bubbles: true }))";
    page.script(script, vec![json!(key)]).await.map(drop)
}

/// The ply that the list of moves marks as shown.
async fn wait_for_ply(page: &Page, ply: usize) -> Result<()> {
    let script = format!("return document.querySelector('.moves-list [aria-current]')?.dataset.ply === '{ply}'");
    page.wait_until(&format!("ply {ply} is shown"), &script).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_game_is_reviewed_and_learned_from() {
    visit("review", Setup::default(), async |page| {
        page.open("/").await?;
        let id = lose(&page).await?;
        page.click(".end .end-buttons [data-name=review]").await?;
        page.see(".review-table").await?;
        assert_eq!(class_of(&page, 3).await?, "blunder");
        assert_eq!(class_of(&page, 4).await?, "best");
        assert!(page.text(".moves-list [data-ply='3']").await?.contains("??"), "a sign, not a colour alone");
        page.see(".review-turning").await?;

        press(&page, "p").await?;
        wait_for_ply(&page, 3).await?;
        assert!(page.text(".review-verdict").await?.contains("Blunder"));
        page.click(".review-best").await?;
        page.see(".line-move[aria-current]").await?;
        page.click(".review-buttons .button").await?;
        page.see(".review-verdict").await?;

        learn(&page).await?;
        // Stored with the game: there at once, without another search.
        page.open(&format!("/game/{id}?review")).await?;
        page.see(".review-table").await?;
        assert_eq!(page.errors().await?, Vec::<String>::new());
        Ok(())
    })
    .await;
}

/// Learns from the mistakes of White: first a wrong answer, then the hint, then a right one.
async fn learn(page: &Page) -> Result<()> {
    page.click(".review-learn[data-side=first]").await?;
    page.see(".review-exercise").await?;
    page.wait_until("the board waits", "return document.querySelector('quevedo-board').legal !== null").await?;
    loop {
        // The mistake that allows mate is the last one.
        let task = page.text(".review-move").await?;
        if task.contains("g4") {
            break;
        }
        page.click("[data-name=skip]").await?;
        page.wait_until(
            "the next one is asked",
            "return document.querySelector('.review-move').textContent.includes('g4')",
        )
        .await?;
    }
    page.play(&["g2", "g4"]).await?;
    page.see(".review-said.is-wrong").await?;
    page.click("[data-name=hint]").await?;
    page.see(".review-said.is-asking").await?;
    page.wait_until("the board waits", "return document.querySelector('quevedo-board').legal !== null").await?;
    page.play(&["d2", "d4"]).await?;
    page.see(".review-said.is-solved").await?;
    page.click("[data-name=finish]").await?;
    page.see(".review-said.is-done").await?;
    page.click("[data-name=finish]").await?;
    page.see(".review-verdict").await.map(drop)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_is_pasted_on_a_phone_in_spanish() {
    let setup = Setup { window: Window::Phone, language: "es", dark: true };
    visit("pasted record", setup, async |page| {
        page.open("/review?game=connect4").await?;
        page.click(".paste-form [type=submit]").await?;
        assert!(page.text(".problem").await?.contains("Pega"));
        page.see("textarea").await?.send_keys("4 4 4 4 4 9").await?;
        page.click(".paste-form [type=submit]").await?;
        page.wait_until("the fault is named", "return document.querySelector('.problem').textContent.includes('9')")
            .await?;
        page.see("textarea").await?.clear().await?;
        // The fourth ply does not stop a row of two, which becomes three with both ends open.
        page.see("textarea").await?.send_keys("4 1 5 1 6 2 7").await?;
        page.click(".paste-form [type=submit]").await?;
        page.see(".review-table").await?;
        page.wait_until("it fits", "return document.documentElement.scrollWidth <= innerWidth").await?;
        page.see(".review-jump[aria-label='Error siguiente']").await?;
        assert_eq!(class_of(&page, 4).await?, "blunder");
        assert_eq!(class_of(&page, 6).await?, "best", "every move loses");
        // The server refused a record on purpose.
        page.errors().await.map(drop)
    })
    .await;
}

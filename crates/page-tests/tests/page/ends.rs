//! Clocks, machines among themselves, crashes of the server.

use anyhow::{Context, Result};
use quevedo_page_tests::{Browser, Page, Server, Setup};
use serde_json::json;

use crate::{has_browser, two_people, visit};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flag_falls() {
    visit("flag", Setup::default(), async |page| {
        page.open("/").await?;
        let mut wish = two_people("chess");
        wish["clock"] = json!({"base_ms": 1500, "increment_ms": 0});
        let id = page.new_game(wish).await?;
        page.play(&["e2", "e4"]).await?;
        page.see_moves(1).await?;
        page.see_end().await?;
        let outcome = &page.state(&id).await?["outcome"];
        assert_eq!((&outcome["winner"], &outcome["reason"]), (&json!("first"), &json!("time")));
        Ok(())
    })
    .await;
}

async fn plies(page: &Page, id: &str) -> Result<usize> {
    Ok(page.state(id).await?["moves"].as_array().context("moves")?.len())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn machines_are_paused_and_stepped() {
    visit("machines", Setup::default(), async |page| {
        page.open("/").await?;
        let machine = json!({"kind": "machine", "spec": "random:seed=1"});
        let id = page.new_game(json!({"game": "othello", "seats": [machine, machine], "delay_ms": 150})).await?;
        page.see_moves(2).await?;
        page.click(".actions [data-name=pause]").await?;
        page.see(".actions [data-name=resume]").await?;
        let before = plies(&page, &id).await?;
        page.click(".actions [data-name=step]").await?;
        page.see_moves(before + 1).await?;
        page.see(".actions [data-name=resume]").await?;
        assert_eq!(plies(&page, &id).await?, before + 1, "one step is one move");
        page.click(".actions [data-name=resume]").await?;
        page.see_end().await?;
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crash_of_the_server_costs_nothing() {
    if !has_browser() {
        return;
    }
    let mut server = Server::start().unwrap();
    let address = server.address().to_owned();
    let browser = Browser::start(Setup::default()).await.unwrap();
    let play = async move |page: Page| {
        page.open("/").await?;
        let id = page.new_game(two_people("chess")).await?;
        page.play(&["e2", "e4"]).await?;
        page.see_moves(1).await?;
        server.crash()?;
        page.see_loss().await?;
        server.restart()?;
        page.see_return().await?;
        page.play(&["e7", "e5"]).await?;
        page.see_moves(2).await?;
        assert_eq!(plies(&page, &id).await?, 2);
        page.open("/").await?;
        page.see(".continue-card").await?;
        Ok(())
    };
    browser.visit(&address, "crash", play).await.unwrap();
}

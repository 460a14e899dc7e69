//! What is offered, and to whom: sides on the first screen, rematches, two machines side by side, prints.

use quevedo_page_tests::{Browser, Server, Setup};
use serde_json::json;

use crate::{has_browser, two_people, visit};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_side_is_chosen_on_the_first_screen() {
    visit("side", Setup::default(), async |page| {
        page.open("/").await?;
        page.click(".home-side label:nth-of-type(2)").await?;
        page.click("[data-game=connect4] .button.primary").await?;
        page.see(".bar-bottom").await?;
        let mine =
            page.script("return document.querySelector('.bar-bottom .bar-name').textContent", Vec::new()).await?;
        assert_eq!(mine, "You");
        assert_eq!(
            page.script("return document.querySelector('.bar-bottom').dataset.side", Vec::new()).await?,
            "second"
        );
        Ok(())
    })
    .await;
}

/// Who only looks at a finished game is offered no rematch, and is no crowd.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_others_offers_no_rematch() {
    if !has_browser() {
        return;
    }
    let server = Server::start().unwrap();
    let address = server.address().to_owned();
    let player = Browser::start(Setup::default()).await.unwrap();
    let played = player.visit(&address, "player", async move |page| {
        page.open("/").await?;
        let id = page.new_game(two_people("chess")).await?;
        page.click(".actions [data-name=resign]").await?;
        page.click("dialog .primary").await?;
        page.see_end().await?;
        page.see(".actions [data-name=rematch]").await?;
        Ok(id)
    });
    let id = played.await.unwrap();
    let watcher = Browser::start(Setup::default()).await.unwrap();
    let watched = watcher.visit(&address, "watcher", async move |page| {
        page.open(&format!("/game/{id}")).await?;
        page.see(".actions [data-name=new]").await?;
        assert!(!page.sees(".actions [data-name=rematch]").await?);
        assert!(!page.text(".side-head").await?.contains('1'), "the visitor counts as a watcher");
        Ok(())
    });
    watched.await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_machines_think_side_by_side() {
    visit("two machines", Setup::default(), async |page| {
        page.open("/").await?;
        let [first, second] = ["alphabeta:depth=3", "mcts:sims=200"].map(|spec| json!({"kind": "machine", "spec": spec}));
        page.new_game(json!({"game": "connect4", "seats": [first, second], "delay_ms": 50})).await?;
        let both = "return [...document.querySelectorAll('.machine')].every((one) => one.querySelectorAll('dd').length > 1) \
                    && [...document.querySelectorAll('.machines-graph .graph-line')].every((one) => one.getAttribute('d'))";
        page.wait_until("both machines say what they think", both).await?;
        assert_eq!(page.driver().find_all(thirtyfour::By::Css(".machine")).await?.len(), 2);
        Ok(())
    })
    .await;
}

/// Diagrams that nobody has scrolled to are drawn before the page is printed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_diagrams_of_the_rules_are_printed() {
    visit("print", Setup::default(), async |page| {
        page.open("/rules/fox-geese").await?;
        page.see(".diagram quevedo-board").await?;
        let loaded = "return [...document.querySelectorAll('.diagram .thumb')].length > 3";
        page.wait_until("the diagrams are there", loaded).await?;
        let blank = "dispatchEvent(new Event('beforeprint')); await new Promise(requestAnimationFrame); \
                     return [...document.querySelectorAll('.diagram')].filter((one) => !one.querySelector('quevedo-board svg')).length";
        page.wait_until("every diagram is drawn", &blank.replace("return [", "return 0 === [")).await?;
        Ok(())
    })
    .await;
}

//! A whole game of each kind against `medium`, after the network has gone. A seeded coin plays for the person.

use anyhow::{Context, Result, ensure};
use quevedo_core::Rng;
use quevedo_page_tests::{Page, Setup};
use serde_json::{Value, json};

use crate::{ask, check_quiet, open_screen, visit, wait_until_kept};

/// Taps of a legal move, chosen by the coin. An empty tap says that the move ends here although it could go on.
fn choose(legal: &Value, rng: &mut Rng) -> Vec<String> {
    let mut taps = Vec::new();
    let mut node = legal;
    while let Some(next) = node["next"].as_object() {
        if node["end"] == true && rng.usize(..=next.len()) == 0 {
            taps.push(String::new());
            break;
        }
        let Some((tap, below)) = next.iter().nth(rng.usize(..next.len())) else { break };
        taps.push(tap.clone());
        node = below;
    }
    taps
}

/// Plays until the game is over, or so many moves; the number of moves.
async fn play_out(page: &Page, id: &str, seed: u64) -> Result<usize> {
    let mut rng = Rng::with_seed(seed);
    let path = format!("/api/games/{id}");
    loop {
        let state = ask(page, "GET", &path, Value::Null).await?;
        let plies = state["moves"].as_array().context("moves")?.len();
        if state["status"] == "finished" {
            return Ok(plies);
        }
        if state["can"]["move"] != true {
            // The machine moves at once, but thinks.
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            continue;
        }
        page.see_moves(plies).await?;
        let taps = choose(&state["legal"], &mut rng);
        let taps: Vec<&str> = taps.iter().map(String::as_str).collect();
        page.play(&taps).await.with_context(|| format!("move {}: {taps:?}", plies + 1))?;
        page.see_moves(plies + 1).await?;
    }
}

async fn whole_game(game: &'static str, seed: u64) {
    visit(game, Setup::default(), async move |page, files| {
        page.open("/").await?;
        let seats = json!([{"kind": "human"}, {"kind": "machine", "spec": "medium"}]);
        let wish = json!({"game": game, "seats": seats, "delay_ms": 0});
        let id = ask(&page, "POST", "/api/games", wish).await?["id"].as_str().context("an id")?.to_owned();
        open_screen(&page, &format!("/game/{id}"), "game").await?;
        page.see("quevedo-board [data-place]").await?;
        wait_until_kept(&page, game).await?;
        files.stop();
        let plies = play_out(&page, &id, seed).await?;
        ensure!(plies > 4, "{game} was over after {plies} moves");
        ensure!(!page.see_end().await?.is_empty(), "the page says how it ended");
        // It is there after a new visit, still without a network.
        page.driver().refresh().await?;
        open_screen(&page, "/games", "games").await?;
        page.see(&format!("a[href*='{id}']")).await?;
        check_quiet(&page).await
    })
    .await;
}

macro_rules! games {
    ($($name:ident: $game:literal, $seed:literal;)*) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                whole_game($game, $seed).await;
            }
        )*
    };
}

games! {
    chess: "chess", 1;
    othello: "othello", 2;
    connect4: "connect4", 3;
    amazons: "amazons", 4;
    mouse_cats: "mouse-cats", 5;
    hare_hounds: "hare-hounds", 6;
    fox_geese: "fox-geese", 7;
}

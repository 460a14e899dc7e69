//! A whole game of each kind, by clicking. Both sides are people at one screen; a seeded coin chooses their moves
//! among the legal ones.

use anyhow::{Context, Result};
use quevedo_core::Rng;
use quevedo_page_tests::{Page, Setup};
use serde_json::Value;

use crate::{two_people, visit};

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

/// Plays until the game is over; the number of moves.
async fn play_out(page: &Page, id: &str, seed: u64) -> Result<usize> {
    let mut rng = Rng::with_seed(seed);
    loop {
        let state = page.state(id).await?;
        let plies = state["moves"].as_array().context("moves")?.len();
        page.see_moves(plies).await?;
        if state["status"] == "finished" {
            return Ok(plies);
        }
        let taps = choose(&state["legal"], &mut rng);
        let taps: Vec<&str> = taps.iter().map(String::as_str).collect();
        page.play(&taps).await.with_context(|| format!("move {}: {taps:?}", plies + 1))?;
        page.see_moves(plies + 1).await?;
    }
}

async fn whole_game(game: &'static str, seed: u64) {
    visit(game, Setup::default(), async move |page| {
        page.open("/").await?;
        let id = page.new_game(two_people(game)).await?;
        let plies = play_out(&page, &id, seed).await?;
        assert!(plies > 4, "{game} was over after {plies} moves");
        let words = page.see_end().await?;
        assert!(!words.is_empty());
        assert_eq!(page.errors().await?, Vec::<String>::new());
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn othello() {
    whole_game("othello", 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connect4() {
    whole_game("connect4", 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn amazons() {
    whole_game("amazons", 3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mouse_cats() {
    whole_game("mouse-cats", 4).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hare_hounds() {
    whole_game("hare-hounds", 5).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fox_geese() {
    whole_game("fox-geese", 6).await;
}

/// Légal's mate: random chess would take hundreds of moves.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chess() {
    visit("chess", Setup::default(), async |page| {
        page.open("/").await?;
        let id = page.new_game(two_people("chess")).await?;
        let moves = "e2 e4, e7 e5, g1 f3, d7 d6, f1 c4, c8 g4, b1 c3, g7 g6, f3 e5, g4 d1, c4 f7, e8 e7, c3 d5";
        for (ply, taps) in moves.split(", ").enumerate() {
            page.play(&taps.split(' ').collect::<Vec<_>>()).await?;
            page.see_moves(ply + 1).await?;
        }
        let state = page.state(&id).await?;
        assert_eq!(state["outcome"]["winner"], "first");
        assert_eq!(state["outcome"]["reason"], "mate");
        assert!(page.see_end().await?.contains("White"));
        assert_eq!(page.errors().await?, Vec::<String>::new());
        Ok(())
    })
    .await;
}

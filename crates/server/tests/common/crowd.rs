//! Many games at once, played at random, and the moves that were acknowledged to their players.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::child::ChildServer;
use super::{Visitor, human, id, machine};

/// Games that last long enough.
const GAMES: [&str; 4] = ["chess", "othello", "amazons:6x6", "fox-geese"];

/// The server refuses messages that come faster for long.
const PACE: Duration = Duration::from_millis(60);

/// The moves that were acknowledged, by game.
type Acknowledged = Arc<Mutex<HashMap<String, Vec<String>>>>;

pub(crate) fn texts(state: &Value) -> Vec<String> {
    let moves = state["moves"].as_array().expect("moves");
    moves.iter().map(|mv| mv["text"].as_str().unwrap().to_owned()).collect()
}

/// A random path through a tree of taps.
pub(crate) fn random_taps(tree: &Value, rng: &mut fastrand::Rng) -> Vec<String> {
    let mut taps = Vec::new();
    let mut node = tree;
    while let Some(next) = node["next"].as_object() {
        let stops = node["end"] == true && rng.usize(..=next.len()) == 0;
        if stops {
            break;
        }
        let (tap, below) = next.iter().nth(rng.usize(..next.len())).expect("a branch");
        taps.push(tap.clone());
        node = below;
    }
    taps
}

/// Follows a game and plays it at random where that is allowed, until the connection ends.
async fn play(visitor: Visitor, game: String, acknowledged: Acknowledged, seed: u64) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let Ok(mut live) = visitor.try_live(&game).await else { return };
    let mut played = None;
    while let Some(mut message) = live.next().await {
        assert_ne!(message["type"], "error", "{message}");
        if message["type"] != "state" {
            continue;
        }
        let state = message["state"].take();
        acknowledged.lock().unwrap().insert(game.clone(), texts(&state));
        // A state may come again because somebody has come or gone.
        let ply = super::plies(&state);
        if !state["legal"].is_null() && played.replace(ply) != Some(ply) {
            tokio::time::sleep(PACE).await;
            let taps = random_taps(&state["legal"], &mut rng);
            live.send(json!({"type": "play", "ply": ply, "taps": taps})).await;
        }
    }
}

/// What came of many kills.
#[derive(Debug, Default)]
pub(crate) struct Survival {
    pub(crate) kills: usize,
    /// Moves that had been acknowledged at the kills, all together.
    pub(crate) acknowledged: usize,
    /// Moves that were stored, but not acknowledged any more.
    pub(crate) beyond: usize,
    /// How long the games were played, the servers started, and what they had stored was looked at.
    pub(crate) times: [Duration; 3],
}

/// Plays `games` games, kills the server again and again, and looks each time whether an acknowledged move is missing. They are
/// stored in a folder, or in the database of a URL.
pub(crate) async fn survive(data: &Path, database: Option<&str>, games: usize, kills: usize, seed: u64) -> Survival {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut survival = Survival { kills, ..Survival::default() };
    let mut server = ChildServer::start_on(data, database).await;
    // Each game has a visitor of its own: one alone may not have so many.
    let mut running: Vec<(Visitor, String)> = Vec::new();
    for round in 0..kills {
        while running.len() < games {
            let mut visitor = Visitor::new(&server.address);
            let game = id(&visitor.create(wish(running.len(), rng.u32(..))).await);
            running.push((visitor, game));
        }
        let acknowledged = Acknowledged::default();
        let tasks: Vec<_> = running
            .iter()
            .map(|(visitor, game)| {
                tokio::spawn(play(visitor.clone(), game.clone(), Arc::clone(&acknowledged), rng.u64(..)))
            })
            .collect();
        let mut begin = Instant::now();
        let mut took = |part: usize| survival.times[part] += std::mem::replace(&mut begin, Instant::now()).elapsed();
        tokio::time::sleep(Duration::from_millis(rng.u64(50..900))).await;
        server.kill().await;
        for task in tasks {
            task.await.expect("no player received an error");
        }
        took(0);
        server = ChildServer::start_on(data, database).await;
        took(1);
        let acknowledged = std::mem::take(&mut *acknowledged.lock().unwrap());
        let mut unfinished = Vec::new();
        for (mut visitor, game) in running {
            visitor.address.clone_from(&server.address);
            let answer = visitor.get(&format!("/api/games/{game}")).await;
            assert_eq!(answer.status, 200, "round {round}, game {game}: {}", answer.text());
            let state = answer.json();
            let (stored, acknowledged) = (texts(&state), acknowledged.get(&game).cloned().unwrap_or_default());
            assert!(stored.starts_with(&acknowledged), "round {round}, game {game}: a move is missing");
            survival.acknowledged += acknowledged.len();
            survival.beyond += stored.len() - acknowledged.len();
            if state["status"] != "finished" {
                unfinished.push((visitor, game));
            }
        }
        running = unfinished;
        survival.times[2] += begin.elapsed();
    }
    survival
}

/// Every other game is one of two machines; the others are played by the crowd, half of them with clocks.
fn wish(number: usize, seed: u32) -> Value {
    let game = GAMES[number / 2 % GAMES.len()];
    if number % 2 == 0 {
        let spec = format!("easy:seed={seed}");
        return json!({"game": game, "seats": [machine(&spec), machine("random")], "delay_ms": 5});
    }
    let clock = (number % 4 == 1).then(|| json!({"base_ms": 3_600_000, "increment_ms": 10}));
    json!({"game": game, "seats": [human(), human()], "clock": clock})
}

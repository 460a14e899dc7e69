//! What games cost: the figures of docs/scale.md, measured from outside on a server in a process of its own. `QUEVEDO_PROGRAM`
//! names the program; without it this one serves, which is slower than what people run.

mod common;

use std::path::Path;
use std::time::Duration;

use common::child::{self, ChildServer};
use common::{Live, Visitor, crowd, human, id, machine, plies};
use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

/// Serves when this program is started as a child; does nothing otherwise.
#[test]
#[ignore = "run by other tests"]
fn child_process() {
    child::serve_if_child();
}

const GAMES: [&str; 3] = ["chess", "othello", "amazons"];

/// Open games, and connections to them.
const MANY: usize = 1_000;
/// Games of one visitor: a server allows no more at once.
const OF_VISITOR: usize = 25;
const MOVES: usize = 60;
/// How long machines of a level play.
const LEVEL_TIME: Duration = Duration::from_secs(8);

#[tokio::test]
#[ignore = "takes minutes: by `cargo xtask soak --only capacity`"]
async fn what_games_cost() {
    let data = tempfile::tempdir().unwrap();
    let server = ChildServer::start(data.path()).await;
    memory(&server).await;
    let empty = stored(data.path()).await;
    let mut moves = 0;
    for game in GAMES {
        moves += persons(&server, game).await;
    }
    for game in GAMES {
        for level in 1..=10 {
            moves += machines(&server, game, level).await;
        }
    }
    let grown = stored(data.path()).await - empty;
    println!("capacity: {} bytes of the database a move, with its game", grown / moves as u64);
}

/// The size of the database, of a copy without gaps.
async fn stored(data: &Path) -> u64 {
    let place = data.display().to_string();
    let copied = tokio::task::spawn_blocking(move || {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("copy.sqlite");
        quevedo_server::backup(&place, &file).unwrap();
        file.metadata().unwrap().len()
    });
    copied.await.unwrap()
}

/// The memory of open games, and of the connections to them.
async fn memory(server: &ChildServer) {
    let mib = || server.memory_mib().unwrap_or(0);
    let empty = mib();
    let mut games = Vec::new();
    for number in 0..MANY {
        if number % OF_VISITOR == 0 {
            games.push((Visitor::new(&server.address), Vec::new()));
        }
        let (visitor, own) = games.last_mut().unwrap();
        own.push(id(&visitor.create(json!({"game": "chess", "seats": [human(), human()]})).await));
    }
    let open = mib();
    let mut connections = Vec::new();
    for (visitor, game) in games.iter().flat_map(|(visitor, own)| own.iter().map(move |game| (visitor, game))) {
        let mut live = visitor.live_at(&format!("/api/games/{game}/live?changes=true")).await;
        live.state(|_| true).await;
        connections.push(live);
    }
    let kib = |from: u64, to: u64| to.saturating_sub(from) as f64 * 1024.0 / MANY as f64;
    println!(
        "capacity: an idle server {empty} MiB; an open game {:.1} KiB, a live connection {:.1} KiB ({MANY} of each)",
        kib(empty, open),
        kib(open, mib())
    );
}

/// Plays both sides by one page; the other one watches.
async fn persons(server: &ChildServer, game: &str) -> usize {
    let mut ada = Visitor::new(&server.address);
    let game_id = id(&ada.create(json!({"game": game, "seats": [human(), human()]})).await);
    let watcher = Visitor::new(&server.address);
    let watched = watcher.live_at(&format!("/api/games/{game_id}/live?changes=true")).await;
    let counted = tokio::spawn(count_bytes(watched));
    let mut live = ada.live(&game_id).await;
    let mut state = live.state(|_| true).await;
    let mut rng = fastrand::Rng::with_seed(9);
    let (begin, mut moves) = (server.processor_time().unwrap_or_default(), 0);
    while moves < MOVES && state["status"] != "finished" {
        let ply = plies(&state);
        let taps = crowd::random_taps(&state["legal"], &mut rng);
        live.send(json!({"type": "play", "ply": ply, "taps": taps})).await;
        state = live.state(|state| plies(state) > ply).await;
        moves += 1;
        // The server refuses messages that come faster for long.
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
    let time = server.processor_time().unwrap_or_default().saturating_sub(begin);
    if state["status"] != "finished" {
        live.send(json!({"type": "resign"})).await;
    }
    let bytes = counted.await.unwrap();
    println!(
        "capacity: {game}, two persons: {} bytes a move to each page, {:.2} ms of processor time a move",
        bytes / moves,
        time.as_secs_f64() * 1e3 / moves as f64
    );
    moves
}

/// The bytes of a game after its first state.
async fn count_bytes(mut live: Live) -> usize {
    let (mut bytes, mut states) = (0, 0);
    while let Some(Ok(frame)) = live.stream.next().await {
        let Message::Text(text) = frame else { continue };
        let message: Value = serde_json::from_str(&text).unwrap();
        if states > 0 {
            bytes += text.len();
        }
        states += 1;
        if message["state"]["status"] == "finished" {
            break;
        }
    }
    bytes
}

/// Two machines of a level against each other.
async fn machines(server: &ChildServer, game: &str, level: u32) -> usize {
    let mut ada = Visitor::new(&server.address);
    let seats = json!([machine(&format!("level={level}")), machine(&format!("level={level}"))]);
    let begin = server.processor_time().unwrap_or_default();
    let game_id = id(&ada.create(json!({"game": game, "seats": seats, "delay_ms": 0})).await);
    let mut live = ada.live(&game_id).await;
    let mut state = live.state(|_| true).await;
    let over = tokio::time::sleep(LEVEL_TIME);
    tokio::pin!(over);
    while state["status"] != "finished" {
        tokio::select! {
            next = live.state(|_| true) => state = next,
            () = &mut over => break,
        }
    }
    let time = server.processor_time().unwrap_or_default().saturating_sub(begin);
    if state["status"] != "finished" {
        live.send(json!({"type": "pause"})).await;
    }
    let moves = plies(&state).max(1);
    println!(
        "capacity: {game}, level {level}: {:.1} ms of processor time a move ({moves} moves)",
        time.as_secs_f64() * 1e3 / moves as f64
    );
    moves
}

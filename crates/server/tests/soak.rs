//! What takes too long for every change: run by `cargo xtask soak`.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use common::child::{self, ChildServer};
use common::services::Postgres;
use common::{Live, Visitor, crowd, human, id, machine, plies};
use futures_util::StreamExt;
use quevedo_catalog::Catalog;
use serde_json::{Value, json};

/// Serves when this program is started as a child; does nothing otherwise.
#[test]
#[ignore = "run by other tests"]
fn child_process() {
    child::serve_if_child();
}

#[tokio::test]
#[ignore = "takes a quarter of an hour: by `cargo xtask soak --only server`"]
async fn many_kills_during_fifty_games() {
    kill("SQLite", None).await;
}

#[tokio::test]
#[ignore = "takes a quarter of an hour: by `cargo xtask soak --only server`"]
async fn many_kills_during_fifty_games_on_a_database_server() {
    let Some(postgres) = Postgres::start() else {
        println!("kill -9, PostgreSQL: left out, it is not installed");
        return;
    };
    kill("PostgreSQL", Some(&postgres.url)).await;
}

/// How often the server is killed, unless `QUEVEDO_KILLS` says otherwise.
const KILLS: usize = 1_000;

async fn kill(name: &str, database: Option<&str>) {
    let kills = std::env::var("QUEVEDO_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(KILLS);
    let data = tempfile::tempdir().unwrap();
    let begin = Instant::now();
    let survival = crowd::survive(data.path(), database, 50, kills, 2026).await;
    println!(
        "kill -9, {name}: {kills} kills during 50 games, {} acknowledged moves, none lost; {} stored before anybody was told; {:.0?} \
         (play, start, check: {:.0?})",
        survival.acknowledged,
        survival.beyond,
        begin.elapsed(),
        survival.times,
    );
    assert!(survival.acknowledged > 100 * kills, "{survival:?}");
    let place = database.map_or_else(|| data.path().display().to_string(), str::to_owned);
    let look = move || quevedo_server::examine(&Catalog::standard(), &place);
    let findings = tokio::task::spawn_blocking(look).await.unwrap();
    assert!(findings.iter().all(|finding| finding.problems.is_empty()), "broken games: {findings:?}");
}

const SPECTATORS: usize = 500;
const MACHINE_GAMES: usize = 200;
const MOVES: usize = 200;
const LONGEST: Duration = Duration::from_millis(250);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: by `cargo xtask soak --only server`"]
async fn many_spectators_and_many_games() {
    let data = tempfile::tempdir().unwrap();
    let server = ChildServer::start(data.path()).await;
    let mut ada = Visitor::new(&server.address);
    let game = id(&ada.create(json!({"game": "othello", "seats": [human(), human()]})).await);
    let mut live = ada.live(&game).await;
    let seen = Arc::new(AtomicUsize::new(0));
    for _ in 0..SPECTATORS {
        let spectator = Visitor::new(&server.address).live(&game).await;
        tokio::spawn(watch(spectator, Arc::clone(&seen)));
    }
    let machines = start_machines(&server).await;
    let mut state = live.state(|_| true).await;
    let mut times = Vec::new();
    let mut rng = fastrand::Rng::with_seed(5);
    while times.len() < MOVES {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let (next, time) = play_or_undo(&mut live, &state, &mut rng).await;
        state = next;
        times.push(time);
    }
    let plies_of_machines = check_machines(&mut ada, &machines).await;
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{SPECTATORS} spectators saw {} states; {MACHINE_GAMES} machine games made {plies_of_machines} moves; \
         acknowledged after {:.1?} (median), {:.1?} (p90), {:.1?} (p99); {} MiB",
        seen.load(Ordering::Relaxed),
        at(0.5),
        at(0.9),
        at(0.99),
        server.memory_mib().unwrap_or(0),
    );
    assert!(seen.load(Ordering::Relaxed) >= SPECTATORS * MOVES * 9 / 10, "spectators see the moves");
    assert!(at(0.99) < LONGEST, "{:?}", at(0.99));
}

/// Two games of `max` against itself keep two cores busy; a person must not feel it.
#[tokio::test]
#[ignore = "takes half a minute: by `cargo xtask soak --only server`"]
async fn a_move_is_answered_while_machines_think() {
    let data = tempfile::tempdir().unwrap();
    let server = ChildServer::start(data.path()).await;
    for game in ["chess", "amazons"] {
        let seats = json!([machine("max"), machine("max")]);
        Visitor::new(&server.address).create(json!({"game": game, "seats": seats})).await;
    }
    let mut ada = Visitor::new(&server.address);
    let game = id(&ada.create(json!({"game": "othello", "seats": [human(), human()]})).await);
    let mut live = ada.live(&game).await;
    let mut state = live.state(|_| true).await;
    let mut times = Vec::new();
    let mut rng = fastrand::Rng::with_seed(6);
    while times.len() < MOVES / 2 {
        tokio::time::sleep(Duration::from_millis(150)).await;
        let (next, time) = play_or_undo(&mut live, &state, &mut rng).await;
        state = next;
        times.push(time);
    }
    times.sort();
    let (median, slow) = (times[times.len() / 2], times[times.len() * 99 / 100]);
    println!("acknowledged after {median:.1?} (median), {slow:.1?} (p99) beside two searches");
    assert!(median < Duration::from_millis(25), "{median:?}");
}

/// Counts the states that a spectator gets.
async fn watch(mut live: Live, seen: Arc<AtomicUsize>) {
    while let Some(Ok(frame)) = live.stream.next().await {
        seen.fetch_add(usize::from(frame.is_text()), Ordering::Relaxed);
    }
}

/// Games between `easy` players, made by several visitors.
async fn start_machines(server: &ChildServer) -> Vec<String> {
    let mut games = Vec::new();
    for number in 0..MACHINE_GAMES {
        let game = ["chess", "amazons", "othello", "fox-geese:17"][number % 4];
        let seats = json!([machine(&format!("easy:seed={number}")), machine("easy")]);
        let mut visitor = Visitor::new(&server.address);
        games.push(id(&visitor.create(json!({"game": game, "seats": seats})).await));
    }
    games
}

/// One move of a person, or a move taken back where the game is about to end, and how long the answer took.
async fn play_or_undo(live: &mut Live, state: &Value, rng: &mut fastrand::Rng) -> (Value, Duration) {
    let ply = plies(state);
    let begin = Instant::now();
    if ply >= 40 {
        live.send(json!({"type": "undo"})).await;
        let next = live.state(|state| plies(state) < ply).await;
        return (next, begin.elapsed());
    }
    let taps = crowd::random_taps(&state["legal"], rng);
    live.send(json!({"type": "play", "ply": ply, "taps": taps})).await;
    let next = live.state(|state| plies(state) > ply).await;
    (next, begin.elapsed())
}

/// Every machine game is whole: as many moves as it says, each of them legal.
async fn check_machines(ada: &mut Visitor, games: &[String]) -> usize {
    let mut sum = 0;
    for game in games {
        let boards = ada.get(&format!("/api/games/{game}/boards")).await;
        assert_eq!(boards.status, 200, "{}", boards.text());
        sum += boards.json()["boards"].as_array().unwrap().len() - 1;
    }
    assert!(sum > games.len() * 10, "the machines play");
    sum
}

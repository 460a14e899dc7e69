//! Games continue after a restart, however the server ended.

mod common;

use std::time::{Duration, Instant};

use common::services::Postgres;
use common::{TestServer, child, crowd, human, id, machine, plies};
use serde_json::json;

/// Serves when this program is started as a child; does nothing otherwise.
#[test]
#[ignore = "run by other tests"]
fn child_process() {
    child::serve_if_child();
}

#[tokio::test]
async fn games_continue_after_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let clock = json!({"base_ms": 60_000, "increment_ms": 0});
    let wish = json!({"game": "chess", "seats": [human(), machine("easy:seed=1")], "delay_ms": 0, "clock": clock});
    let game = id(&ada.create(wish).await);
    let seats = json!([machine("random:seed=1"), machine("random:seed=2")]);
    let machines = id(&ada.create(json!({"game": "amazons", "seats": seats, "delay_ms": 50})).await);
    let mut live = ada.live(&game).await;
    let state = live.state(|_| true).await;
    let begin = Instant::now();
    live.play(&state, &["e2", "e4"]).await;
    let before = live.state(|state| plies(state) == 2).await;
    assert_eq!(before["clock"]["running"], "first");
    tokio::time::sleep(Duration::from_millis(400)).await;
    let halfway = ada.get(&format!("/api/games/{machines}")).await.json();
    server.stop().await;
    // The connection ends with the server.
    while live.next().await.is_some() {}
    let first_run = begin.elapsed();
    tokio::time::sleep(Duration::from_millis(700)).await;

    let begin = Instant::now();
    let server = TestServer::start(data.path()).await;
    ada.address.clone_from(&server.address);
    let mut live = ada.live(&game).await;
    let after = live.state(|_| true).await;
    assert_eq!(after["moves"], before["moves"]);
    assert_eq!(after["can"]["move"], true, "the cookie is still good");
    let left = u128::from(after["clock"]["left_ms"][0].as_u64().unwrap());
    let running = (first_run + begin.elapsed()).as_millis();
    // The clock ran while we slept, and no longer than the servers ran. Rounding costs a millisecond at each stop.
    assert!(left <= 59_610, "{left}: time counts while the server runs");
    assert!(left + running + 10 >= 60_000, "{left} after {running}: time does not count while the server is down");
    live.play(&after, &["d2", "d4"]).await;
    live.state(|state| plies(state) == 4).await;
    let mut watched = ada.live(&machines).await;
    watched.state(|state| plies(state) > plies(&halfway) + 1).await;
    server.stop().await;
}

#[tokio::test]
async fn no_acknowledged_move_is_lost_by_kills() {
    let data = tempfile::tempdir().unwrap();
    let survival = crowd::survive(data.path(), None, 8, 5, 7).await;
    assert!(survival.acknowledged > 0, "{survival:?}");
}

#[tokio::test]
async fn nor_on_a_database_server() {
    // Where there is none, the test above must do.
    let Some(postgres) = Postgres::start() else { return };
    let data = tempfile::tempdir().unwrap();
    let survival = crowd::survive(data.path(), Some(&postgres.url), 8, 5, 8).await;
    assert!(survival.acknowledged > 0, "{survival:?}");
}

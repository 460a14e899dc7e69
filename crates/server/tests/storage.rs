//! A disk that is full, a database that may only be read, a clock that goes backwards: said clearly, and nothing is lost.

mod common;

use common::child::{self, ChildServer};
use common::{Live, TestServer, Visitor, config, human, id, plies};
use quevedo_server::{Config, Quotas};
use serde_json::{Value, json};
use sqlx::any::AnyPoolOptions;

const FILE: &str = "quevedo.sqlite";
/// Enough to begin with, in blocks of 512 or of 1024 bytes.
const BLOCKS: u32 = 700;

/// Serves when this program is started as a child; does nothing otherwise.
#[test]
#[ignore = "run by other tests"]
fn child_process() {
    child::serve_if_child();
}

/// Plays both sides and takes back, until something is refused; the code of the refusal, and the last state that was acknowledged.
async fn play_until_refused(live: &mut Live) -> (String, Value) {
    let mut state = live.state(|_| true).await;
    for _ in 0..2_000 {
        let ply = plies(&state);
        if ply >= 20 {
            live.send(json!({"type": "undo"})).await;
        } else {
            live.play_first(&state).await;
        }
        loop {
            let mut message = live.next().await.expect("the connection lasts");
            if message["type"] == "error" {
                return (message["code"].as_str().unwrap().to_owned(), state);
            }
            if message["type"] == "state" && plies(&message["state"]) != ply {
                state = message["state"].take();
                break;
            }
        }
    }
    panic!("the disk is never full");
}

#[tokio::test]
async fn a_full_disk_loses_nothing() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let game = id(&ada.create(json!({"game": "connect4", "seats": [human(), human()]})).await);
    server.stop().await;
    let server = ChildServer::start_on_full_disk(data.path(), BLOCKS).await;
    ada.address.clone_from(&server.address);
    let mut live = ada.live(&game).await;
    let (code, acknowledged) = play_until_refused(&mut live).await;
    assert_eq!(code, "storage_full");
    let path = format!("/api/games/{game}");
    assert_eq!(ada.get(&path).await.json()["moves"], acknowledged["moves"], "the board is as it was");
    assert_eq!(ada.get("/readyz").await.status, 503);
    assert_eq!(ada.get("/healthz").await.status, 200);
    let refused = ada
        .with("accept-language", "es")
        .post("/api/games", &json!({"game": "connect4", "seats": [human(), human()]}))
        .await;
    assert_eq!((refused.status, refused.code().as_str()), (500, "storage_full"));
    assert!(refused.json()["message"].as_str().unwrap().contains("lleno"), "{}", refused.text());
    server.kill().await;
    // There is room again.
    let server = TestServer::start(data.path()).await;
    ada.address.clone_from(&server.address);
    assert_eq!(ada.get(&path).await.json()["moves"], acknowledged["moves"]);
    let mut live = ada.live(&game).await;
    let state = live.state(|_| true).await;
    live.play_first(&state).await;
    live.state(|after| plies(after) == plies(&state) + 1).await;
    server.stop().await;
}

#[tokio::test]
async fn a_database_that_may_only_be_read_is_shown() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let game = id(&ada.create(json!({"game": "chess", "seats": [human(), human()], "moves": ["e2e4"]})).await);
    server.stop().await;
    let read_only = Some(format!("sqlite://{}?mode=ro", data.path().join(FILE).display()));
    let server = TestServer::start_with(Config { database: read_only, ..config(data.path(), Quotas::default()) }).await;
    ada.address.clone_from(&server.address);
    let mut live = ada.live(&game).await;
    let state = live.state(|_| true).await;
    live.play(&state, &["e7", "e5"]).await;
    assert_eq!(live.error().await, "storage_read_only");
    assert_eq!(plies(&live.state(|_| true).await), 1, "the room is opened again as it was stored");
    assert_eq!(ada.get("/readyz").await.text(), "the last write to the database failed\n");
    server.stop().await;
    let server = TestServer::start(data.path()).await;
    ada.address.clone_from(&server.address);
    let mut live = ada.live(&game).await;
    live.play(&state, &["e7", "e5"]).await;
    live.state(|state| plies(state) == 2).await;
    server.stop().await;
}

/// The clock of the machine is set back by years while the server is down: what is stored is from the future.
#[tokio::test]
async fn no_flag_falls_when_the_clock_goes_backwards() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let clock = json!({"base_ms": 60_000, "increment_ms": 0});
    let wish = json!({"game": "chess", "seats": [human(), human()], "moves": ["e2e4"], "clock": clock});
    let game = id(&ada.create(wish).await);
    server.stop().await;
    for shift in ["+ 300000000000", "- 600000000000"] {
        sqlx::any::install_default_drivers();
        let url = format!("sqlite://{}", data.path().join(FILE).display());
        let pool = AnyPoolOptions::new().max_connections(1).connect(&url).await.unwrap();
        let statement = format!("UPDATE games SET created_ms = created_ms {shift}, updated_ms = updated_ms {shift}");
        sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&pool).await.unwrap();
        pool.close().await;
        let server = TestServer::start(data.path()).await;
        ada.address.clone_from(&server.address);
        let state = ada.get(&format!("/api/games/{game}")).await.json();
        assert_eq!(state["status"], "running");
        assert!(state["clock"]["left_ms"][1].as_u64() > Some(30_000), "{}", state["clock"]);
        for path in ["/api/games".to_owned(), format!("/api/games/{game}/record"), format!("/game/{game}")] {
            assert_eq!(ada.get(&path).await.status, 200, "{path}");
        }
        server.stop().await;
    }
}

#[tokio::test]
async fn a_damaged_game_is_named_and_harms_no_other() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let wish = json!({"game": "chess", "seats": [human(), human()], "moves": ["e2e4"]});
    let (broken, sound) = (id(&ada.create(wish.clone()).await), id(&ada.create(wish).await));
    server.stop().await;
    sqlx::any::install_default_drivers();
    let pool = AnyPoolOptions::new().connect(&format!("sqlite://{}", data.path().join(FILE).display())).await.unwrap();
    let query = sqlx::query("UPDATE moves SET text = 'zz' WHERE game_id = $1").bind(broken.clone());
    query.execute(&pool).await.unwrap();
    pool.close().await;
    let server = TestServer::start(data.path()).await;
    ada.address.clone_from(&server.address);
    let answer = ada.get(&format!("/api/games/{broken}")).await;
    assert_eq!((answer.status, answer.code().as_str()), (500, "storage_damaged"));
    assert_eq!(ada.get(&format!("/api/games/{sound}")).await.status, 200);
    assert!(Visitor::new(&server.address).try_live(&broken).await.is_err());
    server.stop().await;
}

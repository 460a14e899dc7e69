//! The same on `PostgreSQL`: on a server that the tests start, or in the database of `QUEVEDO_TEST_DATABASE`, which may be
//! written to. Where there is none, they are left out.

mod common;

use common::services::{Postgres, make_certificate};
use common::{TestServer, config, human, id, machine, plies};
use quevedo_server::{Config, Quotas, Server};
use serde_json::json;

/// The URL of a database, and the server behind it if we have started it.
fn database() -> Option<(String, Option<Postgres>)> {
    if let Ok(url) = std::env::var("QUEVEDO_TEST_DATABASE") {
        return Some((url, None));
    }
    let postgres = Postgres::start();
    if postgres.is_none() {
        println!("left out: PostgreSQL is not installed");
    }
    postgres.map(|postgres| (postgres.url.clone(), Some(postgres)))
}

#[tokio::test]
async fn games_live_in_postgres() {
    let Some((database, _postgres)) = database() else { return };
    let data = tempfile::tempdir().unwrap();
    let config = Config { database: Some(database), ..config(data.path(), Quotas::default()) };
    let server = TestServer::start_with(config.clone()).await;
    let mut ada = server.visitor();
    ada.request("PUT", "/api/visitor", br#"{"name":"Ada"}"#).await;
    let clock = json!({"base_ms": 60_000, "increment_ms": 0});
    let wish = json!({"game": "chess", "seats": [human(), machine("easy:seed=1")], "delay_ms": 0, "clock": clock});
    let game = id(&ada.create(wish).await);
    let mut live = ada.live(&game).await;
    let state = live.state(|_| true).await;
    live.play(&state, &["e2", "e4"]).await;
    live.state(|state| plies(state) == 2).await;
    live.send(json!({"type": "undo"})).await;
    let state = live.state(|state| plies(state) == 0).await;
    live.play(&state, &["d2", "d4"]).await;
    let before = live.state(|state| plies(state) == 2).await;
    let seats = json!([machine("random:seed=1"), machine("random:seed=2")]);
    let machines = id(&ada.create(json!({"game": "mouse-cats", "seats": seats, "delay_ms": 0})).await);
    ada.live(&machines).await.state(|state| state["status"] == "finished").await;
    let players = json!([{"spec": "random"}, {"spec": "greedy"}]);
    let cup = json!({"game": "connect4", "format": "round-robin", "players": players, "games": 4, "seed": 1,
                     "openings": {"kind": "random", "plies": 2}});
    let cup = id(&ada.post("/api/tournaments", &cup).await.json());
    let mut watched = ada.live_at(&format!("/api/tournaments/{cup}/live")).await;
    while watched.message("state").await["state"]["status"] != "finished" {}
    let counted = json!({"game": "connect4"});
    // The database may have games of earlier runs.
    while ada.post("/api/analysis/games", &counted).await.json()["games"].as_u64() < Some(4) {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    server.stop().await;

    let server = TestServer::start_with(config).await;
    ada.address.clone_from(&server.address);
    let after = ada.get(&format!("/api/games/{game}")).await.json();
    assert_eq!(after["moves"], before["moves"]);
    assert_eq!(after["can"]["move"], true);
    for (query, total) in
        [("mine=true", 2), ("mine=true&q=ada", 1), ("mine=true&status=finished", 1), ("mine=true&machine=random", 1)]
    {
        assert_eq!(ada.get(&format!("/api/games?{query}")).await.json()["total"], total, "{query}");
    }
    let listed = ada.get("/api/tournaments").await.json();
    assert_eq!((&listed["tournaments"][0]["id"], &listed["tournaments"][0]["played"]), (&json!(cup), &json!(4)));
    assert_eq!(ada.request("DELETE", &format!("/api/tournaments/{cup}"), b"").await.status, 204);
    server.stop().await;
}

/// Everything moves from `PostgreSQL` into a file of its own.
#[tokio::test]
async fn games_move_out_of_postgres() {
    let Some((database, _postgres)) = database() else { return };
    let data = tempfile::tempdir().unwrap();
    let server =
        TestServer::start_with(Config { database: Some(database.clone()), ..config(data.path(), Quotas::default()) })
            .await;
    server.visitor().create(json!({"game": "chess", "seats": [human(), human()], "moves": ["e2e4"]})).await;
    server.stop().await;
    let place = data.path().join("file").display().to_string();
    let (from, to) = tokio::task::spawn_blocking(move || {
        let (mut from, mut to) = (Vec::new(), Vec::new());
        quevedo_server::export(&database, &mut from).unwrap();
        quevedo_server::import(&place, &mut from.as_slice()).unwrap();
        quevedo_server::export(&place, &mut to).unwrap();
        (from, to)
    })
    .await
    .unwrap();
    // The two sort differently.
    let lines = |text: Vec<u8>| {
        let mut lines: Vec<String> = String::from_utf8(text).unwrap().lines().map(String::from).collect();
        lines.sort();
        lines
    };
    assert_eq!(lines(from), lines(to));
}

/// A database that wants encryption, by a certificate that is checked.
#[tokio::test]
async fn the_connection_to_postgres_is_encrypted() {
    let (own, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let Some(postgres) = Postgres::start_encrypted(own.path()) else {
        println!("left out: PostgreSQL or openssl is not installed");
        return;
    };
    make_certificate(&other.path().join("server.crt"), &other.path().join("server.key")).unwrap();
    let data = tempfile::tempdir().unwrap();
    let at = |options: &str| {
        let database = Some(format!("{}?{options}", postgres.url));
        Config { database, ..config(data.path(), Quotas::default()) }
    };
    let checked = |folder: &std::path::Path| {
        at(&format!("sslmode=verify-full&sslrootcert={}", folder.join("server.crt").display()))
    };
    let server = TestServer::start_with(checked(own.path())).await;
    let mut ada = server.visitor();
    let game = id(&ada.create(json!({"game": "chess", "seats": [human(), human()], "moves": ["e2e4"]})).await);
    assert_eq!(plies(&ada.get(&format!("/api/games/{game}")).await.json()), 1);
    server.stop().await;
    assert!(Server::start(&at("sslmode=disable")).await.is_err(), "it wants encryption");
    assert!(Server::start(&checked(other.path())).await.is_err(), "that is another certificate");
}

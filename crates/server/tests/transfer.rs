//! Everything that is stored survives an upgrade, and the way into another database.

mod common;

use std::io::Cursor;
use std::path::Path;

use common::{TestServer, Visitor, human, id, machine, plies};
use quevedo_catalog::Catalog;
use quevedo_server::{TransferError, examine, export, import};
use serde_json::{Value, json};
use sqlx::any::AnyPoolOptions;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyPool, Row};

const FILE: &str = "quevedo.sqlite";

async fn open(folder: &Path, mode: &str) -> AnyPool {
    sqlx::any::install_default_drivers();
    let url = format!("sqlite://{}?mode={mode}", folder.join(FILE).display());
    AnyPoolOptions::new().max_connections(1).connect(&url).await.unwrap()
}

async fn exported(folder: &Path) -> Vec<u8> {
    let place = folder.display().to_string();
    let write = move || {
        let mut text = Vec::new();
        export(&place, &mut text).map(|_| text)
    };
    tokio::task::spawn_blocking(write).await.unwrap().unwrap()
}

async fn imported(folder: &Path, text: &[u8]) -> Result<usize, TransferError> {
    let (place, text) = (folder.display().to_string(), text.to_vec());
    tokio::task::spawn_blocking(move || import(&place, &mut Cursor::new(text))).await.unwrap()
}

async fn problems(folder: &Path) -> Vec<String> {
    let place = folder.display().to_string();
    let findings = tokio::task::spawn_blocking(move || examine(&Catalog::standard(), &place)).await.unwrap();
    findings.into_iter().flat_map(|finding| finding.problems).collect()
}

/// A visitor with a running game, a finished one and a tournament; the id of the running game.
async fn play_something(folder: &Path) -> (Visitor, String) {
    let server = TestServer::start(folder).await;
    let mut ada = server.visitor();
    ada.request("PUT", "/api/visitor", "{\"name\":\"Ada \\\"ñ\\\"\"}".as_bytes()).await;
    let moves = json!(["e2e4", "e7e5", "g1f3"]);
    let running = id(&ada.create(json!({"game": "chess", "seats": [human(), human()], "moves": moves})).await);
    let seats = json!([machine("random:seed=1"), machine("random:seed=2")]);
    let finished = id(&ada.create(json!({"game": "othello", "seats": seats, "delay_ms": 0})).await);
    ada.live(&finished).await.state(|state| state["status"] == "finished").await;
    let players = json!([{"spec": "random"}, {"spec": "greedy"}]);
    let cup = json!({"game": "connect4", "format": "round-robin", "players": players, "games": 2, "seed": 1,
                     "openings": {"kind": "random", "plies": 2}});
    let cup = id(&ada.post("/api/tournaments", &cup).await.json());
    let mut watched = ada.live_at(&format!("/api/tournaments/{cup}/live")).await;
    while watched.message("state").await["state"]["status"] != "finished" {}
    server.stop().await;
    (ada, running)
}

#[tokio::test]
async fn an_export_is_the_whole_and_comes_back_the_same() {
    let (data, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (mut ada, game) = play_something(data.path()).await;
    let text = exported(data.path()).await;
    let lines: Vec<&str> = std::str::from_utf8(&text).unwrap().lines().collect();
    assert_eq!(imported(elsewhere.path(), &text).await.unwrap(), lines.len() - 1);
    assert_eq!(exported(elsewhere.path()).await, text);
    assert_eq!(problems(elsewhere.path()).await, Vec::<String>::new());
    assert!(matches!(imported(elsewhere.path(), &text).await, Err(TransferError::NotEmpty)));
    // The visitors are who they were, and games go on.
    let server = TestServer::start(elsewhere.path()).await;
    ada.address.clone_from(&server.address);
    assert_eq!(ada.get("/api/visitor").await.json()["name"], "Ada \"ñ\"");
    let state = ada.get(&format!("/api/games/{game}")).await.json();
    assert_eq!((plies(&state), &state["can"]["move"]), (3, &json!(true)));
    let counted = json!({"game": "connect4"});
    while ada.post("/api/analysis/games", &counted).await.json()["games"].as_u64() < Some(2) {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    server.stop().await;
}

/// A column that a later version adds must be exported, too.
#[tokio::test]
async fn every_column_is_exported() {
    let data = tempfile::tempdir().unwrap();
    play_something(data.path()).await;
    let text = exported(data.path()).await;
    let pool = open(data.path(), "ro").await;
    for table in ["settings", "visitors", "games", "moves", "tournaments", "tournament_games"] {
        let rows = sqlx::query("SELECT name FROM pragma_table_info($1)").bind(table).fetch_all(&pool).await.unwrap();
        let mut columns: Vec<String> = rows.iter().map(|row| row.get("name")).collect();
        columns.retain(|name| name != "counted");
        columns.sort();
        let line = std::str::from_utf8(&text).unwrap().lines().find(|line| line.starts_with(&format!("[\"{table}\"")));
        let row: Value = serde_json::from_str(line.unwrap_or_else(|| panic!("no row of {table}"))).unwrap();
        let mut found: Vec<String> = row[1].as_object().unwrap().keys().cloned().collect();
        found.sort();
        assert_eq!(found, columns, "{table}");
    }
    pool.close().await;
}

#[tokio::test]
async fn a_wrong_import_stores_nothing() {
    let head = r#"{"format":"quevedo-games","version":1}"#;
    let visitor = r#"["visitors",{"id":"a","name":"Ada","created_ms":1}]"#;
    let cases = [
        (String::new(), "no export"),
        ("hello".into(), "no export"),
        (r#"{"format":"quevedo-games","version":2}"#.into(), "version 2"),
        (format!("{head}\n{visitor}\nx"), "line 3"),
        (format!("{head}\n{visitor}\n[\"sqlite_master\",{{\"name\":\"x\"}}]"), "no table `sqlite_master`"),
        (format!("{head}\n[\"visitors\",{{\"id) VALUES (1); --\":\"x\"}}]"), "no column"),
        (format!("{head}\n[\"visitors\",{{\"id\":7}}]"), "`id` is `7`"),
        (format!("{head}\n[\"visitors\",{{}}]"), "no columns"),
        (format!("{head}\n{visitor}\n{visitor}"), "line 3"),
        (format!("{head}\n[\"moves\",{{\"game_id\":\"none\",\"ply\":0}}]"), "line 2"),
    ];
    for (text, words) in cases {
        let data = tempfile::tempdir().unwrap();
        let refused = imported(data.path(), text.as_bytes()).await.unwrap_err().to_string();
        assert!(refused.contains(words), "{text}: {refused}");
        if data.path().join(FILE).exists() {
            let pool = open(data.path(), "ro").await;
            let stored: i64 = sqlx::query_scalar("SELECT count(*) FROM visitors").fetch_one(&pool).await.unwrap();
            assert_eq!(stored, 0, "{text}");
            pool.close().await;
        }
    }
}

/// The steps of the tables, as earlier versions had them.
fn steps() -> Vec<Migration> {
    let step = |version, description: &'static str, sql: &'static str| {
        let sql = sqlx::SqlStr::from_static(sql);
        Migration::new(version, description.into(), MigrationType::Simple, sql, false)
    };
    vec![
        step(1, "games", include_str!("../migrations/0001_games.sql")),
        step(2, "tournaments", include_str!("../migrations/0002_tournaments.sql")),
        step(3, "offers", include_str!("../migrations/0003_offers.sql")),
        step(4, "reviews", include_str!("../migrations/0004_reviews.sql")),
        step(5, "played moves", include_str!("../migrations/0005_played_moves.sql")),
        step(6, "leases", include_str!("../migrations/0006_leases.sql")),
    ]
}

/// A running game of chess and a finished one, as the first version stored them.
const FIRST_GAMES: [&str; 6] = [
    "INSERT INTO visitors VALUES ('ada', 'Ada', 1)",
    "INSERT INTO games VALUES ('running', 'chess', 'ada', 'running', 2, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
     'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2', 'first', 2, 'human', 'Ada', '', 'ada', 'machine', 'easy',
     'easy', '', -1, 0, 0, 0, 0, '', '', '', '', 1, 1)",
    "INSERT INTO moves VALUES ('running', 0, 'e2e4', 0, 0, 0)",
    "INSERT INTO moves VALUES ('running', 1, 'e7e5', 0, 0, 0)",
    "INSERT INTO games VALUES ('finished', 'chess', 'ada', 'finished', 2, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
     'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1', 'second', 1, 'human', 'Ada', '', 'ada', 'human', 'Bob',
     '', 'bob', -1, 0, 0, 0, 0, '', 'first', 'resignation', '', 1, 1)",
    "INSERT INTO moves VALUES ('finished', 0, 'e2e4', 0, 0, 0)",
];

#[tokio::test]
async fn every_earlier_version_can_be_upgraded() {
    for version in 1..=steps().len() {
        let data = tempfile::tempdir().unwrap();
        let pool = open(data.path(), "rwc").await;
        for (index, step) in steps().into_iter().enumerate().take(version) {
            Migrator::with_migrations(steps().into_iter().take(index + 1).collect()).run(&pool).await.unwrap();
            if step.version == 1 {
                for statement in FIRST_GAMES {
                    sqlx::query(statement).execute(&pool).await.unwrap();
                }
            }
        }
        pool.close().await;
        let server = TestServer::start(data.path()).await;
        let mut anybody = server.visitor();
        let state = anybody.get("/api/games/running").await.json();
        assert_eq!((plies(&state), &state["status"]), (2, &json!("running")), "{version}: {state}");
        let state = anybody.get("/api/games/finished").await.json();
        assert_eq!(state["outcome"]["reason"], "resignation", "{version}: {state}");
        server.stop().await;
        assert_eq!(problems(data.path()).await, Vec::<String>::new(), "{version}");
    }
}

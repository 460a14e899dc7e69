//! What those need who look after a server: its health, a look at everything that is stored, a copy of it.

mod common;

use std::path::Path;

use common::{TestServer, human, id, machine, plies};
use quevedo_catalog::Catalog;
use quevedo_server::{Finding, backup, examine};
use serde_json::json;
use sqlx::any::AnyPoolOptions;

const FILE: &str = "quevedo.sqlite";

async fn look(place: &Path) -> Vec<Finding> {
    let place = place.display().to_string();
    tokio::task::spawn_blocking(move || examine(&Catalog::standard(), &place)).await.unwrap()
}

/// A folder with a finished game, one that goes on, and a tournament; the id of the finished game.
async fn stored(folder: &Path) -> String {
    let server = TestServer::start(folder).await;
    let mut ada = server.visitor();
    let seats = json!([machine("random:seed=1"), machine("random:seed=2")]);
    let finished = id(&ada.create(json!({"game": "othello", "seats": seats, "delay_ms": 0})).await);
    ada.live(&finished).await.state(|state| state["status"] == "finished").await;
    ada.create(json!({"game": "chess", "seats": [human(), human()], "moves": ["e2e4", "e7e5", "g1f3"]})).await;
    let players = json!([{"spec": "random"}, {"spec": "greedy"}]);
    let cup = json!({"game": "connect4", "format": "round-robin", "players": players, "games": 2, "seed": 1,
                     "openings": {"kind": "random", "plies": 2}});
    let cup = id(&ada.post("/api/tournaments", &cup).await.json());
    let mut watched = ada.live_at(&format!("/api/tournaments/{cup}/live")).await;
    while watched.message("state").await["state"]["status"] != "finished" {}
    server.stop().await;
    finished
}

#[tokio::test]
async fn a_server_says_that_it_lives_and_is_ready() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut anybody = server.visitor();
    for (path, words) in [("/healthz", "alive\n"), ("/readyz", "ready\n")] {
        let answer = anybody.get(path).await;
        assert_eq!((answer.status, answer.text()), (200, words));
        assert_eq!(answer.header("set-cookie"), None, "who looks after a server is no visitor");
    }
    server.stop().await;
}

/// What is done to a copy of the database, and the part in which the doctor must find it.
const PLANTED: [(&str, &str, &str); 12] = [
    ("a move is no move", "UPDATE moves SET text = 'zz' WHERE game_id = $1 AND ply = 3", "games"),
    ("a move is another one", "UPDATE moves SET text = 'a1' WHERE game_id = $1 AND ply = 0", "games"),
    ("a move is missing", "DELETE FROM moves WHERE game_id = $1 AND ply = 7", "games"),
    ("a move is too much", "UPDATE games SET plies = 3 WHERE id = $1", "games"),
    ("the game is none of ours", "UPDATE games SET game = 'nothing' WHERE id = $1", "games"),
    ("the position is another one", "UPDATE games SET position = start WHERE id = $1", "games"),
    ("the reason of the end is none", "UPDATE games SET reason = 'because' WHERE id = $1", "games"),
    ("a seat has no kind", "UPDATE games SET kind_2 = 'cat' WHERE id = $1", "games"),
    ("a review is cut off", "INSERT INTO reviews (game_id, review, created_ms) VALUES ($1, '{', 0)", "reviews"),
    ("a plan cannot be read", "UPDATE tournaments SET plan = 'x' WHERE id <> $1", "tournaments"),
    ("a table is gone", "DROP TABLE reviews", "reviews"),
    ("a newer program was here", "UPDATE _sqlx_migrations SET version = 999 WHERE version = 6", "tables"),
];

/// Changes a copy of the database by one statement.
async fn plant(folder: &Path, statement: &'static str, game: &str) {
    sqlx::any::install_default_drivers();
    let url = format!("sqlite://{}", folder.join(FILE).display());
    let pool = AnyPoolOptions::new().max_connections(1).connect(&url).await.unwrap();
    sqlx::query("PRAGMA foreign_keys = OFF").execute(&pool).await.unwrap();
    let query = sqlx::query(statement);
    let query = if statement.contains("$1") { query.bind(game.to_owned()) } else { query };
    assert!(query.execute(&pool).await.unwrap().rows_affected() > 0 || statement.starts_with("DROP"), "{statement}");
    pool.close().await;
}

fn problems_in<'a>(findings: &'a [Finding], part: &str) -> Vec<&'a String> {
    findings.iter().filter(|finding| finding.what.starts_with(part)).flat_map(|finding| &finding.problems).collect()
}

#[tokio::test]
async fn the_doctor_finds_every_planted_fault() {
    let data = tempfile::tempdir().unwrap();
    assert_eq!(
        look(data.path()).await.iter().flat_map(|finding| &finding.problems).count(),
        0,
        "an empty folder is in order"
    );
    let game = stored(data.path()).await;
    let sound = look(data.path()).await;
    assert_eq!(sound.iter().flat_map(|finding| &finding.problems).collect::<Vec<_>>(), Vec::<&String>::new());
    let seen: Vec<&str> = sound.iter().map(|finding| finding.what.as_str()).collect();
    assert_eq!(seen, ["database", "tables", "games: 2", "tournaments: 1", "reviews: 0", "rows"]);
    for (what, statement, part) in PLANTED {
        let copy = tempfile::tempdir().unwrap();
        std::fs::copy(data.path().join(FILE), copy.path().join(FILE)).unwrap();
        plant(copy.path(), statement, &game).await;
        let findings = look(copy.path()).await;
        assert!(!problems_in(&findings, part).is_empty(), "{what}: {findings:?}");
    }
    // Moves of no game.
    let copy = tempfile::tempdir().unwrap();
    std::fs::copy(data.path().join(FILE), copy.path().join(FILE)).unwrap();
    plant(copy.path(), "DELETE FROM games WHERE id = $1", &game).await;
    assert!(!problems_in(&look(copy.path()).await, "rows").is_empty());
}

/// Files that a disk or a hand has spoiled.
#[tokio::test]
async fn the_doctor_finds_a_damaged_file() {
    let data = tempfile::tempdir().unwrap();
    stored(data.path()).await;
    let sound = std::fs::read(data.path().join(FILE)).unwrap();
    let overwritten = {
        let mut bytes = sound.clone();
        // All pages but the first one, on which the tables are described.
        bytes[4096..].iter_mut().step_by(7).for_each(|byte| *byte ^= 0x5a);
        bytes
    };
    let files =
        [("overwritten", overwritten), ("cut", sound[..sound.len() / 2].to_vec()), ("a letter", b"hello".repeat(900))];
    for (what, bytes) in files {
        let copy = tempfile::tempdir().unwrap();
        std::fs::write(copy.path().join(FILE), bytes).unwrap();
        let findings = look(copy.path()).await;
        assert!(findings.iter().any(|finding| !finding.problems.is_empty()), "{what}: {findings:?}");
    }
}

/// A copy is made while games are played, and a server goes on from it.
#[tokio::test]
async fn a_copy_of_a_running_server_is_whole() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let moves = json!(["e2e4", "e7e5", "g1f3"]);
    let game = id(&ada.create(json!({"game": "chess", "seats": [human(), human()], "moves": moves})).await);
    let (place, folder) = (data.path().display().to_string(), tempfile::tempdir().unwrap());
    let file = folder.path().join(FILE);
    let copied = {
        let (place, file) = (place.clone(), file.clone());
        tokio::task::spawn_blocking(move || (backup(&place, &file), backup(&place, &file))).await.unwrap()
    };
    assert_eq!(copied.0.unwrap(), 1);
    assert!(copied.1.unwrap_err().to_string().contains("is there already"));
    let elsewhere = file.with_extension("other");
    let refused =
        tokio::task::spawn_blocking(move || backup("postgres://localhost/quevedo", &elsewhere)).await.unwrap();
    assert!(refused.unwrap_err().to_string().contains("pg_dump"));
    server.stop().await;
    let server = TestServer::start(folder.path()).await;
    ada.address.clone_from(&server.address);
    let state = ada.get(&format!("/api/games/{game}")).await.json();
    assert_eq!((plies(&state), &state["can"]["move"]), (3, &json!(true)), "the cookies are those of before, too");
    server.stop().await;
}

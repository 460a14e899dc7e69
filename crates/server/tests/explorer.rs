//! The explorer of games: what was played on this server from a position, counted once, and what a book says.

mod common;

use std::time::{Duration, Instant};

use common::{PATIENCE, TestServer, Visitor, config, human, id, machine};
use quevedo_catalog::{Catalog, PlayerSpec};
use quevedo_server::{Config, Quotas};
use serde_json::{Value, json};

/// What the server says of the position after some moves.
async fn explore(visitor: &mut Visitor, game: &str, moves: &[&str]) -> Value {
    let answer = visitor.post("/api/analysis/games", &json!({"game": game, "moves": moves})).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

/// The same as soon as so many games are counted there.
async fn explore_games(visitor: &mut Visitor, game: &str, moves: &[&str], games: u64) -> Value {
    let begin = Instant::now();
    loop {
        let found = explore(visitor, game, moves).await;
        if found["games"] == games {
            return found;
        }
        assert!(begin.elapsed() < PATIENCE, "{games} games are never counted: {found}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A game of two machines, played to its end.
async fn finished(visitor: &mut Visitor, game: &str, moves: &[&str], seed: u32) -> Value {
    let [first, second] = [seed, seed + 1].map(|seed| machine(&format!("random:seed={seed}")));
    let wish = json!({"game": game, "seats": [first, second], "moves": moves, "delay_ms": 0});
    let game = id(&visitor.create(wish).await);
    visitor.live(&game).await.state(|state| state["status"] == "finished").await
}

/// The column of the result of a game.
fn column(state: &Value) -> &'static str {
    match state["outcome"]["winner"].as_str() {
        Some("first") => "first_wins",
        Some(_) => "second_wins",
        None => "draws",
    }
}

fn results(mv: &Value) -> [u64; 3] {
    ["first_wins", "draws", "second_wins"].map(|name| mv[name].as_u64().unwrap())
}

#[tokio::test]
async fn finished_games_are_counted_once_whatever_happens() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    assert_eq!(explore(&mut ada, "othello", &[]).await["games"], 0);
    let one = finished(&mut ada, "othello", &["d3"], 1).await;
    // All first moves of Othello are one, wherever the games went on.
    let other = finished(&mut ada, "othello", &["c4"], 3).await;
    let found = explore_games(&mut ada, "othello", &[], 2).await;
    let moves = found["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 1, "{found}");
    assert_eq!(moves[0]["same"].as_array().map(Vec::len), Some(3));
    let mut expected = json!({"first_wins": 0, "draws": 0, "second_wins": 0});
    for state in [&one, &other] {
        let name = column(state);
        expected[name] = json!(expected[name].as_u64().unwrap() + 1);
    }
    assert_eq!(results(&moves[0]), results(&expected));
    // Both games went on from the same position, up to a symmetry; the reply in the first one is known by its own name.
    let reply = one["moves"][1]["text"].as_str().unwrap();
    let found = explore(&mut ada, "othello", &["d3"]).await;
    let games = |found: &Value, text: &str| {
        let mv = found["moves"].as_array().unwrap().iter().find(|mv| mv["text"] == text);
        mv.map_or(0, |mv| mv["games"].as_u64().unwrap())
    };
    let before = games(&found, reply);
    assert!(found["games"] == 2 && before >= 1, "{reply} is not in {found}");
    server.stop().await;
    // A restart counts nothing twice, and goes on.
    let server = TestServer::start(data.path()).await;
    ada.address.clone_from(&server.address);
    finished(&mut ada, "othello", &["d3", reply], 5).await;
    let found = explore_games(&mut ada, "othello", &["d3"], 3).await;
    assert_eq!(games(&found, reply), before + 1);
    assert_eq!(found["moves"][0]["text"], reply, "the most played first: {found}");
    server.stop().await;
}

/// Games of tournaments count, games that go on do not, nor do records of games that were played elsewhere.
#[tokio::test]
async fn only_games_that_were_played_here_count() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    ada.create(json!({"game": "hare-hounds", "seats": [human(), human()], "moves": ["b3b2"]})).await;
    let record = ada.post("/api/records", &json!({"game": "connect4", "record": "4 1 4 1 4 1 4"})).await;
    assert!(record.status < 300, "{}", record.text());
    let players = json!([{"spec": "random"}, {"spec": "greedy"}]);
    let cup = json!({"name": "Cup", "game": "connect4", "format": "round-robin", "players": players, "games": 4, "seed": 1,
                     "openings": {"kind": "random", "plies": 2}});
    let cup = ada.post("/api/tournaments", &cup).await;
    assert_eq!(cup.status, 201, "{}", cup.text());
    explore_games(&mut ada, "connect4", &[], 4).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(explore(&mut ada, "connect4", &[]).await["games"], 4);
    assert_eq!(explore(&mut ada, "hare-hounds", &[]).await["games"], 0);
    server.stop().await;
}

/// The values of a book are those that it holds, from the view of the first player.
#[tokio::test]
async fn a_book_of_the_owner_is_shown() {
    let data = tempfile::tempdir().unwrap();
    let catalog = Catalog::standard();
    let entry = catalog.find("othello").unwrap();
    let spec: PlayerSpec = "alphabeta:eval=handmade,depth=2".parse().unwrap();
    let mut builder = entry.book_builder(&spec, None).unwrap();
    for _ in 0..6 {
        builder.expand(1).unwrap();
    }
    let (book, file) = (builder.book(), data.path().join("mine.book"));
    book.write(&file).unwrap();
    let server = TestServer::start_with(Config { books: vec![file], ..config(data.path(), Quotas::default()) }).await;
    let mut ada = server.visitor();
    let found = explore(&mut ada, "othello", &[]).await;
    assert_eq!((&found["games"], &found["has_book"]), (&json!(0), &json!(true)));
    let moves = found["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 1, "the four moves of Black are one: {found}");
    assert_eq!(moves[0]["same"].as_array().map(Vec::len), Some(3));
    let session = entry.session(None).unwrap();
    let known = book.get(session.key()).expect("the start is in the book");
    let units = moves[0]["book"]["units"].as_f64().unwrap();
    assert!((units - entry.in_units(known.value()).unwrap()).abs() < 1e-9, "{units} is not {known:?}");
    // White's moves: the best one for White is first, and is worst for Black.
    let reply = explore(&mut ada, "othello", &[moves[0]["text"].as_str().unwrap()]).await;
    let values: Vec<f64> =
        reply["moves"].as_array().unwrap().iter().filter_map(|mv| mv["book"]["units"].as_f64()).collect();
    assert!(values.len() > 1 && values.is_sorted(), "{values:?}");
    assert_eq!(explore(&mut ada, "chess", &[]).await["has_book"], false);
    server.stop().await;
}

#[tokio::test]
async fn what_is_no_book_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("no.book");
    std::fs::write(&file, "nothing").unwrap();
    let wrong = Config { books: vec![file], ..config(data.path(), Quotas::default()) };
    let error = quevedo_server::Server::start(&wrong).await.err().map(|error| error.to_string());
    assert!(error.is_some_and(|error| error.contains("no.book: ")));
}

//! The board editor and the analysis board over HTTP.

mod common;

use common::TestServer;
use serde_json::{Value, json};

const GAMES: [&str; 7] = ["chess", "othello", "connect4", "amazons", "mouse-cats", "hare-hounds", "fox-geese"];

#[tokio::test]
async fn every_game_is_taken_apart_and_put_together() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let catalog = ada.get("/api/catalog").await.json();
    for game in GAMES {
        let info = catalog["games"].as_array().unwrap().iter().find(|info| info["id"] == game).unwrap();
        assert_eq!(info["editor"], true, "{game}");
        let editor = ada.post("/api/editor", &json!({"game": game})).await.json();
        let composed = &editor["composed"];
        assert_eq!(composed["position"], info["start"]["position"], "{game}");
        assert_eq!(composed["problem"], Value::Null, "{game}");
        assert_eq!(composed["board"]["pieces"], info["start"]["board"]["pieces"], "{game}");
        let letters: Vec<&Value> =
            editor["palette"].as_array().unwrap().iter().map(|offered| &offered["piece"]["letter"]).collect();
        assert!(
            composed["setup"]["pieces"].as_array().unwrap().iter().all(|one| one.is_null() || letters.contains(&one))
        );
        let again = ada.post("/api/compose", &json!({"game": game, "setup": composed["setup"]})).await.json();
        assert_eq!(&again, composed, "{game}");
    }
    server.stop().await;
}

#[tokio::test]
async fn what_is_wrong_is_said_in_the_language_of_the_reader() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let editor = ada.post("/api/editor", &json!({"game": "hare-hounds"})).await.json();
    let mut setup = editor["composed"]["setup"].clone();
    setup["pieces"][0] = Value::Null;
    let wish = json!({"game": "hare-hounds", "setup": setup});
    let english = ada.post("/api/compose", &wish).await.json();
    assert_eq!(english["problem"]["message"], "one hare (h) and 3 dogs (D), not 1 and 2");
    assert_eq!(english["board"], Value::Null);
    let spanish = ada.post("/api/compose?language=es", &wish).await.json();
    assert_eq!(spanish["problem"]["message"], "una liebre (h) y 3 perros (D), no 1 y 2");
    for (wrong, words) in [
        (json!({"game": "hare-hounds", "setup": {"pieces": [null], "turn": "first", "fields": {}}}), "11 places"),
        (
            json!({"game": "hare-hounds", "setup": {"pieces": vec!["Z"; 11], "turn": "first", "fields": {}}}),
            "letter `Z`",
        ),
        (
            json!({"game": "hare-hounds", "setup": {"pieces": vec!["DD"; 11], "turn": "first", "fields": {}}}),
            "not valid",
        ),
        (json!({"game": "go", "setup": setup}), "go"),
    ] {
        let answer = ada.post("/api/compose", &wrong).await;
        assert_eq!(answer.status, 422, "{wrong}");
        assert!(answer.json()["message"].as_str().unwrap().contains(words), "{}", answer.text());
    }
    let text = ada.post("/api/editor", &json!({"game": "chess", "position": "8/8 w"})).await;
    assert_eq!(text.status, 422);
    server.stop().await;
}

#[tokio::test]
async fn a_line_is_played_and_its_moves_explored() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let line = json!({"game": "chess", "moves": ["e2e4", "e7e5"]});
    let seen = ada.post("/api/analysis/position", &line).await.json();
    assert_eq!(seen["moves"][1]["pretty"], "e5");
    assert_eq!(seen["turn"], "first");
    assert!(seen["legal"]["next"]["g1"]["next"].get("f3").is_some());
    // The moves of a record come first.
    let record = json!({"game": "chess", "position": "f3 e5 g4 Qh4#"});
    let mated = ada.post("/api/analysis/position", &record).await.json();
    assert_eq!((mated["moves"].as_array().unwrap().len(), &mated["outcome"]["reason"]), (4, &json!("mate")));
    let illegal = ada.post("/api/analysis/position", &json!({"game": "chess", "moves": ["e2e5"]})).await;
    assert_eq!(illegal.status, 422);
    // The dogs win from the start position: the first move keeps the win, and every value is known.
    let explored = ada.post("/api/analysis/explore", &json!({"game": "hare-hounds"})).await.json();
    assert_eq!(explored["complete"], true);
    let values: Vec<&Value> = explored["moves"].as_array().unwrap().iter().map(|mv| &mv["proof"]["winner"]).collect();
    assert!(!values.is_empty() && values.is_sorted_by(|a, b| *a == "first" || *b != "first"), "{values:?}");
    // Nobody has solved chess.
    let chess = ada.post("/api/analysis/explore", &json!({"game": "chess"})).await.json();
    assert_eq!((chess["moves"].as_array().unwrap().len(), &chess["complete"]), (20, &json!(false)));
    server.stop().await;
}

#[tokio::test]
async fn an_engine_thinks_about_any_position() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let line = json!({"game": "connect4", "moves": ["4", "5", "4", "5", "4", "5"]});
    let wish = json!({"line": line, "spec": "alphabeta:nodes=2000", "lines": 2, "time_ms": 500});
    let answer = ada.post("/api/analysis/engine", &wish).await;
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    let text = answer.text();
    let last = text.lines().rev().find_map(|line| line.strip_prefix("data: ")).expect("an event");
    let last: Value = serde_json::from_str(last).unwrap();
    assert_eq!((&last["done"], &last["thought"]["move"]), (&json!(true), &json!("4")), "{last}");
    assert_eq!(last["thought"]["proof"]["plies"], 1);
    let over = json!({"line": {"game": "connect4", "moves": ["4", "5", "4", "5", "4", "5", "4"]}});
    assert_eq!(ada.post("/api/analysis/engine", &over).await.status, 409);
    for (wrong, status) in [
        (json!({"line": line, "slot": 7}), 422),
        (json!({"line": line, "spec": "alphabeta:hash=9999"}), 422),
        (json!({"line": {"game": "go"}}), 422),
    ] {
        assert_eq!(ada.post("/api/analysis/engine", &wrong).await.status, status, "{wrong}");
    }
    server.stop().await;
}

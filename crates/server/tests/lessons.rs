//! What lessons compute, over HTTP.

mod common;

use common::TestServer;
use serde_json::{Value, json};

#[tokio::test]
async fn games_of_lessons_are_known_and_not_offered() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let catalog = ada.get("/api/catalog").await.json();
    let ids = |list: &str| -> Vec<String> {
        catalog[list].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids("lesson_games"), ["tic-tac-toe"]);
    assert!(!ids("games").contains(&"tic-tac-toe".to_owned()));
    let game = json!({"game": "tic-tac-toe", "seats": [{"kind": "human"}, {"kind": "human"}]});
    assert!(ada.post("/api/games", &game).await.json()["id"].is_string(), "it can be played all the same");
    server.stop().await;
}

#[tokio::test]
async fn small_games_are_solved_and_large_ones_refused() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let space = ada.post("/api/lessons/states", &json!({"game": "tic-tac-toe"})).await.json();
    // The published counts.
    assert_eq!((&space["positions"], &space["ended"]), (&json!(5478), &json!(958)));
    let layers = space["layers"].as_array().unwrap();
    let won: u64 = layers.iter().map(|layer| layer["count"].as_u64().unwrap()).sum();
    assert_eq!(won + space["drawn"].as_u64().unwrap(), 5478);
    let answer = ada.post("/api/lessons/states", &json!({"game": "chess"})).await;
    assert_eq!(answer.status, 422, "{}", answer.text());
    assert_eq!(ada.post("/api/lessons/states", &json!({"game": "ludo"})).await.status, 422);
    server.stop().await;
}

#[tokio::test]
async fn a_match_tells_what_its_first_games_seem_to_prove() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let wish = json!({"game": "tic-tac-toe", "players": ["minimax:depth=3", "random"], "games": 60, "seed": 1});
    let played = ada.post("/api/lessons/match", &wish).await.json();
    assert_eq!(played["half_points"].as_array().unwrap().len(), 60);
    let figures = played["figures"].as_array().unwrap();
    let games: Vec<u64> = figures.iter().map(|one| one["games"].as_u64().unwrap()).collect();
    assert_eq!(games, [6, 20, 60]);
    let all = &figures[2];
    let sum: u64 = ["wins", "draws", "losses"].iter().map(|name| all[name].as_u64().unwrap()).sum();
    assert_eq!(sum, 60);
    assert!(all["low"].as_f64().unwrap() > 0.0 && all["is_small"] == false && figures[0]["is_small"] == true, "{all}");
    for players in [["human", "random"], ["random", "uci:cmd=sh"]] {
        let wish = json!({"game": "tic-tac-toe", "players": players, "games": 6, "seed": 1});
        assert_eq!(ada.post("/api/lessons/match", &wish).await.status, 422, "{players:?}");
    }
    server.stop().await;
}

/// Two players on positions of one's own: a row each, and an empty event at the end.
#[tokio::test]
async fn a_duel_tells_row_by_row() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let players = ["minimax:depth=9", "alphabeta:depth=9"];
    let wish =
        json!({"game": "tic-tac-toe", "players": players, "positions": "b2 a1 c3\n\nXO1/1OX/X1O x", "nodes": 60});
    let answer = ada.post("/api/duel", &wish).await;
    let text = answer.text();
    let events: Vec<Value> = text
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(events.len(), 3, "{text}");
    assert!(events.iter().all(|event| event["total"] == 2) && events[2]["row"].is_null());
    let row = &events[0]["row"];
    assert_eq!(row["over_budget"], json!([true, false]), "minimax knows no budget of nodes");
    assert!(row["seen"][0]["nodes"].as_u64() > Some(60) && row["seen"][1]["nodes"].as_u64() <= Some(60));
    // One move wins at once, and both see it.
    let row = &events[1]["row"];
    assert_eq!((&row["same_move"], &row["turn"]), (&json!(true), &json!("first")));
    assert!(row["seen"].as_array().unwrap().iter().all(|seen| seen["move"] == "a2"), "{row}");
    server.stop().await;
}

/// The layers of an evaluation are told to those who ask for them.
#[tokio::test]
async fn an_evaluation_has_layers() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let wish = json!({"game": "tic-tac-toe", "position": "3/1X1/O2 x", "layers": true});
    let found = ada.post("/api/evaluate", &wish).await.json();
    // The cross in the middle is on three open lines, the nought in the corner on two.
    assert_eq!(found["layers"][0]["points"], json!([[4, 30.0], [6, -20.0]]), "{found}");
    let plain = ada.post("/api/evaluate", &json!({"game": "tic-tac-toe", "position": "3/1X1/O2 x"})).await.json();
    assert_eq!((&plain["layers"], &plain["terms"]), (&json!([]), &found["terms"]));
    server.stop().await;
}

#[tokio::test]
async fn an_evaluation_learns_step_by_step() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let wish = json!({"game": "tic-tac-toe", "games": 1000, "seed": 1});
    let answer = ada.post("/api/lessons/learn", &wish).await;
    let text = answer.text();
    let steps: Vec<Value> = text
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(steps.len(), 21);
    assert!(
        steps[0]["loss"].is_null() && steps[0]["own"].as_array().unwrap().iter().all(|weight| *weight == json!(0.0))
    );
    let last = &steps[20];
    assert_eq!((&last["games"], &last["width"], &last["done"]), (&json!(1000), &json!(3), &json!(true)));
    // Who always says "half and half" has a loss of ln 2.
    assert!(last["loss"].as_f64().unwrap() < std::f64::consts::LN_2, "{last}");
    server.stop().await;
}

//! Games over live connections.

mod common;

use std::time::Duration;

use common::{TestServer, human, id, machine, plies};
use serde_json::json;

#[tokio::test]
async fn two_machines_play_a_whole_game() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let seats = json!([machine("easy:seed=1"), machine("random:seed=2")]);
    let state = ada.create(json!({"game": "mouse-cats", "seats": seats, "delay_ms": 20})).await;
    let mut live = ada.live(&id(&state)).await;
    let mut last = live.state(|_| true).await;
    while last["status"] != "finished" {
        let next = live.state(|_| true).await;
        assert!(next["version"].as_u64() >= last["version"].as_u64());
        assert!(plies(&next) <= plies(&last) + 1, "every move is sent");
        assert!(next["legal"].is_null(), "nobody here may move");
        last = next;
    }
    assert!(last["outcome"]["winner"].is_string());
    let stored = ada.get(&format!("/api/games/{}", id(&state))).await.json();
    assert_eq!(stored["moves"], last["moves"]);
    server.stop().await;
}

#[tokio::test]
async fn a_person_plays_a_machine() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let wish = json!({"game": "chess", "seats": [human(), machine("easy:seed=3")], "delay_ms": 0});
    let game = id(&ada.create(wish).await);
    let mut live = ada.live(&game).await;
    let state = live.state(|_| true).await;
    assert_eq!(state["can"]["move"], true);
    live.play(&state, &["e2", "e5"]).await;
    assert_eq!(live.error().await, "illegal_move");
    live.send(json!({"type": "play", "ply": 4, "taps": ["e2", "e4"]})).await;
    assert_eq!(live.error().await, "outdated");
    let stranger = server.visitor();
    let mut other = stranger.live(&game).await;
    let seen = other.state(|_| true).await;
    assert!(seen["legal"].is_null() && seen["can"]["resign"] == false);
    for (message, code) in [
        (json!({"type": "play", "ply": 0, "taps": ["e2", "e4"]}), "not_a_player"),
        (json!({"type": "resign"}), "not_a_player"),
        (json!({"type": "undo"}), "cannot_undo"),
        (json!({"type": "hint"}), "not_your_turn"),
        (json!({"type": "join", "name": "Eve"}), "cannot_join"),
        (json!({"type": "pause"}), "cannot_pause"),
        (json!({"type": "delay", "ms": 0}), "not_a_player"),
        (json!({"type": "dance"}), "bad_message"),
        (json!({"type": "play", "ply": -1, "taps": []}), "bad_message"),
    ] {
        other.send(message.clone()).await;
        assert_eq!(other.error().await, code, "{message}");
    }
    other.send_text("{").await;
    assert_eq!(other.error().await, "bad_message");
    other.send_text(&" ".repeat(9000)).await;
    assert_eq!(other.error().await, "too_large");
    live.play(&state, &["e2", "e4"]).await;
    let state = live.state(|state| plies(state) == 2).await;
    assert_eq!(state["moves"][0]["pretty"], "e4");
    live.send(json!({"type": "hint"})).await;
    let hint = live.message("hint").await;
    assert!(hint["thought"]["taps"][0].as_array().is_some_and(|taps| taps.len() >= 2), "{hint}");
    live.send(json!({"type": "undo"})).await;
    let state = live.state(|state| plies(state) == 0).await;
    assert_eq!(state["turn"], "first");
    live.send(json!({"type": "resign"})).await;
    let state = live.state(|state| state["status"] == "finished").await;
    assert_eq!(state["outcome"]["winner"], "second");
    assert_eq!(state["outcome"]["reason"], "resignation");
    live.play(&state, &["e2", "e4"]).await;
    assert_eq!(live.error().await, "game_over");
    let next = ada.post(&format!("/api/games/{game}/rematch"), &json!({})).await.json();
    assert_eq!(next["seats"][1]["mine"], true, "the sides are exchanged");
    assert_eq!(live.state(|state| state["rematch"].is_string()).await["rematch"], next["id"]);
    server.stop().await;
}

#[tokio::test]
async fn the_other_side_joins_by_link() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (mut ada, mut bob) = (server.visitor(), server.visitor());
    let state = ada.create(json!({"game": "connect4", "seats": [human(), {"kind": "open"}]})).await;
    let game = id(&state);
    let mut first = ada.live(&game).await;
    first.play(&state, &["1"]).await;
    assert_eq!(first.error().await, "waiting");
    bob.get("/api/visitor").await;
    let mut second = bob.live(&game).await;
    assert_eq!(second.state(|_| true).await["can"]["join"], true);
    second.send(json!({"type": "join", "name": "Bob"})).await;
    let joined = second.state(|state| state["status"] == "running").await;
    assert_eq!((&joined["seats"][1]["name"], &joined["seats"][1]["mine"]), (&json!("Bob"), &json!(true)));
    let mut late = server.visitor().live(&game).await;
    late.send(json!({"type": "join"})).await;
    assert_eq!(late.error().await, "cannot_join");
    second.play(&joined, &["1"]).await;
    assert_eq!(second.error().await, "not_your_turn");
    // A connection breaks in the middle of the game and comes back.
    let state = first.state(|state| state["status"] == "running").await;
    first.play_first(&state).await;
    let state = second.state(|state| plies(state) == 1).await;
    drop(second);
    first.state(|state| state["seats"][1]["online"] == false).await;
    let mut second = bob.live(&game).await;
    assert_eq!(second.state(|_| true).await["moves"], state["moves"]);
    second.play_first(&state).await;
    let state = first.state(|state| plies(state) == 2).await;
    first.send(json!({"type": "draw", "answer": "offer"})).await;
    second.state(|state| state["draw_offer"] == "first").await;
    second.send(json!({"type": "draw", "answer": "decline"})).await;
    first.state(|state| state["draw_offer"].is_null()).await;
    first.play_first(&state).await;
    second.state(|state| plies(state) == 3).await;
    second.send(json!({"type": "draw", "answer": "offer"})).await;
    first.state(|state| state["draw_offer"] == "second").await;
    first.send(json!({"type": "draw", "answer": "accept"})).await;
    let end = late.state(|state| state["status"] == "finished").await;
    assert_eq!(end["outcome"]["reason"], "agreement");
    server.stop().await;
}

#[tokio::test]
async fn machines_are_paused_and_stepped() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let seats = json!([machine("random:seed=1"), machine("random:seed=2")]);
    let game = id(&ada.create(json!({"game": "othello", "seats": seats, "delay_ms": 100})).await);
    let mut live = ada.live(&game).await;
    live.state(|state| plies(state) >= 2).await;
    live.send(json!({"type": "pause"})).await;
    let paused = live.state(|state| state["status"] == "paused").await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let still = ada.get(&format!("/api/games/{game}")).await.json();
    assert_eq!(plies(&still), plies(&paused));
    live.send(json!({"type": "step"})).await;
    let stepped = live.state(|state| plies(state) > plies(&paused)).await;
    assert_eq!((stepped["status"].as_str(), plies(&stepped)), (Some("paused"), plies(&paused) + 1));
    live.send(json!({"type": "delay", "ms": 0})).await;
    live.send(json!({"type": "resume"})).await;
    live.state(|state| state["status"] == "finished").await;
    server.stop().await;
}

#[tokio::test]
async fn a_flag_falls() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let clock = json!({"base_ms": 400, "increment_ms": 0});
    let state = ada.create(json!({"game": "chess", "seats": [human(), human()], "clock": clock})).await;
    assert!(state["clock"]["running"].is_null(), "no clock runs before the first move");
    let mut live = ada.live(&id(&state)).await;
    let state = live.state(|_| true).await;
    live.play(&state, &["e2", "e4"]).await;
    let state = live.state(|state| plies(state) == 1).await;
    assert_eq!(state["clock"]["running"], "second");
    let end = live.state(|state| state["status"] == "finished").await;
    assert_eq!((&end["outcome"]["winner"], &end["outcome"]["reason"]), (&json!("first"), &json!("time")));
    assert_eq!(end["clock"]["left_ms"][1], 0);
    // A bare king cannot win on time.
    let wish = json!({"game": "chess", "position": "k7/8/8/8/8/8/8/KQ6 w - - 0 1", "seats": [human(), human()],
        "clock": clock, "moves": ["Qb2"]});
    let state = ada.create(wish).await;
    let mut live = ada.live(&id(&state)).await;
    let state = live.state(|_| true).await;
    live.play(&state, &["a8", "a7"]).await;
    let end = live.state(|state| state["status"] == "finished").await;
    assert_eq!((&end["outcome"]["winner"], &end["outcome"]["reason"]), (&json!(null), &json!("time")));
    server.stop().await;
}

#[tokio::test]
async fn positions_are_analysed() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let state = ada.create(json!({"game": "othello", "moves": ["d3", "c5"], "seats": [human(), human()]})).await;
    let mut live = ada.live(&id(&state)).await;
    live.send(json!({"type": "analyse", "ply": 1, "spec": "alphabeta:depth=5", "lines": 3})).await;
    let mut done = live.message("analysis").await;
    while done["done"] == false {
        done = live.message("analysis").await;
    }
    assert_eq!(done["ply"], 1);
    assert_eq!(done["thought"]["lines"].as_array().unwrap().len(), 3, "{done}");
    assert_eq!(done["thought"]["pretty"].as_array().unwrap().len(), done["thought"]["pv"].as_array().unwrap().len());
    live.send(json!({"type": "analyse", "ply": 2, "spec": "alphabeta:time=20s"})).await;
    live.message("analysis").await;
    live.send(json!({"type": "analyse", "ply": 2, "spec": "mcts:sims=500"})).await;
    let visited = loop {
        let analysis = live.message("analysis").await;
        if analysis["done"] == true && !analysis["thought"]["visits"].as_array().unwrap().is_empty() {
            break analysis;
        }
    };
    assert_eq!(visited["thought"]["visits"][0].as_array().unwrap().len(), 3);
    live.send(json!({"type": "analyse", "ply": 9})).await;
    assert_eq!(live.error().await, "bad_ply");
    live.send(json!({"type": "analyse", "ply": 0, "spec": "alphabeta:time=1000s"})).await;
    assert_eq!(live.error().await, "bad_value");
    server.stop().await;
}

#[tokio::test]
async fn a_foreign_page_gets_no_connection() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let game = id(&ada.create(json!({"game": "chess", "seats": [human(), human()]})).await);
    assert!(ada.with("origin", "http://elsewhere.example").try_live(&game).await.is_err());
    assert!(ada.with("origin", &format!("http://{}", server.address)).try_live(&game).await.is_ok());
    assert!(ada.try_live("nothing").await.is_err());
    let mut chatter = ada.live(&game).await;
    for _ in 0..100 {
        chatter.send(json!({"type": "ping"})).await;
    }
    assert_eq!(chatter.error().await, "too_fast");
    server.stop().await;
}

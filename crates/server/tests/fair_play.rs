//! Two persons play without help, unless both agree to it; and they may agree on a move taken back.

mod common;

use common::{Live, TestServer, Visitor, human, id, plies};
use serde_json::{Value, json};

/// Two persons at one board, and their connections.
struct Pair {
    ada: Visitor,
    bob: Visitor,
    game: String,
    first: Live,
    second: Live,
}

async fn pair(server: &TestServer, game: &str) -> Pair {
    let (mut ada, mut bob) = (server.visitor(), server.visitor());
    let game = id(&ada.create(json!({"game": game, "seats": [human(), {"kind": "open"}]})).await);
    let first = ada.live(&game).await;
    bob.get("/api/visitor").await;
    let mut second = bob.live(&game).await;
    second.send(json!({"type": "join", "name": "Bob"})).await;
    second.state(|state| state["status"] == "running").await;
    Pair { ada, bob, game, first, second }
}

/// The code of the refusal of a request, or nothing.
async fn refusal(visitor: &mut Visitor, method: &str, path: &str, body: Option<Value>) -> Option<String> {
    let body = body.map(|body| body.to_string()).unwrap_or_default();
    let answer = visitor.request(method, path, body.as_bytes()).await;
    (answer.status >= 400).then(|| answer.code())
}

#[tokio::test]
async fn help_is_closed_between_persons_until_both_agree() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let Pair { mut ada, mut bob, game, mut first, mut second } = pair(&server, "hare-hounds").await;
    let state = first.state(|state| state["status"] == "running").await;
    assert_eq!(
        (&state["help_closed"], &state["can"]["hint"], &state["can"]["help"]),
        (&json!(true), &json!(false), &json!(true))
    );
    for message in [json!({"type": "hint"}), json!({"type": "analyse", "ply": 0})] {
        first.send(message.clone()).await;
        let error = first.message("error").await;
        assert_eq!(error["code"], "help_closed", "{message}");
        assert!(error["message"].as_str().unwrap().contains("both agree"), "{error}");
    }
    // Nor by the ways that need no live connection, nor by a second game from the same position.
    let evaluate = json!({"game": "hare-hounds", "position": state["position"]});
    let graph = format!("/api/games/{game}/graph");
    assert_eq!(refusal(&mut ada, "GET", &graph, None).await.as_deref(), Some("help_closed"));
    assert_eq!(
        refusal(&mut ada, "POST", "/api/evaluate", Some(evaluate.clone())).await.as_deref(),
        Some("help_closed")
    );
    // Nor on the analysis board and in the search tree, and not by a line that goes through the position.
    let line = |moves: &[&str]| json!({"game": "hare-hounds", "position": state["position"], "moves": moves});
    let with = |mut body: Value, name: &str, value: Value| {
        body[name] = value;
        body
    };
    for moves in [&[][..], &["b3b2"]] {
        let line = line(moves);
        let asked = [
            ("/api/analysis/engine", json!({"line": line})),
            ("/api/analysis/explore", line.clone()),
            ("/api/analysis/games", line.clone()),
            ("/api/trace", with(line.clone(), "spec", json!("alphabeta:depth=2"))),
        ];
        for (path, body) in asked {
            let refused = refusal(&mut ada, "POST", path, Some(body.clone())).await;
            assert_eq!(refused.as_deref(), Some("help_closed"), "{path} {body}");
        }
    }
    let copy = id(&ada
        .create(json!({"game": "hare-hounds", "position": state["position"], "seats": [human(), human()]}))
        .await);
    let mut other = ada.live(&copy).await;
    other.send(json!({"type": "hint"})).await;
    assert_eq!(other.error().await, "help_closed");
    let spanish = ada.with("accept-language", "es").get(&graph).await.json();
    assert!(spanish["message"].as_str().unwrap().contains("juegan dos personas"), "{spanish}");
    // Who plays neither may evaluate positions, but not this game.
    let mut eve = server.visitor();
    assert_eq!(refusal(&mut eve, "POST", "/api/evaluate", Some(evaluate.clone())).await, None);
    assert_eq!(refusal(&mut eve, "GET", &graph, None).await.as_deref(), Some("help_closed"));
    // One asks, the other declines; then the other asks, and the first agrees.
    first.send(json!({"type": "help", "answer": "offer"})).await;
    second.state(|state| state["help_offer"] == "first").await;
    second.send(json!({"type": "help", "answer": "decline"})).await;
    let state = first.state(|state| state["help_offer"].is_null()).await;
    assert_eq!(state["help_closed"], true);
    first.send(json!({"type": "help", "answer": "accept"})).await;
    assert_eq!(first.error().await, "no_offer");
    second.send(json!({"type": "help", "answer": "offer"})).await;
    first.state(|state| state["help_offer"] == "second").await;
    first.send(json!({"type": "help", "answer": "accept"})).await;
    let state = first.state(|state| state["help_closed"] == false).await;
    assert_eq!(state["can"]["hint"], true);
    first.send(json!({"type": "hint"})).await;
    first.message("hint").await;
    assert_eq!(refusal(&mut bob, "POST", "/api/evaluate", Some(evaluate)).await, None);
    server.stop().await;
    // The agreement is stored.
    let server = TestServer::start(data.path()).await;
    ada.address.clone_from(&server.address);
    assert_eq!(ada.get(&format!("/api/games/{game}")).await.json()["help_closed"], false);
    server.stop().await;
}

#[tokio::test]
async fn a_move_is_taken_back_by_consent() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let Pair { mut first, mut second, .. } = pair(&server, "chess").await;
    let state = first.state(|state| state["status"] == "running").await;
    first.send(json!({"type": "takeback", "answer": "offer"})).await;
    assert_eq!(first.error().await, "cannot_undo", "there is no move yet");
    first.play(&state, &["e2", "e4"]).await;
    let state = second.state(|state| plies(state) == 1).await;
    second.play(&state, &["e7", "e5"]).await;
    first.state(|state| plies(state) == 2).await;
    first.send(json!({"type": "undo"})).await;
    assert_eq!(first.error().await, "cannot_undo", "not without being asked");
    first.send(json!({"type": "takeback", "answer": "offer"})).await;
    second.state(|state| state["undo_offer"] == "first").await;
    first.send(json!({"type": "takeback", "answer": "accept"})).await;
    assert_eq!(first.error().await, "no_offer", "nobody agrees with oneself");
    second.send(json!({"type": "takeback", "answer": "accept"})).await;
    let state = first.state(|state| plies(state) == 0).await;
    assert_eq!((&state["undo_offer"], &state["can"]["move"]), (&json!(null), &json!(true)));
    first.play(&state, &["d2", "d4"]).await;
    first.state(|state| plies(state) == 1).await;
    first.send(json!({"type": "takeback", "answer": "offer"})).await;
    let state = second.state(|state| state["undo_offer"] == "first").await;
    second.play(&state, &["d7", "d5"]).await;
    let state = first.state(|state| plies(state) == 2).await;
    assert_eq!(state["undo_offer"], Value::Null, "a move is an answer");
    server.stop().await;
}

#[tokio::test]
async fn a_game_without_draws_has_no_offer() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    for (game, code) in [("amazons:6x6", Some("no_draws")), ("fox-geese", Some("no_draws")), ("chess", None)] {
        let state = ada.create(json!({"game": game, "seats": [human(), human()]})).await;
        assert_eq!(state["can"]["draw"], code.is_none(), "{game}");
        let mut live = ada.live(&id(&state)).await;
        live.send(json!({"type": "draw", "answer": "offer"})).await;
        match code {
            Some(code) => assert_eq!(live.error().await, code, "{game}"),
            None => drop(live.state(|state| state["status"] == "finished").await),
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn only_those_who_played_are_offered_a_rematch() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let Pair { mut first, game, .. } = pair(&server, "connect4").await;
    first.send(json!({"type": "resign"})).await;
    let end = first.state(|state| state["status"] == "finished").await;
    assert_eq!((&end["can"]["rematch"], &end["outcome"]["by_rules"]), (&json!(true), &json!(false)));
    let seen = server.visitor().get(&format!("/api/games/{game}")).await.json();
    assert_eq!((&seen["can"]["rematch"], &seen["watchers"]), (&json!(false), &json!(0)), "who looks alone is no crowd");
    server.stop().await;
}

#[tokio::test]
async fn what_machines_thought_is_shown_where_no_person_could_use_it() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let machine = common::machine("alphabeta:depth=3");
    let seats = json!([machine, machine]);
    let game = id(&ada.create(json!({"game": "connect4", "seats": seats, "delay_ms": 0})).await);
    let mut live = ada.live(&game).await;
    let state = live.state(|state| plies(state) >= 2).await;
    let thought = &state["moves"][1]["thought"];
    assert!(thought["depth"].as_u64() >= Some(1) && thought["chance"].is_number(), "{thought}");
    assert_eq!((&state["moves"][0]["side"], &state["moves"][1]["side"]), (&json!("first"), &json!("second")));
    let game = id(&ada.create(json!({"game": "connect4", "seats": [machine, human()], "delay_ms": 0})).await);
    let mut live = ada.live(&game).await;
    let state = live.state(|state| plies(state) == 1).await;
    assert_eq!(state["moves"][0]["thought"], Value::Null, "it would be a hint");
    live.send(json!({"type": "resign"})).await;
    let end = live.state(|state| state["status"] == "finished").await;
    assert!(end["moves"][0]["thought"]["nodes"].is_number(), "{end}");
    server.stop().await;
}

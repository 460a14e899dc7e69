//! Reviews of finished games: made, stored, and used for exercises.

mod common;

use common::{TestServer, Visitor, human, id};
use serde_json::{Value, json};

/// The third move of Black allows mate in one.
const SCHOLARS_MATE: &str = "[White \"Ada\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n";
const BLUNDER: usize = 5;

async fn import(visitor: &mut Visitor, game: &str, record: &str) -> Value {
    let answer = visitor.post("/api/records", &json!({"game": game, "record": record})).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json()
}

/// Asks for the review of a game and waits for it; how far it was must never go back.
async fn reviewed(visitor: &mut Visitor, game: &str) -> Value {
    let address = format!("/api/games/{game}/review");
    let mut state = visitor.post(&address, &json!({})).await.json();
    let mut last = 0;
    while state["state"] == "running" {
        let done = state["done"].as_u64().unwrap();
        assert!(done >= last && done <= state["total"].as_u64().unwrap(), "{state}");
        last = done;
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        state = visitor.get(&address).await.json();
    }
    assert_eq!(state["state"], "done", "{state}");
    state["review"].take()
}

#[tokio::test]
async fn a_record_is_stored_reviewed_and_learned_from() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let game = import(&mut ada, "chess", SCHOLARS_MATE).await;
    assert_eq!((&game["status"], &game["outcome"]["reason"]), (&json!("finished"), &json!("mate")));
    assert_eq!((&game["seats"][0]["name"], &game["seats"][1]["name"]), (&json!("Ada"), &json!("Bob")));
    let game = id(&game);
    assert_eq!(ada.get(&format!("/api/games/{game}/review")).await.json()["state"], "none");
    assert_eq!(ada.get(&format!("/api/games/{game}/review/{BLUNDER}")).await.code(), "not_reviewed");

    let review = reviewed(&mut ada, &game).await;
    let moves = review["moves"].as_array().unwrap();
    assert_eq!((moves.len(), review["points"].as_array().unwrap().len()), (7, 8));
    assert_eq!((&moves[BLUNDER]["class"], &moves[BLUNDER]["side"]), (&json!("blunder"), &json!("second")));
    assert_eq!((&moves[BLUNDER]["turning"], &moves[6]["class"]), (&json!(true), &json!("best")));
    assert!(review["accuracy"][0].as_f64().unwrap() > review["accuracy"][1].as_f64().unwrap());
    assert_eq!(review["points"][7]["chance"], 1.0);

    let exercise = format!("/api/games/{game}/review/{BLUNDER}");
    let position = ada.get(&exercise).await.json();
    assert_eq!((&position["turn"], &position["line"][0]["pretty"]), (&json!("second"), &moves[BLUNDER]["line"][0]));
    assert!(position["legal"]["next"]["g8"]["next"]["f6"].is_object());
    let wrong = ada.post(&exercise, &json!({"taps": ["g8", "f6"]})).await.json();
    assert_eq!((&wrong["solved"], &wrong["class"]), (&json!(false), &json!("blunder")));
    let right = ada.post(&exercise, &json!({"taps": position["line"][0]["taps"]})).await.json();
    assert_eq!((&right["solved"], &right["class"]), (&json!(true), &json!("best")));
    assert_eq!(ada.post(&exercise, &json!({"taps": ["g8", "g1"]})).await.code(), "illegal_move");
    assert_eq!(ada.get(&format!("/api/games/{game}/review/7")).await.code(), "bad_ply");
    server.stop().await;

    let server = TestServer::start(data.path()).await;
    let stored = server.visitor().get(&format!("/api/games/{game}/review")).await.json();
    assert_eq!((&stored["state"], &stored["review"]), (&json!("done"), &review), "stored with the game");
    server.stop().await;
}

#[tokio::test]
async fn solved_games_are_reviewed_exactly() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let entry = quevedo_catalog::Catalog::standard().find("hare-hounds").unwrap().clone();
    let mut session = entry.session(None).unwrap();
    let mut rng = fastrand::Rng::with_seed(7);
    while session.play_random(&mut rng).is_some() {}
    let game = id(&import(&mut ada, "hare-hounds", &session.record(&[]).to_string()).await);
    let review = reviewed(&mut ada, &game).await;
    let moves = review["moves"].as_array().unwrap();
    assert_eq!(moves.len(), session.history().len());
    assert!(moves.iter().all(|mv| mv["exact"].is_object()), "{review}");
    assert!(review["points"].as_array().unwrap().iter().all(|point| point["proof"].is_object()));
    server.stop().await;
}

#[tokio::test]
async fn what_cannot_be_reviewed_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let running = id(&ada.create(json!({"game": "chess", "moves": ["e2e4"], "seats": [human(), human()]})).await);
    let review = format!("/api/games/{running}/review");
    assert_eq!(ada.post(&review, &json!({})).await.code(), "review_running_game");
    assert_eq!(ada.get(&review).await.status, 409);
    assert_eq!(ada.get("/api/games/nothing/review").await.status, 404);
    let empty = json!({"game": "chess", "record": "[Event \"?\"]\n\n*\n"});
    assert_eq!(ada.post("/api/records", &empty).await.code(), "record_without_moves");
    for record in ["", "nonsense", "1. e4 e5 2. Ke3 *"] {
        let answer = ada.post("/api/records", &json!({"game": "chess", "record": record})).await;
        assert_eq!(answer.status, 422, "{record}: {}", answer.text());
    }
    assert_eq!(ada.post("/api/records", &json!({"game": "checkers", "record": "1. e4"})).await.code(), "unknown_game");
    let unfinished = import(&mut ada, "chess", "1. e4 e5 2. Nf3").await;
    assert_eq!((&unfinished["status"], &unfinished["outcome"]), (&json!("finished"), &Value::Null));
    let resigned = import(&mut ada, "chess", "[Result \"0-1\"]\n\n1. e4 e5 0-1\n").await;
    let outcome = (&resigned["outcome"]["winner"], &resigned["outcome"]["reason"]);
    assert_eq!(outcome, (&json!("second"), &json!("resignation")));
    server.stop().await;
}

//! Traces over HTTP: the events of a search, their bounds, and what is refused.

mod common;

use common::{TestServer, config};
use quevedo_server::Quotas;
use serde_json::{Value, json};

fn events<'a>(trace: &'a Value, name: &str) -> Vec<&'a Value> {
    trace["events"].as_array().unwrap().iter().filter(|event| event["event"] == name).collect()
}

#[tokio::test]
async fn a_search_is_told_as_events() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    // Three in a row with both ends open: whoever moves, the first player makes four.
    let position = json!({"game": "connect4", "moves": ["4", "4", "5", "5", "3"], "spec": "minimax:depth=2"});
    let trace = ada.post("/api/trace", &position).await.json();
    assert_eq!((&trace["turn"], &trace["spec"]), (&json!("second"), &json!("minimax:depth=2")));
    assert_eq!(trace["nodes"], 8 + 64);
    assert_eq!((events(&trace, "enter").len(), events(&trace, "leave").len()), (72, 73));
    assert_eq!(trace["value"], 2 - 32_000, "lost after two plies");
    assert_eq!((&trace["proved"], &trace["win"], &trace["stopped"]), (&json!(31_000), &json!(32_000), &json!(false)));
    let won: Vec<&Value> = events(&trace, "leave").into_iter().filter(|event| event["reason"] == "game_over").collect();
    // Against six of the eight moves both ends win, against the other two one does: in column 2 or 6.
    assert_eq!(won.len(), 6 * 2 + 2);
    assert!(
        events(&trace, "enter").iter().all(|event| event["change"].as_array().unwrap().len() == 1),
        "a stone falls"
    );
    let alphabeta = json!({"game": "connect4", "moves": ["4", "4", "5", "5", "3"], "spec": "alphabeta:depth=2"});
    let trace = ada.post("/api/trace", &alphabeta).await.json();
    assert_eq!(trace["value"], 2 - 32_000);
    assert!(trace["cuts"].as_u64().unwrap() > 0);
    let tree = ada.post("/api/trace", &json!({"game": "othello", "spec": "mcts:sims=40,seed=1"})).await.json();
    assert_eq!((&tree["nodes"], events(&tree, "simulation").len()), (&json!(40), 40));
    server.stop().await;
}

#[tokio::test]
async fn traces_are_bounded_and_bad_requests_refused() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let large = json!({"game": "chess", "spec": "alphabeta:depth=40", "events": 200});
    let trace = ada.post("/api/trace", &large).await.json();
    assert!(trace["events"].as_array().unwrap().len() < 600);
    assert!(trace["nodes"].as_u64().unwrap() <= 300_000 && trace["recorded"].as_u64() < trace["nodes"].as_u64());
    assert_eq!(trace["stopped"], true);
    for (wish, status) in [
        (json!({"game": "ludo", "spec": "minimax:depth=2"}), 422),
        (json!({"game": "chess", "spec": "nobody"}), 422),
        (json!({"game": "chess", "spec": "alphabeta:table=/etc/passwd"}), 422),
        (json!({"game": "chess", "spec": "minimax:depth=1", "moves": ["e2e5"]}), 422),
        (json!({"game": "chess", "spec": "random"}), 422),
        (json!({"game": "chess", "spec": "minimax:depth=1", "moves": ["f2f3", "e7e5", "g2g4", "d8h4"]}), 409),
    ] {
        let answer = ada.post("/api/trace", &wish).await;
        assert_eq!(answer.status, status, "{wish}: {}", answer.text());
        assert!(answer.json()["message"].as_str().unwrap().len() > 5);
    }
    server.stop().await;
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start_with(config(
        data.path(),
        Quotas { engine_burst: 0.0, engine_rate: 0.001, ..Quotas::default() },
    ))
    .await;
    let mut bob = server.visitor();
    let wish = json!({"game": "chess", "spec": "alphabeta:depth=4"});
    bob.post("/api/trace", &wish).await;
    assert_eq!(bob.post("/api/trace", &wish).await.status, 429, "engine time is used up");
    server.stop().await;
}

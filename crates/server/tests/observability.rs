//! What those see who look after a server, and what players see when it restarts.

mod common;

use common::{TestServer, config, human, id, plies};
use quevedo_server::{Config, Quotas};
use serde_json::json;

#[tokio::test]
async fn figures_are_for_those_who_look_after_the_server() {
    let data = tempfile::tempdir().unwrap();
    let trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    let metrics_networks = vec!["203.0.113.0/24".parse().unwrap()];
    let quotas = Quotas { waiting_analyses: 0, ..Quotas::default() };
    let settings = Config { trusted_proxies, metrics_networks, ..config(data.path(), quotas) };
    let server = TestServer::start_with(settings).await;
    let mut ada = server.visitor();
    let game = id(&ada.create(json!({"game": "chess", "seats": [human(), human()]})).await);
    let mut live = ada.live(&game).await;
    let state = live.state(|_| true).await;
    live.play(&state, &["e2", "e4"]).await;
    live.state(|state| plies(state) == 1).await;
    ada.post("/api/trace", &json!({"game": "chess", "spec": "greedy"})).await;
    for (address, status) in [("198.51.100.7", 404), ("203.0.113.9", 200)] {
        assert_eq!(server.visitor().with("x-forwarded-for", address).get("/metrics").await.status, status, "{address}");
    }
    let answer = ada.get("/metrics").await;
    assert!(answer.header("content-type").unwrap().starts_with("application/openmetrics-text"));
    let figures = [
        r#"quevedo_http_requests_total{route="/api/games",method="POST",status="201"} 1"#,
        r#"quevedo_moves_total{by="person"} 1"#,
        r#"quevedo_refusals_total{code="busy"} 1"#,
        "quevedo_rooms 1",
        "quevedo_connections 1",
        "quevedo_engine_memory_max_mib 1024",
        "quevedo_commit_failures_total 0",
        "quevedo_search_panics_total 0",
        "quevedo_commit_seconds_count",
        "quevedo_live_bytes_total",
    ];
    for figure in figures {
        assert!(answer.text().contains(figure), "{figure}:\n{}", answer.text());
    }
    server.stop().await;
}

#[tokio::test]
async fn players_are_told_of_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let game = id(&ada.create(json!({"game": "chess", "seats": [human(), human()]})).await);
    let mut live = ada.with("accept-language", "es").live(&game).await;
    let state = live.state(|_| true).await;
    live.play(&state, &["e2", "e4"]).await;
    live.state(|state| plies(state) == 1).await;
    server.stop().await;
    let told = live.message("error").await;
    assert_eq!(told["code"], "restarting");
    assert!(told["message"].as_str().unwrap().contains("reinicia"), "{told}");
    assert!(live.next().await.is_none());
    let server = TestServer::start(data.path()).await;
    ada.address.clone_from(&server.address);
    assert_eq!(plies(&ada.get(&format!("/api/games/{game}")).await.json()), 1);
    server.stop().await;
}

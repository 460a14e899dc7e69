//! The log says nothing about people. A test alone in its process: others would take part in its log.

mod common;

use std::io;
use std::sync::{Arc, Mutex};

use common::{TestServer, config, human, id, plies};
use quevedo_server::{Config, Quotas};
use serde_json::json;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;

/// A log that can be read.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

#[tokio::test]
async fn the_log_tells_nothing_about_people() {
    let log = Log::default();
    let writer = log.clone();
    let lines = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(move || writer.clone());
    let all = Targets::new().with_target("quevedo", LevelFilter::TRACE).with_default(LevelFilter::WARN);
    let _subscriber = tracing::subscriber::set_default(tracing_subscriber::registry().with(lines).with(all));
    let data = tempfile::tempdir().unwrap();
    let trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    let server = TestServer::start_with(Config { trusted_proxies, ..config(data.path(), Quotas::default()) }).await;
    let mut ada = server.visitor().with("x-forwarded-for", "198.51.100.7");
    let renamed = ada.request("PUT", "/api/visitor", br#"{"name":"Lovelace"}"#).await;
    let (visitor, request) =
        (renamed.json()["id"].as_str().unwrap().to_owned(), renamed.header("x-request-id").unwrap().to_owned());
    let game = id(&ada.create(json!({"game": "chess", "seats": [human(), human()]})).await);
    let mut live = ada.live(&game).await;
    let state = live.state(|_| true).await;
    live.play(&state, &["e2", "e4"]).await;
    live.state(|state| plies(state) == 1).await;
    ada.post("/api/games", &json!({"game": "no such game", "name": "Lovelace"})).await;
    server.stop().await;
    let text = log.text();
    assert!(text.contains(&request) && text.contains("/api/visitor") && text.contains("closed"), "{text}");
    let cookie = ada.cookie.unwrap();
    for secret in ["198.51.100", "Lovelace", &visitor, cookie.split_once('=').unwrap().1, &game] {
        assert!(!text.contains(secret), "`{secret}` is in the log:\n{text}");
    }
}

//! A server on a free port, visitors with cookie jars, and live connections.

#![allow(dead_code, reason = "not every test file needs everything")]

pub(crate) mod child;
pub(crate) mod crowd;
pub(crate) mod load;
pub(crate) mod packed;
pub(crate) mod services;

use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use quevedo_catalog::Catalog;
use quevedo_server::{Config, Quotas, Server};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Nothing that is waited for takes longer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A server of this process.
pub(crate) struct TestServer {
    pub(crate) address: String,
    pub(crate) data: PathBuf,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

pub(crate) fn config(data: &Path, quotas: Quotas) -> Config {
    Config {
        catalog: Catalog::standard(),
        effort: None,
        books: Vec::new(),
        listen: "127.0.0.1:0".into(),
        data: data.into(),
        database: None,
        cluster_address: None,
        queue: None,
        public_url: None,
        trusted_proxies: Vec::new(),
        metrics_networks: Vec::new(),
        open: false,
        quotas,
    }
}

impl TestServer {
    pub(crate) async fn start(data: &Path) -> Self {
        Self::start_with(config(data, Quotas::default())).await
    }

    pub(crate) async fn start_with(config: Config) -> Self {
        let server = Server::start(&config).await.expect("the server starts");
        let address = server.address().unwrap().to_string();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            let asked = async {
                let _ = stopped.await;
            };
            server.run(asked).await.expect("the server ends well");
        });
        Self { address, data: config.data, stop, task }
    }

    /// An orderly end.
    pub(crate) async fn stop(self) {
        let _ = self.stop.send(());
        self.task.await.unwrap();
    }

    pub(crate) fn visitor(&self) -> Visitor {
        Visitor::new(&self.address)
    }
}

/// Somebody with a cookie jar.
#[derive(Clone)]
pub(crate) struct Visitor {
    pub(crate) address: String,
    pub(crate) cookie: Option<String>,
    pub(crate) headers: Vec<(String, String)>,
}

/// What a server answers.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let line = self.head.lines().find(|line| line.to_ascii_lowercase().starts_with(&format!("{name}:")))?;
        Some(line[name.len() + 1..].trim())
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("text")
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("not JSON: {} {}", self.head, self.text()))
    }

    pub(crate) fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }
}

impl Visitor {
    pub(crate) fn new(address: &str) -> Self {
        Self { address: address.into(), cookie: None, headers: Vec::new() }
    }

    /// The same with one more header.
    pub(crate) fn with(&self, name: &str, value: &str) -> Self {
        let mut other = self.clone();
        other.headers.push((name.into(), value.into()));
        other
    }

    pub(crate) async fn request(&mut self, method: &str, path: &str, body: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(&self.address).await.expect("the server listens");
        let mut head = vec![format!("{method} {path} HTTP/1.1"), format!("host: {}", self.address)];
        head.push("connection: close".into());
        if !body.is_empty() {
            head.push(format!("content-type: application/json\r\ncontent-length: {}", body.len()));
        }
        head.extend(self.headers.iter().map(|(name, value)| format!("{name}: {value}")));
        head.extend(self.cookie.iter().map(|cookie| format!("cookie: {cookie}")));
        let _ = stream.write_all((head.join("\r\n") + "\r\n\r\n").as_bytes()).await;
        let _ = stream.write_all(body).await;
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes).await;
        let answer = read_answer(&bytes);
        if let Some(cookie) = answer.header("set-cookie") {
            self.cookie = cookie.split(';').next().map(String::from);
        }
        answer
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.request("GET", path, b"").await
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.request("POST", path, body.to_string().as_bytes()).await
    }

    /// Makes a game, which must succeed.
    pub(crate) async fn create(&mut self, wish: Value) -> Value {
        let answer = self.post("/api/games", &wish).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        answer.json()
    }

    pub(crate) async fn live(&self, game: &str) -> Live {
        self.try_live(game).await.expect("a live connection")
    }

    pub(crate) async fn try_live(&self, game: &str) -> Result<Live, Error> {
        self.try_live_at(&format!("/api/games/{game}/live")).await
    }

    pub(crate) async fn live_at(&self, path: &str) -> Live {
        self.try_live_at(path).await.expect("a live connection")
    }

    pub(crate) async fn try_live_at(&self, path: &str) -> Result<Live, Error> {
        let mut request = format!("ws://{}{path}", self.address).into_client_request()?;
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        for (name, value) in &self.headers {
            let name: tokio_tungstenite::tungstenite::http::HeaderName = name.parse().unwrap();
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        let (stream, _) = tokio_tungstenite::connect_async(request).await?;
        Ok(Live { stream })
    }
}

fn read_answer(bytes: &[u8]) -> Answer {
    let split = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
    let head = String::from_utf8_lossy(&bytes[..split]).into_owned();
    let mut body = bytes.get(split + 4..).unwrap_or_default().to_vec();
    if head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        body = unchunk(&body);
    }
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Answer { status, head, body }
}

fn unchunk(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap().trim(), 16).unwrap();
        body.extend(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 2 + size + 2..];
        if size == 0 {
            break;
        }
    }
    body
}

/// A live connection to a game.
pub(crate) struct Live {
    pub(crate) stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Live {
    /// The next message; `None` when the connection has ended.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("a message in time");
            match frame? {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).expect("JSON")),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message of a type.
    pub(crate) async fn message(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.expect("the connection lasts");
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The next state for which something holds.
    pub(crate) async fn state(&mut self, holds: impl Fn(&Value) -> bool) -> Value {
        loop {
            let state = self.message("state").await["state"].take();
            if holds(&state) {
                return state;
            }
        }
    }

    pub(crate) async fn send(&mut self, message: Value) {
        self.send_text(&message.to_string()).await;
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        let _ = self.stream.send(Message::Text(text.into())).await;
    }

    /// Plays the first path of the tree of taps of a state.
    pub(crate) async fn play_first(&mut self, state: &Value) {
        let taps = first_taps(&state["legal"]);
        self.play(state, &taps.iter().map(String::as_str).collect::<Vec<_>>()).await;
    }

    pub(crate) async fn play(&mut self, state: &Value, taps: &[&str]) {
        self.send(json!({"type": "play", "ply": plies(state), "taps": taps})).await;
    }

    /// The code of the next error.
    pub(crate) async fn error(&mut self) -> String {
        self.message("error").await["code"].as_str().unwrap().to_owned()
    }
}

pub(crate) fn plies(state: &Value) -> usize {
    state["moves"].as_array().map_or(0, Vec::len)
}

pub(crate) fn id(state: &Value) -> String {
    state["id"].as_str().expect("an id").to_owned()
}

/// The first path of a tree of taps.
pub(crate) fn first_taps(tree: &Value) -> Vec<String> {
    let mut taps = Vec::new();
    let mut node = tree;
    while let Some((tap, below)) = node["next"].as_object().and_then(|next| next.iter().next()) {
        taps.push(tap.clone());
        node = below;
        if node["end"] == true {
            break;
        }
    }
    taps
}

pub(crate) fn machine(spec: &str) -> Value {
    json!({"kind": "machine", "spec": spec})
}

pub(crate) fn human() -> Value {
    json!({"kind": "human"})
}

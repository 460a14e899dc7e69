//! States that travel as changes are the same states, in a tenth of the bytes.

mod common;

use common::packed::{places, unpack};
use common::{Live, TestServer, Visitor, crowd, human, id, machine, plies};
use futures_util::StreamExt;
use serde_json::{Map, Value, json};
use tokio_tungstenite::tungstenite::Message;

/// A connection that counts what it hears, and keeps the state.
struct Listener {
    live: Live,
    places: Vec<String>,
    state: Value,
    bytes: usize,
}

impl Listener {
    async fn new(visitor: &Visitor, game: &str, changes: bool, places: &[String]) -> Self {
        let live = visitor.live_at(&format!("/api/games/{game}/live?changes={changes}")).await;
        let mut listener = Self { live, places: places.to_vec(), state: Value::Null, bytes: 0 };
        while listener.state.is_null() {
            listener.hear().await;
        }
        listener.bytes = 0;
        listener
    }

    async fn hear(&mut self) {
        let frame = tokio::time::timeout(common::PATIENCE, self.live.stream.next()).await.expect("in time");
        let Some(Ok(Message::Text(text))) = frame else { return };
        self.bytes += text.len();
        let mut message: Value = serde_json::from_str(&text).unwrap();
        match message["type"].as_str() {
            Some("state") => self.state = message["state"].take(),
            Some("change") => self.change(&mut message),
            _ => return,
        }
        unpack(&mut self.state["legal"], &self.places);
    }

    fn change(&mut self, message: &mut Value) {
        assert_eq!(message["since"], self.state["version"]);
        let mut state = message["state"].take();
        let mut pieces = self.state["board"]["pieces"].take();
        for changed in message["pieces"].as_array().unwrap() {
            pieces[changed[0].as_u64().unwrap() as usize] = changed[1].clone();
        }
        state["board"]["pieces"] = pieces;
        let kept = message["kept"].as_u64().unwrap() as usize;
        let mut moves = self.state["moves"].as_array().unwrap()[..kept].to_vec();
        moves.extend(state["moves"].as_array().unwrap().iter().cloned());
        state["moves"] = moves.into();
        self.state = state;
    }

    async fn until(&mut self, holds: impl Fn(&Value) -> bool) {
        while !holds(&self.state) {
            self.hear().await;
        }
    }

    /// The state without what depends on the moment.
    fn lasting(&self) -> Map<String, Value> {
        let mut state = self.state.as_object().unwrap().clone();
        state.retain(|name, _| !["seats", "watchers", "clock", "thinking"].contains(&name.as_str()));
        state
    }
}

/// Plays so many random moves, now and then takes one back, and compares the two forms after each; the bytes of both.
async fn play(server: &TestServer, game: &str, moves: usize, seed: u64) -> [usize; 2] {
    let mut ada = server.visitor();
    let places = places(&mut ada, game).await;
    let made = id(&ada.create(json!({"game": game, "seats": [human(), human()]})).await);
    let mut whole = Listener::new(&ada, &made, false, &places).await;
    let mut changes = Listener::new(&ada, &made, true, &places).await;
    let mut rng = fastrand::Rng::with_seed(seed);
    for _ in 0..moves {
        let before = whole.state["version"].as_u64().unwrap();
        let ply = plies(&whole.state);
        if ply > 0 && rng.usize(..8) == 0 {
            whole.live.send(json!({"type": "undo"})).await;
        } else {
            let taps = crowd::random_taps(&whole.state["legal"], &mut rng);
            whole.live.send(json!({"type": "play", "ply": ply, "taps": taps})).await;
        }
        for listener in [&mut whole, &mut changes] {
            listener.until(|state| state["version"].as_u64() > Some(before)).await;
        }
        assert_eq!(changes.lasting(), whole.lasting(), "{game}");
        if whole.state["status"] == "finished" {
            break;
        }
    }
    [whole.bytes, changes.bytes]
}

#[tokio::test]
async fn changes_make_the_same_states() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    for (seed, game) in ["chess", "othello", "connect4", "fox-geese", "hare-hounds"].into_iter().enumerate() {
        let [whole, changes] = play(&server, game, 50, seed as u64).await;
        assert!(2 * changes < whole, "{game}: {changes} and {whole} bytes");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_move_in_the_amazons_takes_a_tenth() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let [whole, changes] = play(&server, "amazons", 40, 7).await;
    println!("40 moves in the Amazons: {} bytes a move, {} as changes", whole / 40, changes / 40);
    assert!(10 * changes < whole, "{changes} and {whole} bytes");
    server.stop().await;
}

/// When the game ends, what the machine thought is shown of all its moves.
#[tokio::test]
async fn thoughts_come_with_the_end() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let seats = json!([machine("alphabeta:depth=2,book=off"), human()]);
    let game = id(&ada.create(json!({"game": "connect4", "seats": seats, "delay_ms": 0})).await);
    let places = places(&mut ada, "connect4").await;
    let mut changes = Listener::new(&ada, &game, true, &places).await;
    changes.until(|state| plies(state) == 1).await;
    changes.live.send(json!({"type": "resign"})).await;
    changes.until(|state| state["status"] == "finished").await;
    assert!(changes.state["moves"][0]["thought"]["nodes"].is_number(), "{}", changes.state);
    server.stop().await;
}

//! Many pages at once: players who play at random, and spectators, at many games.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;

use super::packed::{places, unpack};
use super::{Live, Visitor, crowd, human, id, machine};

const GAMES: [&str; 4] = ["chess", "othello", "amazons", "connect4"];
/// One in so many games is against a machine, the others are between two persons.
const MACHINE_EVERY: usize = 3;
/// How many connections are opened at once.
const AT_ONCE: usize = 50;
/// A game without a move for so long stands still.
const STANDSTILL: Duration = Duration::from_mins(1);

/// How many pages look at how many games, and how long players think.
pub(crate) struct Load {
    pub(crate) pages: usize,
    pub(crate) games: usize,
    pub(crate) think_ms: Range<u64>,
}

/// What the pages count together.
#[derive(Default)]
pub(crate) struct Counts {
    /// How long each move took until its player was told that it counts.
    pub(crate) acknowledged: Mutex<Vec<Duration>>,
    pub(crate) connected: AtomicUsize,
    pub(crate) messages: AtomicUsize,
    pub(crate) bytes: AtomicUsize,
    pub(crate) finished: AtomicUsize,
    pub(crate) errors: Mutex<Vec<String>>,
}

impl Counts {
    pub(crate) fn moves(&self) -> usize {
        self.acknowledged.lock().unwrap().len()
    }

    pub(crate) fn has_errors(&self) -> bool {
        !self.errors.lock().unwrap().is_empty()
    }
}

/// The pages, which go on until this is dropped.
pub(crate) struct Crowd {
    pub(crate) counts: Arc<Counts>,
    _pages: JoinSet<()>,
}

/// What all pages know.
struct Shared {
    counts: Arc<Counts>,
    places: HashMap<&'static str, Vec<String>>,
    think_ms: Range<u64>,
    connecting: Semaphore,
}

impl Load {
    /// Makes the games and opens all connections.
    pub(crate) async fn start(&self, address: &str) -> Crowd {
        let shared = Arc::new(self.shared(address).await);
        let mut pages = JoinSet::new();
        let mut current = Vec::new();
        for table in 0..self.games {
            let mut owner = Visitor::new(address);
            let first = id(&owner.create(wish(table)).await);
            let (tell, follow) = watch::channel(first);
            let page =
                |visitor, role| Page { shared: Arc::clone(&shared), visitor, table, role, current: follow.clone() };
            pages.spawn(page(owner, Role::Owner(tell)).run());
            if !is_against_machine(table) {
                let mut second = Visitor::new(address);
                second.get("/api/visitor").await;
                pages.spawn(page(second, Role::Guest).run());
            }
            current.push(follow);
        }
        for number in 0..self.pages.saturating_sub(pages.len()) {
            let table = number % self.games;
            let (visitor, current) = (Visitor::new(address), current[table].clone());
            let page = Page { shared: Arc::clone(&shared), visitor, table, role: Role::Spectator, current };
            pages.spawn(page.run());
        }
        let counts = Arc::clone(&shared.counts);
        while counts.connected.load(Ordering::Relaxed) < self.pages && !counts.has_errors() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Crowd { counts, _pages: pages }
    }

    async fn shared(&self, address: &str) -> Shared {
        let mut of_games = HashMap::new();
        for game in GAMES {
            of_games.insert(game, places(&mut Visitor::new(address), game).await);
        }
        Shared {
            counts: Arc::default(),
            places: of_games,
            think_ms: self.think_ms.clone(),
            connecting: Semaphore::new(AT_ONCE),
        }
    }
}

fn game(table: usize) -> &'static str {
    GAMES[table % GAMES.len()]
}

fn is_against_machine(table: usize) -> bool {
    table % MACHINE_EVERY == 0
}

fn wish(table: usize) -> Value {
    let other = if is_against_machine(table) { machine("medium") } else { json!({"kind": "open"}) };
    json!({"game": game(table), "seats": [human(), other], "delay_ms": 0})
}

enum Role {
    /// Plays, and makes the next game when one is over.
    Owner(watch::Sender<String>),
    /// Takes the open seat.
    Guest,
    Spectator,
}

/// One page, which goes from game to game of its table.
struct Page {
    shared: Arc<Shared>,
    visitor: Visitor,
    table: usize,
    role: Role,
    current: watch::Receiver<String>,
}

impl Page {
    async fn run(mut self) {
        loop {
            let game = self.current.borrow_and_update().clone();
            let followed = match self.role {
                Role::Spectator => self.watch(&game).await,
                Role::Owner(_) | Role::Guest => self.play(&game).await,
            };
            if let Err(why) = followed {
                let text = format!("table {}, game {game}: {why}", self.table);
                self.shared.counts.errors.lock().unwrap().push(text);
                return;
            }
            if let Role::Owner(tell) = &self.role {
                self.shared.counts.finished.fetch_add(1, Ordering::Relaxed);
                let answer = self.visitor.post("/api/games", &wish(self.table)).await;
                if answer.status != 201 {
                    let text = format!("table {}: no new game: {}", self.table, answer.text());
                    self.shared.counts.errors.lock().unwrap().push(text);
                    return;
                }
                let _ = tell.send(id(&answer.json()));
            } else if self.current.changed().await.is_err() {
                return;
            }
        }
    }

    async fn connect(&self, game: &str) -> Result<Live, String> {
        let _turn = self.shared.connecting.acquire().await.expect("it is never closed");
        let path = format!("/api/games/{game}/live?changes=true");
        let live = self.visitor.try_live_at(&path).await.map_err(|error| format!("no connection: {error}"))?;
        self.shared.counts.connected.fetch_add(1, Ordering::Relaxed);
        Ok(live)
    }

    /// The next text of the server, which is no error.
    async fn next(&self, live: &mut Live) -> Result<String, String> {
        loop {
            let frame = tokio::time::timeout(STANDSTILL, live.stream.next()).await.map_err(|_| "it stands still")?;
            match frame.ok_or("the connection has ended")?.map_err(|error| error.to_string())? {
                Message::Text(text) => {
                    self.shared.counts.messages.fetch_add(1, Ordering::Relaxed);
                    self.shared.counts.bytes.fetch_add(text.len(), Ordering::Relaxed);
                    let is_error = ["error", "machine_failed"].iter().any(|kind| text.starts_with(&kind_of(kind)));
                    return if is_error { Err(text.to_string()) } else { Ok(text.to_string()) };
                }
                Message::Close(_) => return Err("the connection is closed".into()),
                _ => {}
            }
        }
    }

    /// Looks on until the game is over. States are not read: there are too many of them.
    async fn watch(&self, game: &str) -> Result<(), String> {
        let mut live = self.connect(game).await?;
        while !self.next(&mut live).await?.contains("\"status\":\"finished\"") {}
        Ok(())
    }

    /// Plays at random until the game is over.
    async fn play(&self, game: &str) -> Result<(), String> {
        let mut live = self.connect(game).await?;
        if matches!(self.role, Role::Guest) {
            live.send(json!({"type": "join", "name": "Bob"})).await;
        }
        let mut rng = fastrand::Rng::new();
        let mut sent: Option<(usize, Instant)> = None;
        loop {
            let mut message: Value =
                serde_json::from_str(&self.next(&mut live).await?).map_err(|error| error.to_string())?;
            let Some(ply) = plies(&message) else { continue };
            if let Some((before, begin)) = sent
                && ply > before
            {
                self.shared.counts.acknowledged.lock().unwrap().push(begin.elapsed());
                sent = None;
            }
            if message["state"]["status"] == "finished" {
                return Ok(());
            }
            if sent.is_none() && !message["state"]["legal"].is_null() {
                unpack(&mut message["state"]["legal"], &self.shared.places[self::game(self.table)]);
                let taps = crowd::random_taps(&message["state"]["legal"], &mut rng);
                tokio::time::sleep(Duration::from_millis(rng.u64(self.shared.think_ms.clone()))).await;
                live.send(json!({"type": "play", "ply": ply, "taps": taps})).await;
                sent = Some((ply, Instant::now()));
            }
        }
    }
}

fn kind_of(kind: &str) -> String {
    format!("{{\"type\":\"{kind}\"")
}

/// The number of moves after a message with a state or a change.
fn plies(message: &Value) -> Option<usize> {
    let told = message["state"]["moves"].as_array()?.len();
    Some(message["kept"].as_u64().unwrap_or(0) as usize + told)
}

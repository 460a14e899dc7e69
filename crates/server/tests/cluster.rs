//! Several servers on one database: visitors are passed on, and games go on when a server ends, however it ends.
#![cfg(feature = "queue")]

mod common;

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use common::child::{self, ChildServer};
use common::services::{Nats, Postgres};
use common::{Live, TestServer, Visitor, config, crowd, human, id, machine, plies};
use quevedo_catalog::Catalog;
use quevedo_queue::Worker;
use quevedo_server::{Config, Quotas, Server};
use serde_json::{Value, json};
use tokio::process::{Child, Command};

/// Serves when this program is started as a child; does nothing otherwise.
#[test]
#[ignore = "run by other tests"]
fn child_process() {
    child::serve_if_child();
}

const WORKER_QUEUE: &str = "QUEVEDO_CHILD_WORKER_QUEUE";

/// Works when this program is started as a worker; does nothing otherwise.
#[test]
#[ignore = "run by other tests"]
fn child_worker() {
    let Ok(url) = std::env::var(WORKER_QUEUE) else { return };
    let folder = tempfile::tempdir().unwrap();
    let worker = Worker {
        catalog: Catalog::standard(),
        url,
        name: "child".into(),
        threads: 1,
        allow_engines: false,
        cache: folder.path().into(),
    };
    worker.work(Arc::new(|_| {})).unwrap();
}

fn start_worker(queue: &str) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "child_worker", "--ignored"]).env(WORKER_QUEUE, queue);
    command.stdout(std::process::Stdio::null()).kill_on_drop(true).spawn().unwrap()
}

fn file_in(data: &Path) -> String {
    format!("sqlite://{}?mode=rwc", data.join("shared.sqlite").display())
}

/// A server of this process, on a file that others use, too.
async fn one_of_several(data: &Path) -> TestServer {
    let shared = Config {
        database: Some(file_in(data)),
        cluster_address: Some("127.0.0.1".into()),
        ..config(data, Quotas::default())
    };
    TestServer::start_with(shared).await
}

fn at(visitor: &Visitor, server: &TestServer) -> Visitor {
    Visitor { address: server.address.clone(), ..visitor.clone() }
}

#[tokio::test]
async fn visitors_are_passed_on_without_noticing() {
    let data = tempfile::tempdir().unwrap();
    let (first, second) = (one_of_several(data.path()).await, one_of_several(data.path()).await);
    let mut ada = first.visitor();
    let game = id(&ada.create(json!({"game": "connect4", "seats": [human(), json!({"kind": "open"})]})).await);
    let path = format!("/api/games/{game}");
    // The cookie is good at both, and both say the same.
    let mut ada_there = at(&ada, &second);
    assert_eq!(ada_there.get(&path).await.json(), ada.get(&path).await.json());
    assert_eq!(ada_there.get(&path).await.header("set-cookie"), None);
    // Somebody new joins at the second server, and keeps the cookie that this one has given.
    let mut bob = second.visitor();
    assert_eq!(bob.get("/api/visitor").await.status, 200);
    let (mut here, mut there) = (ada.live(&game).await, bob.live(&game).await);
    there.send(json!({"type": "join", "name": "Bob"})).await;
    let may_move = |state: &Value, ply: usize| plies(state) == ply && !state["legal"].is_null();
    for ply in [0, 2, 4] {
        let state = here.state(|state| may_move(state, ply)).await;
        here.play_first(&state).await;
        let state = there.state(|state| may_move(state, ply + 1)).await;
        there.play_first(&state).await;
    }
    here.state(|state| plies(state) == 6).await;
    assert_eq!(ada_there.live(&game).await.state(|_| true).await["can"]["move"], true, "she moves wherever she is");
    there.send(json!({"type": "resign"})).await;
    here.state(|state| state["status"] == "finished").await;
    // What changes something is passed on as well, once.
    let next = id(&bob.post(&format!("{path}/rematch"), &json!({})).await.json());
    assert_eq!(id(&ada.post(&format!("{path}/rematch"), &json!({})).await.json()), next);
    let refused = bob.post(&format!("{path}/review/0"), &json!({"nonsense": 1})).await;
    assert!((400..500).contains(&refused.status), "{}", refused.text());
    let missing = at(&ada, &second).with("accept-language", "es").get("/api/games/none").await;
    assert_eq!((missing.status, missing.json()["message"].as_str()), (404, Some("No existe esa partida.")));
    let figures = second.visitor().get("/metrics").await;
    let forwarded = figures.text().lines().find_map(|line| line.strip_prefix("quevedo_forwarded_total ")).unwrap();
    assert!(forwarded.parse::<u64>().unwrap() >= 6, "{forwarded}");
    first.stop().await;
    second.stop().await;
}

#[tokio::test]
async fn nobody_passes_for_a_server() {
    let data = tempfile::tempdir().unwrap();
    let (first, second) = (one_of_several(data.path()).await, one_of_several(data.path()).await);
    let mut ada = first.visitor();
    let game = id(&ada.create(json!({"game": "connect4", "seats": [human(), human()]})).await);
    let path = format!("/api/games/{game}");
    let owner = ada.get("/api/visitor").await;
    assert_eq!(owner.status, 200);
    // Eve claims to be others, without the secret of the servers: at the server of the game and at the other one.
    for server in [&first, &second] {
        for secret in ["", "secret"] {
            let mut eve = server.visitor().with("x-quevedo-cluster", secret).with("x-quevedo-visitor", "ada");
            let state = eve.get(&path).await;
            assert_eq!((state.status, &state.json()["can"]["move"]), (200, &json!(false)));
            assert!(eve.cookie.is_some(), "she is somebody new");
        }
    }
    first.stop().await;
    second.stop().await;
}

#[tokio::test]
async fn a_server_alone_keeps_away_from_several() {
    let data = tempfile::tempdir().unwrap();
    let several = one_of_several(data.path()).await;
    let alone = Config { database: Some(file_in(data.path())), ..config(data.path(), Quotas::default()) };
    let refused = Server::start(&alone).await.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused.contains("--cluster-address"), "{refused}");
    several.stop().await;
    TestServer::start_with(alone).await.stop().await;
}

#[tokio::test]
async fn a_server_that_closes_hands_its_games_over() {
    let data = tempfile::tempdir().unwrap();
    let (first, second) = (one_of_several(data.path()).await, one_of_several(data.path()).await);
    let mut ada = first.visitor();
    let clock = json!({"base_ms": 600_000, "increment_ms": 0});
    let wish = json!({"game": "chess", "seats": [human(), human()], "clock": clock, "moves": ["e2e4", "e7e5"]});
    let game = id(&ada.create(wish).await);
    let seats = json!([machine("random:seed=1"), machine("random:seed=2")]);
    let machines = id(&ada.create(json!({"game": "amazons", "seats": seats, "delay_ms": 100})).await);
    let cup = cup(&mut ada).await;
    ada.address.clone_from(&second.address);
    let before = ada.live(&machines).await.state(|state| plies(state) > 1).await;
    let begin = Instant::now();
    first.stop().await;
    // Nobody has to ask for it: the machines play on.
    let mut live = ada.live(&machines).await;
    let after = live.state(|_| true).await;
    live.state(|state| plies(state) > plies(&before) + 3).await;
    let texts =
        |state: &Value| state["moves"].as_array().unwrap().iter().map(|mv| mv["text"].clone()).collect::<Vec<_>>();
    assert!(texts(&after).starts_with(&texts(&before)));
    let mut live = ada.live(&game).await;
    let state = live.state(|_| true).await;
    let left = state["clock"]["left_ms"][0].as_u64().unwrap();
    assert!(u128::from(left) + begin.elapsed().as_millis() + 5_000 >= 600_000, "{left}");
    live.play(&state, &["d2", "d4"]).await;
    live.state(|state| plies(state) == 3).await;
    while ada.get(&format!("/api/tournaments/{cup}")).await.json()["status"] != "finished" {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    second.stop().await;
}

/// A tournament that takes a few seconds.
async fn cup(ada: &mut Visitor) -> String {
    let players = json!([{"spec": "alphabeta:nodes=3000"}, {"spec": "alphabeta:nodes=2000"}]);
    let cup = json!({"game": "othello", "format": "round-robin", "players": players, "games": 8, "seed": 1,
                     "openings": {"kind": "random", "plies": 4}});
    id(&ada.post("/api/tournaments", &cup).await.json())
}

/// Servers and workers on one database, and what their visitors see.
struct Fleet {
    data: tempfile::TempDir,
    database: String,
    nats: Nats,
    servers: Vec<ChildServer>,
    workers: Vec<Child>,
    world: Arc<World>,
    /// `None` where the database is a file.
    postgres: Option<Postgres>,
}

/// What the pages know.
#[derive(Default)]
struct World {
    /// The servers that live, as a balancer knows them.
    addresses: Mutex<Vec<String>>,
    games: Mutex<HashMap<String, Seen>>,
    reconnects: AtomicUsize,
    over: AtomicBool,
}

/// What was acknowledged of a game.
#[derive(Clone, Default)]
struct Seen {
    moves: Vec<String>,
    finished: bool,
}

impl World {
    fn addresses(&self) -> MutexGuard<'_, Vec<String>> {
        self.addresses.lock().unwrap()
    }

    fn seen(&self, game: &str) -> Seen {
        self.games.lock().unwrap().get(game).cloned().unwrap_or_default()
    }

    /// Notes a state. `before` was acknowledged before this state was asked for, and must be in it.
    fn note(&self, game: &str, state: &Value, before: &[String]) {
        let texts = crowd::texts(state);
        assert!(texts.starts_with(before), "{game}: a move is missing: {texts:?} after {before:?}");
        let mut games = self.games.lock().unwrap();
        let seen = games.entry(game.to_owned()).or_default();
        seen.finished |= state["status"] == "finished";
        if texts.len() > seen.moves.len() {
            seen.moves = texts;
        }
    }
}

/// A page: plays at random where it may, and connects again as the real one does, to whichever server lives.
struct Page {
    world: Arc<World>,
    visitor: Visitor,
    game: String,
    /// Where the balancer sends it.
    number: usize,
    joins: bool,
    rng: fastrand::Rng,
}

impl Page {
    async fn run(mut self) {
        let mut wait = Duration::from_millis(300);
        let mut has_been_connected = false;
        while !self.world.over.load(Ordering::Relaxed) && !self.world.seen(&self.game).finished {
            let before = self.world.seen(&self.game).moves;
            let address = {
                let addresses = self.world.addresses();
                addresses[self.number % addresses.len()].clone()
            };
            let visitor = Visitor { address, ..self.visitor.clone() };
            if let Ok(live) = visitor.try_live(&self.game).await {
                let again = std::mem::replace(&mut has_been_connected, true);
                self.world.reconnects.fetch_add(usize::from(again), Ordering::Relaxed);
                wait = Duration::from_millis(300);
                self.follow(live, before).await;
            }
            tokio::time::sleep(wait).await;
            wait = (2 * wait).min(Duration::from_secs(8));
        }
    }

    /// Plays until the connection ends.
    async fn follow(&mut self, mut live: Live, mut before: Vec<String>) {
        let mut played = None;
        if std::mem::take(&mut self.joins) {
            live.send(json!({"type": "join", "name": "Bob"})).await;
        }
        while let Some(mut message) = live.next().await {
            if message["type"] == "error" {
                let code = message["code"].as_str().unwrap();
                assert!(["restarting", "elsewhere", "unavailable"].contains(&code), "{message}");
            }
            if message["type"] != "state" {
                continue;
            }
            let state = message["state"].take();
            self.world.note(&self.game, &state, &before);
            before = crowd::texts(&state);
            if state["status"] == "finished" || self.world.over.load(Ordering::Relaxed) {
                return;
            }
            let ply = plies(&state);
            if !state["legal"].is_null() && played.replace(ply) != Some(ply) {
                tokio::time::sleep(Duration::from_millis(150)).await;
                let taps = crowd::random_taps(&state["legal"], &mut self.rng);
                live.send(json!({"type": "play", "ply": ply, "taps": taps})).await;
            }
        }
    }
}

/// What came of the end of a server.
#[derive(Debug)]
struct Gap {
    /// Until every game had another move, or was over.
    longest: Duration,
    /// Games that had to go on.
    games: usize,
}

impl Fleet {
    async fn start() -> Self {
        let data = tempfile::tempdir().unwrap();
        let postgres = Postgres::start();
        let database = postgres.as_ref().map_or_else(|| file_in(data.path()), |postgres| postgres.url.clone());
        let nats = Nats::start();
        let workers = vec![start_worker(&nats.url), start_worker(&nats.url)];
        let mut fleet = Self { data, database, nats, servers: Vec::new(), workers, world: Arc::default(), postgres };
        fleet.start_server().await;
        fleet.start_server().await;
        fleet
    }

    async fn start_server(&mut self) {
        let server = ChildServer::start_among_others(self.data.path(), &self.database, Some(&self.nats.url)).await;
        self.world.addresses().push(server.address.clone());
        self.servers.push(server);
    }

    /// Takes a server out; it still runs.
    fn take_server(&mut self, index: usize) -> ChildServer {
        let server = self.servers.remove(index);
        self.world.addresses().retain(|address| *address != server.address);
        server
    }

    /// Begins games: every other one of two machines, the others of two persons at two servers. Two pages each.
    async fn begin(&self, games: usize, seed: u64) {
        let mut rng = fastrand::Rng::with_seed(seed);
        for number in 0..games {
            let game = ["chess", "othello", "amazons:6x6", "fox-geese"][number / 2 % 4];
            let address = self.servers[number / 2 % self.servers.len()].address.clone();
            let mut ada = Visitor::new(&address);
            let is_played = number % 2 == 1;
            let wish = if is_played {
                json!({"game": game, "seats": [human(), json!({"kind": "open"})]})
            } else {
                let spec = format!("easy:seed={}", rng.u32(..));
                json!({"game": game, "seats": [machine(&spec), machine("random")], "delay_ms": 150})
            };
            let game = id(&ada.create(wish).await);
            self.world.games.lock().unwrap().insert(game.clone(), Seen::default());
            let mut bob = Visitor::new(&address);
            assert_eq!(bob.get("/api/visitor").await.status, 200);
            for (number, visitor) in [(0, ada), (1, bob)] {
                let (world, game) = (Arc::clone(&self.world), game.clone());
                let joins = is_played && number == 1;
                let page = Page { world, visitor, game, number, joins, rng: fastrand::Rng::with_seed(rng.u64(..)) };
                tokio::spawn(page.run());
            }
        }
    }

    /// Waits until every game that was not over has gone on.
    async fn all_go_on(&self) -> Gap {
        let begin = Instant::now();
        let before = self.world.games.lock().unwrap().clone();
        let mut waiting: Vec<&String> =
            before.iter().filter(|(_, seen)| !seen.finished).map(|(game, _)| game).collect();
        let games = waiting.len();
        while !waiting.is_empty() {
            assert!(begin.elapsed() < Duration::from_mins(1), "these games stand still: {waiting:?}");
            tokio::time::sleep(Duration::from_millis(50)).await;
            waiting.retain(|game| {
                let now = self.world.seen(game);
                !now.finished && now.moves.len() <= before[*game].moves.len()
            });
        }
        Gap { longest: begin.elapsed(), games }
    }

    /// Ends the pages; looks whether the survivors know all that was acknowledged, and at everything that is stored.
    async fn check(self) -> (usize, usize) {
        self.world.over.store(true, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_secs(1)).await;
        let games = self.world.games.lock().unwrap().clone();
        let mut acknowledged = 0;
        for server in &self.servers {
            let mut anybody = Visitor::new(&server.address);
            acknowledged = 0;
            for (game, seen) in &games {
                let state = anybody.get(&format!("/api/games/{game}")).await;
                assert_eq!(state.status, 200, "{}", state.text());
                assert!(crowd::texts(&state.json()).starts_with(&seen.moves), "{game}: a move is missing");
                acknowledged += seen.moves.len();
            }
        }
        let reconnects = self.world.reconnects.load(Ordering::Relaxed);
        let database = self.database.clone();
        let place = if database.starts_with("sqlite:") { None } else { Some(database) };
        for server in self.servers {
            server.terminate().await;
        }
        if let Some(place) = place {
            let look = move || quevedo_server::examine(&Catalog::standard(), &place);
            let findings = tokio::task::spawn_blocking(look).await.unwrap();
            assert!(findings.iter().all(|finding| finding.problems.is_empty()), "{findings:?}");
        }
        (acknowledged, reconnects)
    }
}

/// On a database server where there is one, otherwise on a file.
#[tokio::test]
async fn games_go_on_when_a_server_and_a_worker_are_killed() {
    let mut fleet = Fleet::start().await;
    fleet.begin(6, 3).await;
    fleet.all_go_on().await;
    fleet.take_server(0).kill().await;
    fleet.workers.remove(0).kill().await.unwrap();
    fleet.all_go_on().await;
    let (acknowledged, _) = fleet.check().await;
    assert!(acknowledged > 10, "{acknowledged}");
}

#[tokio::test]
#[ignore = "takes minutes: by `cargo xtask soak --only cluster`"]
async fn two_servers_and_two_workers_lose_nothing() {
    let mut fleet = Fleet::start().await;
    assert!(fleet.postgres.is_some(), "this needs PostgreSQL");
    fleet.begin(50, 2026).await;
    fleet.all_go_on().await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    let server = fleet.take_server(0);
    let worker = fleet.workers.remove(0);
    kill_both(server, worker).await;
    let killed = fleet.all_go_on().await;
    // A new version takes the place of the old one, and of the other one.
    fleet.start_server().await;
    fleet.workers.push(start_worker(&fleet.nats.url));
    let old = fleet.take_server(0);
    old.terminate().await;
    let replaced = fleet.all_go_on().await;
    let (acknowledged, reconnects) = fleet.check().await;
    println!(
        "cluster: 2 servers and 2 workers, 50 games: kill -9 of a server and a worker: all {} games that were not over went on \
         within {:.1?}; a server replaced: {} games within {:.1?}; {acknowledged} acknowledged moves, none lost; pages connected \
         again {reconnects} times",
        killed.games, killed.longest, replaced.games, replaced.longest,
    );
    assert!(killed.longest < Duration::from_secs(10), "{killed:?}");
    assert!(reconnects > 0);
}

async fn kill_both(server: ChildServer, mut worker: Child) {
    let ((), killed) = tokio::join!(server.kill(), worker.kill());
    killed.unwrap();
}

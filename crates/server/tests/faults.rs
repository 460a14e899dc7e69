//! A machine that panics while it thinks: the players are told, it tries again, and no game hangs.

mod common;

use std::sync::atomic::{AtomicU32, Ordering};

use common::{Live, TestServer, Visitor, config, human, id, machine, plies};
use quevedo_catalog::{Catalog, entry};
use quevedo_core::compose::{Compose, PalettePiece, Setup};
use quevedo_core::view::{About, Board, Shape, Text, View};
use quevedo_core::{
    Evaluator, Game, HasEvaluators, MoveError, NamedEvaluator, Notation, Outcome, Planes, PositionError, Reason, Score,
    SearchParams, Side, Tactics, Term,
};
use quevedo_server::{Config, Quotas};
use quevedo_solve::Solvable;
use serde_json::{Value, json};
use tic_tac_toe::TicTacToe;

/// How often the evaluator still panics.
static PANICS: AtomicU32 = AtomicU32::new(0);
/// How often a move still panics.
static MOVE_PANICS: AtomicU32 = AtomicU32::new(0);
/// The tests share them.
static ALONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// Tic-tac-toe with an evaluator that panics on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Faulty(TicTacToe);

#[derive(Clone, Copy, Debug)]
struct Panics;

impl Evaluator<Faulty> for Panics {
    fn evaluate(&self, _: &Faulty) -> Score {
        let left = PANICS.try_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        assert!(left.is_err(), "an evaluator fails in this test");
        0
    }

    fn each_term(&self, _: &Faulty, _: &mut dyn FnMut(Term)) {}
}

impl Game for Faulty {
    type Move = u8;

    fn start() -> Self {
        Self(TicTacToe::start())
    }

    fn turn(&self) -> Side {
        self.0.turn()
    }

    fn each_move(&self, visit: impl FnMut(u8)) {
        self.0.each_move(visit);
    }

    fn play(&mut self, square: u8) {
        let left = MOVE_PANICS.try_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        assert!(left.is_err(), "a move fails in this test");
        self.0.play(square);
    }

    fn ended(&self) -> Option<Outcome> {
        self.0.ended()
    }

    fn stuck(&self) -> Outcome {
        self.0.stuck()
    }

    fn hash(&self) -> u64 {
        self.0.hash()
    }

    fn hash_from_scratch(&self) -> u64 {
        self.0.hash_from_scratch()
    }
}

impl Notation for Faulty {
    fn parse(text: &str) -> Result<Self, PositionError> {
        TicTacToe::parse(text).map(Self)
    }

    fn show(&self) -> String {
        self.0.show()
    }

    fn parse_move(&self, text: &str) -> Result<u8, MoveError> {
        self.0.parse_move(text)
    }

    fn show_move(&self, square: u8) -> String {
        self.0.show_move(square)
    }
}

impl Compose for Faulty {
    fn palette() -> Vec<PalettePiece> {
        TicTacToe::palette()
    }

    fn setup_text(setup: &Setup) -> String {
        TicTacToe::setup_text(setup)
    }
}

impl View for Faulty {
    const ABOUT: About = About::new(
        "faulty",
        Text::new("Faulty", "Defectuoso"),
        [Text::new("Crosses", "Cruces"), Text::new("Noughts", "Círculos")],
        Text::new("As tic-tac-toe.", "Como el tres en raya."),
    );
    const REASONS: &'static [&'static Reason] = TicTacToe::REASONS;

    fn shape() -> Shape {
        TicTacToe::shape()
    }

    fn board(&self) -> Board {
        self.0.board()
    }

    fn taps(&self, square: u8) -> Vec<String> {
        self.0.taps(square)
    }
}

impl HasEvaluators for Faulty {
    type Eval = Panics;
    const EVALUATORS: &'static [NamedEvaluator<Panics>] =
        &[NamedEvaluator { name: "panics", meaning: Text::new("nothing", "nada"), evaluator: Panics }];
}

impl Tactics for Faulty {
    const PARAMS: SearchParams = TicTacToe::PARAMS;
    const HISTORY_KEYS: usize = TicTacToe::HISTORY_KEYS;

    fn history_keys(&self, square: u8) -> [usize; 2] {
        self.0.history_keys(square)
    }
}

impl Planes for Faulty {
    const WIDTH: usize = 3;
    const HEIGHT: usize = 3;
    const PIECES: &'static str = "XO";
    type PlaneSet = [u128; 2];
    type Steps = [u8; 1];
}

impl Solvable for Faulty {}

/// A server with the faulty game, and a game of it against a machine that has just begun to think.
async fn begin(data: &std::path::Path, panics: u32) -> (TestServer, Visitor, Live, String) {
    let catalog = Catalog::standard().with(entry::<Faulty>());
    let server = TestServer::start_with(Config { catalog, ..config(data, Quotas::default()) }).await;
    let mut ada = server.visitor();
    let seats = json!([human(), machine("alphabeta:depth=2")]);
    let game = id(&ada.create(json!({"game": "faulty", "seats": seats, "delay_ms": 0})).await);
    let mut live = ada.live(&game).await;
    let state = live.state(|_| true).await;
    PANICS.store(panics, Ordering::SeqCst);
    live.play(&state, &["b2"]).await;
    (server, ada, live, game)
}

/// The codes of what the machine's failures came to, until the game has so many moves.
async fn failures(live: &mut Live, moves: usize) -> Vec<String> {
    let mut codes = Vec::new();
    loop {
        let message = live.next().await.expect("the connection lasts");
        if message["type"] == "machine_failed" {
            codes.push(message["code"].as_str().unwrap_or_default().to_owned());
        }
        if message["type"] == "state" && plies(&message["state"]) == moves {
            return codes;
        }
    }
}

/// Plays on to the end of the game.
async fn finish(live: &mut Live, visitor: &mut Visitor, game: &str) -> Value {
    loop {
        let state = visitor.get(&format!("/api/games/{game}")).await.json();
        if state["status"] == "finished" {
            return state;
        }
        if state["legal"].is_null() {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        } else {
            live.play_first(&state).await;
            let moves = plies(&state);
            live.state(|state| plies(state) > moves || state["status"] == "finished").await;
        }
    }
}

#[tokio::test]
async fn a_machine_that_panics_once_tries_again() {
    let _alone = ALONE.lock().await;
    let data = tempfile::tempdir().unwrap();
    let (server, mut ada, mut live, game) = begin(data.path(), 1).await;
    assert_eq!(failures(&mut live, 2).await, ["machine_tries_again"]);
    let state = finish(&mut live, &mut ada, &game).await;
    assert!(state["outcome"]["reason"].is_string(), "{state}");
    server.stop().await;
}

#[tokio::test]
async fn a_machine_that_always_panics_still_plays() {
    let _alone = ALONE.lock().await;
    let data = tempfile::tempdir().unwrap();
    let (server, mut ada, mut live, game) = begin(data.path(), u32::MAX).await;
    let all = ["machine_tries_again", "machine_tries_again", "machine_plays_any"];
    assert_eq!(failures(&mut live, 2).await, all);
    let state = finish(&mut live, &mut ada, &game).await;
    assert!(state["outcome"]["reason"].is_string(), "{state}");
    // A hint fails as well; the server answers all else.
    let line = json!({"line": {"game": "faulty"}, "spec": "alphabeta:depth=2"});
    assert_eq!(ada.post("/api/analysis/engine", &line).await.status, 200);
    assert_eq!(ada.get("/api/visitor").await.status, 200);
    PANICS.store(0, Ordering::SeqCst);
    server.stop().await;
}

/// The room of a game panics with the move in its hands: it is opened again, and the move is made.
#[tokio::test]
async fn a_room_that_panics_is_opened_again() {
    let _alone = ALONE.lock().await;
    let data = tempfile::tempdir().unwrap();
    let catalog = Catalog::standard().with(entry::<Faulty>());
    let server = TestServer::start_with(Config { catalog, ..config(data.path(), Quotas::default()) }).await;
    let mut ada = server.visitor();
    let game = id(&ada.create(json!({"game": "faulty", "seats": [human(), human()]})).await);
    let mut live = ada.live(&game).await;
    let state = live.state(|_| true).await;
    MOVE_PANICS.store(1, Ordering::SeqCst);
    live.play(&state, &["b2"]).await;
    let state = live.state(|state| plies(state) == 1).await;
    assert_eq!(MOVE_PANICS.load(Ordering::SeqCst), 0);
    live.play(&state, &["a1"]).await;
    live.state(|state| plies(state) == 2).await;
    assert_eq!(plies(&ada.get(&format!("/api/games/{game}")).await.json()), 2);
    server.stop().await;
}

/// A request that panics is answered, and the next one too.
#[tokio::test]
async fn a_request_that_panics_is_answered() {
    let _alone = ALONE.lock().await;
    let data = tempfile::tempdir().unwrap();
    let catalog = Catalog::standard().with(entry::<Faulty>());
    let server = TestServer::start_with(Config { catalog, ..config(data.path(), Quotas::default()) }).await;
    let mut ada = server.visitor();
    let start = json!({"game": "faulty", "position": TicTacToe::start().show()});
    PANICS.store(1, Ordering::SeqCst);
    let failed = ada.post("/api/evaluate", &start).await;
    assert_eq!((failed.status, failed.code().as_str()), (500, "internal"), "{}", failed.text());
    assert_eq!(ada.post("/api/evaluate", &start).await.status, 200);
    server.stop().await;
}

/// A tournament whose player panics fails, and nothing else does.
#[tokio::test]
async fn a_tournament_that_panics_fails_alone() {
    let _alone = ALONE.lock().await;
    let data = tempfile::tempdir().unwrap();
    let catalog = Catalog::standard().with(entry::<Faulty>());
    let server = TestServer::start_with(Config { catalog, ..config(data.path(), Quotas::default()) }).await;
    let mut ada = server.visitor();
    PANICS.store(u32::MAX, Ordering::SeqCst);
    let players = json!([{"spec": "alphabeta:depth=2"}, {"spec": "random"}]);
    let cup = json!({"game": "faulty", "format": "round-robin", "players": players, "games": 2, "seed": 1,
                     "openings": {"kind": "random", "plies": 2}});
    let made = ada.post("/api/tournaments", &cup).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let cup = id(&made.json());
    let mut watched = ada.live_at(&format!("/api/tournaments/{cup}/live")).await;
    let state = loop {
        let state = watched.message("state").await["state"].take();
        if state["status"] != "running" {
            break state;
        }
    };
    PANICS.store(0, Ordering::SeqCst);
    assert_eq!(state["status"], "failed", "{state}");
    assert_eq!(ada.post("/api/games", &json!({"game": "faulty", "seats": [human(), human()]})).await.status, 201);
    server.stop().await;
}

//! A Spanish visitor sees no English sentence: every refusal that the API can give is asked for in both languages.

mod common;

use std::collections::BTreeSet;

use common::{Live, TestServer, Visitor, config, human, id, machine};
use quevedo_catalog::Catalog;
use quevedo_server::Quotas;
use serde_json::{Value, json};

/// Words of English sentences that are no words of Spanish.
const ENGLISH: &[&str] = &[
    "an",
    "and",
    "are",
    "at",
    "be",
    "but",
    "cannot",
    "could",
    "does",
    "file",
    "for",
    "game",
    "games",
    "has",
    "have",
    "here",
    "if",
    "is",
    "it",
    "least",
    "legal move",
    "most",
    "move",
    "moves",
    "must",
    "name",
    "needs",
    "not",
    "of",
    "on",
    "one",
    "only",
    "or",
    "player",
    "players",
    "position",
    "square",
    "than",
    "that",
    "the",
    "there",
    "this",
    "to",
    "too",
    "unknown",
    "where",
    "while",
    "with",
    "you",
    "your",
];

/// The same visitor in two languages.
struct Bilingual {
    en: Visitor,
    es: Visitor,
    /// The codes of the refusals.
    codes: BTreeSet<String>,
}

impl Bilingual {
    async fn new(server: &TestServer) -> Self {
        let mut visitor = server.visitor();
        visitor.get("/api/visitor").await;
        let [en, es] = ["en", "es"].map(|language| visitor.with("accept-language", language));
        Self { en, es, codes: BTreeSet::new() }
    }

    fn check(&mut self, what: &str, en: &Value, es: &Value) {
        let code = en["code"].as_str().unwrap_or_else(|| panic!("{what}: not refused: {en}"));
        assert_eq!(code, es["code"], "{what}");
        assert_eq!(en["args"], es["args"], "{what}");
        let [english, spanish] = [en, es].map(|answer| answer["message"].as_str().expect("a message"));
        assert_ne!(english, spanish, "{what}");
        if let Some(word) = english_word(spanish) {
            panic!("{what}: `{word}` in `{spanish}`");
        }
        self.codes.insert(code.to_owned());
    }

    async fn request(&mut self, method: &str, path: &str, body: &[u8]) {
        let en = self.en.request(method, path, body).await;
        let es = self.es.request(method, path, body).await;
        let what = format!("{method} {path} {}", String::from_utf8_lossy(&body[..body.len().min(200)]));
        assert!(en.status >= 400 && en.status == es.status, "{what}: {}", en.text());
        self.check(&what, &en.json(), &es.json());
    }

    async fn get(&mut self, path: &str) {
        self.request("GET", path, b"").await;
    }

    async fn post(&mut self, path: &str, body: Value) {
        self.request("POST", path, body.to_string().as_bytes()).await;
    }

    async fn lines(&self, game: &str) -> [Live; 2] {
        let line = async |language| self.en.live_at(&format!("/api/games/{game}/live?language={language}")).await;
        [line("en").await, line("es").await]
    }

    async fn refuse_message(&mut self, lines: &mut [Live; 2], message: Value) {
        let [en, es] = lines;
        en.send(message.clone()).await;
        es.send(message.clone()).await;
        let (en, es) = (en.message("error").await, es.message("error").await);
        self.check(&message.to_string(), &en, &es);
    }

    fn has(&self, codes: &[&str]) {
        let missing: Vec<_> = codes.iter().filter(|code| !self.codes.contains(**code)).collect();
        assert!(missing.is_empty(), "not provoked: {missing:?}; provoked: {:?}", self.codes);
    }
}

/// The first English word of a text, without what stands in backticks.
fn english_word(text: &str) -> Option<&str> {
    let outside = text.split('`').step_by(2);
    outside.flat_map(|part| part.split(|c: char| !c.is_alphabetic())).find(|word| ENGLISH.contains(word))
}

#[test]
fn english_words_are_found_outside_of_backticks() {
    assert_eq!(english_word("error en `the board`: falta una fila"), None);
    assert_eq!(english_word("error en the board"), Some("the"));
}

#[tokio::test]
async fn requests_are_refused_in_the_language_of_the_visitor() {
    let data = tempfile::tempdir().unwrap();
    let quotas = Quotas { games_burst: 1e6, ..Quotas::default() };
    let server = TestServer::start_with(config(data.path(), quotas)).await;
    let mut ada = Bilingual::new(&server).await;
    for path in [
        "/api/nothing",
        "/api/games/nothing",
        "/api/games/nothing/boards",
        "/api/games/x/live",
        "/api/games?status=lost",
        "/api/games?page=x",
        "/api/tournaments/nothing",
        "/api/tournaments/nothing/files/report.md",
        "/api/tournaments/nothing/files/secrets.txt",
        "/api/rules/go",
        "/api/docs/nothing",
    ] {
        ada.get(path).await;
    }
    ada.request("DELETE", "/api/games", b"").await;
    ada.request("POST", "/api/games", b"{\"game\":").await;
    ada.request("POST", "/api/games", &vec![b' '; 100_000]).await;
    let easy = || json!([machine("easy"), machine("easy")]);
    for wish in [
        json!({"game": "go", "seats": easy()}),
        json!({"game": "chess"}),
        json!({"game": "chess", "seats": [human()]}),
        json!({"game": "chess", "seats": easy(), "colour": "red"}),
        json!({"game": "chess", "seats": easy(), "clock": {"base_ms": 1}}),
        json!({"game": "chess", "seats": easy(), "position": " ".repeat(1000)}),
        json!({"game": "chess", "seats": easy(), "moves": ["f3", "e5", "g4", "Qh4"]}),
        json!({"game": "othello", "seats": easy(), "position": format!("{} X", "X".repeat(64))}),
    ] {
        ada.post("/api/games", wish).await;
    }
    let (en, es) = (ada.en.clone(), ada.es.clone());
    let origin = |visitor: &Visitor| visitor.with("origin", "http://elsewhere.example");
    (ada.en, ada.es) = (origin(&en), origin(&es));
    ada.post("/api/games", json!({})).await;
    ada.has(&[
        "not_found",
        "no_such_game",
        "no_such_tournament",
        "no_websocket",
        "bad_status",
        "bad_query",
        "method_not_allowed",
        "bad_json",
        "bad_fields",
        "bad_field",
        "too_large",
        "unknown_game",
        "bad_clock",
        "over_at_start",
        "foreign_origin",
    ]);
    server.stop().await;
}

/// Texts that are no positions: the start with one letter more, less, or other.
fn bad_positions(start: &str) -> Vec<String> {
    let mut texts = vec![String::new(), "x".into(), format!("{start} x"), format!("9{start}"), start.replace(' ', "")];
    for index in (0..start.len()).step_by(3) {
        let (before, after) = (&start[..index], &start[index + 1..]);
        texts.extend([format!("{before}{after}"), format!("{before}?{after}"), format!("{before}/{after}")]);
    }
    texts
}

#[tokio::test]
async fn positions_and_moves_of_every_game_are_refused_in_the_language_of_the_visitor() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = Bilingual::new(&server).await;
    let catalog = Catalog::standard();
    let mut refused = 0;
    for game in catalog.games() {
        for position in bad_positions(&game.start_text()) {
            if game.session(Some(&position)).is_err() {
                ada.post("/api/position", json!({"game": game.id(), "position": position})).await;
                refused += 1;
            }
        }
        let seats = json!([machine("easy"), machine("easy")]);
        for mv in ["", "?", "a1", "a1a1", "z9z9", "h8", "99", "e2e5", "pass", "O-O", "d4xe5", "a1-a2/a3"] {
            if game.session(None).unwrap().play(mv).is_err() {
                ada.post("/api/games", json!({"game": game.id(), "moves": [mv], "seats": seats})).await;
                refused += 1;
            }
        }
    }
    assert!(refused > 100, "{refused}");
    ada.has(&["bad_position", "bad_move", "illegal_move"]);
    server.stop().await;
}

#[tokio::test]
async fn players_are_refused_in_the_language_of_the_visitor() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = Bilingual::new(&server).await;
    let long = "x".repeat(1000);
    for spec in [
        "clever",
        "human",
        "uci:cmd=/bin/sh",
        "nboard:cmd=/bin/sh",
        "alphabeta:colour=red",
        "random:depth=3",
        "alphabeta:depth",
        "alphabeta:depth=3,depth=4",
        "alphabeta:depth=none",
        "alphabeta:time=soon",
        "alphabeta:tt=perhaps",
        "alphabeta:eval=nobody",
        "alphabeta:eval=/etc/passwd",
        "alphabeta:eval=\"mine.qnet",
        "alphabeta:eval=\"a\"b",
        "alphabeta:table=/etc/passwd",
        "alphabeta:hash=65",
        "alphabeta:threads=3",
        "alphabeta:time=31s",
        "mcts:tree=100000000",
        "mcts:policy=best",
        "mcts:c=1000",
        "mcts:split=on",
        "mcts:batch=8",
        "max:effort=7",
        "minimax",
        "level=11",
        &long,
    ] {
        ada.post("/api/spec", json!({"game": "chess", "spec": spec})).await;
    }
    let start = Catalog::standard().find("chess").unwrap().start_text();
    for eval in ["nobody", "/dev/zero"] {
        ada.post("/api/evaluate", json!({"game": "chess", "position": start, "eval": eval})).await;
        let state = ada.en.create(json!({"game": "chess", "seats": [human(), human()]})).await;
        ada.get(&format!("/api/games/{}/graph?eval={eval}", id(&state))).await;
    }
    ada.has(&[
        "unknown_player",
        "person_player",
        "external_player",
        "unknown_key",
        "not_a_pair",
        "key_twice",
        "bad_value",
        "open_quote",
        "after_quote",
        "missing_key",
    ]);
    server.stop().await;
}

#[tokio::test]
async fn live_messages_are_refused_in_the_language_of_the_page() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = Bilingual::new(&server).await;
    let play = |taps: [&str; 2]| json!({"type": "play", "ply": 0, "taps": taps});
    let own = id(&ada.en.create(json!({"game": "chess", "seats": [human(), human()]})).await);
    let mut lines = ada.lines(&own).await;
    for message in [
        play(["e2", "e5"]),
        json!({"type": "play", "ply": 4, "taps": ["e2", "e4"]}),
        json!({"type": "undo"}),
        json!({"type": "pause"}),
        json!({"type": "step"}),
        json!({"type": "join"}),
        json!({"type": "dance"}),
        json!({"type": "draw", "answer": "decline"}),
        json!({"type": "analyse", "ply": 9}),
        json!({"type": "analyse", "ply": 0, "spec": "clever"}),
    ] {
        ada.refuse_message(&mut lines, message).await;
    }
    lines[0].send(json!({"type": "resign"})).await;
    for line in &mut lines {
        line.state(|state| state["status"] == "finished").await;
    }
    ada.refuse_message(&mut lines, play(["e2", "e4"])).await;
    let other = id(&server.visitor().create(json!({"game": "chess", "seats": [human(), human()]})).await);
    let mut lines = ada.lines(&other).await;
    for message in [play(["e2", "e4"]), json!({"type": "hint"})] {
        ada.refuse_message(&mut lines, message).await;
    }
    ada.post(&format!("/api/games/{other}/rematch"), json!({})).await;
    let open = id(&ada.en.create(json!({"game": "chess", "seats": [human(), {"kind": "open"}]})).await);
    let mut lines = ada.lines(&open).await;
    ada.refuse_message(&mut lines, play(["e2", "e4"])).await;
    for line in &mut lines {
        for _ in 0..100 {
            line.send(json!({"type": "ping"})).await;
        }
    }
    let [en, es] = &mut lines;
    let (en, es) = (en.message("error").await, es.message("error").await);
    ada.check("too fast", &en, &es);
    ada.has(&[
        "illegal_move",
        "outdated",
        "cannot_undo",
        "cannot_pause",
        "cannot_step",
        "cannot_join",
        "bad_message",
        "no_offer",
        "bad_ply",
        "unknown_player",
        "game_over",
        "not_a_player",
        "not_your_turn",
        "no_rematch",
        "waiting",
        "too_fast",
    ]);
    server.stop().await;
}

#[tokio::test]
async fn tournaments_are_refused_in_the_language_of_the_visitor() {
    let data = tempfile::tempdir().unwrap();
    let quotas = Quotas { games_burst: 1e6, ..Quotas::default() };
    let server = TestServer::start_with(config(data.path(), quotas)).await;
    let mut ada = Bilingual::new(&server).await;
    let plain = json!({"game": "connect4", "format": "round-robin", "games": 2, "seed": 7,
        "players": [{"spec": "random"}, {"spec": "greedy"}], "openings": {"kind": "random", "plies": 2}});
    let many: Vec<Value> = (0..13).map(|seed| json!({"spec": format!("random:seed={seed}")})).collect();
    let spec = |spec: &str| json!([{"spec": "random"}, {"spec": spec}]);
    for changes in [
        json!({"game": "go"}),
        json!({"players": [{"spec": "random"}]}),
        json!({"players": many}),
        json!({"players": spec("clever")}),
        json!({"players": spec("alphabeta:hash=100000")}),
        json!({"players": spec("random")}),
        json!({"games": 3}),
        json!({"games": 502}),
        json!({"games": u64::MAX - 1}),
        json!({"format": "pairings"}),
        json!({"format": "swiss"}),
        json!({"format": "swiss", "rounds": 9}),
        json!({"format": "gauntlet", "challengers": 2}),
        json!({"format": "knockout"}),
        json!({"rounds": 2}),
        json!({"challengers": 1}),
        json!({"openings": {"kind": "random", "plies": 31}}),
        json!({"game": "hare-hounds", "openings": {"kind": "random", "plies": 30}}),
        json!({"clock": {"base_ms": 1}}),
    ] {
        let mut wish = plain.clone();
        wish.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        if changes["game"] == "hare-hounds" {
            // Some random games are that long.
            let answer = ada.es.post("/api/tournaments", &wish).await;
            assert!(answer.status == 201 || english_word(&answer.json()["message"].to_string()).is_none());
            continue;
        }
        ada.post("/api/tournaments", wish).await;
    }
    let mut endless = plain.clone();
    endless["players"] = json!([{"spec": "alphabeta:nodes=20000"}, {"spec": "alphabeta:nodes=20001"}]);
    endless["games"] = json!(400);
    let mut owners: Vec<Visitor> = (0..3).map(|_| server.visitor()).collect();
    let mut first = String::new();
    for owner in &mut owners {
        let answer = owner.post("/api/tournaments", &endless).await;
        if answer.status == 201 {
            first = id(&answer.json());
        }
    }
    ada.post("/api/tournaments", endless).await;
    ada.request("POST", &format!("/api/tournaments/{first}/stop"), b"").await;
    ada.has(&[
        "unknown_game",
        "plan_error",
        "too_many_players",
        "bad_player",
        "too_many_tournament_games",
        "bad_format",
        "bad_field",
        "too_many_random_plies",
        "bad_tournament_clock",
        "not_yours",
    ]);
    server.stop().await;
}

#[tokio::test]
async fn quotas_are_explained_in_the_language_of_the_visitor() {
    let data = tempfile::tempdir().unwrap();
    let quotas = Quotas { games_burst: 2.0, games_rate: 1e-4, unfinished_games: 1, ..Quotas::default() };
    let server = TestServer::start_with(config(data.path(), quotas)).await;
    let mut ada = Bilingual::new(&server).await;
    let wish = json!({"game": "hare-hounds", "seats": [human(), human()]});
    ada.en.create(wish.clone()).await;
    let unfinished = ada.es.post("/api/games", &wish).await.json();
    assert_eq!(unfinished["code"], "too_many_unfinished_games");
    assert_eq!(english_word(unfinished["message"].as_str().unwrap()), None);
    for seconds in ["en", "es"] {
        let visitor = if seconds == "en" { &mut ada.en } else { &mut ada.es };
        let refused = visitor.post("/api/games", &wish).await.json();
        assert_eq!(refused["code"], "too_many_games");
        assert_eq!(english_word(refused["message"].as_str().unwrap()).is_none(), seconds == "es", "{refused}");
    }
    server.stop().await;
}

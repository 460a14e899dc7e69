//! Hostile visitors: without cookies, with forged ones, from one address and from many.

mod common;

use common::{TestServer, Visitor, config, human, id, machine, plies};
use quevedo_server::{Config, Quotas};
use serde_json::{Value, json};

/// A server behind a proxy that the tests play.
async fn behind_proxy(data: &std::path::Path, quotas: Quotas) -> TestServer {
    let trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    TestServer::start_with(Config { trusted_proxies, ..config(data, quotas) }).await
}

/// Somebody new at an address, as the proxy says.
fn at(server: &TestServer, address: &str) -> Visitor {
    server.visitor().with("x-forwarded-for", address)
}

fn two_persons() -> Value {
    json!({"game": "connect4", "seats": [human(), human()]})
}

/// The statuses of the same request by visitors who never keep a cookie.
async fn without_cookies(server: &TestServer, address: &str, path: &str, body: &Value, times: usize) -> Vec<u16> {
    let mut statuses = Vec::new();
    for _ in 0..times {
        statuses.push(at(server, address).post(path, body).await.status);
    }
    statuses
}

#[tokio::test]
async fn a_dropped_cookie_brings_no_more_games() {
    let quotas = Quotas { games_burst: 2.0, games_rate: 1e-6, visitors_per_address: 1.5, ..Quotas::default() };
    let data = tempfile::tempdir().unwrap();
    let server = behind_proxy(data.path(), quotas).await;
    let home = "198.51.100.7";
    assert_eq!(without_cookies(&server, home, "/api/games", &two_persons(), 4).await, [201, 201, 201, 429]);
    // What stands before the address that the proxy has written is the visitor's own invention.
    let forged = at(&server, "203.0.113.5, 198.51.100.7").post("/api/games", &two_persons()).await;
    assert_eq!((forged.status, forged.code().as_str()), (429, "too_many_games"));
    assert!(forged.header("retry-after").is_some());
    // The 64 bits of a household are one address, others are others.
    assert_eq!(without_cookies(&server, "2001:db8::1", "/api/games", &two_persons(), 3).await, [201; 3]);
    assert_eq!(without_cookies(&server, "2001:db8::2", "/api/games", &two_persons(), 1).await, [429]);
    assert_eq!(without_cookies(&server, "2001:db8:0:1::2", "/api/games", &two_persons(), 1).await, [201]);
    // One with a cookie has no more from many addresses.
    let mut ada = at(&server, "192.0.2.1");
    let mut statuses = Vec::new();
    for host in 1..4 {
        ada.headers = vec![("x-forwarded-for".into(), format!("192.0.2.{host}"))];
        statuses.push(ada.post("/api/games", &two_persons()).await.status);
    }
    assert_eq!(statuses, [201, 201, 429]);
    server.stop().await;
}

#[tokio::test]
async fn a_stranger_is_no_proxy() {
    let quotas = Quotas { requests_burst: 3.0, requests_rate: 1e-6, ..Quotas::default() };
    let data = tempfile::tempdir().unwrap();
    let trusted_proxies = vec!["10.0.0.0/8".parse().unwrap()];
    let server = TestServer::start_with(Config { trusted_proxies, ..config(data.path(), quotas) }).await;
    for _ in 0..5 {
        assert_eq!(at(&server, "198.51.100.7").get("/api/visitor").await.status, 200, "the header is nobody's");
    }
    server.stop().await;
    let server = behind_proxy(data.path(), quotas).await;
    let mut statuses = Vec::new();
    for _ in 0..4 {
        statuses.push(at(&server, "198.51.100.7").get("/api/visitor").await.status);
    }
    assert_eq!(statuses, [200, 200, 200, 429]);
    assert_eq!(at(&server, "198.51.100.8").get("/api/visitor").await.status, 200);
    let spanish = at(&server, "198.51.100.7").with("accept-language", "es").get("/api/visitor").await;
    assert_eq!(spanish.code(), "too_many_requests");
    assert!(spanish.json()["message"].as_str().unwrap().contains("peticiones"), "{}", spanish.text());
    server.stop().await;
}

#[tokio::test]
async fn engine_time_is_owed_by_the_address() {
    let quotas = Quotas { engine_burst: 0.0, engine_rate: 1e-6, visitors_per_address: 1.0, ..Quotas::default() };
    let data = tempfile::tempdir().unwrap();
    let server = behind_proxy(data.path(), quotas).await;
    let search = json!({"game": "connect4", "spec": "alphabeta:depth=5,book=off,exact=off"});
    let home = "198.51.100.7";
    assert_eq!(without_cookies(&server, home, "/api/trace", &search, 2).await, [200, 429]);
    for (path, body) in [
        ("/api/analysis/engine", json!({"line": {"game": "connect4"}})),
        ("/api/analysis/explore", json!({"game": "connect4"})),
        ("/api/duel", json!({"game": "connect4", "players": ["greedy", "random"], "seed": 1})),
        ("/api/lessons/states", json!({"game": "tic-tac-toe"})),
    ] {
        let refused = at(&server, home).post(path, &body).await;
        assert_eq!((refused.status, refused.code().as_str()), (429, "engine_time"), "{path}: {}", refused.text());
    }
    assert_eq!(without_cookies(&server, "198.51.100.8", "/api/trace", &search, 1).await, [200]);
    // A cookie owes it from wherever it comes.
    let mut ada = at(&server, "192.0.2.1");
    let mut statuses = Vec::new();
    for host in 1..4 {
        ada.headers = vec![("x-forwarded-for".into(), format!("192.0.2.{host}"))];
        statuses.push(ada.post("/api/trace", &search).await.status);
    }
    assert_eq!(statuses, [200, 429, 429]);
    server.stop().await;
}

/// Machines of games wait as well, and so do hints.
#[tokio::test]
async fn machines_of_games_wait_for_the_budget() {
    let quotas = Quotas { engine_burst: 0.0, engine_rate: 1e-6, visitors_per_address: 1.0, ..Quotas::default() };
    let data = tempfile::tempdir().unwrap();
    let server = behind_proxy(data.path(), quotas).await;
    let player = machine("alphabeta:depth=4,book=off,exact=off");
    let wish = json!({"game": "connect4", "seats": [player, player], "delay_ms": 0});
    let home = "198.51.100.7";
    let (mut ada, mut without_cookie) = (at(&server, home), at(&server, home));
    let first = id(&ada.create(wish.clone()).await);
    ada.live(&first).await.state(|state| plies(state) == 1).await;
    let second = id(&without_cookie.create(wish.clone()).await);
    let own = id(&ada.create(two_persons()).await);
    let mut live = ada.live(&own).await;
    live.send(json!({"type": "hint"})).await;
    assert_eq!(live.error().await, "engine_time");
    // Somebody elsewhere is served.
    let mut bob = at(&server, "198.51.100.8");
    let elsewhere = id(&bob.create(wish).await);
    bob.live(&elsewhere).await.state(|state| plies(state) == 1).await;
    for (game, moves) in [(first, 1), (second, 0)] {
        assert_eq!(plies(&ada.get(&format!("/api/games/{game}")).await.json()), moves);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_full_server_says_when_to_come_again() {
    let quotas = Quotas { waiting_analyses: 0, rooms: 4, ..Quotas::default() };
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start_with(config(data.path(), quotas)).await;
    let mut ada = server.visitor();
    let search = json!({"game": "connect4", "spec": "alphabeta:depth=3"});
    let busy = ada.with("accept-language", "es").post("/api/trace", &search).await;
    assert_eq!((busy.status, busy.code().as_str()), (503, "busy"));
    assert!(busy.header("retry-after").is_some() && busy.json()["message"].as_str().unwrap().contains("ocupado"));
    let games = [id(&ada.create(two_persons()).await), id(&ada.create(two_persons()).await)];
    ada.create(two_persons()).await;
    let busy = ada.post("/api/games", &two_persons()).await;
    assert_eq!((busy.status, busy.code().as_str(), busy.header("retry-after")), (503, "busy", Some("20")));
    let mut live = ada.live(&games[0]).await;
    let state = live.state(|_| true).await;
    live.play_first(&state).await;
    live.state(|state| plies(state) == 1).await;
    assert_eq!(ada.get("/api/games").await.json()["total"], 3, "a refused game is not stored");
    server.stop().await;
}

#[tokio::test]
async fn an_address_has_so_many_connections() {
    let quotas = Quotas { connections_per_address: 2, ..Quotas::default() };
    let data = tempfile::tempdir().unwrap();
    let server = behind_proxy(data.path(), quotas).await;
    let mut ada = at(&server, "198.51.100.7");
    let game = id(&ada.create(two_persons()).await);
    let first = ada.live(&game).await;
    let _second = at(&server, "198.51.100.7").live(&game).await;
    assert!(at(&server, "198.51.100.7").try_live(&game).await.is_err());
    let _other = at(&server, "198.51.100.8").live(&game).await;
    drop(first);
    while ada.try_live(&game).await.is_err() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    server.stop().await;
}

/// Everything that a page can ask a game to do.
fn all_acts() -> [Value; 12] {
    [
        json!({"type": "play", "ply": 0, "taps": ["a"]}),
        json!({"type": "resign"}),
        json!({"type": "draw", "answer": "offer"}),
        json!({"type": "draw", "answer": "accept"}),
        json!({"type": "takeback", "answer": "offer"}),
        json!({"type": "help", "answer": "offer"}),
        json!({"type": "undo"}),
        json!({"type": "pause"}),
        json!({"type": "resume"}),
        json!({"type": "step"}),
        json!({"type": "delay", "ms": 5}),
        json!({"type": "join", "name": "Eve"}),
    ]
}

#[tokio::test]
async fn nobody_acts_for_another() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (mut ada, mut bob) = (server.visitor(), server.visitor());
    let game = id(&ada.create(json!({"game": "connect4", "seats": [human(), {"kind": "open"}]})).await);
    bob.get("/api/visitor").await;
    let mut second = bob.live(&game).await;
    second.send(json!({"type": "join", "name": "Bob"})).await;
    let state = second.state(|state| state["status"] == "running").await;
    second.play_first(&ada.get(&format!("/api/games/{game}")).await.json()).await;
    assert_eq!(second.error().await, "not_your_turn");
    let before = ada.get(&format!("/api/games/{game}")).await.json();
    let mut eve = server.visitor();
    eve.get("/api/visitor").await;
    let cookie = |visitor: &Visitor| visitor.cookie.clone().unwrap();
    // With a cookie of her own, with none, and with forged ones: the value without a signature, another's value with her
    // signature, a signature cut off, one that names another.
    let known = ada.get("/api/visitor").await.json()["id"].as_str().unwrap().to_owned();
    let (name, signed) = cookie(&ada).split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned())).unwrap();
    let own = cookie(&eve).split_once('=').unwrap().1.to_owned();
    let split = signed.find(known.as_str()).unwrap();
    let hers = own.split_at(split).0.to_owned();
    let forged = [
        cookie(&eve),
        String::new(),
        format!("{name}={known}"),
        format!("{name}={hers}{known}"),
        format!("{name}={}", &signed[..signed.len() - 1]),
        format!("{name}={}x", &signed[..signed.len() - 1]),
        format!("{name}={}", signed.to_uppercase()),
    ];
    for cookie in forged {
        let mut visitor = server.visitor();
        visitor.cookie = Some(cookie.clone()).filter(|cookie| !cookie.is_empty());
        let mut live = visitor.live(&game).await;
        live.state(|_| true).await;
        for act in all_acts() {
            live.send(act.clone()).await;
            let code = live.error().await;
            assert!(
                ["not_a_player", "cannot_join", "cannot_pause", "cannot_step", "cannot_undo"].contains(&code.as_str()),
                "{act}: {code} {cookie}"
            );
        }
        let list = visitor.get("/api/games?mine=true").await.json();
        assert_eq!(list["total"], 0, "{cookie}");
    }
    let after = ada.get(&format!("/api/games/{game}")).await.json();
    assert_eq!((&after["version"], &after["moves"]), (&before["version"], &before["moves"]));
    assert_eq!(state["seats"][1]["name"], "Bob");
    server.stop().await;
}

#[tokio::test]
async fn nobody_reads_who_another_is() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let secret = ada.get("/api/visitor").await.json()["id"].as_str().unwrap().to_owned();
    let game = id(&ada.create(json!({"game": "connect4", "seats": [human(), machine("random")], "delay_ms": 0})).await);
    let mut live = ada.live(&game).await;
    let first = live.state(|_| true).await;
    live.send(json!({"type": "resign"})).await;
    let last = live.state(|state| state["status"] == "finished").await;
    let mut eve = server.visitor();
    let mut told = vec![first.to_string(), last.to_string()];
    for path in ["", "/boards", "/record", "/picture.svg", "/review"] {
        told.push(eve.get(&format!("/api/games/{game}{path}")).await.text().to_owned());
    }
    for path in ["/api/games".to_owned(), format!("/game/{game}"), "/api/tournaments".into(), "/metrics".into()] {
        told.push(eve.get(&path).await.text().to_owned());
    }
    for text in told {
        assert!(!text.contains(&secret), "{text}");
    }
    assert_ne!(eve.get("/api/visitor").await.json()["id"], json!(secret));
    server.stop().await;
}

/// A chess game of two persons after these moves, behind the proxy: the players, at two addresses, and its state.
async fn rivals(server: &TestServer, moves: &[&str]) -> (Visitor, Visitor, Value) {
    let (mut ada, mut bob) = (at(server, "198.51.100.7"), at(server, "198.51.100.8"));
    let wish = json!({"game": "chess", "seats": [human(), {"kind": "open"}], "moves": moves});
    let game = id(&ada.create(wish).await);
    bob.get("/api/visitor").await;
    let mut live = bob.live(&game).await;
    live.send(json!({"type": "join", "name": "Bob"})).await;
    let state = live.state(|state| state["status"] == "running").await;
    (ada, bob, state)
}

const SPANISH: [&str; 8] = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"];

#[tokio::test]
async fn there_is_no_way_around_closed_help() {
    let data = tempfile::tempdir().unwrap();
    let server = behind_proxy(data.path(), Quotas::default()).await;
    let (mut ada, _, state) = rivals(&server, &SPANISH).await;
    let position = state["position"].as_str().unwrap().to_owned();
    let mut fields: Vec<&str> = position.split(' ').collect();
    assert_eq!(fields.len(), 6, "{position}");
    fields[5] = "40";
    let other_number = fields.join(" ");
    let seats = json!([machine("easy"), human()]);
    let asked = [
        ("/api/evaluate", json!({"game": "chess", "position": other_number})),
        ("/api/analysis/explore", json!({"game": "chess", "position": other_number})),
        ("/api/trace", json!({"game": "chess", "position": other_number, "spec": "alphabeta:depth=2"})),
        ("/api/duel", json!({"game": "chess", "positions": other_number, "players": ["greedy", "random"], "seed": 1})),
        ("/api/games", json!({"game": "chess", "position": other_number, "seats": seats})),
        ("/api/games", json!({"game": "chess", "moves": SPANISH, "seats": seats})),
    ];
    for (path, body) in &asked {
        let refused = ada.post(path, body).await;
        assert_eq!((refused.status, refused.code().as_str()), (403, "help_closed"), "{path} {}", refused.text());
    }
    // The same game as a record with the move in question at its end, and then a review.
    let record = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O 1-0";
    let copy = id(&ada.post("/api/records", &json!({"game": "chess", "record": record})).await.json());
    for (method, path) in [("POST", "review"), ("GET", "review"), ("GET", "graph")] {
        let refused = ada.request(method, &format!("/api/games/{copy}/{path}"), b"").await;
        assert_eq!(
            (refused.status, refused.code().as_str()),
            (403, "help_closed"),
            "{method} {path}: {}",
            refused.text()
        );
    }
    let mut live = ada.live(&copy).await;
    for ply in [8, 9] {
        live.send(json!({"type": "analyse", "ply": ply})).await;
        assert_eq!(live.error().await, "help_closed", "{ply}");
    }
    // A player who drops the cookie is still at the same address; a third person elsewhere is not refused.
    for (address, expected) in [("198.51.100.7", 403), ("198.51.100.8", 403), ("198.51.100.9", 200)] {
        let answer = at(&server, address).post(asked[0].0, &asked[0].1).await;
        assert_eq!(answer.status, expected, "{address}: {}", answer.text());
    }
    let elsewhere = json!({"game": "chess", "moves": ["d2d4"], "seats": seats});
    assert_eq!(ada.post("/api/games", &elsewhere).await.status, 201, "other positions are open");
    server.stop().await;
}

#[tokio::test]
async fn neighbours_may_study_openings() {
    let data = tempfile::tempdir().unwrap();
    let server = behind_proxy(data.path(), Quotas::default()).await;
    let (_, _, state) = rivals(&server, &SPANISH[..2]).await;
    let evaluate = json!({"game": "chess", "position": state["position"]});
    assert_eq!(at(&server, "198.51.100.7").post("/api/evaluate", &evaluate).await.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn what_is_too_long_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let long = "x".repeat(70 << 10);
    let body = json!({"game": "chess", "position": long});
    for path in
        ["/api/games", "/api/position", "/api/evaluate", "/api/trace", "/api/analysis/explore", "/api/tournaments"]
    {
        assert_eq!(ada.post(path, &body).await.status, 413, "{path}");
    }
    let record = json!({"game": "chess", "record": "x".repeat(120_000)});
    assert_eq!(ada.post("/api/records", &record).await.status, 413);
    assert_eq!(ada.post("/api/records", &json!({"game": "chess", "record": "x".repeat(300_000)})).await.status, 413);
    let name = json!({"name": "n".repeat(10_000)}).to_string();
    let renamed = ada.request("PUT", "/api/visitor", name.as_bytes()).await.json();
    assert_eq!(renamed["name"].as_str().unwrap().len(), 40);
    let game = id(&ada.create(two_persons()).await);
    let mut live = ada.live(&game).await;
    live.state(|_| true).await;
    live.send_text(&json!({"type": "play", "ply": 0, "taps": ["x".repeat(9_000)]}).to_string()).await;
    assert_eq!(live.error().await, "too_large");
    // Beyond the second limit the connection ends. The rest of the message is not read, so the refusal may be lost with it.
    live.send_text(&"x".repeat(100_000)).await;
    while let Some(message) = live.next().await {
        assert_eq!(message["code"], "too_large");
    }
    server.stop().await;
}

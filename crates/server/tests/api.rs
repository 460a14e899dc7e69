//! The HTTP API: what it answers, and what it refuses.

mod common;

use common::{TestServer, config, human, id, machine};
use quevedo_server::Quotas;
use serde_json::json;

#[tokio::test]
async fn the_catalog_has_everything_the_page_needs() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let answer = server.visitor().get("/api/catalog").await;
    let catalog = answer.json();
    assert_eq!(catalog["games"].as_array().unwrap().len(), quevedo_catalog::Catalog::standard().games().len());
    let chess = &catalog["games"][0];
    assert_eq!(chess["id"], "chess");
    assert_eq!(chess["shape"]["places"].as_array().unwrap().len(), 64);
    assert_eq!(chess["choices"]["=q"], json!({"en": "queen", "es": "dama"}));
    assert_eq!(chess["start"]["board"]["pieces"][0]["kind"], "rook");
    assert!(catalog["players"].as_array().unwrap().iter().all(|player| player["name"] != "human"));
    for outside in ["uci", "nboard"] {
        assert!(catalog["players"].as_array().unwrap().iter().all(|player| player["name"] != outside), "{outside}");
    }
    server.stop().await;
}

/// Where one visitor plays both sides, help is open.
#[tokio::test]
async fn a_graph_has_a_point_for_every_position() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let wish = json!({"game": "chess", "moves": ["e2e4", "e7e5"], "seats": [human(), human()]});
    let game = id(&ada.create(wish).await);
    let graph = ada.get(&format!("/api/games/{game}/graph")).await.json();
    assert_eq!(graph["points"].as_array().unwrap().len(), 3);
    assert!((0.0..=1.0).contains(&graph["points"][2]["chance"].as_f64().unwrap()));
    server.stop().await;
}

#[tokio::test]
async fn a_game_is_made_seen_and_listed() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let renamed = ada.request("PUT", "/api/visitor", br#"{"name":" Ada  L. "}"#).await;
    assert_eq!(renamed.json()["name"], "Ada L.");
    let wish = json!({"game": "chess", "moves": ["e2e4", "e7e5"], "seats": [human(), {"kind": "open"}]});
    let state = ada.create(wish).await;
    assert_eq!(state["status"], "waiting");
    assert_eq!(state["seats"][0]["name"], "Ada L.");
    assert_eq!(state["moves"][1]["pretty"], "e5");
    let game = id(&state);
    assert_eq!(ada.get(&format!("/api/games/{game}")).await.json()["seats"][0]["mine"], true);
    assert_eq!(server.visitor().get(&format!("/api/games/{game}")).await.json()["can"]["join"], true);
    let boards = ada.get(&format!("/api/games/{game}/boards")).await.json();
    assert_eq!(boards["boards"].as_array().unwrap().len(), 3);
    let record = ada.get(&format!("/api/games/{game}/record")).await;
    assert!(record.text().contains("[White \"Ada L.\"]") && record.text().contains("1. e4 e5 *"), "{}", record.text());
    assert!(record.header("content-disposition").unwrap().contains(&format!("chess-{game}.pgn")));
    for (query, total) in
        [("", 1), ("?mine=true", 1), ("?game=othello", 0), ("?status=running&q=ADA", 1), ("?status=finished", 0)]
    {
        assert_eq!(ada.get(&format!("/api/games{query}")).await.json()["total"], total, "{query}");
    }
    assert_eq!(server.visitor().get("/api/games?mine=true").await.json()["total"], 0);
    server.stop().await;
}

#[tokio::test]
async fn positions_specs_and_evaluations() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let seen = ada.post("/api/position", &json!({"game": "chess", "position": start})).await.json();
    assert_eq!(seen["turn"], "first");
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let seen = ada.post("/api/position", &json!({"game": "chess", "position": mate})).await.json();
    assert_eq!(seen["outcome"]["reason"], "mate");
    let spec = ada.post("/api/spec", &json!({"game": "amazons", "spec": "minimax_territory 2 5"})).await.json();
    assert_eq!(spec["spec"], "alphabeta:eval=territory,depth=2,time=5s");
    let up = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1".replace("rnbq", "rnb1");
    let evaluated = ada.post("/api/evaluate", &json!({"game": "chess", "position": up})).await.json();
    assert!(evaluated["score"].as_i64().unwrap() > 500 && evaluated["chance"].as_f64().unwrap() > 0.9, "{evaluated}");
    let by_hand = json!({"game": "chess", "position": up, "eval": "handmade"});
    let evaluated = ada.post("/api/evaluate", &by_hand).await.json();
    let names: Vec<_> = evaluated["terms"].as_array().unwrap().iter().map(|term| &term["name"]).collect();
    assert!(names.iter().any(|name| name["en"] == "passed pawns" && name["es"] == "peones pasados"), "{names:?}");
    for file in ["/dev/zero", "mine.qnet", "sha256-00"] {
        let refused = ada.post("/api/evaluate", &json!({"game": "chess", "position": up, "eval": file})).await;
        assert!(refused.status == 422 && refused.text().contains("command line"), "{file}: {}", refused.text());
    }
    server.stop().await;
}

/// What other programs write can be pasted in place of a position: the game goes on from its last move.
#[tokio::test]
async fn records_and_transcripts_are_positions() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    for text in ["f5d6c3", "F5 D6 C3", "(;GM[Othello]B[F5]W[D6//1]B[C3];)", "[Event \"a\"]\n\n1. f5 d6 2. c3 *"] {
        let seen = ada.post("/api/position", &json!({"game": "othello", "position": text})).await.json();
        assert_eq!(seen["turn"], "second", "{text}");
        let wish = json!({"game": "othello", "seats": [human(), human()], "position": text});
        let state = ada.post("/api/games", &wish).await.json();
        let moves: Vec<_> = state["moves"].as_array().unwrap().iter().map(|mv| mv["text"].clone()).collect();
        assert_eq!(moves, ["f5", "d6", "c3"], "{text}");
    }
    let mut spanish = ada.with("accept-language", "es");
    let answer = spanish.post("/api/position", &json!({"game": "othello", "position": "f5d6d6"})).await;
    assert_eq!(answer.json()["message"], "jugada 3: `d6` no es legal: ya hay una ficha");
    server.stop().await;
}

#[tokio::test]
async fn bad_requests_are_refused_in_words() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let easy = || json!([machine("easy"), machine("easy")]);
    let cases = [
        (json!({"game": "go", "seats": easy()}), 422, "unknown_game"),
        (json!({"game": "chess", "seats": easy(), "position": "8/8 w"}), 422, "bad_position"),
        (json!({"game": "chess", "seats": [machine("clever"), human()]}), 422, "unknown_player"),
        (json!({"game": "chess", "seats": [machine("alphabeta:table=/etc/x"), human()]}), 422, "bad_value"),
        (json!({"game": "chess", "seats": [machine("uci:cmd=/bin/sh"), human()]}), 422, "external_player"),
        (json!({"game": "othello", "seats": [human(), machine("nboard:cmd=/bin/sh")]}), 422, "external_player"),
        (json!({"game": "chess", "seats": easy(), "moves": ["e2e5"]}), 422, "illegal_move"),
        (json!({"game": "chess", "seats": easy(), "clock": {"base_ms": 1}}), 422, "bad_clock"),
        (json!({"game": "chess", "seats": [human()]}), 422, "bad_field"),
        (json!({"game": "chess", "seats": easy(), "colour": "red"}), 422, "bad_fields"),
        (json!({"game": "chess", "seats": easy(), "moves": ["f3", "e5", "g4", "Qh4"]}), 422, "over_at_start"),
    ];
    for (wish, status, code) in cases {
        let answer = ada.post("/api/games", &wish).await;
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{wish}");
        assert!(!answer.json()["message"].as_str().unwrap().is_empty());
    }
    assert_eq!(ada.get("/api/games").await.json()["total"], 0, "nothing was made");
    let broken = ada.request("POST", "/api/games", b"{\"game\":").await;
    assert_eq!((broken.status, broken.code().as_str()), (400, "bad_json"));
    let long = ada.request("POST", "/api/games", &vec![b' '; 100_000]).await;
    assert_eq!((long.status, long.code().as_str()), (413, "too_large"));
    // A record with comments may be longer than other requests, within a bound of its own.
    for (letters, status) in [(90_000, 201), (110_000, 413), (300_000, 413)] {
        let record = format!("1. e4 {{{}}} e5 2. Nf3 *", "so ".repeat(letters / 3));
        let answer = ada.post("/api/records", &json!({"game": "chess", "record": record})).await;
        assert_eq!(answer.status, status, "{letters}: {}", answer.text());
    }
    let missing = ada.with("accept-language", "es-MX,es;q=0.9").get("/api/games/nothing").await;
    assert_eq!(missing.status, 404);
    assert_eq!(missing.json()["message"], "No existe esa partida.");
    assert_eq!(ada.get("/api/nothing").await.code(), "not_found");
    assert_eq!(ada.request("DELETE", "/api/games", b"").await.code(), "method_not_allowed");
    assert_eq!(ada.get("/api/games?status=lost").await.code(), "bad_status");
    assert_eq!(ada.get("/api/games?page=x").await.code(), "bad_query");
    assert_eq!(ada.get("/api/games/x/live").await.code(), "no_websocket");
    let foreign = ada.with("origin", "http://elsewhere.example").post("/api/games", &json!({})).await;
    assert_eq!((foreign.status, foreign.code().as_str()), (403, "foreign_origin"));
    server.stop().await;
}

#[tokio::test]
async fn a_forged_cookie_is_a_new_visitor() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let me = ada.get("/api/visitor").await.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(ada.get("/api/visitor").await.json()["id"], me.as_str(), "the cookie is kept");
    let mut forger = server.visitor();
    forger.cookie = Some(format!("quevedo_visitor={me}"));
    assert_ne!(forger.get("/api/visitor").await.json()["id"], me.as_str());
    let mut tampered = ada.clone();
    tampered.cookie = ada.cookie.as_ref().map(|cookie| format!("{cookie}x"));
    assert_ne!(tampered.get("/api/visitor").await.json()["id"], me.as_str());
    server.stop().await;
}

#[tokio::test]
async fn the_number_of_games_is_limited() {
    let data = tempfile::tempdir().unwrap();
    let quotas = Quotas { games_burst: 3.0, games_rate: 0.01, ..Quotas::default() };
    let server = TestServer::start_with(config(data.path(), quotas)).await;
    let mut ada = server.visitor();
    let wish = json!({"game": "hare-hounds", "seats": [human(), human()]});
    for _ in 0..3 {
        ada.create(wish.clone()).await;
    }
    let refused = ada.post("/api/games", &wish).await;
    assert_eq!((refused.status, refused.code().as_str()), (429, "too_many_games"));
    assert!(refused.header("retry-after").is_some());
    server.visitor().create(wish).await;
    server.stop().await;
}

#[tokio::test]
async fn the_page_is_served_safely() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let tournaments = ["/tournaments", "/tournaments/new", "/tournament/abc"];
    let others = [
        "/",
        "/new/chess",
        "/game/abc",
        "/games",
        "/networks",
        "/learning",
        "/rules",
        "/rules/fox-geese:13",
        "/settings",
    ];
    for address in others.into_iter().chain(tournaments) {
        let page = ada.get(address).await;
        assert_eq!(page.status, 200, "{address}");
        assert!(page.header("content-type").unwrap().starts_with("text/html"));
        assert!(page.header("content-security-policy").unwrap().contains("default-src 'none'"));
    }
    assert_eq!(ada.get("/nothing").await.status, 404);
    let lost = ada.with("accept", "text/html,*/*").get("/nothing").await;
    assert!(lost.status == 404 && lost.header("content-type").unwrap().starts_with("text/html"));
    assert_eq!(ada.get("/assets/nothing.js").await.status, 404);
    assert_eq!(ada.get("/assets/../Cargo.toml").await.status, 404);
    let page = ada.get("/assets/index.html").await;
    let tag = page.header("etag").unwrap();
    assert_eq!(ada.with("if-none-match", tag).get("/assets/index.html").await.status, 304);
    let squeezed = ada.with("accept-encoding", "br").get("/api/catalog").await;
    assert_eq!(squeezed.header("content-encoding"), Some("br"));
    assert!(squeezed.body.len() < 30_000, "{}", squeezed.body.len());
    server.stop().await;
}

#[tokio::test]
async fn the_api_describes_itself() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let api = ada.get("/api/openapi.json").await.json();
    assert!(api["paths"].as_object().unwrap().len() >= 12);
    let text = api.to_string();
    for part in text.split("#/components/schemas/").skip(1) {
        let name = part.split('"').next().unwrap();
        assert!(api["components"]["schemas"].get(name).is_some(), "{name} is not described");
    }
    let page = ada.get("/api/docs").await;
    assert!(page.status == 200 && !page.text().contains("<style"), "nothing inline");
    assert_eq!(ada.get("/api/docs/docs.js").await.status, 200);
    server.stop().await;
}

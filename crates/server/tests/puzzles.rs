//! Puzzles over HTTP: they are solved by the solution and by nothing else.

mod common;

use common::{TestServer, Visitor};
use quevedo_catalog::Catalog;
use quevedo_puzzles::shipped;
use serde_json::{Value, json};

/// The taps of a move in the position of a puzzle after some plies.
fn taps(game: &str, number: usize, ply: usize, text: &str) -> Vec<String> {
    let puzzle = &shipped(game)[number - 1];
    let mut session = Catalog::standard().find(game).unwrap().session(Some(&puzzle.position)).unwrap();
    for mv in &puzzle.solution[..ply] {
        session.play(mv).unwrap();
    }
    session.legal().into_iter().find(|mv| mv.text == text).unwrap().taps
}

async fn attempt(visitor: &mut Visitor, game: &str, number: usize, ply: usize, text: &str) -> Value {
    let body = json!({"ply": ply, "taps": taps(game, number, ply, text)}).to_string();
    let path = format!("/api/puzzles/{game}/{number}/try");
    visitor.request("POST", &path, body.as_bytes()).await.json()
}

#[tokio::test]
async fn every_game_has_a_puzzle_of_the_day() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let list = server.visitor().get("/api/puzzles").await.json();
    assert!(list["day"].as_u64().unwrap() > 20_000);
    let games = list["games"].as_array().unwrap();
    assert_eq!(games.len(), 7);
    for game in games {
        let (id, daily) = (game["game"].as_str().unwrap(), &game["daily"]);
        assert_eq!(game["count"], shipped(id).len(), "{id}");
        let puzzle = &shipped(id)[daily["number"].as_u64().unwrap() as usize - 1];
        assert_eq!(daily["position"], puzzle.position.as_str());
        assert!(daily["legal"]["next"].is_object() && daily.get("solution").is_none());
    }
    server.stop().await;
}

#[tokio::test]
async fn the_solution_solves_a_puzzle_of_each_game() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut visitor = server.visitor();
    for entry in Catalog::standard().games() {
        let game = entry.id();
        let Some(index) = shipped(game).iter().position(|puzzle| puzzle.solution.len() > 1) else { continue };
        let (number, solution) = (index + 1, &shipped(game)[index].solution);
        let hint = visitor.get(&format!("/api/puzzles/{game}/{number}/hint")).await.json();
        assert_eq!(hint["tap"], taps(game, number, 0, &solution[0])[0].as_str());
        for ply in (0..solution.len()).step_by(2) {
            let answer = attempt(&mut visitor, game, number, ply, &solution[ply]).await;
            assert_eq!(answer["right"], true, "{game} {number} {ply}: {answer}");
            let is_last = ply + 1 == solution.len();
            assert_eq!(answer["next"]["ply"], if is_last { ply + 1 } else { ply + 2 });
            assert_eq!(answer["next"]["legal"].is_null(), is_last);
            assert_eq!(answer["next"]["last"]["text"], solution[if is_last { ply } else { ply + 1 }].as_str());
        }
        let why = visitor.get(&format!("/api/puzzles/{game}/{number}/why")).await.json();
        assert_eq!(why["solution"].as_array().unwrap().len(), solution.len(), "{game}");
        assert_eq!(why["values"][0]["move"]["text"], solution[0].as_str(), "{game}: {why}");
    }
    server.stop().await;
}

#[tokio::test]
async fn another_move_changes_nothing_and_nonsense_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut visitor = server.visitor();
    let (game, number) = ("mouse-cats", 1);
    let puzzle = &shipped(game)[0];
    let session = Catalog::standard().find(game).unwrap().session(Some(&puzzle.position)).unwrap();
    let wrong = session.legal().into_iter().find(|mv| mv.text != puzzle.solution[0]).unwrap();
    let answer = attempt(&mut visitor, game, number, 0, &wrong.text).await;
    assert_eq!((&answer["right"], &answer["next"]["ply"]), (&json!(false), &json!(0)));
    assert_eq!(answer["tried"]["text"], wrong.text.as_str());
    for (path, status) in [
        ("/api/puzzles/mouse-cats/0", 404),
        ("/api/puzzles/mouse-cats/x", 404),
        ("/api/puzzles/mouse-cats/1000000", 404),
        ("/api/puzzles/connect4:7x6/1", 404),
        ("/api/puzzles/mouse-cats/1?ply=99", 422),
        ("/api/puzzles/mouse-cats/1/hint?ply=1", 422),
        ("/api/puzzles/checkers/1", 422),
    ] {
        assert_eq!(visitor.get(path).await.status, status, "{path}");
    }
    let bad = visitor.request("POST", "/api/puzzles/mouse-cats/1/try", br#"{"ply":0,"taps":["a1","h8"]}"#).await;
    assert_eq!(bad.status, 422);
    server.stop().await;
}

#[tokio::test]
async fn the_next_puzzle_is_near_the_rating_and_new() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut visitor = server.visitor();
    let mut seen = Vec::new();
    for _ in 0..3 {
        let body = json!({"rating": 1500, "seen": seen}).to_string();
        let next = visitor.request("POST", "/api/puzzles/mouse-cats/next", body.as_bytes()).await.json();
        let number = next["number"].as_u64().unwrap();
        assert!(!seen.contains(&number) && next["rating"].as_u64().unwrap().abs_diff(1500) < 100, "{next}");
        seen.push(number);
    }
    server.stop().await;
}

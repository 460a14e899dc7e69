//! Tournaments over the API: made, refused, followed live, downloaded, and resumed after a restart.

mod common;

use std::collections::BTreeSet;
use std::time::Duration;

use common::child::ChildServer;
use common::{PATIENCE, TestServer, Visitor, child, id};
use quevedo_arena::tournament::{Entrant, OpeningSource, Plan, Tally, Tournament};
use quevedo_arena::{GameJob, GameReport, ThreadPool};
use quevedo_catalog::Catalog;
use quevedo_server::store_tournament;
use quevedo_server::wire::TournamentStatus;
use serde_json::{Value, json};

/// Serves when this program is started as a child; does nothing otherwise.
#[test]
#[ignore = "run by other tests"]
fn child_process() {
    child::serve_if_child();
}

fn wish(players: &[&str], games: u64) -> Value {
    let players: Vec<Value> = players.iter().map(|spec| json!({"spec": spec})).collect();
    json!({"name": "Cup", "game": "connect4", "format": "round-robin", "players": players, "games": games,
           "openings": {"kind": "random", "plies": 2}, "seed": 7})
}

/// A tournament that will not end while a test lasts.
fn endless() -> Value {
    wish(&["alphabeta:nodes=20000", "alphabeta:nodes=20001"], 400)
}

async fn create(visitor: &mut Visitor, wish: &Value) -> Value {
    let answer = visitor.post("/api/tournaments", wish).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json()
}

async fn see(visitor: &mut Visitor, id: &str, holds: impl Fn(&Value) -> bool) -> Value {
    let begin = std::time::Instant::now();
    loop {
        let state = visitor.get(&format!("/api/tournaments/{id}")).await.json();
        if holds(&state) {
            return state;
        }
        assert!(begin.elapsed() < 3 * PATIENCE, "{state}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[tokio::test]
async fn a_tournament_is_played_to_its_end() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let made = create(&mut ada, &wish(&["random", "greedy", "easy"], 4)).await;
    let id = id(&made);
    assert_eq!((&made["planned"], &made["mine"], &made["can"]["stop"]), (&json!(12), &json!(true), &json!(true)));
    let state = see(&mut ada, &id, |state| state["status"] == "finished").await;
    check_table(&state["standings"], 12);
    assert_eq!((&state["played"], &state["eta_s"], &state["seed"]), (&json!(12), &Value::Null, &json!(7)));
    let listed = server.visitor().get("/api/tournaments").await.json();
    assert_eq!((&listed["total"], &listed["tournaments"][0]["name"]), (&json!(1), &json!("Cup")));
    assert_eq!(listed["tournaments"][0]["mine"], false);
    check_games(&mut ada, &id).await;
    check_files(&mut ada, &id).await;
    server.stop().await;
}

/// The cross table adds up: with the rows, with itself, and with the points.
fn check_table(standings: &Value, games: u64) {
    let (rows, cross) = (standings["rows"].as_array().unwrap(), standings["cross"].as_array().unwrap());
    let mut points = 0.0;
    for (a, row) in rows.iter().enumerate() {
        for key in ["wins", "draws", "losses"] {
            let sum: u64 = (0..rows.len()).map(|b| number(&cross[a][b][key])).sum();
            assert_eq!(sum, number(&row[key]), "{row}");
        }
        for (b, other) in cross.iter().enumerate() {
            assert_eq!(cross[a][b]["wins"], other[a]["losses"]);
            assert_eq!(cross[a][b]["draws"], other[a]["draws"]);
        }
        let own = number(&row["wins"]) as f64 + number(&row["draws"]) as f64 / 2.0;
        assert!((row["points"].as_f64().unwrap() - own).abs() < 1e-9);
        assert!(row["elo"].is_number() && row["elo_error"].is_number() && row["time_us"]["median"].is_number());
        points += own;
    }
    assert!((points - games as f64).abs() < 1e-9, "every game is worth a point");
}

/// Every game is listed once, and seen like any other game.
async fn check_games(ada: &mut Visitor, id: &str) {
    let page = ada.get(&format!("/api/tournaments/{id}/games")).await.json();
    let numbers: Vec<u64> = page["games"].as_array().unwrap().iter().map(|game| number(&game["number"])).collect();
    assert_eq!(numbers, (1..=12).rev().collect::<Vec<_>>());
    let game = &page["games"][3];
    let replay = ada.get(&format!("/api/games/{}", game["id"].as_str().unwrap())).await.json();
    assert_eq!(replay["status"], "finished");
    assert_eq!(replay["outcome"], game["outcome"]);
    assert_eq!(replay["moves"].as_array().unwrap().len() as u64, number(&game["plies"]));
    assert_eq!((&replay["seats"][0]["name"], &replay["seats"][1]["name"]), (&game["first"], &game["second"]));
    let boards = ada.get(&format!("/api/games/{}/boards", game["id"].as_str().unwrap())).await.json();
    assert_eq!(boards["boards"].as_array().unwrap().len() as u64, number(&game["plies"]) + 1);
    for missing in [format!("{id}-13"), format!("{id}-0"), format!("{id}-x"), "nothing-1".into()] {
        assert_eq!(ada.get(&format!("/api/games/{missing}")).await.status, 404, "{missing}");
    }
    let beyond = ada.get(&format!("/api/tournaments/{id}/games?page=2")).await.json();
    assert_eq!((beyond["games"].as_array().unwrap().len(), &beyond["total"]), (0, &json!(12)));
}

async fn check_files(ada: &mut Visitor, id: &str) {
    let mut file = async |name: &str| {
        let answer = ada.get(&format!("/api/tournaments/{id}/files/{name}")).await;
        assert_eq!(answer.status, 200, "{name}: {}", answer.text());
        assert!(answer.header("content-disposition").unwrap().contains(name));
        answer.text().to_owned()
    };
    assert!(file("report.html").await.contains("<svg"));
    assert!(file("report.md").await.starts_with("# Cup"));
    let pgn = file("games.pgn").await;
    assert_eq!(pgn.matches("[Event \"Cup\"]").count(), 12);
    assert!(pgn.contains("[White \"greedy\"]"), "{pgn}");
    assert_eq!(file("games.csv").await.lines().count(), 13);
    assert_eq!(file("standings.csv").await.lines().count(), 4);
    let results: Value = serde_json::from_str(&file("results.json").await).unwrap();
    assert_eq!(results["games"].as_array().unwrap().len(), 12);
    let plot = file("elo.svg").await;
    assert!(plot.starts_with("<svg xmlns=") && plot.trim_end().ends_with("</svg>") && plot.contains("greedy"));
    assert_eq!(ada.get(&format!("/api/tournaments/{id}/files/secrets.txt")).await.status, 404);
    assert_eq!(ada.get("/api/tournaments/nothing/files/report.md").await.code(), "no_such_tournament");
}

#[tokio::test]
async fn bad_requests_are_refused_with_their_field() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let change = |key: &str, value: Value| {
        let mut wish = wish(&["random", "greedy"], 2);
        wish[key] = value;
        wish
    };
    let many: Vec<Value> = (0..13).map(|seed| json!({"spec": format!("random:seed={seed}")})).collect();
    let spec = |spec: &str| json!([{"spec": "random"}, {"spec": spec}]);
    let cases = [
        (change("game", json!("go")), "go"),
        (change("players", json!([{"spec": "random"}])), "`player`"),
        (change("players", json!(many)), "`players`"),
        (change("players", spec("clever")), "player 2"),
        (change("players", spec("human")), "player 2"),
        (change("players", spec("uci:cmd=/bin/sh")), "player 2"),
        (change("players", spec("nboard:cmd=/bin/sh")), "player 2"),
        (change("players", spec("alphabeta:table=/etc/passwd")), "player 2"),
        (change("players", spec("alphabeta:time=31s")), "player 2"),
        (change("players", spec("alphabeta:hash=100000")), "player 2"),
        (change("players", spec("random")), "player 2"),
        (change("games", json!(3)), "`games`"),
        (change("games", json!(502)), "`games`"),
        (change("games", json!(0)), "`games`"),
        (change("games", json!(u64::MAX - 1)), "`games`"),
        (change("format", json!("pairings")), "`format`"),
        (change("format", json!("swiss")), "rounds"),
        (change("format", json!("knockout")), "format"),
        (change("rounds", json!(2)), "`rounds`"),
        (change("challengers", json!(2)), "`challengers`"),
        (change("openings", json!({"kind": "random", "plies": 31})), "`openings`"),
        (change("openings", json!({"kind": "file", "name": "/etc/passwd"})), "openings"),
        (change("clock", json!({"base_ms": 1})), "`clock`"),
        (change("clock", json!({"base_ms": 10_000_000})), "`clock`"),
        (change("colour", json!("red")), "colour"),
    ];
    for (wish, words) in cases {
        let answer = ada.with("accept-language", "en").post("/api/tournaments", &wish).await;
        assert_eq!(answer.status, 422, "{wish}: {}", answer.text());
        let answer = answer.json();
        // What is wrong with the JSON itself is a detail for programmers.
        let detail = answer["detail"].as_str().unwrap_or_default();
        let message = format!("{} {detail}", answer["message"].as_str().unwrap());
        assert!(message.contains(words), "{wish}: {message}");
    }
    assert_eq!(ada.get("/api/tournaments").await.json()["total"], 0, "nothing was made");
    assert_eq!(ada.get("/api/tournaments/nothing").await.code(), "no_such_tournament");
    assert_eq!(ada.get("/api/tournaments/nothing/live").await.code(), "no_websocket");
    server.stop().await;
}

#[tokio::test]
async fn few_run_at_once_and_only_the_owner_decides() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let first = id(&create(&mut ada, &endless()).await);
    let refused = ada.post("/api/tournaments", &endless()).await;
    assert_eq!((refused.status, refused.code().as_str()), (409, "tournament_running"));
    for _ in 0..2 {
        create(&mut server.visitor(), &endless()).await;
    }
    let mut eve = server.visitor();
    let refused = eve.post("/api/tournaments", &endless()).await;
    assert_eq!((refused.status, refused.code().as_str()), (409, "too_many_tournaments"));
    for (method, path) in [("POST", "/stop"), ("POST", "/resume"), ("DELETE", "")] {
        let answer = eve.request(method, &format!("/api/tournaments/{first}{path}"), b"").await;
        assert_eq!((answer.status, answer.code().as_str()), (403, "not_yours"), "{method} {path}");
    }
    let stop = format!("/api/tournaments/{first}/stop");
    let stopped = ada.request("POST", &stop, b"").await.json();
    assert_eq!((&stopped["status"], &stopped["can"]["resume"]), (&json!("stopped"), &json!(true)));
    assert_eq!(ada.request("POST", &stop, b"").await.code(), "outdated");
    create(&mut eve, &endless()).await;
    let resume = ada.request("POST", &format!("/api/tournaments/{first}/resume"), b"").await;
    assert_eq!(resume.code(), "too_many_tournaments");
    assert_eq!(ada.request("DELETE", &format!("/api/tournaments/{first}"), b"").await.status, 204);
    assert_eq!(ada.get(&format!("/api/tournaments/{first}")).await.status, 404);
    server.stop().await;
}

#[tokio::test]
async fn a_stopped_tournament_continues_with_the_missing_games() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let id = id(&create(&mut ada, &wish(&["alphabeta:nodes=2000", "greedy"], 12)).await);
    see(&mut ada, &id, |state| number(&state["played"]) >= 2).await;
    ada.request("POST", &format!("/api/tournaments/{id}/stop"), b"").await;
    let before = ada.get(&format!("/api/tournaments/{id}/files/results.json")).await.json();
    ada.request("POST", &format!("/api/tournaments/{id}/resume"), b"").await;
    see(&mut ada, &id, |state| state["status"] == "finished").await;
    let after = ada.get(&format!("/api/tournaments/{id}/files/results.json")).await.json();
    let (before, after) = (before["games"].as_array().unwrap(), after["games"].as_array().unwrap());
    assert_eq!(after.len(), 12);
    for game in before {
        assert!(after.contains(game), "what was played stays, with its times: {game}");
    }
    server.stop().await;
}

#[tokio::test]
async fn spectators_receive_boards_and_tables() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let id = id(&create(&mut ada, &wish(&["alphabeta:nodes=20000", "alphabeta:nodes=20001"], 6)).await);
    let mut live = ada.live_at(&format!("/api/tournaments/{id}/live")).await;
    let (mut moves, mut states) = (0, Vec::new());
    loop {
        let message = live.next().await.expect("the connection lasts");
        match message["type"].as_str().unwrap() {
            "boards" => moves += usize::from(message["boards"].as_array().is_some_and(|boards| !boards.is_empty())),
            "state" => states.push(message["state"].clone()),
            other => panic!("{other}"),
        }
        if states.last().is_some_and(|state| state["status"] == "finished") {
            break;
        }
    }
    assert!(moves > 0, "boards were seen");
    assert!(states.windows(2).all(|two| number(&two[0]["played"]) <= number(&two[1]["played"])));
    assert_eq!(states.last().unwrap()["played"], 6);
    live.send(json!({"type": "ping"})).await;
    live.message("pong").await;
    ada.request("DELETE", &format!("/api/tournaments/{id}"), b"").await;
    live.message("deleted").await;
    server.stop().await;
}

/// The numbers of the games in the store; each is there once, since they are the key.
async fn numbers(visitor: &mut Visitor, id: &str, total: u64) -> BTreeSet<u64> {
    let mut numbers = BTreeSet::new();
    for page in 1..=total.div_ceil(20) {
        let page = visitor.get(&format!("/api/tournaments/{id}/games?page={page}")).await.json();
        for game in page["games"].as_array().unwrap() {
            assert!(numbers.insert(number(&game["number"])), "{game} is there twice");
        }
    }
    numbers
}

#[tokio::test]
async fn a_killed_server_continues_its_tournament() {
    let data = tempfile::tempdir().unwrap();
    let mut server = ChildServer::start(data.path()).await;
    let mut ada = Visitor::new(&server.address);
    let id = id(&create(&mut ada, &wish(&["alphabeta:nodes=1500", "alphabeta:nodes=1501", "greedy"], 8)).await);
    let mut lines: Vec<Value> = Vec::new();
    for played in [2, 7, 13] {
        see(&mut ada, &id, |state| number(&state["played"]) >= played).await;
        let results = ada.get(&format!("/api/tournaments/{id}/files/results.json")).await.json();
        server.kill().await;
        server = ChildServer::start(data.path()).await;
        ada.address.clone_from(&server.address);
        lines.extend(results["games"].as_array().unwrap().iter().cloned());
    }
    let state = see(&mut ada, &id, |state| state["status"] == "finished").await;
    check_table(&state["standings"], 24);
    assert_eq!(numbers(&mut ada, &id, 24).await, (1..=24).collect());
    let results = ada.get(&format!("/api/tournaments/{id}/files/results.json")).await.json();
    for line in lines {
        assert!(results["games"].as_array().unwrap().contains(&line), "not played again, times and all: {line}");
    }
    server.kill().await;
}

#[tokio::test]
async fn a_tournament_runs_on_after_an_orderly_restart() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let id = id(&create(&mut ada, &endless()).await);
    server.stop().await;
    let server = TestServer::start(data.path()).await;
    ada.address.clone_from(&server.address);
    let state = ada.get(&format!("/api/tournaments/{id}")).await.json();
    assert_eq!((&state["status"], &state["problem"]), (&json!("running"), &Value::Null));
    server.stop().await;
}

/// A tournament as a command plays it.
fn played(plan: &Plan) -> Vec<(GameJob, GameReport)> {
    let catalog = Catalog::standard();
    let tournament = Tournament::prepare(&catalog, plan.clone(), std::path::Path::new("")).unwrap();
    let mut games = Vec::new();
    let keep = |job: &GameJob, report: &GameReport, _: &Tally<'_>| {
        games.push((job.clone(), report.clone()));
        std::ops::ControlFlow::Continue(())
    };
    tournament.run(&ThreadPool::new(&catalog, 1), Vec::new(), keep).unwrap();
    games
}

#[tokio::test]
async fn a_command_stores_its_tournament_while_a_server_runs() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let place = data.path().to_str().unwrap().to_owned();
    let mut plan = Plan::new("othello");
    plan.name = "From a terminal".into();
    plan.openings = OpeningSource::Random(3);
    plan.players = ["random", "greedy"].map(|spec| Entrant::new(spec.parse().unwrap())).into();
    let games = played(&plan);
    // As if the openings had come from a file and a player from outside: the server does not look for either.
    let mut foreign = Plan { openings: OpeningSource::File("openings.txt".into()), ..plan.clone() };
    foreign.players[1] = Entrant { name: Some("greedy".into()), spec: "uci:cmd=/nowhere/engine".parse().unwrap() };
    let mut ids = Vec::new();
    for plan in [plan, foreign] {
        let (place, games) = (place.clone(), games.clone());
        let keep = move || {
            let half = store_tournament(&place, &plan, &games[..1], TournamentStatus::Running).unwrap();
            let all = store_tournament(&place, &plan, &games, TournamentStatus::Finished).unwrap();
            assert_eq!(half, all, "the same plan is the same tournament");
            all
        };
        ids.push(tokio::task::spawn_blocking(keep).await.unwrap());
    }
    let mut ada = server.visitor();
    let own = ada.get(&format!("/api/tournaments/{}", ids[0])).await.json();
    check_table(&own["standings"], 2);
    assert_eq!(
        (&own["source"], &own["mine"], &own["can"]["delete"]),
        (&json!("command"), &json!(false), &json!(false))
    );
    let foreign = ada.get(&format!("/api/tournaments/{}", ids[1])).await.json();
    for key in ["cross", "mean_plies", "first_side"] {
        assert_eq!(foreign["standings"][key], own["standings"][key], "{key}");
    }
    assert!(foreign["standings"]["rows"].to_string().contains("uci:cmd=/nowhere/engine"));
    let pgn = async |visitor: &mut Visitor, id: &str| {
        let answer = visitor.get(&format!("/api/tournaments/{id}/files/games.pgn")).await;
        answer.text().to_owned()
    };
    assert_eq!(pgn(&mut ada, &ids[0]).await, pgn(&mut ada, &ids[1]).await, "the jobs know where the games began");
    assert_eq!(ada.get("/api/tournaments").await.json()["total"], 2);
    server.stop().await;
}

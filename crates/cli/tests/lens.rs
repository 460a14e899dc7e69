//! `quevedo eval` on the board, and `quevedo duel`.

use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn quevedo(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quevedo")).args(args).stdin(Stdio::null()).output().unwrap()
}

fn text(args: &[&str]) -> String {
    let output = quevedo(args);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&text(&[args, &["--json"]].concat())).unwrap()
}

/// Three stones of the first player in column 4: the second player has to answer on d4, which is worth 50 points.
#[test]
fn the_terminal_draws_terms_as_boards() {
    let args = ["eval", "connect4", "--position", "45454", "--eval", "handmade"];
    let board = text(&[&args[..], &["--board"]].concat());
    let (_, next_move) = board.split_once("next move  +50\n").expect("a board of the next move");
    let rows: Vec<Vec<&str>> = next_move.lines().take(7).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[3], ["·", "·", "·", "+50", "·", "·", "·", "·"], "{next_move}");
    assert_eq!(rows.iter().flatten().filter(|cell| **cell != "·").count(), 1, "{next_move}");

    let evaluated = json(&args);
    let layers = evaluated["layers"].as_array().unwrap();
    let next_move = layers.iter().find(|layer| layer["name"] == "next move").unwrap();
    assert_eq!(next_move["points"], serde_json::json!({"d4": 50.0}));
}

/// A network has no terms; the places that count most are named, and the white queen counts more than any pawn.
#[test]
fn a_network_says_what_every_piece_adds() {
    let evaluated = json(&["eval", "chess"]);
    let points = evaluated["layers"][0]["points"].as_object().unwrap();
    assert_eq!(points.len(), 32);
    let value = |place: &str| points[place].as_f64().unwrap();
    let pawns = ["a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2"];
    assert!(pawns.iter().all(|pawn| value("d1") > value(pawn) && value("d8") < -value(pawn)), "{points:?}");
    let shown = text(&["eval", "chess"]);
    let most = shown.lines().last().unwrap();
    assert!(most.starts_with("what each place adds, by occlusion: "), "{shown}");
    assert!(most.contains("d1 +") && most.contains("d8 -"), "{shown}");
}

#[test]
fn a_duel_compares_what_two_players_see() {
    let exact = "alphabeta:nullmove=off,lmr=off,iir=off,quiescence=off,pruning=off,extensions=off,correction=off,razoring=off,\
                 probcut=off,singular=off";
    let args =
        ["duel", "tic-tac-toe", "minimax:depth=4", exact, "--depth", "4", "--random-plies", "3", "--positions", "5"];
    let found = json(&args);
    let rows = found["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 5);
    for row in rows {
        let [first, second] = [0, 1].map(|player| &row["seen"][player]);
        assert_eq!(first["score"], second["score"], "{row}");
        assert!(first["nodes"].as_u64() > second["nodes"].as_u64(), "{row}");
    }
    assert_eq!(found["summary"]["same_score"], 5);

    let csv = text(&[&args[..], &["--csv"]].concat());
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 7, "{csv}");
    assert!(lines[2..].iter().all(|line| line.split(',').count() == lines[1].split(',').count()), "{csv}");
    let markdown = text(&args);
    assert_eq!(markdown.lines().filter(|line| line.starts_with('|')).count(), 7, "{markdown}");
}

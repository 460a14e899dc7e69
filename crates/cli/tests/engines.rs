//! Our own protocols played through by our own matches: the program as its opponent from outside, in every game.

use std::process::Command;

use quevedo_catalog::Catalog;
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_quevedo");

/// Plays a match and tells what came of it.
fn play(game: &str, players: [&str; 2], more: &[&str]) -> Value {
    let [first, second] = players;
    let output = Command::new(PROGRAM)
        .args(["match", game, first, second, "--random-plies", "2", "--threads", "2", "--json"])
        .args(more)
        .output()
        .unwrap();
    assert!(output.status.success(), "{game}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The text of a refusal.
fn refused(args: &[&str]) -> String {
    let output = Command::new(PROGRAM).args(args).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn uci(settings: &str) -> String {
    format!("uci:cmd='{PROGRAM}' uci,{settings}")
}

/// Records of games that ended by a fault tell it.
fn assert_no_faults(path: &std::path::Path, games: usize) {
    let text = std::fs::read_to_string(path).unwrap();
    assert_eq!(text.matches("[Event ").count(), games);
    assert!(!text.contains("[Fault "), "{text}");
}

#[test]
fn every_game_is_played_by_uci() {
    let folder = tempfile::tempdir().unwrap();
    for game in Catalog::standard().games() {
        let path = folder.path().join("games.pgn");
        let out = ["--games", "4", "--force", "--out", path.to_str().unwrap()];
        let report = play(game.id(), [&uci("nodes=300,options=Hash:1"), "random"], &out);
        assert_eq!(report["games"], 4, "{}", game.id());
        assert!(report["mean_plies"].as_f64().unwrap() > 1.0, "{}: {report}", game.id());
        assert_no_faults(&path, 4);
    }
}

#[test]
fn othello_is_played_by_nboard() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let nboard = format!("nboard:cmd='{PROGRAM}' nboard,depth=2");
    let out = ["--games", "8", "--out", path.to_str().unwrap()];
    let report = play("othello", [&nboard, &uci("depth=1")], &out);
    assert_eq!(report["games"], 8);
    assert_no_faults(&path, 8);
}

#[test]
fn a_program_plays_by_the_clock() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let out = ["--games", "2", "--clock", "20s+100ms", "--out", path.to_str().unwrap()];
    let report = play("hare-hounds", [&uci("nodes=1000000,options=Move Overhead:100"), "greedy"], &out);
    assert_eq!((&report["games"], &report["time_losses"]), (&2.into(), &serde_json::json!([0, 0])));
    assert_no_faults(&path, 2);
}

#[test]
fn programs_are_refused_where_none_is_started() {
    for args in [
        &["best", "chess", "--player", "uci:cmd=stockfish"][..],
        #[cfg(feature = "tui")]
        &["play", "chess", "--second", "uci:cmd=stockfish"],
        #[cfg(feature = "tui")]
        &["play", "othello", "--first", "nboard:cmd=edax"],
    ] {
        let said = refused(args);
        assert!(said.contains("matches and tournaments only"), "{said}");
    }
    let said = refused(&["match", "chess", "uci:cmd=/no/such/engine", "random"]);
    assert!(said.contains("cannot use the engine `/no/such/engine`"), "{said}");
    let said = refused(&["match", "chess", &format!("nboard:cmd='{PROGRAM}' nboard"), "random"]);
    assert!(said.contains("othello only"), "{said}");
}

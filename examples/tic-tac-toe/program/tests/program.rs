//! The program with one game more: commands, UCI, matches, training.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

fn quevedo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_tic-tac-toe")).args(arguments).output().expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A conversation by UCI.
fn uci(lines: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tic-tac-toe"));
    let mut child = program.arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it listens");
    String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("UTF-8")
}

#[test]
fn every_command_knows_the_game() {
    // The standard catalog has it for lessons; this program offers it, once.
    let games = quevedo(&["games"]);
    assert_eq!(games.lines().filter(|line| line.starts_with("tic-tac-toe")).count(), 1, "{games}");
    assert!(quevedo(&["show", "tic-tac-toe", "--moves", "b2 a1"]).contains("O2"), "the position is shown");
    let rules = quevedo(&["rules", "tic-tac-toe", "--lang", "es"]).replace('\n', " ");
    assert!(rules.contains("tres marcas en línea"), "{rules}");
    assert!(quevedo(&["perft", "tic-tac-toe", "4"]).ends_with("nodes 3024\n"));
    assert!(quevedo(&["bench", "tic-tac-toe", "--signatures"]).starts_with("tic-tac-toe"));
}

#[test]
fn the_game_is_solved_by_the_default_solver() {
    assert!(quevedo(&["solve", "tic-tac-toe", "--json"]).contains("\"value\":\"draw\""));
    let win = quevedo(&["solve", "tic-tac-toe", "--position", "XX1/OO1/3 x", "--json"]);
    assert!(win.contains("\"value\":\"win\"") && win.contains("\"best\":[\"c3\"]"), "{win}");
}

#[test]
fn all_players_play_it() {
    for player in ["random", "greedy", "minimax:depth=3", "alphabeta:depth=9", "mcts:sims=200", "level=3", "perfect"] {
        let report = quevedo(&["match", "tic-tac-toe", player, "random", "--games", "6", "--json"]);
        assert!(report.contains("\"games\":6"), "{player}: {report}");
    }
    let perfect = quevedo(&["match", "tic-tac-toe", "perfect", "random", "--games", "40", "--json"]);
    assert!(perfect.contains("\"losses\":0"), "{perfect}");
}

#[test]
fn it_speaks_uci() {
    let said =
        uci("uci\nsetoption name UCI_Variant value tic-tac-toe\nposition startpos moves a1 b2 b1\ngo depth 6\nquit\n");
    assert!(said.contains("var tic-tac-toe") && said.contains("uciok"), "{said}");
    let said = uci("setoption name UCI_Variant value tic-tac-toe\nposition startpos moves a1 b2 b1\ngo depth 6\n");
    assert!(said.contains("bestmove c1"), "the threat is stopped: {said}");
}

const RECIPE: &str = r#"
name = "ttt"
game = "tic-tac-toe"

[data]
player = "alphabeta:depth=2"
games = 300
random_plies = 2

[net]
kind = "nnue"
hidden = 8

[train]
epochs = 3

[test]
games = 20
player = "alphabeta:depth=1"
against = "handmade"
random_plies = 2
"#;

#[test]
fn a_network_is_trained_and_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    // Names with commas and blanks are names like any other.
    let out = folder.path().join("a, b");
    let recipe = folder.path().join("recipe.toml");
    std::fs::write(&recipe, RECIPE).expect("it is written");
    quevedo(&["train", path(&recipe), "--out", path(&out), "--threads", "2"]);
    let player = format!("alphabeta:eval=\"{}\",depth=3", path(&out.join("ttt.qnet")));
    assert!(quevedo(&["match", "tic-tac-toe", &player, "random", "--games", "4", "--json"]).contains("\"games\":4"));
}

fn path(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

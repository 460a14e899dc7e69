//! The program from outside: what it prints, where, and how it exits.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use quevedo_catalog::GAMES;
use quevedo_core::Record;
use serde_json::Value;

fn quevedo(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quevedo")).args(args).stdin(Stdio::null()).output().unwrap()
}

fn with_input(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quevedo"));
    let command = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Standard output of a command that must succeed.
fn said(args: &[&str]) -> String {
    let output = quevedo(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    stdout(&output)
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&said(args)).unwrap()
}

/// The one line on standard error of a command that must be refused.
fn refused(args: &[&str]) -> String {
    let output = quevedo(args);
    let errors = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {errors}");
    assert_eq!(stdout(&output), "", "{args:?}");
    assert_eq!(errors.lines().count(), 1, "{args:?}: {errors}");
    errors.trim_end().into()
}

fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn games_are_listed() {
    let table = said(&["games"]);
    assert_eq!(table.lines().count(), GAMES.len() + 1);
    assert!(table.contains("El zorro y las ocas") && table.contains("Geese, Fox"));
    let listed = json(&["games", "--json"]);
    let ids: Vec<&str> = listed["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert!(ids.iter().eq(GAMES.iter().map(|game| &game.id)));
    assert_eq!(listed["games"][1]["sides"][0]["es"], "Negras");
}

#[test]
fn an_unknown_game_is_answered_with_the_list() {
    for command in ["show", "play", "rules", "players", "bench"] {
        let error = refused(&[command, "checkers"]);
        assert!(error.contains("`checkers`"), "{error}");
        assert!(GAMES.iter().all(|game| error.contains(game.id)), "{error}");
    }
}

#[test]
fn perft_ends_with_its_count() {
    assert_eq!(said(&["perft", "chess", "4"]).lines().last(), Some("nodes 197281"));
    assert_eq!(said(&["perft", "connect4", "0", "--divide"]), "nodes 1\n");
    let divided = said(&["perft", "chess", "3", "--divide"]);
    assert_eq!((divided.lines().count(), divided.lines().last()), (21, Some("nodes 8902")));
    let parts = divided.lines().take(20).map(|line| line.rsplit(' ').next().unwrap().parse::<u64>().unwrap());
    assert_eq!(parts.sum::<u64>(), 8902);
    let position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    assert_eq!(said(&["perft", "chess", "3", "--position", position]), "nodes 97862\n");
    for depth in ["100", "-1", "x"] {
        assert!(refused(&["perft", "chess", depth]).contains("DEPTH"));
    }
}

#[test]
fn a_bad_position_says_which_part() {
    let error = refused(&["show", "fox-geese", "--position", "1F1/3/7/7/7/3/3 x"]);
    assert!(error.starts_with("error: --position: bad side to move `x`"), "{error}");
    for command in ["show", "play"] {
        let error = refused(&[command, "chess", "--position", "8/8 w"]);
        assert!(error.contains("--position: bad "), "{error}");
    }
    assert!(refused(&["perft", "chess", "2", "--position", "\n\n x"]).contains("--position"));
}

#[test]
fn positions_may_begin_with_a_dash() {
    let position = format!("{}OX{}XO{} X", "-".repeat(27), "-".repeat(6), "-".repeat(27));
    assert!(said(&["show", "othello", "--position", &position]).contains("moves     4\n"));
}

#[test]
fn an_illegal_move_says_which_and_why() {
    let error = refused(&["show", "chess", "--moves", "e4 e5 e6"]);
    assert!(error.starts_with("error: --moves: move 3: `e6` is not legal: "), "{error}");
    assert!(refused(&["show", "amazons", "--moves", "hello"]).contains("move 1: `hello` does not read as a move"));
}

#[test]
fn show_tells_the_board_the_moves_and_the_end() {
    let text = said(&["show", "fox-geese", "--moves", "c3c4"]);
    for words in ["7          .---F---.", "to move   Fox", "position  ", "moves     3\n  d7d6"] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    let mate = ["show", "chess", "--moves", "f3 e5 g4 Qh4"];
    assert!(said(&mate).ends_with("outcome   0-1 Black won: checkmate\n"), "{}", said(&mate));
    assert!(said(&["show", "amazons"]).contains("and 2164 more: --all lists them"));
    assert!(!said(&["show", "amazons", "--all"]).contains("--all"));
    assert!(said(&["show", "chess", "--unicode"]).contains('♚'));
}

#[test]
fn show_speaks_json() {
    let start = json(&["show", "amazons", "--json"]);
    assert_eq!(start["moves"].as_array().unwrap().len(), 2176);
    assert_eq!((start["turn"].as_str(), start["outcome"].is_null()), (Some("first"), true));
    let mate = json(&["show", "chess", "--json", "--moves", "f3 e5 g4 Qh4"]);
    let end = serde_json::json!({ "winner": "second", "reason": "mate", "result": "0-1" });
    assert_eq!((&mate["outcome"], mate["moves"].as_array().unwrap().len()), (&end, 0));
    assert_eq!(mate["played"][3], "d8h4");
}

#[test]
fn rules_and_players_are_told() {
    assert!(said(&["rules", "othello"]).starts_with("Othello\n\n"));
    assert!(said(&["rules", "othello", "--lang", "es"]).starts_with("Otelo\n\n"));
    assert!(refused(&["rules", "othello", "--lang", "fr"]).contains("en, es"));
    let players = said(&["players", "chess"]);
    assert!(players.contains("random") && players.contains("seed="), "{players}");
}

#[test]
fn bench_signs_the_rules() {
    let args = ["bench", "hare-hounds", "--seconds", "0.01", "--json"];
    let (one, other) = (json(&args), json(&args));
    let signature = one["games"][0]["signature"].as_str().unwrap();
    assert_eq!((signature.len(), &one["games"][0]["signature"]), (16, &other["games"][0]["signature"]));
    assert!(one["games"][0]["plies_per_second"].as_f64().unwrap() > 0.0);
    assert!(refused(&["bench", "--seconds", "-1"]).contains("0.001 to 3600"));
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let play = |threads: &str| {
        let path = scratch(&format!("threads-{threads}.pgn"));
        let out = path.to_str().unwrap().to_owned();
        let args =
            ["match", "othello", "random", "random:seed=4", "--games", "21", "--random-plies", "3", "--seed", "8"];
        let told = json(&[&args[..], &["--threads", threads, "--json", "--out", &out]].concat());
        (told, std::fs::read_to_string(path).unwrap())
    };
    let (one, many) = (play("1"), play("5"));
    assert_eq!(one, many);
    let count = |key: &str| one.0[key].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), 21);
    let records = Record::parse_all(&one.1).unwrap();
    assert_eq!(records.len(), 21);
    assert_eq!((records[0].tag("White"), records[1].tag("White")), (Some("random"), Some("random:seed=4")));
    assert!(records.iter().enumerate().all(|(index, record)| record.tag("Round") == Some(&(index + 1).to_string())));
}

#[test]
fn records_are_not_overwritten() {
    let path = scratch("kept.pgn");
    std::fs::write(&path, "mine").unwrap();
    let out = path.to_str().unwrap();
    let args = ["match", "connect4", "random", "random", "--games", "2", "--out", out];
    assert!(refused(&args).contains("the file exists: choose another name, or add --force"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
    said(&[&args[..], &["--force"]].concat());
    assert_eq!(Record::parse_all(&std::fs::read_to_string(&path).unwrap()).unwrap().len(), 2);
    assert!(refused(&["match", "connect4", "random", "random", "--out", "/no/such/place"]).contains("/no/such/place"));
    let unplayed = scratch("unplayed.pgn");
    refused(&["match", "connect4", "human", "random", "--out", unplayed.to_str().unwrap()]);
    assert!(!unplayed.exists());
}

#[test]
fn wrong_players_are_refused_in_words() {
    assert!(refused(&["match", "chess", "human", "random"]).contains("`human` cannot play a match"));
    assert!(refused(&["match", "chess", "stockfish", "random"]).contains("there are human, random"));
    assert!(refused(&["match", "chess", "random:depth=3", "random"]).contains("it takes seed"));
    assert!(refused(&["match", "connect4", "random", "random", "--random-plies", "99"]).contains("use fewer"));
    assert!(refused(&["match", "chess", "random", "random", "--games", "0"]).contains("1.."));
    assert!(refused(&["perft", "chess"]).contains("<DEPTH>"));
    assert!(refused(&["frobnicate"]).contains("frobnicate"));
}

#[test]
fn play_reads_lines_where_there_is_no_terminal() {
    let output = with_input(&["play", "connect4:7x6", "--second", "human"], "1\n2\nnonsense\n1\n2\n1\n2\n1\n");
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).ends_with("Yellow won: four in line\n"), "{}", stdout(&output));
    assert!(String::from_utf8_lossy(&output.stderr).contains("`nonsense`"));
    let output = with_input(&["play", "fox-geese", "--lang", "es"], "c3c4\n");
    assert!(stdout(&output).contains("La partida quedó en: "), "{}", stdout(&output));
    let output = quevedo(&["play", "hare-hounds", "--first", "random:seed=1", "--second", "random:seed=1"]);
    assert!(stdout(&output).contains(" won: "), "{}", stdout(&output));
}

#[test]
fn without_a_command_or_a_terminal_there_is_help() {
    let help = said(&[]);
    assert!(help.contains("Usage: quevedo") && help.contains("perft"), "{help}");
    assert!(said(&["match", "--help"]).contains("Examples:"));
    assert!(said(&["--version"]).starts_with("quevedo "));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_failure() {
    for command in
        ["games", "show amazons --all", "perft chess 2 --divide", "bench hare-hounds --seconds 0.01", "--help"]
    {
        let script = format!("'{}' {command} | true; exit ${{PIPESTATUS[0]}}", env!("CARGO_BIN_EXE_quevedo"));
        let output = Command::new("bash").args(["-c", &script]).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!errors.contains("panicked") && output.status.code() == Some(0), "{command}: {errors}");
    }
}

//! `quevedo review` as a process: text, JSON, annotated records, and what it refuses.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use quevedo_catalog::Catalog;
use quevedo_record::Record;
use serde_json::Value;
use tempfile::tempdir;

/// The third move of Black allows mate in one.
const SCHOLARS_MATE: &str = "[White \"Ada\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n";

fn quevedo(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quevedo"));
    let command = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn said(args: &[&str], input: &str) -> String {
    let output = quevedo(args, input);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The one line of a command that must be refused.
fn refused(args: &[&str], input: &str) -> String {
    let output = quevedo(args, input);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), errors.lines().count()), (Some(2), 1), "{args:?}: {errors}");
    errors
}

#[test]
fn a_blunder_is_found_in_every_form() {
    let args = ["review", "chess", "-", "--nodes", "3000"];
    let json: Value = serde_json::from_str(&said(&[&args[..], &["--json"]].concat(), SCHOLARS_MATE)).unwrap();
    let moves = json["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    assert_eq!((&moves[5]["move"], &moves[5]["class"]), (&"g8f6".into(), &"blunder".into()));
    assert!(moves[5]["loss"].as_f64().unwrap() > 0.2 && moves[5]["best"] != "g8f6", "{}", moves[5]);
    assert_eq!((&moves[6]["class"], &moves[6]["loss"]), (&"best".into(), &0.0.into()));
    assert_eq!(json["turning_points"].as_array().unwrap().last(), Some(&5.into()));
    let [white, black] = [0, 1].map(|side| json["accuracy"][side].as_f64().unwrap());
    assert!(white > black && white <= 100.0 && black >= 0.0, "{white} {black}");

    let text = said(&args, SCHOLARS_MATE);
    assert!(text.starts_with("Ada - Bob\n"), "{text}");
    assert!(text.lines().any(|line| line.contains("3... Nf6??") && line.contains("blunder")), "{text}");
    assert!(text.contains("turning points:") && text.contains("White won: checkmate"), "{text}");

    let pgn = said(&[&args[..], &["--pgn"]].concat(), SCHOLARS_MATE);
    let unwrapped = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(unwrapped.contains("Nf6 $4 {Blunder:") && pgn.contains("[WhiteAccuracy \""), "{pgn}");
    let records = Record::parse_all(&pgn).unwrap();
    let played: Vec<&str> = records[0].moves.iter().map(|mv| mv.text.as_str()).collect();
    assert_eq!(played, ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"], "variations are beside the game");
    assert_eq!((records[0].tag("White"), records[0].result.as_str()), (Some("Ada"), "1-0"));
}

/// A file of random games of a game of the catalog.
fn write_games(path: &Path, id: &str, games: u64) {
    let entry = Catalog::standard().find(id).unwrap().clone();
    let mut text = String::new();
    for seed in 0..games {
        let mut rng = quevedo_core::Rng::with_seed(seed);
        let mut session = entry.session(None).unwrap();
        for _ in 0..24 {
            session.play_random(&mut rng);
        }
        text.push_str(&session.record(&[]).to_string());
        text.push('\n');
    }
    fs::write(path, text).unwrap();
}

#[test]
fn every_game_is_reviewed_and_several_in_a_file() {
    let folder = tempdir().unwrap();
    for entry in Catalog::standard().games() {
        let path = folder.path().join("games.pgn");
        write_games(&path, entry.id(), 2);
        let args = ["review", entry.id(), path.to_str().unwrap(), "--nodes", "200", "--json"];
        let lines = said(&args, "");
        let reviews: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(reviews.len(), 2, "{}", entry.id());
        for review in reviews {
            let moves = review["moves"].as_array().unwrap();
            assert_eq!(review["chances"].as_array().unwrap().len(), moves.len() + 1);
            let in_range = |mv: &Value| (0.0..=1.0).contains(&mv["loss"].as_f64().unwrap());
            assert!(moves.iter().all(in_range), "{}: {review}", entry.id());
        }
        assert_eq!(said(&[&args[..], &["--threads", "3"]].concat(), ""), lines, "{}", entry.id());
    }
}

#[test]
fn what_is_no_record_is_refused() {
    assert!(refused(&["review", "chess", "-"], "1. e4 e5 2. Ke3").contains("Ke3"));
    assert!(refused(&["review", "chess", "-"], "[Event \"?\"]\n\n*\n").contains("no move to review"));
    assert!(refused(&["review", "chess", "nowhere.pgn"], "").contains("nowhere.pgn"));
    assert!(refused(&["review", "checkers", "-"], "").contains("unknown game"));
    assert!(refused(&["review", "chess", "-", "--nodes", "1"], "").contains("nodes"));
}

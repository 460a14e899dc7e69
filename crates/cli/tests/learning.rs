//! The training commands as processes: their progress, and what they refuse.
#![cfg(feature = "train")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::{TempDir, tempdir};

/// A shipped network, for tests that need any.
const NET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../nets/weights/othello/patterns-quick.qnet");

fn quevedo(folder: &TempDir, args: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quevedo"));
    command.current_dir(folder).args(args.split_whitespace()).stdin(Stdio::null()).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Standard output of a command that must succeed.
fn said(folder: &TempDir, args: &str) -> String {
    let output = quevedo(folder, args);
    assert_eq!(output.status.code(), Some(0), "{args}: {}", stderr(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// The one line of a command that must be refused.
fn refused(folder: &TempDir, args: &str) -> String {
    let output = quevedo(folder, args);
    let errors = stderr(&output);
    assert_eq!((output.status.code(), errors.lines().count()), (Some(2), 1), "{args}: {errors}");
    errors
}

#[test]
fn games_for_data_are_counted_where_there_is_no_terminal() {
    let folder = tempdir().unwrap();
    let make = "datagen connect4:7x6 --player alphabeta:depth=1,hash=1 --games 20 --sibling-moves 2 --out data";
    let output = quevedo(&folder, make);
    let lines = stderr(&output);
    assert!(lines.lines().any(|line| line.starts_with("2/20 games, 0 positions written")), "{lines}");
    assert!(lines.lines().last().unwrap().starts_with("20/20 games"), "{lines}");
    assert!(lines.lines().count() >= 10, "{lines}");
    // A finished run prints one line.
    let again = stderr(&quevedo(&folder, make));
    assert!(again.starts_with("20/20 games") && again.lines().count() == 1, "{again}");
}

#[test]
fn info_lists_the_flags_in_use() {
    let folder = tempdir().unwrap();
    said(&folder, "datagen connect4:7x6 --player alphabeta:depth=1,hash=1 --games 4 --sibling-moves 2 --out data");
    let report = said(&folder, "dataset info data");
    let line = report.lines().find(|line| line.contains("second to move")).unwrap();
    assert!(
        line.contains("after moves not played") && !line.contains("not played 0.0 %") && !report.contains("random"),
        "{report}"
    );
    let help = said(&folder, "dataset --help");
    assert!(help.contains("second to move, after moves not played]") && !help.contains("random,"), "{help}");
    let json: serde_json::Value = serde_json::from_str(&said(&folder, "dataset info data --json")).unwrap();
    let counts: Vec<u64> = json["flags"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect();
    assert!(counts.len() == 5 && counts[4] > 0, "one count for each flag of the help: {counts:?}");
}

#[test]
fn an_existing_file_is_not_overwritten() {
    let folder = tempdir().unwrap();
    said(&folder, "datagen connect4:7x6 --player random --games 2 --out data");
    fs::write(folder.path().join("p.csv"), "mine").unwrap();
    let error = refused(&folder, "dataset export data --format csv --out p.csv");
    assert!(error.contains("--out p.csv: ") && error.contains("exists"), "{error}");
    assert_eq!(error.matches("p.csv").count(), 1, "{error}");
    assert_eq!(fs::read_to_string(folder.path().join("p.csv")).unwrap(), "mine");
}

#[test]
fn a_missing_trainer_is_refused_before_a_game() {
    let folder = tempdir().unwrap();
    let small = "zero connect4:7x6 --generations 1 --games 2 --sims 4";
    let error = refused(&folder, &format!("{small} --out zero --trainer no-such-program"));
    assert!(error.contains("`no-such-program` does not exist"), "{error}");
    assert!(!folder.path().join("zero/000").exists());
}

#[test]
fn generations_are_counted_where_there_is_no_terminal() {
    let folder = tempdir().unwrap();
    let output = quevedo(&folder, "zero connect4:7x6 --generations 1 --games 2 --sims 4 --out zero --trainer false");
    let lines = stderr(&output);
    assert!(lines.contains("2/2 games, generation 0\ntraining, generation 0\n"), "{lines}");
    assert!(lines.lines().last().unwrap().contains("`false` ended with"), "{lines}");
}

#[test]
fn an_accuracy_needs_a_player_and_positions() {
    let folder = tempdir().unwrap();
    let error = refused(&folder, "zero mouse-cats --out typo --generations 0 --accuracy 10");
    assert!(error.contains("typo: there is no run"), "{error}");
    assert!(refused(&folder, "zero mouse-cats --accuracy 0 --player random").contains("1.."));
    let report = said(&folder, "zero mouse-cats --accuracy 4 --player random --json");
    let help = said(&folder, "zero --help");
    for key in ["player", "positions", "kept", "hard", "hard_kept", "share"] {
        assert!(report.contains(&format!("\"{key}\":")) && help.contains(&format!("\"{key}\"")), "{key}: {report}");
    }
}

#[test]
fn a_network_that_could_not_be_shipped_is_refused_before_a_game() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("weights")).unwrap();
    fs::write(folder.path().join("networks.md"), "").unwrap();
    for (name, problem) in
        [("strong.bin", "`.qnet`"), ("discs.qnet", "another evaluator"), ("a b.qnet", "is not a name")]
    {
        fs::copy(NET, folder.path().join(name)).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_quevedo"));
        let new = Path::new(".").join(name);
        let args = ["discs", "--install", "weights", "--record", "networks.md", "--games", "4"];
        let output = command.current_dir(&folder).arg("gate").arg(new).args(args).output().unwrap();
        let error = stderr(&output);
        assert!(output.status.code() == Some(2) && error.contains(problem), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    assert_eq!(fs::read_dir(folder.path().join("weights")).unwrap().count(), 0);
}

#[test]
fn the_example_of_training_names_what_its_recipe_makes() {
    let folder = tempdir().unwrap();
    let recipe = concat!(env!("CARGO_MANIFEST_DIR"), "/../../recipes/quick/othello.toml");
    let recipe = fs::read_to_string(recipe).unwrap();
    let name = recipe.lines().find_map(|line| line.strip_prefix("name = ")).unwrap().trim_matches('"');
    let help = said(&folder, "train --help");
    assert!(help.contains(&format!("eval=trained/{name}/{name}.qnet")), "{help}");
}

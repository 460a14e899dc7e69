//! `quevedo tune` as a process: the same values on any number of threads, after an interruption, and what it refuses.
#![cfg(feature = "train")]

use std::fs;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tempfile::{TempDir, tempdir};

/// A small run. Both parameters are spoiled: their own values are 2 and 400.
const RUN: &str = "tune mouse-cats --params min_table_depth,aspiration_growth \
                   --start min_table_depth:3;aspiration_growth:110 --spsa-c 0.1 --nodes 2000 --hash 1";

fn command(folder: &TempDir, args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quevedo"));
    command.current_dir(folder).args(args.split_whitespace()).stdin(Stdio::null());
    command.env("XDG_DATA_HOME", folder.path()).env("HOME", folder.path());
    command
}

fn quevedo(folder: &TempDir, args: &str) -> Output {
    command(folder, args).output().unwrap()
}

/// The JSON of a command that must succeed.
fn said(folder: &TempDir, args: &str) -> Value {
    let output = quevedo(folder, args);
    assert_eq!(output.status.code(), Some(0), "{args}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The one line of a command that must be refused.
fn refused(folder: &TempDir, args: &str) -> String {
    let output = quevedo(folder, args);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), errors.lines().count()), (Some(2), 1), "{args}: {errors}");
    errors
}

fn journal(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name).join("tune.jsonl")).unwrap()
}

#[test]
fn two_spoiled_parameters_are_recovered() {
    let folder = tempdir().unwrap();
    let report = said(&folder, &format!("{RUN} --games 16 --iterations 60 --out run --json"));
    let value = |index: usize| report["values"][index]["value"].as_f64().unwrap();
    assert!(value(0) < 2.5 && value(1) > 180.0, "{report}");
}

#[test]
fn the_values_do_not_depend_on_threads_or_interruptions() {
    let folder = tempdir().unwrap();
    let run = |out: &str, threads: u32| {
        said(&folder, &format!("{RUN} --games 4 --iterations 8 --out {out} --threads {threads} --json"))
    };
    let whole = run("one", 1);
    assert_eq!((&whole["iterations"], &whole["games"]), (&8.into(), &32.into()));
    assert_eq!(run("three", 3), whole);
    assert_eq!(journal(&folder, "three"), journal(&folder, "one"));
    // An interrupted run: three iterations, and a line that was being written.
    let lines: Vec<String> = journal(&folder, "one").lines().take(4).map(|line| format!("{line}\n")).collect();
    fs::create_dir(folder.path().join("resumed")).unwrap();
    fs::write(folder.path().join("resumed/tune.jsonl"), lines.concat() + "{\"iterat").unwrap();
    assert_eq!(run("resumed", 2), whole);
    assert_eq!(journal(&folder, "resumed"), journal(&folder, "one"));
    // Another seed is another run.
    let other = said(&folder, &format!("{RUN} --games 4 --iterations 8 --out other --seed 2 --json"));
    assert_ne!(other["values"], whole["values"]);
}

#[test]
fn a_finished_run_is_reported_again_without_games() {
    let folder = tempdir().unwrap();
    let run = format!("{RUN} --games 4 --iterations 2 --out run");
    let first = said(&folder, &format!("{run} --json"));
    fs::remove_file(folder.path().join("run/tune.svg")).unwrap();
    assert_eq!(said(&folder, &format!("{run} --json --report")), first);
    let plot = fs::read_to_string(folder.path().join("run/tune.svg")).unwrap();
    assert!(plot.contains("min_table_depth: 3 to") && plot.contains("aspiration_growth: 110 to"), "{plot}");
    let text = String::from_utf8(quevedo(&folder, &run).stdout).unwrap();
    assert!(text.starts_with("2 iterations, 8 games\nmin_table_depth         3 -> "), "{text}");
    // The result is what a player takes.
    let params = text.lines().find_map(|line| line.strip_prefix("params=")).unwrap();
    let game = format!("match mouse-cats alphabeta:nodes=100,params={params} random --games 2");
    assert_eq!(quevedo(&folder, &game).status.code(), Some(0));
}

#[test]
#[cfg(unix)]
fn ctrl_c_keeps_the_finished_iterations() {
    let folder = tempdir().unwrap();
    let run = format!("{RUN} --games 2 --iterations 100000 --out run");
    let mut child = command(&folder, &run).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while fs::read_to_string(folder.path().join("run/tune.jsonl")).unwrap_or_default().lines().count() < 4 {
        assert_eq!(child.try_wait().unwrap(), None, "it ended by itself");
        thread::sleep(Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{errors}");
    assert!(errors.contains("of 100000 iterations; the same command resumes"), "{errors}");
    let known = journal(&folder, "run").lines().count() - 1;
    let report = said(&folder, &format!("{run} --report --json"));
    assert!(known >= 3 && report["iterations"] == known, "{known}: {report}");
    assert!(folder.path().join("run/tune.svg").is_file());
}

#[test]
fn only_parameters_with_an_effect_are_tuned_by_default() {
    let folder = tempdir().unwrap();
    let report = said(&folder, "tune hare-hounds --iterations 1 --games 2 --nodes 50 --out run --json");
    let names: Vec<&str> =
        report["values"].as_array().unwrap().iter().filter_map(|value| value["name"].as_str()).collect();
    // The game has no null move, and every search has aspiration windows.
    assert!(names.contains(&"aspiration_window"), "{names:?}");
    assert!(!names.iter().any(|name| name.starts_with("null_move")), "{names:?}");
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let folder = tempdir().unwrap();
    said(&folder, &format!("{RUN} --games 4 --iterations 1 --out run --json"));
    let lines = journal(&folder, "run");
    let error = refused(&folder, &format!("{RUN} --games 4 --iterations 2 --out run"));
    assert!(error.contains("another run"), "{error}");
    assert_eq!(journal(&folder, "run"), lines);
    fs::write(folder.path().join("run/tune.jsonl"), lines.replace("\"iteration\":1", "\"iteration\":7")).unwrap();
    let error = refused(&folder, &format!("{RUN} --games 4 --iterations 1 --out run"));
    assert!(error.contains("line 2 is not iteration 1"), "{error}");
    for (args, words) in [
        ("tune hare-hounds --out a --params lmr_bass", "no search parameter is called so"),
        ("tune hare-hounds --out a --start lmr_base:99999", "within their ranges"),
        ("tune hare-hounds --out a --games 3", "an even number"),
        ("tune hare-hounds --out a --spsa-c 0", "above 0"),
        ("tune hare-hounds --out a --report", "there is no run in a"),
        ("tune hare-hounds", "--out"),
    ] {
        let error = refused(&folder, args);
        assert!(error.contains(words), "{args}: {error}");
        assert!(!folder.path().join("a").exists(), "{args}");
    }
}

#[test]
fn probcut_measures_the_same_on_any_number_of_threads() {
    let folder = tempdir().unwrap();
    let run = |threads: u32| {
        said(
            &folder,
            &format!("probcut othello --positions 8 --depth 4 --phase 60 --nodes 50 --threads {threads} --json"),
        )
    };
    let found = run(1);
    assert_eq!(found, run(3));
    let pairs: Vec<_> =
        found.as_array().unwrap().iter().map(|row| (row["deep"].as_u64(), row["shallow"].as_u64())).collect();
    assert_eq!(pairs, [(Some(3), Some(1)), (Some(4), Some(2))], "depths that differ by an even number: {found}");
}

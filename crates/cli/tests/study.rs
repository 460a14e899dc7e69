//! `quevedo study` from outside: a tiny run of every study, and its reports.
#![cfg(feature = "study")]

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn quevedo(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quevedo")).args(args).stdin(Stdio::null()).output().unwrap()
}

fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

/// Every table of a study, with one pair of games each; both reports hold the same titles.
fn tiny_run(study: &str) {
    let folder = scratch(&format!("study-{study}"));
    let out = folder.to_str().unwrap();
    let output = quevedo(&["study", study, "--games", "2", "--budget", "5s", "--out", out]);
    assert_eq!(output.status.code(), Some(0), "{study}: {}", String::from_utf8_lossy(&output.stderr));
    let [markdown, page] = ["report.md", "report.html"].map(|name| std::fs::read_to_string(folder.join(name)).unwrap());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), markdown);
    assert!(markdown.contains("claims tested") && !markdown.contains("stopped early"));
    for heading in markdown.lines().filter_map(|line| line.strip_prefix("### ")) {
        assert!(page.contains(&format!("<h3>{}</h3>", heading.replace('&', "&amp;"))), "{study}: {heading}");
    }
    assert!(!page.contains("http") && !page.contains("<script"));
    let again = quevedo(&["study", study, "--games", "2", "--budget", "5s", "--out", out]);
    assert_eq!(again.status.code(), Some(2));
}

#[test]
#[ignore = "takes a minute: by `cargo xtask soak`"]
fn amazons() {
    tiny_run("amazons");
}

#[test]
fn hunt() {
    tiny_run("hunt");
}

#[test]
#[ignore = "takes two minutes: by `cargo xtask soak`"]
fn chess() {
    tiny_run("chess");
}

#[test]
fn othello() {
    tiny_run("othello");
}

#[test]
fn connect4() {
    tiny_run("connect4");
}

#[test]
fn techniques() {
    tiny_run("techniques");
}

#[test]
fn depth_and_time() {
    tiny_run("depth");
    tiny_run("time");
}

#[test]
fn mcts_and_first_move() {
    tiny_run("mcts");
    tiny_run("first-move");
}

#[test]
fn studies_are_listed_and_unknown_ones_refused() {
    let listed = String::from_utf8(quevedo(&["study", "--list"]).stdout).unwrap();
    assert_eq!(listed.lines().filter(|line| !line.starts_with(' ')).count(), 10, "{listed}");
    for wrong in [
        &["study", "checkers"][..],
        &["study"],
        &["study", "hunt", "--budget", "0m"],
        &["study", "hunt", "--games", "0"],
    ] {
        let output = quevedo(wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1, "{wrong:?}");
    }
}

//! Settings of the environment: folders of tables and networks.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::tempdir;

/// Runs the program with one variable and some input.
fn quevedo(variable: (&str, &Path), args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quevedo"));
    command.env(variable.0, variable.1).args(args);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn missing_folders_of_tables_are_reported() {
    let folder = tempdir().unwrap();
    let missing = folder.path().join("missing");
    let mate = ["solve", "chess", "--position", "7k/8/5K2/8/8/8/8/Q7 w - - 0 1"];
    for (variable, args) in
        [("QUEVEDO_SYZYGY", &mate[..]), ("QUEVEDO_TABLES", &["best", "fox-geese", "--player", "random"])]
    {
        let output = quevedo((variable, &missing), args, "");
        assert!(text(&output.stderr).contains(&missing.display().to_string()), "{variable}: {output:?}");
    }
}

#[test]
fn syzygy_path_replaces_the_folders_of_the_environment() {
    let folder = tempdir().unwrap();
    let [named, chosen] = ["named", "chosen"].map(|name| folder.path().join(name));
    let input = format!("uci\nsetoption name SyzygyPath value {}\ngo depth 1\n", chosen.display());
    let said = text(&quevedo(("QUEVEDO_SYZYGY", &named), &["uci"], &input).stdout);
    let warnings: Vec<&str> = said.lines().filter(|line| line.starts_with("info string ")).collect();
    assert!(warnings.iter().any(|line| line.contains(&chosen.display().to_string())), "{said}");
    assert!(!said.contains("already open") && !said.contains(&named.display().to_string()), "{said}");
}

/// On other systems another variable names the data folder.
#[cfg(unix)]
#[test]
fn networks_of_the_data_folder_are_evaluators() {
    let folder = tempdir().unwrap();
    let networks = folder.path().join("quevedo/networks/othello");
    fs::create_dir_all(&networks).unwrap();
    let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("../nets/weights/othello/patterns-quick.qnet");
    fs::copy(weights, networks.join("mine.qnet")).unwrap();
    let data = ("XDG_DATA_HOME", folder.path());
    assert!(text(&quevedo(data, &["evals", "othello"], "").stdout).contains("\nmine "));
    quevedo(data, &["eval", "othello", "--eval", "mine"], "");
    let without = quevedo(("XDG_DATA_HOME", &folder.path().join("other")), &["evals", "othello"], "");
    assert!(!text(&without.stdout).contains("mine "));
}

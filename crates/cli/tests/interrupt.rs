//! Ctrl-C while games are played against programs that hang: the run ends, the programs end with it, and the games that
//! were finished are kept.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

/// A run with a program from outside, which writes down what it hears.
struct Run {
    child: Child,
    log: PathBuf,
}

/// The engine of the arena's tests as a player of Connect-4.
fn engine(manner: &str, log: &Path) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../arena/tests/engines/fake.sh");
    format!("uci:cmd=sh '{}' {manner} '{}',nodes=1", script.display(), log.display())
}

fn quevedo(args: &[&str], folder: &TempDir, log: PathBuf) -> Run {
    let mut program = Command::new(env!("CARGO_BIN_EXE_quevedo"));
    program.args(args).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Run { child: program.spawn().unwrap(), log }
}

impl Run {
    /// Waits until the program has heard this line so many times, then presses Ctrl-C.
    fn interrupt_after(mut self, line: &str, times: usize) -> Output {
        let heard = |log: &Path| fs::read_to_string(log).unwrap_or_default().lines().filter(|it| *it == line).count();
        while heard(&self.log) < times {
            assert_eq!(self.child.try_wait().unwrap(), None, "it ended by itself");
            thread::sleep(Duration::from_millis(5));
        }
        let kill = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        let output = self.child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
        assert_nobody_survives(&self.log);
        output
    }
}

/// All processes that the log names have ended, or will in a moment; one that waits to be buried has.
fn assert_nobody_survives(log: &Path) {
    let pids = fs::read_to_string(log).unwrap();
    for pid in pids.lines().filter_map(|line| line.strip_prefix("pid ")) {
        let lives = || {
            let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            stat.rsplit_once(") ").is_some_and(|(_, state)| !state.starts_with(['Z', 'X']))
        };
        let ended = (0..2000).any(|_| {
            !lives() || {
                thread::sleep(Duration::from_millis(10));
                false
            }
        });
        assert!(ended, "{pid} is still there");
    }
}

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    (folder, log)
}

#[test]
fn a_match_reports_and_keeps_the_games_that_have_ended() {
    let (folder, log) = folder();
    let spec = engine("game-hangs", &log);
    let args = ["match", "connect4", &spec, "random", "--games", "4", "--threads", "1", "--json"];
    let kept = ["--out", "games.pgn", "--journal", "games.jsonl"];
    let output = quevedo(&[&args[..], &kept].concat(), &folder, log).interrupt_after("ucinewgame", 2);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["games"], &report["faults"]), (&1.into(), &serde_json::json!([0, 0])));
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!((read("games.pgn").matches("[Event ").count(), read("games.jsonl").lines().count()), (1, 2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("1 of 4 games: stopped"));
}

#[test]
fn a_program_that_hangs_in_its_first_move_is_ended() {
    let (folder, log) = folder();
    let args = ["match", "connect4", &engine("hangs", &log), "random", "--games", "2"];
    let output = quevedo(&args, &folder, log).interrupt_after("go nodes 1", 1);
    assert_eq!(output.stdout, b"");
}

#[test]
fn a_program_that_hangs_while_it_is_looked_at_is_ended() {
    let (folder, log) = folder();
    let args = ["match", "connect4", &engine("start-hangs", &log), "random", "--games", "2"];
    quevedo(&args, &folder, log).interrupt_after("uci", 1);
}

#[test]
fn a_tournament_goes_on_where_it_was() {
    let (folder, log) = folder();
    let plan = format!(
        "name = \"Hanging\"\ngame = \"connect4\"\nformat = \"round-robin\"\ngames = 4\n\n\
         [[player]]\nspec = \"\"\"{}\"\"\"\n\n[[player]]\nspec = \"random\"\n",
        engine("game-hangs", &log)
    );
    fs::write(folder.path().join("plan.toml"), plan).unwrap();
    let mut args = vec!["tournament", "plan.toml", "--threads", "1"];
    if cfg!(feature = "server") {
        args.push("--private");
    }
    let output = quevedo(&args, &folder, log).interrupt_after("ucinewgame", 2);
    assert!(String::from_utf8(output.stderr).unwrap().contains("1 of 4 games; the same command resumes it"));
    assert_eq!(fs::read_to_string(folder.path().join("plan/journal.jsonl")).unwrap().lines().count(), 2);
}

//! The fuzz part of the long run: every target of `fuzz/`, one on each processor core.

use std::fs::{self, File};
use std::sync::Mutex;
use std::thread;

use anyhow::{Context, Result, bail};

use crate::shell::{self, nightly_cargo};

/// A fuzz target.
#[derive(Clone, Copy)]
struct Target {
    name: &'static str,
    /// Longer inputs say nothing new.
    longest_input: u32,
}

const TARGETS: [Target; 15] = [
    Target { name: "position", longest_input: 256 },
    Target { name: "moves", longest_input: 64 },
    Target { name: "san", longest_input: 512 },
    Target { name: "pgn", longest_input: 2048 },
    Target { name: "import", longest_input: 1024 },
    Target { name: "spec", longest_input: 256 },
    Target { name: "play", longest_input: 1201 },
    Target { name: "page", longest_input: 2048 },
    Target { name: "uci", longest_input: 1024 },
    Target { name: "nboard", longest_input: 1024 },
    Target { name: "weights", longest_input: 4096 },
    Target { name: "shard", longest_input: 4096 },
    Target { name: "book", longest_input: 16384 },
    Target { name: "plan_of_training", longest_input: 2048 },
    Target { name: "plan_of_tournament", longest_input: 4096 },
];

/// An input that takes longer than this is a finding.
const TOO_SLOW_SECONDS: u32 = 20;

/// Fuzzes each target for `minutes`.
pub(crate) fn run(minutes: u64) -> Result<()> {
    find_tools()?;
    shell::run(&mut nightly_cargo(&["fuzz", "build", "--fuzz-dir", "fuzz"]))?;
    let workers = thread::available_parallelism().map_or(1, usize::from).min(TARGETS.len());
    let queue = Mutex::new(TARGETS.iter());
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(target) = next(&queue) {
                    if let Err(error) = target.run(60 * minutes) {
                        eprintln!("{error:#}");
                        failures.lock().expect("no worker panics").push(target.name);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no worker panics");
    if !failures.is_empty() {
        bail!("fuzzing found something in: {}", failures.join(", "));
    }
    Ok(())
}

/// The lock is held for the taking alone, not for the run that follows.
fn next<'a>(queue: &Mutex<std::slice::Iter<'a, Target>>) -> Option<&'a Target> {
    queue.lock().expect("no worker panics").next()
}

/// Fuzzing needs the sanitizers of a nightly compiler, and cargo-fuzz.
fn find_tools() -> Result<()> {
    if !shell::succeeds(&mut nightly_cargo(&["--version"])) {
        bail!("fuzzing needs a nightly toolchain: get one by `rustup toolchain install nightly`");
    }
    if !shell::succeeds(&mut nightly_cargo(&["fuzz", "--version"])) {
        println!("cargo-fuzz is missing, installing it");
        shell::run(&mut shell::program("cargo", &["install", "cargo-fuzz", "--locked"]))?;
    }
    Ok(())
}

impl Target {
    /// Two targets that print at once are unreadable, so each writes a log beside its findings.
    fn run(&self, seconds: u64) -> Result<()> {
        let name = self.name;
        let found = format!("fuzz/corpus/{name}");
        let seeds = format!("fuzz/seeds/{name}");
        let log = format!("fuzz/artifacts/{name}.log");
        for folder in [found.as_str(), "fuzz/artifacts"] {
            fs::create_dir_all(shell::root().join(folder)).with_context(|| format!("cannot make {folder}"))?;
        }
        println!("{name}: {seconds} s, log in {log}");
        let output = File::create(shell::root().join(&log)).with_context(|| format!("cannot write {log}"))?;
        let mut command = nightly_cargo(&["fuzz", "run", "--fuzz-dir", "fuzz", name, &found, &seeds, "--"]);
        command.arg(format!("-max_total_time={seconds}"));
        command.arg(format!("-max_len={}", self.longest_input));
        command.arg(format!("-timeout={TOO_SLOW_SECONDS}"));
        command.stdout(output.try_clone()?).stderr(output);
        let done = shell::run(&mut command);
        let text = fs::read(shell::root().join(&log)).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        done.with_context(|| format!("{name} failed:\n{}\n{log} has the rest", finding(&text)))?;
        println!("{name}: {}", text.lines().rfind(|line| line.starts_with("Done")).unwrap_or("done"));
        Ok(())
    }
}

/// The lines of a log that say what was found and how to see it again.
fn finding(log: &str) -> String {
    let lines: Vec<&str> = log.lines().collect();
    let is_finding = |index: usize| {
        let is_message = index > 0 && lines[index - 1].contains("panicked at");
        is_message
            || ["panicked at", "ERROR:", "error: ", "cargo fuzz run"].iter().any(|word| lines[index].contains(word))
    };
    let found: Vec<&str> =
        (0..lines.len()).filter(|index| is_finding(*index)).map(|index| lines[index].trim()).collect();
    found.join("\n")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// The names of the fuzz targets as the folder has them, sorted.
    fn targets_in(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("the targets are there");
        let stem = |entry: fs::DirEntry| Some(entry.path().file_stem()?.to_str()?.to_owned());
        let mut names: Vec<String> = entries.flatten().filter_map(stem).collect();
        names.sort();
        names
    }

    #[test]
    fn every_target_is_run() {
        let mut listed = TARGETS.map(|target| target.name.to_owned()).to_vec();
        listed.sort();
        assert_eq!(listed, targets_in(&shell::root().join("fuzz/fuzz_targets")));
    }

    #[test]
    fn every_target_has_seeds() {
        for target in TARGETS {
            let folder = shell::root().join("fuzz/seeds").join(target.name);
            assert!(fs::read_dir(&folder).is_ok_and(|seeds| seeds.count() > 0), "no seeds in {}", folder.display());
        }
    }

    #[test]
    fn a_log_is_cut_to_the_finding() {
        let log = "#1 NEW cov: 9\nthread panicked at a.rs:1:1:\nboom\nnote: run with\nSUMMARY: x\n\n\tcargo fuzz run spec a/b\n";
        assert_eq!(finding(log), "thread panicked at a.rs:1:1:\nboom\ncargo fuzz run spec a/b");
        assert_eq!(
            finding("#1 NEW\n==9== ERROR: libFuzzer: timeout after 20 seconds\n"),
            "==9== ERROR: libFuzzer: timeout after 20 seconds"
        );
    }
}

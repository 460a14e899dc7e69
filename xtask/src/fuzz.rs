//! The fuzz part of the long run: every target of `fuzz/`, one on each processor core.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

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

/// An input that takes more processor time than this is a finding.
const TOO_SLOW: Duration = Duration::from_secs(20);

/// Fuzzes each target, or those that are named, for so many minutes of processor time.
pub(crate) fn run(minutes: u64, names: &[String]) -> Result<()> {
    let targets = chosen(names)?;
    find_tools()?;
    let folder = shell::root().join(shell::target()).join("fuzz");
    let place = folder.to_string_lossy();
    shell::run(&mut nightly_cargo(&["fuzz", "build", "--fuzz-dir", "fuzz", "--target-dir", &place]))?;
    let workers = thread::available_parallelism().map_or(1, usize::from).min(targets.len());
    let queue = Mutex::new(targets.iter());
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(target) = next(&queue) {
                    if let Err(error) = target.run(&folder, Duration::from_secs(60 * minutes)) {
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

/// The targets of these names; all of them where none is named.
fn chosen(names: &[String]) -> Result<Vec<Target>> {
    let find = |name: &String| {
        let known = || TARGETS.map(|target| target.name).join(", ");
        TARGETS
            .iter()
            .find(|target| target.name == name)
            .copied()
            .with_context(|| format!("no fuzz target `{name}`; there are {}", known()))
    };
    if names.is_empty() { Ok(TARGETS.to_vec()) } else { names.iter().map(find).collect() }
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
    /// Runs the target until it has used so much processor time: on a busy machine that takes longer than by the clock on
    /// the wall. Two targets that print at once are unreadable, so each writes a log beside its findings.
    fn run(&self, folder: &Path, time: Duration) -> Result<()> {
        let name = self.name;
        let log = shell::root().join(format!("fuzz/artifacts/{name}.log"));
        for folder in [format!("fuzz/corpus/{name}"), format!("fuzz/artifacts/{name}")] {
            fs::create_dir_all(shell::root().join(&folder)).with_context(|| format!("cannot make {folder}"))?;
        }
        let mut used = Duration::ZERO;
        while used < time {
            let (status, more) = self.slice(folder, &log, time.saturating_sub(used))?;
            used += more;
            if status.success() {
                continue;
            }
            let text = fs::read(&log).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            if !self.is_finding(folder, &text)? {
                continue;
            }
            bail!("{name} failed after {}:\n{}\n{} has the rest", minutes(used), finding(&text), log.display());
        }
        println!("fuzz {name}: no finding in {} of processor time", minutes(used));
        Ok(())
    }

    /// The target as it was compiled, in the folder where `cargo fuzz run` would run it.
    fn program(&self, folder: &Path) -> Result<Command> {
        let systems = fs::read_dir(folder).with_context(|| format!("no folder {}", folder.display()))?;
        let built = systems.flatten().map(|system| system.path().join("release").join(self.name));
        let program = built.into_iter().find(|program| program.is_file());
        let program = program.with_context(|| format!("fuzz target {} was not compiled", self.name))?;
        let mut command = shell::program(&program.to_string_lossy(), &[]);
        // As cargo-fuzz sets it.
        command.env("ASAN_OPTIONS", "detect_odr_violation=0").stdin(Stdio::null());
        Ok(command)
    }

    /// Runs the target until it finds something or has used the time; how it ended, and how much it used.
    fn slice(&self, folder: &Path, log: &Path, time: Duration) -> Result<(ExitStatus, Duration)> {
        let name = self.name;
        let output = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
        let mut command = self.program(folder)?;
        command.arg(format!("-artifact_prefix=fuzz/artifacts/{name}/"));
        command.arg(format!("-max_len={}", self.longest_input));
        command.arg(format!("-timeout={}", TOO_SLOW.as_secs()));
        command.arg("-interrupted_exitcode=0");
        command.args([format!("fuzz/corpus/{name}"), format!("fuzz/seeds/{name}")]);
        let mut child = command.stdout(output.try_clone()?).stderr(output).spawn().context("cannot run it")?;
        let begin = Instant::now();
        let mut used = Duration::ZERO;
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok((status, used));
            }
            // Without a count of its processor time the clock on the wall counts.
            used = processor_time(child.id()).unwrap_or_else(|| begin.elapsed());
            if used >= time {
                // libFuzzer writes what it has and ends well.
                shell::run(&mut shell::program("kill", &["-INT", &child.id().to_string()]))?;
                return Ok((child.wait()?, used));
            }
            thread::sleep(Duration::from_millis(200));
        }
    }

    /// Whether a failed run found something. libFuzzer measures inputs by the clock on the wall, on which other programs
    /// take their time too: an input that seems too slow is run once more, alone.
    fn is_finding(&self, folder: &Path, log: &str) -> Result<bool> {
        let Some(input) = slow_input(log) else { return Ok(true) };
        let mut child = self.program(folder)?.arg(input).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let mut used = Duration::ZERO;
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            used = processor_time(child.id()).unwrap_or(TOO_SLOW);
            if used >= TOO_SLOW {
                child.kill()?;
                child.wait()?;
                return Ok(true);
            }
            thread::sleep(Duration::from_millis(200));
        };
        println!(
            "fuzz {}: {input} takes {:.1} s of processor time, the machine was busy",
            self.name,
            used.as_secs_f64()
        );
        Ok(!status.success())
    }
}

/// The file of an input that took too long, where that was the reason for the end.
fn slow_input(log: &str) -> Option<&str> {
    let is_slow = log.lines().any(|line| line.contains("ERROR: libFuzzer: timeout"));
    let line = log.lines().find(|line| line.contains("Test unit written to "))?;
    line.split_once("Test unit written to ").map(|(_, file)| file.trim()).filter(|_| is_slow)
}

/// The processor time that a process has used; `None` where the system does not tell.
fn processor_time(process: u32) -> Option<Duration> {
    // Linux counts it in hundredths of a second.
    const TICK: Duration = Duration::from_millis(10);
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program stands in parentheses and may have blanks.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = [11, 12].iter().filter_map(|field: &usize| fields.get(*field)?.parse::<u32>().ok());
    Some(TICK * ticks.sum::<u32>())
}

fn minutes(time: Duration) -> String {
    format!("{:.1} min", time.as_secs_f64() / 60.0)
}

/// The lines of a log that say what was found and how to see it again.
fn finding(log: &str) -> String {
    let lines: Vec<&str> = log.lines().collect();
    let is_finding = |index: usize| {
        let is_message = index > 0 && lines[index - 1].contains("panicked at");
        is_message
            || ["panicked at", "ERROR:", "error: ", "Test unit written to"]
                .iter()
                .any(|word| lines[index].contains(word))
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
    fn targets_are_chosen_by_name() {
        assert_eq!(chosen(&[]).expect("all").len(), TARGETS.len());
        let two = chosen(&["book".into(), "page".into()]).expect("both are targets");
        assert_eq!(two.iter().map(|target| target.name).collect::<Vec<_>>(), ["book", "page"]);
        let wrong = chosen(&["bok".into()]).err().expect("no target has this name").to_string();
        assert!(wrong.contains("`bok`") && wrong.contains("book"), "{wrong}");
    }

    #[test]
    fn only_a_slow_input_is_run_again() {
        let slow = "==9== ERROR: libFuzzer: timeout after 21 seconds\nartifact_prefix='a/'; Test unit written to a/timeout-1\n";
        assert_eq!(slow_input(slow), Some("a/timeout-1"));
        let crash = "==9== ERROR: libFuzzer: deadly signal\nartifact_prefix='a/'; Test unit written to a/crash-1\n";
        assert_eq!(slow_input(crash), None);
    }

    #[test]
    fn a_log_is_cut_to_the_finding() {
        let log = "#1 NEW cov: 9\nthread panicked at a.rs:1:1:\nboom\nnote: run with\nSUMMARY: x\n\nartifact_prefix='a/'; Test unit written to a/b\n";
        assert_eq!(finding(log), "thread panicked at a.rs:1:1:\nboom\nartifact_prefix='a/'; Test unit written to a/b");
        assert_eq!(
            finding("#1 NEW\n==9== ERROR: libFuzzer: timeout after 20 seconds\n"),
            "==9== ERROR: libFuzzer: timeout after 20 seconds"
        );
    }
}

//! `cargo xtask test`: everything a change must pass, cheapest first.

use std::fs;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::ValueEnum;

use crate::shell::{self, cargo, program, seconds};
use crate::{manual, nats, new_game, python, site, tidy, tools};

/// Packages outside the workspace.
const OUTSIDE: [&str; 5] = ["fuzz", "peers", "crates/train-cnn", new_game::EXAMPLE, new_game::PROGRAM];

/// A step of the test run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Step {
    /// The code is formatted
    Fmt,
    /// The rules that compilers do not check hold, see `cargo xtask tidy`; all lock files are up to date
    Tidy,
    /// The lints are silent
    Clippy,
    /// The scripts of the page fit the types of the server, where node is there
    Types,
    /// The tests pass, those in documentation too; those of the page where a browser is there
    Tests,
    /// The example of a game from outside builds and passes its tests
    Examples,
    /// The Python package passes its tests, where Python is there
    Python,
    /// The page without a server plays every game, where a browser and the compiler for WebAssembly are there; only if named
    Site,
    /// The documentation builds, and its links lead somewhere
    Doc,
    /// The manual builds as a book, and its links lead somewhere, where mdBook is there
    Manual,
}

/// Runs the given steps, or all of them.
pub(crate) fn run(steps: &[Step]) -> Result<()> {
    // The page without a server takes minutes to compile: it is tested when it is named.
    let usual: Vec<Step> = Step::value_variants().iter().copied().filter(|step| *step != Step::Site).collect();
    let steps = if steps.is_empty() { &usual } else { steps };
    let mut times = Vec::new();
    for step in steps {
        println!("==== {} ====", step.name());
        let begin = Instant::now();
        let done = step.run();
        let time = seconds(begin.elapsed());
        done.with_context(|| format!("{0} failed after {time}; run it alone by `cargo xtask test {0}`", step.name()))?;
        println!("==== {} passed in {time} ====\n", step.name());
        times.push(format!("{} {time}", step.name()));
    }
    println!("All passed: {}.", times.join(", "));
    Ok(())
}

impl Step {
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    fn run(self) -> Result<()> {
        match self {
            Self::Fmt => {
                shell::run(&mut cargo(&["fmt", "--all", "--check"]))?;
                each_outside(&["fmt", "--check"])
            }
            Self::Tidy => {
                tidy::run()?;
                // A lock file that is out of date stops every later step that builds the package.
                each_outside(&["update", "--workspace", "--locked", "--quiet"])
            }
            Self::Clippy => {
                let lint = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
                shell::run(&mut cargo(&lint))
            }
            Self::Types => match tools::typescript() {
                Some(compiler) => shell::run(&mut program(&compiler.to_string_lossy(), &["--project", "web"])),
                None => Ok(()),
            },
            Self::Tests => {
                nats::ensure()?;
                shell::run(&mut tests())
            }
            Self::Examples => examples(),
            Self::Python => python::test(),
            Self::Site => match site::for_tests()? {
                Some(folder) => {
                    let tests = cargo(&["test", "--locked", "-p", "quevedo-page-tests", "--test", "site"]);
                    shell::run(with_browser(tests).env("QUEVEDO_SITE", folder))
                }
                None => Ok(()),
            },
            Self::Doc => {
                let mut doc = cargo(&["doc", "--workspace", "--no-deps", "--locked"]);
                shell::run(doc.env("RUSTDOCFLAGS", "-D warnings"))
            }
            Self::Manual => manual::test(),
        }
    }
}

/// Runs a command of cargo for each of the packages outside the workspace.
fn each_outside(command: &[&str]) -> Result<()> {
    OUTSIDE.iter().try_for_each(|package| {
        let manifest = format!("{package}/Cargo.toml");
        shell::run(cargo(command).args(["--manifest-path", &manifest]))
    })
}

/// All tests. One run names everything that fails.
fn tests() -> Command {
    with_browser(cargo(&["test", "--workspace", "--locked", "--no-fail-fast"]))
}

/// Tests with environment variables that say whether there is a browser, and where axe-core is.
fn with_browser(mut tests: Command) -> Command {
    if tools::ensure_browser() {
        tests.env("QUEVEDO_BROWSER", "required");
    }
    if let Some(axe) = tools::axe() {
        tests.env("QUEVEDO_AXE", axe);
    }
    tests
}

/// Tests the example, a crate outside the workspace as one by anybody else would be. It shares our build folder and our
/// profiles, so that crates with the same features are not built twice.
fn examples() -> Result<()> {
    let root = shell::root();
    let manifest = format!("{}/Cargo.toml", new_game::EXAMPLE);
    let target = shell::target();
    let ours = fs::read_to_string(root.join("Cargo.toml")).context("cannot read Cargo.toml")?;
    let config = target.join("profiles.toml");
    fs::write(&config, profiles(&ours)).with_context(|| format!("cannot write {}", config.display()))?;
    let config = config.to_string_lossy();
    let arguments = ["test", "--locked", "--manifest-path", &manifest, "--config", &config];
    shell::run(with_browser(cargo(&arguments)).env("CARGO_TARGET_DIR", target))
}

/// The tables of profiles in a manifest. In a configuration they mean the same.
fn profiles(manifest: &str) -> String {
    let tables = manifest.split_inclusive('\n').scan(false, |is_inside, line| {
        if line.starts_with('[') {
            *is_inside = line.starts_with("[profile.");
        }
        Some(if *is_inside { line } else { "" })
    });
    tables.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_are_cut_out_of_a_manifest() {
        let manifest = "[package]\nname = \"a\"\n\n[profile.dev]\nopt-level = 1\n\n[lints]\nworkspace = true\n[profile.test]\ndebug = 0\n";
        assert_eq!(profiles(manifest), "[profile.dev]\nopt-level = 1\n\n[profile.test]\ndebug = 0\n");
    }
}

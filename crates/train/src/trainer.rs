//! Programs that train what this one does not: convolutional nets, with burn or with `PyTorch`.
//!
//! All of them are called alike, `PROGRAM RECIPE --data DIR … --out FILE [--init OLD]`, read the same shards and write the same
//! weight files, with a line for every epoch in `log.jsonl` beside them.

use std::env;
use std::fs;
use std::path::{Path, PathBuf, is_separator};
use std::process::{Command, Stdio};

use thiserror::Error;

const BURN: &str = "quevedo-train-cnn";
const HELP: &str = "build it with \
                    `cargo build --release --manifest-path crates/train-cnn/Cargo.toml --target-dir target`, or name \
                    another trainer, \"python3 training/train.py\" (see training/README.md)";

/// A trainer that did not train.
#[derive(Debug, Error)]
#[error("the trainer `{command}` {problem}")]
pub struct TrainerError {
    /// What was started.
    pub command: String,
    /// What went wrong, and what would help.
    pub problem: String,
}

/// What one training needs.
pub(crate) struct Training<'a> {
    /// The program and its first arguments; the one beside this program unless said otherwise.
    pub(crate) trainer: Option<&'a str>,
    pub(crate) recipe: &'a Path,
    pub(crate) data: &'a [PathBuf],
    /// The network to begin with.
    pub(crate) init: Option<&'a Path>,
    pub(crate) out: &'a Path,
}

impl Training<'_> {
    /// Trains; what the program says goes to standard error. A network that is half written never gets its name.
    pub(crate) fn run(&self) -> Result<(), TrainerError> {
        self.run_checked(|_| Ok(()))
    }

    /// Trains, and gives the network its name only if `check` finds nothing wrong with the file.
    pub(crate) fn run_checked<E: From<TrainerError>>(
        &self,
        check: impl FnOnce(&Path) -> Result<(), E>,
    ) -> Result<(), E> {
        let words = words(self.trainer);
        let failed = |problem: String| failure(&words, problem);
        let unfinished = self.out.with_file_name("unfinished.qnet");
        // What another trainer left there is not from this one.
        let _ = fs::remove_file(&unfinished);
        let status = self
            .command(&words, &unfinished)?
            .status()
            .map_err(|error| failed(format!("cannot be started ({error}): {HELP}")))?;
        if !status.success() {
            return Err(failed(format!("ended with {status}")).into());
        }
        if !unfinished.is_file() {
            return Err(failed("left no network behind".into()).into());
        }
        check(&unfinished)?;
        fs::rename(&unfinished, self.out).map_err(|error| failed(format!("left no network behind: {error}")).into())
    }

    fn command(&self, words: &[String], out: &Path) -> Result<Command, TrainerError> {
        let mut command = Command::new(program(words)?);
        command.args(&words[1..]).arg(self.recipe);
        for folder in self.data {
            command.arg("--data").arg(folder);
        }
        if let Some(init) = self.init {
            command.arg("--init").arg(init);
        }
        command.arg("--out").arg(out).stdin(Stdio::null()).stdout(Stdio::null());
        Ok(command)
    }
}

/// Refuses a trainer that cannot be started, before there is anything to train on.
pub(crate) fn check_trainer(trainer: Option<&str>) -> Result<(), TrainerError> {
    let words = words(trainer);
    let program = Path::new(program(&words)?);
    let is_there = |path: PathBuf| path.is_file() || add_ending(&path).is_file();
    // A name alone is looked for where programs are, anything else is a path.
    let is_name = !program.as_os_str().to_string_lossy().contains(is_separator);
    let folders = env::var_os("PATH").unwrap_or_default();
    let found = if is_name {
        env::split_paths(&folders).any(|folder| is_there(folder.join(program)))
    } else {
        is_there(program.to_owned())
    };
    if found { Ok(()) } else { Err(failure(&words, format!("is not there: {HELP}"))) }
}

/// A file with the ending of programs on this system, if they have one.
fn add_ending(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(env::consts::EXE_SUFFIX);
    name.into()
}

fn failure(words: &[String], problem: String) -> TrainerError {
    TrainerError { command: words.join(" "), problem }
}

/// The program and its first arguments.
fn words(trainer: Option<&str>) -> Vec<String> {
    let burn = || vec![burn_trainer().display().to_string()];
    trainer.map_or_else(burn, |text| text.split_whitespace().map(str::to_owned).collect())
}

fn program(words: &[String]) -> Result<&str, TrainerError> {
    words.first().map(String::as_str).ok_or_else(|| failure(words, "names no program".into()))
}

/// Beside this program if it is there, else wherever programs are.
fn burn_trainer() -> PathBuf {
    let beside = env::current_exe().ok().and_then(|path| Some(path.parent()?.join(BURN)));
    beside.filter(|path| path.is_file()).unwrap_or_else(|| BURN.into())
}

//! External trainers, for networks that this program does not train: convolutional ones, with burn or with `PyTorch`.
//!
//! All of them have the same arguments, `PROGRAM RECIPE --data DIR … --out FILE [--init OLD]`, read the same shards and
//! write the same weight files, with a line for every epoch in `log.jsonl` in the same folder.

use std::env;
use std::fs;
use std::path::{Path, PathBuf, is_separator};
use std::process::{Command, Stdio};

use thiserror::Error;

const BURN: &str = "quevedo-train-cnn";
const HELP: &str = "build it with \
                    `cargo build --release --manifest-path crates/train-cnn/Cargo.toml --target-dir target`, or name \
                    another trainer, \"python3 training/train.py\" (see training/README.md)";

/// A failed external trainer.
#[derive(Debug, Error)]
#[error("the trainer `{command}` {problem}")]
pub struct TrainerError {
    /// Its command line.
    pub command: String,
    /// What is wrong, and what would be right.
    pub problem: String,
}

/// The arguments of an external trainer.
pub(crate) struct ExternalTraining<'a> {
    /// The program and its first arguments, as a shell would split them; `quevedo-train-cnn` by default.
    pub(crate) trainer: Option<&'a str>,
    pub(crate) recipe: &'a Path,
    pub(crate) data: &'a [PathBuf],
    /// The initial weights.
    pub(crate) init: Option<&'a Path>,
    pub(crate) out: &'a Path,
}

impl ExternalTraining<'_> {
    /// Trains. The output of the program goes to standard error. The network file is complete or absent.
    pub(crate) fn run(&self) -> Result<(), TrainerError> {
        self.run_checked(|_| Ok(()))
    }

    /// Trains, and keeps the network only if `check` accepts its file.
    pub(crate) fn run_checked<E: From<TrainerError>>(
        &self,
        check: impl FnOnce(&Path) -> Result<(), E>,
    ) -> Result<(), E> {
        let words = command_words(self.trainer)?;
        let failed = |problem: String| failure(&words, problem);
        let unfinished = self.out.with_file_name("unfinished.qnet");
        // The file of another run must not be taken for that of this one.
        let _ = fs::remove_file(&unfinished);
        let status = self
            .command(&words, &unfinished)?
            .status()
            .map_err(|error| failed(format!("cannot be started ({error}): {HELP}")))?;
        if !status.success() {
            return Err(failed(format!("ended with {status}")).into());
        }
        if !unfinished.is_file() {
            return Err(failed("wrote no network".into()).into());
        }
        check(&unfinished)?;
        fs::rename(&unfinished, self.out).map_err(|error| failed(format!("wrote no network: {error}")).into())
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

/// Refuses a trainer that cannot be started.
pub(crate) fn check_trainer(trainer: Option<&str>) -> Result<(), TrainerError> {
    let words = command_words(trainer)?;
    let program = Path::new(program(&words)?);
    let is_there = |path: PathBuf| path.is_file() || add_ending(&path).is_file();
    // A name without a folder is searched in PATH.
    let is_name = !program.as_os_str().to_string_lossy().contains(is_separator);
    let folders = env::var_os("PATH").unwrap_or_default();
    let found = if is_name {
        env::split_paths(&folders).any(|folder| is_there(folder.join(program)))
    } else {
        is_there(program.to_owned())
    };
    if found { Ok(()) } else { Err(failure(&words, format!("does not exist: {HELP}"))) }
}

/// A path with the extension of programs on this system.
fn add_ending(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(env::consts::EXE_SUFFIX);
    name.into()
}

fn failure(words: &[String], problem: String) -> TrainerError {
    TrainerError { command: words.join(" "), problem }
}

/// The program and its first arguments.
fn command_words(trainer: Option<&str>) -> Result<Vec<String>, TrainerError> {
    let Some(text) = trainer else { return Ok(vec![default_trainer().display().to_string()]) };
    shlex::split(text).ok_or_else(|| TrainerError {
        command: text.to_owned(),
        problem: "has a quotation mark without its end".into(),
    })
}

fn program(words: &[String]) -> Result<&str, TrainerError> {
    words.first().map(String::as_str).ok_or_else(|| failure(words, "names no program".into()))
}

/// The trainer in the folder of this program, if it exists; else in PATH.
fn default_trainer() -> PathBuf {
    let sibling = env::current_exe().ok().and_then(|path| Some(path.parent()?.join(BURN)));
    sibling.filter(|path| path.is_file()).unwrap_or_else(|| BURN.into())
}

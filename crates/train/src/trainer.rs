//! Programs that train what this one does not: convolutional nets, with burn or with `PyTorch`.
//!
//! All of them are called alike, `PROGRAM RECIPE --data DIR … --out FILE [--init OLD]`, read the same shards and write the same
//! weight files, with a line for every epoch in `log.jsonl` beside them.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
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
        let words = self.trainer.map_or_else(
            || vec![burn_trainer().display().to_string()],
            |text| text.split_whitespace().map(str::to_owned).collect(),
        );
        let failed = |problem: String| TrainerError { command: words.join(" "), problem };
        let Some((program, arguments)) = words.split_first() else { return Err(failed("names no program".into())) };
        let unfinished = self.out.with_file_name("unfinished.qnet");
        let mut command = Command::new(program);
        command.args(arguments).arg(self.recipe);
        for folder in self.data {
            command.arg("--data").arg(folder);
        }
        if let Some(init) = self.init {
            command.arg("--init").arg(init);
        }
        command.arg("--out").arg(&unfinished).stdin(Stdio::null()).stdout(Stdio::null());
        let status = command.status().map_err(|error| failed(format!("cannot be started ({error}): {HELP}")))?;
        if !status.success() {
            return Err(failed(format!("ended with {status}")));
        }
        fs::rename(&unfinished, self.out).map_err(|error| failed(format!("left no network behind: {error}")))
    }
}

/// Beside this program if it is there, else wherever programs are.
fn burn_trainer() -> PathBuf {
    let beside = env::current_exe().ok().and_then(|path| Some(path.parent()?.join(BURN)));
    beside.filter(|path| path.is_file()).unwrap_or_else(|| BURN.into())
}

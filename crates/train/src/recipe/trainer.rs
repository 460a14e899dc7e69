//! Programs that train what this one does not: convolutional nets, with burn or with `PyTorch`.
//!
//! All of them are called alike, `PROGRAM RECIPE --data DIR … --out FILE`, read the same shards and write the same weight
//! files, with a line for every epoch in `log.jsonl` beside them.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::check::RecipeError;

const BURN: &str = "quevedo-train-cnn";
const HELP: &str = "build it with \
                    `cargo build --release --manifest-path crates/train-cnn/Cargo.toml --target-dir target`, or write \
                    trainer = \"python3 training/train.py\" in [net] (see training/README.md)";

/// Runs a trainer to its end; what it says goes to standard error.
pub(super) fn run(trainer: Option<&str>, recipe: &Path, data: &[PathBuf], out: &Path) -> Result<(), RecipeError> {
    let words: Vec<PathBuf> =
        trainer.map_or_else(|| vec![burn_trainer()], |text| text.split_whitespace().map(PathBuf::from).collect());
    let shown = words.iter().map(|word| word.display().to_string()).collect::<Vec<_>>().join(" ");
    let failed = |problem: String| RecipeError::Trainer { command: shown.clone(), problem };
    let Some((program, arguments)) = words.split_first() else { return Err(failed("names no program".into())) };
    let mut command = Command::new(program);
    command.args(arguments).arg(recipe);
    for folder in data {
        command.arg("--data").arg(folder);
    }
    command.arg("--out").arg(out).stdin(Stdio::null()).stdout(Stdio::null());
    let status = command.status().map_err(|error| failed(format!("cannot be started ({error}): {HELP}")))?;
    if status.success() { Ok(()) } else { Err(failed(format!("ended with {status}"))) }
}

/// Beside this program if it is there, else wherever programs are.
fn burn_trainer() -> PathBuf {
    let beside = env::current_exe().ok().and_then(|path| Some(path.parent()?.join(BURN)));
    beside.filter(|path| path.is_file()).unwrap_or_else(|| BURN.into())
}

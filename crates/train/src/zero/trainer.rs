//! The program that trains: `PROGRAM RECIPE --data DIR … --out FILE [--init OLD]`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use quevedo_catalog::GameEntry;
use serde_json::Value as Json;

use super::ZeroError;

const BURN: &str = "quevedo-train-cnn";
const HELP: &str = "build it with `cargo build --release -p quevedo-train-cnn`, or use \
                    --trainer \"python3 training/train.py\" (see training/README.md)";

/// What one training needs.
pub(super) struct Training<'a> {
    /// The program and its first arguments; the one beside this program unless said otherwise.
    pub(super) trainer: Option<&'a str>,
    pub(super) recipe: &'a Path,
    pub(super) data: &'a [PathBuf],
    pub(super) init: Option<&'a Path>,
    pub(super) out: &'a Path,
}

impl Training<'_> {
    /// Trains; a network that is half written never gets its name.
    pub(super) fn run(&self) -> Result<(), ZeroError> {
        let words = self.trainer.map_or_else(
            || vec![burn_trainer().display().to_string()],
            |text| text.split_whitespace().map(str::to_owned).collect(),
        );
        let failed = |problem: String| ZeroError::Trainer { command: words.join(" "), problem };
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

/// The last losses that a trainer wrote beside its network, if it did.
pub(super) fn last_losses(net: &Path) -> Option<Json> {
    let log = fs::read_to_string(net.with_file_name("log.jsonl")).ok()?;
    serde_json::from_str(log.lines().rfind(|line| !line.trim().is_empty())?).ok()
}

/// A small network of convolutions with both heads, for games without a recipe. A unit of log-odds is worth as many points
/// as in the search that asks it.
pub(super) fn usual_recipe(game: &GameEntry) -> String {
    format!(
        "game = \"{}\"\nname = \"zero\"\n\n[data] # named by the loop\nshards = [\"games\"]\n\n\
         [net]\nkind = \"cnn\"\nscale = {}\nchannels = 32\nlayers = 3\nvalue_planes = 2\nhidden = 32\npolicy = true\n\n\
         [train]\nepochs = 6\nbatch = 1024\nrate = 0.002\nlast_rate = 0.0002\nresult_share = 0.5\nvalidation = 0.02\n",
        game.id,
        game.unit()
    )
}

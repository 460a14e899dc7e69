//! The checkpoint of a training, written after every epoch. An interrupted training continues from it and gives the same
//! weights.
//!
//! The file is safetensors, as that of the other trainers. Its tensors are bytes, records as burn packs them: `weights`,
//! `best`, and `adam`, the memory of the steps, which knows the weights by the numbers that their record gives them. SiblingMove
//! them, in words, what is being trained (another recipe or other data is another training) and what the epochs came to.

use std::collections::HashMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use burn::module::Module as _;
use burn::store::{ModuleRecord, RecordError};
use burn::tensor::Bytes;
use quevedo_train::fit::CheckpointError;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};

use crate::learn::State;
use crate::net::Net;

const FORMAT: &str = "quevedo-cnn-checkpoint-1";

/// The file of a training.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    path: PathBuf,
    identity: u64,
}

impl Checkpoint {
    /// The checkpoint of what `identity` stands for: everything that decides the weights.
    pub fn new(path: impl Into<PathBuf>, identity: u64) -> Self {
        Self { path: path.into(), identity }
    }

    fn error(&self, problem: impl fmt::Display) -> CheckpointError {
        CheckpointError { path: self.path.display().to_string(), problem: problem.to_string() }
    }

    fn damaged(&self, what: impl fmt::Display) -> CheckpointError {
        self.error(format!("incomplete checkpoint ({what}): remove it to start again"))
    }

    /// The saved state; `begin` if there is no file.
    pub(crate) fn load(&self, begin: State) -> Result<State, CheckpointError> {
        match fs::read(&self.path) {
            Ok(bytes) => self.parse(&bytes, begin),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(begin),
            Err(error) => Err(self.error(error)),
        }
    }

    fn parse(&self, bytes: &[u8], begin: State) -> Result<State, CheckpointError> {
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(|error| self.damaged(error))?;
        let words = header.metadata().clone().unwrap_or_default();
        let word = |key: &str| words.get(key).map(String::as_str).ok_or_else(|| self.damaged(key));
        if word("format")? != FORMAT {
            let problem = format!("its format is `{}`, this program reads `{FORMAT}`", word("format")?);
            return Err(self.error(problem + ": remove it to start again"));
        }
        if word("identity")? != self.identity.to_string() {
            return Err(self.error("the checkpoint of another recipe or other data: remove it to start again"));
        }
        let tensors = SafeTensors::deserialize(bytes).map_err(|error| self.damaged(error))?;
        let record = |name: &str| tensors.tensor(name).map(|view| view.data()).map_err(|error| self.damaged(error));
        let [weights, best, adam] = [record("weights")?, record("best")?, record("adam")?];
        if word("checksum")? != checksum([weights, best, adam], word("epochs")?).to_string() {
            return Err(self.damaged("its checksum is wrong"));
        }
        let number = |key: &str| word(key)?.parse::<u64>().map_err(|_| self.damaged(key));
        Ok(State {
            weights: restored(begin.weights, weights).map_err(|error| self.damaged(error))?,
            best: restored(begin.best, best).map_err(|error| self.damaged(error))?,
            optimiser: begin
                .optimiser
                .from_bytes(Bytes::from_bytes_vec(adam.to_vec()))
                .map_err(|error| self.damaged(error))?,
            best_loss: f64::from_bits(number("best_loss")?),
            since_best: number("since_best")? as u32,
            epochs: serde_json::from_str(word("epochs")?).map_err(|_| self.damaged("epochs"))?,
        })
    }

    /// Replaces the file atomically.
    pub(crate) fn save(&self, state: &State) -> Result<(), CheckpointError> {
        let bytes = self.bytes(state)?;
        let part = self.path.with_extension("part");
        write_durably(&part, &bytes).and_then(|()| fs::rename(&part, &self.path)).map_err(|error| self.error(error))
    }

    fn bytes(&self, state: &State) -> Result<Vec<u8>, CheckpointError> {
        let record = |net: &Net| net.clone().into_record().into_bytes().map_err(|error| self.error(error));
        let adam = state.optimiser.into_bytes().map_err(|error| self.error(error))?;
        let [weights, best] = [record(&state.weights)?, record(&state.best)?];
        let epochs = serde_json::to_string(&state.epochs).map_err(|error| self.error(error))?;
        let words = [
            ("format", FORMAT.to_owned()),
            ("identity", self.identity.to_string()),
            ("best_loss", state.best_loss.to_bits().to_string()),
            ("since_best", state.since_best.to_string()),
            ("checksum", checksum([&weights, &best, &adam], &epochs).to_string()),
            ("epochs", epochs),
        ];
        let words: HashMap<String, String> = words.into_iter().map(|(key, word)| (key.to_owned(), word)).collect();
        let views = [("weights", &weights), ("best", &best), ("adam", &adam)]
            .map(|(name, record)| TensorView::new(Dtype::U8, vec![record.len()], record).map(|view| (name, view)));
        let views = views.into_iter().collect::<Result<Vec<_>, _>>().map_err(|error| self.error(error))?;
        safetensors::serialize(views, Some(words)).map_err(|error| self.error(error))
    }
}

/// A net of the same shape with the weights of a record, and with the numbers by which the steps remember them.
fn restored(net: Net, record: &[u8]) -> Result<Net, RecordError> {
    net.try_load_record(ModuleRecord::from_bytes(Bytes::from_bytes_vec(record.to_vec()))?)
}

fn checksum(records: [&[u8]; 3], epochs: &str) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    records.into_iter().chain([epochs.as_bytes()]).for_each(|bytes| hasher.update(bytes));
    hasher.finalize()
}

fn write_durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

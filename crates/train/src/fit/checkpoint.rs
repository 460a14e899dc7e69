//! A training written down after every epoch, so that an interrupted one goes on and comes to the same.
//!
//! The file is safetensors: `weights.NAME`, `best.NAME` and the memory of the steps, `means.NAME` and `squares.NAME`; beside
//! them, in words, what is being trained (another recipe or other data is another training) and what the epochs came to.

use std::collections::HashMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use quevedo_core::hash::combine;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use thiserror::Error;

use super::Adam;
use super::course::State;
use super::parameters::Parameters;

const FORMAT: &str = "quevedo-checkpoint-2";

/// The file of a training.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    path: PathBuf,
    identity: u64,
}

/// Why a training cannot go on from its checkpoint.
#[derive(Debug, Error)]
#[error("{path}: {problem}")]
pub struct CheckpointError {
    /// The file.
    pub path: String,
    /// What is wrong with it.
    pub problem: String,
}

impl Checkpoint {
    /// The checkpoint of what `identity` stands for: everything that decides the weights.
    pub fn new(path: impl Into<PathBuf>, identity: u64) -> Self {
        Self { path: path.into(), identity }
    }

    fn error(&self, problem: impl fmt::Display) -> CheckpointError {
        CheckpointError { path: self.path.display().to_string(), problem: problem.to_string() }
    }

    /// Where the training stood; `None` if it has not begun.
    pub(super) fn load(&self, shape: &State) -> Result<Option<State>, CheckpointError> {
        let bytes = match fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.error(error)),
        };
        self.parse(&bytes, shape).map(Some)
    }

    fn parse(&self, bytes: &[u8], shape: &State) -> Result<State, CheckpointError> {
        let damaged = |what: &str| self.error(format!("no whole checkpoint ({what}): remove it to begin anew"));
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(|error| damaged(&error.to_string()))?;
        let words = header.metadata().clone().unwrap_or_default();
        let word = |key: &str| words.get(key).map(String::as_str).ok_or_else(|| damaged(key));
        if word("format")? != FORMAT {
            return Err(self.error(format!("its format is `{}`, this program reads `{FORMAT}`", word("format")?)));
        }
        if word("identity")? != self.identity.to_string() {
            return Err(self.error("the checkpoint of another recipe or other data: remove it to begin anew"));
        }
        let tensors = SafeTensors::deserialize(bytes).map_err(|error| damaged(&error.to_string()))?;
        let read = |group: &str| read(&tensors, group, &shape.weights).ok_or_else(|| damaged(group));
        let number = |key: &str| word(key)?.parse::<u64>().map_err(|_| damaged(key));
        let (means, squares) = (read("means")?, read("squares")?);
        let state = State {
            weights: read("weights")?,
            adam: Adam { means, squares, steps: number("steps")? },
            best: read("best")?,
            best_loss: f64::from_bits(number("best_loss")?),
            since_best: number("since_best")? as u32,
            epochs: serde_json::from_str(word("epochs")?).map_err(|_| damaged("epochs"))?,
        };
        if number("checksum")? == checksum(&state) { Ok(state) } else { Err(damaged("its checksum is wrong")) }
    }

    /// Writes a file beside the last one, and puts it in its place.
    pub(super) fn save(&self, state: &State) -> Result<(), CheckpointError> {
        let part = self.path.with_extension("part");
        let bytes = self.bytes(state)?;
        write_durably(&part, &bytes).and_then(|()| fs::rename(&part, &self.path)).map_err(|error| self.error(error))
    }

    fn bytes(&self, state: &State) -> Result<Vec<u8>, CheckpointError> {
        let epochs = serde_json::to_string(&state.epochs).map_err(|error| self.error(error))?;
        let words = [
            ("format", FORMAT.to_owned()),
            ("identity", self.identity.to_string()),
            ("steps", state.adam.steps.to_string()),
            ("best_loss", state.best_loss.to_bits().to_string()),
            ("since_best", state.since_best.to_string()),
            ("epochs", epochs),
            ("checksum", checksum(state).to_string()),
        ];
        let words: HashMap<String, String> = words.into_iter().map(|(key, word)| (key.to_owned(), word)).collect();
        let arrays: Vec<(String, Vec<usize>, Vec<u8>)> = groups(state)
            .into_iter()
            .flat_map(|(group, parameters)| parameters.0.iter().map(move |parameter| (group, parameter)))
            .map(|(group, parameter)| {
                let bytes = parameter.values.iter().flat_map(|number| number.to_le_bytes()).collect();
                (format!("{group}.{}", parameter.name), parameter.shape.clone(), bytes)
            })
            .collect();
        let views = arrays.iter().map(|(name, shape, bytes)| {
            TensorView::new(Dtype::F32, shape.clone(), bytes).map(|view| (name.as_str(), view))
        });
        let views: Vec<_> = views.collect::<Result<_, _>>().map_err(|error| self.error(error))?;
        safetensors::serialize(views, Some(words)).map_err(|error| self.error(error))
    }
}

/// Everything in numbers.
fn groups(state: &State) -> [(&'static str, &Parameters); 4] {
    [("weights", &state.weights), ("means", &state.adam.means), ("squares", &state.adam.squares), ("best", &state.best)]
}

fn checksum(state: &State) -> u64 {
    let State { adam, best_loss, since_best, epochs, .. } = state;
    let facts = format!("{} {} {since_best} {epochs:?}", adam.steps, best_loss.to_bits());
    let arrays = groups(state).into_iter().flat_map(|(_, parameters)| &parameters.0);
    let numbers = arrays.flat_map(|parameter| &parameter.values);
    let begin = u64::from(crc32fast::hash(facts.as_bytes()));
    numbers.fold(begin, |hash, number| combine(hash, u64::from(number.to_bits())))
}

/// The arrays of a group, which must be shaped as those of the model.
fn read(tensors: &SafeTensors<'_>, group: &str, shape: &Parameters) -> Option<Parameters> {
    let mut all = shape.clone();
    for parameter in &mut all.0 {
        let view = tensors.tensor(&format!("{group}.{}", parameter.name)).ok()?;
        let (numbers, rest) = view.data().as_chunks();
        if view.shape() != parameter.shape || view.dtype() != Dtype::F32 || !rest.is_empty() {
            return None;
        }
        parameter.values = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    }
    Some(all)
}

fn write_durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

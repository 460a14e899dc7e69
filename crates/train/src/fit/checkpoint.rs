//! The checkpoint of a training, written after every epoch. An interrupted training continues from it and gives the same
//! weights.
//!
//! The file is safetensors: `weights.NAME`, `best.NAME` and the moments of Adam, `means.NAME` and `squares.NAME`. The
//! metadata identifies the training (another recipe or other data is another training) and has the finished epochs.

use std::collections::HashMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use quevedo_core::hash::combine;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use thiserror::Error;

use super::Adam;
use super::parameters::Parameters;
use super::schedule::State;

const FORMAT: &str = "quevedo-checkpoint-2";

/// The checkpoint file of a training.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    path: PathBuf,
    identity: u64,
}

/// Why a training cannot continue from its checkpoint.
#[derive(Debug, Error)]
#[error("{path}: {problem}")]
pub struct CheckpointError {
    /// The file.
    pub path: String,
    /// What is wrong with it.
    pub problem: String,
}

impl Checkpoint {
    /// A checkpoint file; `identity` is a hash of everything that decides the weights.
    pub fn new(path: impl Into<PathBuf>, identity: u64) -> Self {
        Self { path: path.into(), identity }
    }

    fn error(&self, problem: impl fmt::Display) -> CheckpointError {
        CheckpointError { path: self.path.display().to_string(), problem: problem.to_string() }
    }

    /// The saved state; `None` if there is no file.
    pub(super) fn load(&self, shape: &State) -> Result<Option<State>, CheckpointError> {
        let bytes = match fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.error(error)),
        };
        self.parse(&bytes, shape).map(Some)
    }

    fn parse(&self, bytes: &[u8], shape: &State) -> Result<State, CheckpointError> {
        let damaged = |what: &str| self.error(format!("incomplete checkpoint ({what}): remove it to start again"));
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(|error| damaged(&error.to_string()))?;
        let metadata = header.metadata().clone().unwrap_or_default();
        let value = |key: &str| metadata.get(key).map(String::as_str).ok_or_else(|| damaged(key));
        if value("format")? != FORMAT {
            return Err(self.error(format!("its format is `{}`, this program reads `{FORMAT}`", value("format")?)));
        }
        if value("identity")? != self.identity.to_string() {
            return Err(self.error("the checkpoint of another recipe or other data: remove it to start again"));
        }
        let tensors = SafeTensors::deserialize(bytes).map_err(|error| damaged(&error.to_string()))?;
        let read = |group: &str| read(&tensors, group, &shape.weights).ok_or_else(|| damaged(group));
        let number = |key: &str| value(key)?.parse::<u64>().map_err(|_| damaged(key));
        let (means, squares) = (read("means")?, read("squares")?);
        let state = State {
            weights: read("weights")?,
            optimiser: Adam { means, squares, steps: number("steps")? },
            best: read("best")?,
            best_loss: f64::from_bits(number("best_loss")?),
            since_best: number("since_best")? as u32,
            epochs: serde_json::from_str(value("epochs")?).map_err(|_| damaged("epochs"))?,
        };
        if number("checksum")? == checksum(&state) { Ok(state) } else { Err(damaged("its checksum is wrong")) }
    }

    /// Replaces the file atomically.
    pub(super) fn save(&self, state: &State) -> Result<(), CheckpointError> {
        let part = self.path.with_extension("part");
        let bytes = self.bytes(state)?;
        write_durably(&part, &bytes).and_then(|()| fs::rename(&part, &self.path)).map_err(|error| self.error(error))
    }

    fn bytes(&self, state: &State) -> Result<Vec<u8>, CheckpointError> {
        let epochs = serde_json::to_string(&state.epochs).map_err(|error| self.error(error))?;
        let metadata = [
            ("format", FORMAT.to_owned()),
            ("identity", self.identity.to_string()),
            ("steps", state.optimiser.steps.to_string()),
            ("best_loss", state.best_loss.to_bits().to_string()),
            ("since_best", state.since_best.to_string()),
            ("epochs", epochs),
            ("checksum", checksum(state).to_string()),
        ];
        let metadata: HashMap<String, String> =
            metadata.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
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
        safetensors::serialize(views, Some(metadata)).map_err(|error| self.error(error))
    }
}

/// All arrays, by group.
fn groups(state: &State) -> [(&'static str, &Parameters); 4] {
    [
        ("weights", &state.weights),
        ("means", &state.optimiser.means),
        ("squares", &state.optimiser.squares),
        ("best", &state.best),
    ]
}

fn checksum(state: &State) -> u64 {
    let State { optimiser, best_loss, since_best, epochs, .. } = state;
    let facts = serde_json::json!([optimiser.steps, best_loss.to_bits(), since_best, epochs]).to_string();
    let arrays = groups(state).into_iter().flat_map(|(_, parameters)| &parameters.0);
    let numbers = arrays.flat_map(|parameter| &parameter.values);
    let begin = u64::from(crc32fast::hash(facts.as_bytes()));
    numbers.fold(begin, |hash, number| combine(hash, u64::from(number.to_bits())))
}

/// The arrays of a group, which must have the shapes of the model.
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

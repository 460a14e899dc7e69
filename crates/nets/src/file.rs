//! Weight files, `NAME.qnet`: the trained weights as numbers of 32 or 16 bits, with metadata.
//!
//! ```text
//! zstd( safetensors ), or the bare safetensors
//!   __metadata__   format = "quevedo-net-2"     kind = nnue | patterns | terms | cnn
//!                  sees   = input encoding       about = one line      scale = points for one unit of log-odds
//!                  checksum = SHA-256 in hex     … what the kind needs, and how the network was made
//!                  step   = the unit of 16-bit tensors, if there are any
//!   tensors        float32, or int16 in units of the step; little endian
//! ```
//!
//! The checksum covers all other metadata in the order of the keys: the key in UTF-8, a zero byte, the value, a zero byte;
//! then all tensors in the order of their names: the name, a zero byte, the number of dimensions and every dimension as
//! 64-bit little endian numbers, then the bytes of the tensor. Weights are quantized when they are loaded, so one file serves
//! every trainer and every processor. Large tables of weights are quantized in the file already: it is smaller and read sooner.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::Path;
use std::str::FromStr;

use safetensors::tensor::{Dtype, SafeTensors};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use thiserror::Error;

/// The version of the format.
const FORMAT: &str = "quevedo-net-2";
/// The first bytes of a zstd frame.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// Upper bound on the size of an unpacked weight file.
const MAX_BYTES: u64 = 1 << 30;
/// The compression level of zstd.
const LEVEL: i32 = 19;
const CHECKSUM: &str = "checksum";
/// The metadata key of the input encoding.
const ENCODING: &str = "sees";
/// The metadata key of the unit of 16-bit tensors.
const STEP: &str = "step";

/// An array of numbers in row-major order: the last dimension runs fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// The length of each dimension.
    pub shape: Vec<usize>,
    /// The numbers; the product of the shape is their count.
    pub data: Vec<f32>,
}

impl Tensor {
    /// A tensor.
    ///
    /// # Panics
    /// If the shape does not fit the number of elements.
    pub fn new(shape: impl Into<Vec<usize>>, data: Vec<f32>) -> Self {
        let shape = shape.into();
        assert_eq!(shape.iter().product::<usize>(), data.len(), "a tensor of shape {shape:?}");
        Self { shape, data }
    }

    /// A tensor of zeros.
    pub fn zeros(shape: impl Into<Vec<usize>>) -> Self {
        let shape = shape.into();
        Self { data: vec![0.0; shape.iter().product()], shape }
    }

    /// Whether it is a table of weights, which a [quantized](WeightFile::quantized) file holds in 16 bits.
    fn is_table(&self) -> bool {
        self.shape.len() > 1
    }

    /// As it is in a file.
    fn stored(&self, step: Option<f32>) -> StoredTensor {
        let (dtype, bytes) = match step {
            Some(step) if self.is_table() => (
                Dtype::I16,
                self.data.iter().flat_map(|number| ((number / step).round() as i16).to_le_bytes()).collect(),
            ),
            _ => (Dtype::F32, self.data.iter().flat_map(|number| number.to_le_bytes()).collect()),
        };
        StoredTensor { dtype, bytes }
    }
}

/// The bytes of a tensor in a file.
struct StoredTensor {
    dtype: Dtype,
    bytes: Vec<u8>,
}

/// The kinds of networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NetKind {
    /// An efficiently updatable network: [`nnue`](crate::nnue).
    Nnue,
    /// Weights for the configurations of groups of squares: [`patterns`](crate::patterns).
    Patterns,
    /// Weights for the terms of a hand-made evaluator: [`terms`](crate::terms).
    Terms,
    /// A convolutional network: [`cnn`](crate::cnn).
    Cnn,
}

impl NetKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Nnue, Self::Patterns, Self::Terms, Self::Cnn];

    /// The name in files and recipes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nnue => "nnue",
            Self::Patterns => "patterns",
            Self::Terms => "terms",
            Self::Cnn => "cnn",
        }
    }
}

impl fmt::Display for NetKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The content of a weight file.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightFile {
    /// Its name in error messages, mostly its path. Not part of the file.
    pub name: String,
    /// The kind of network.
    pub kind: NetKind,
    /// The input encoding: [`Planes::NAME`](quevedo_core::Planes::NAME).
    pub encoding: String,
    /// A description in one line.
    pub about: String,
    /// Points for one unit of log-odds of winning.
    pub scale: f32,
    /// Tables of weights are whole multiples of this, and 16-bit numbers in the file.
    pub step: Option<f32>,
    /// All other metadata: sizes, and how the network was made.
    pub meta: BTreeMap<String, String>,
    /// The weights.
    pub tensors: BTreeMap<String, Tensor>,
}

/// An error of a weight file.
#[derive(Debug, Error)]
#[error("{file}: {problem}")]
pub struct NetError {
    /// The file.
    pub file: String,
    /// What is wrong with it. It is part of the message, so it is not an error source.
    pub problem: NetProblem,
}

/// Why a file cannot be used as a network.
#[derive(Debug, Error)]
pub enum NetProblem {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is damaged, truncated, or not a weight file.
    #[error("not a whole weight file: {0}")]
    Damaged(String),
    /// Its content is not what was written.
    #[error("checksum mismatch: the file is damaged")]
    Checksum,
    /// Made by another version.
    #[error("the format is `{0}`; this program reads `{FORMAT}`")]
    Version(String),
    /// Made for another game.
    #[error("the input encoding of the network is `{found}`, not `{wanted}`")]
    OtherGame {
        /// Its input encoding.
        found: String,
        /// The input encoding of the game.
        wanted: &'static str,
    },
    /// The `best` file names an evaluator that does not exist.
    #[error("no evaluator is called `{0}`")]
    UnknownBest(String),
    /// A value of the metadata that is missing or wrong.
    #[error("metadata `{key}` is `{value}`, expected {expected}")]
    Meta {
        /// Its key.
        key: String,
        /// Its value.
        value: String,
        /// What is expected.
        expected: String,
    },
    /// A tensor that is missing or has another shape.
    #[error("tensor `{name}` {problem}")]
    Tensor {
        /// Its name.
        name: String,
        /// What is wrong with it.
        problem: String,
    },
}

impl WeightFile {
    /// New weights.
    pub fn new(kind: NetKind, encoding: &str, about: &str, scale: f32) -> Self {
        Self {
            name: format!("new {kind} network"),
            kind,
            encoding: encoding.into(),
            about: about.into(),
            scale,
            step: None,
            meta: BTreeMap::new(),
            tensors: BTreeMap::new(),
        }
    }

    /// The same with all tables of weights, that is all tensors of two dimensions and more, rounded to 16 bits.
    #[must_use]
    pub fn quantized(mut self) -> Self {
        let tables = || self.tensors.values().filter(|tensor| tensor.is_table());
        let largest = tables().flat_map(|table| &table.data).fold(0.0, |most: f32, one| most.max(one.abs()));
        let step = (largest / f32::from(i16::MAX)).max(f32::MIN_POSITIVE);
        for table in self.tensors.values_mut().filter(|tensor| tensor.is_table()) {
            table.data.iter_mut().for_each(|number| *number = (*number / step).round() * step);
        }
        self.step = Some(step);
        self
    }

    /// The same with one more value in the metadata.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "the caller writes numbers and text alike")]
    pub fn with(mut self, key: &str, value: impl ToString) -> Self {
        self.meta.insert(key.into(), value.to_string());
        self
    }

    /// The same with one more tensor.
    #[must_use]
    pub fn with_tensor(mut self, name: &str, tensor: Tensor) -> Self {
        self.tensors.insert(name.into(), tensor);
        self
    }

    /// Reads a file.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, NetError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        match std::fs::read(path) {
            Ok(bytes) => Self::parse(&name, &bytes),
            Err(error) => Err(NetError { file: name, problem: error.into() }),
        }
    }

    /// Reads the bytes of a file; `name` is its name in error messages.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, NetError> {
        parse(name, bytes).map_err(|problem| NetError { file: name.into(), problem })
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> Vec<u8> {
        // The safetensors crate writes metadata in any order. Here the same network gives the same file.
        let mut header = serde_json::Map::from_iter([("__metadata__".to_owned(), json!(self.metadata()))]);
        let mut content = Vec::new();
        for (name, tensor) in &self.tensors {
            let begin = content.len();
            let StoredTensor { dtype, bytes } = tensor.stored(self.step);
            content.extend(bytes);
            let entry = json!({ "dtype": dtype, "shape": tensor.shape, "data_offsets": [begin, content.len()] });
            header.insert(name.clone(), entry);
        }
        let mut header = serde_json::Value::from(header).to_string();
        header.extend(std::iter::repeat_n(' ', header.len().next_multiple_of(8) - header.len()));
        let plain = [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &content].concat();
        quevedo_compression::compress(&plain, LEVEL)
    }

    /// Writes the file under a temporary name and renames it, so that no reader finds it half written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), NetError> {
        let path = path.as_ref();
        let temporary = path.with_extension("qnet-part");
        std::fs::write(&temporary, self.bytes())
            .and_then(|()| std::fs::rename(&temporary, path))
            .map_err(|error| NetError { file: path.display().to_string(), problem: error.into() })
    }

    /// SHA-256 of the tensors in hex: the same for the same weights, whatever the metadata.
    pub fn checksum(&self) -> String {
        self.digest(&BTreeMap::new())
    }

    /// Refuses a network with another input encoding.
    pub fn expect_encoding(&self, wanted: &'static str) -> Result<(), NetError> {
        if self.encoding == wanted {
            return Ok(());
        }
        Err(self.error(NetProblem::OtherGame { found: self.encoding.clone(), wanted }))
    }

    /// A tensor by its name.
    pub fn tensor(&self, name: &str) -> Result<&Tensor, NetError> {
        self.tensors.get(name).ok_or_else(|| self.tensor_error(name, "is missing".into()))
    }

    /// The numbers of a tensor that must have this shape.
    pub fn shaped(&self, name: &str, shape: &[usize]) -> Result<&[f32], NetError> {
        let tensor = self.tensor(name)?;
        if tensor.shape != shape {
            return Err(self.tensor_error(name, format!("is {:?}, not {shape:?}", tensor.shape)));
        }
        Ok(&tensor.data)
    }

    /// A value of the metadata.
    pub fn text(&self, key: &str) -> Result<&str, NetError> {
        self.meta.get(key).map(String::as_str).ok_or_else(|| self.meta_error(key, "a text"))
    }

    /// A number of the metadata.
    pub fn number<N: FromStr>(&self, key: &str) -> Result<N, NetError> {
        self.text(key)?.parse().map_err(|_| self.meta_error(key, "a number"))
    }

    /// A whole number of the metadata within bounds.
    pub fn count(&self, key: &str, bounds: std::ops::RangeInclusive<usize>) -> Result<usize, NetError> {
        let count = self.number(key)?;
        if bounds.contains(&count) {
            return Ok(count);
        }
        Err(self.meta_error(key, &format!("a whole number from {} to {}", bounds.start(), bounds.end())))
    }

    /// An error of this file.
    pub fn error(&self, problem: NetProblem) -> NetError {
        NetError { file: self.name.clone(), problem }
    }

    /// The error that a value of the metadata is not as expected.
    pub fn meta_error(&self, key: &str, expected: &str) -> NetError {
        let value = self.meta.get(key).cloned().unwrap_or_default();
        self.error(NetProblem::Meta { key: key.into(), value, expected: expected.into() })
    }

    fn tensor_error(&self, name: &str, problem: String) -> NetError {
        self.error(NetProblem::Tensor { name: name.into(), problem })
    }

    /// All metadata, with the checksum.
    fn metadata(&self) -> BTreeMap<String, String> {
        let mut metadata = self.meta.clone();
        let own = [
            ("format", FORMAT.to_owned()),
            ("kind", self.kind.to_string()),
            (ENCODING, self.encoding.clone()),
            ("about", self.about.clone()),
            ("scale", self.scale.to_string()),
        ];
        let step = self.step.map(|step| (STEP, step.to_string()));
        metadata.extend(own.into_iter().chain(step).map(|(key, value)| (key.to_owned(), value)));
        metadata.insert(CHECKSUM.into(), self.digest(&metadata));
        metadata
    }

    fn digest(&self, metadata: &BTreeMap<String, String>) -> String {
        let mut digest = TensorDigest::new(metadata);
        for (name, tensor) in &self.tensors {
            digest.add(name, &tensor.shape, &tensor.stored(self.step).bytes);
        }
        digest.finish()
    }
}

fn parse(name: &str, bytes: &[u8]) -> Result<WeightFile, NetProblem> {
    let unpacked;
    let plain = if bytes.starts_with(&ZSTD_MAGIC) {
        unpacked = quevedo_compression::decompress(bytes, MAX_BYTES)
            .map_err(|error| NetProblem::Damaged(error.to_string()))?;
        &unpacked
    } else {
        bytes
    };
    let damaged = |error: safetensors::SafeTensorError| NetProblem::Damaged(error.to_string());
    let (_, header) = SafeTensors::read_metadata(plain).map_err(damaged)?;
    let mut meta: BTreeMap<String, String> = header.metadata().iter().flatten().map(owned).collect();
    let format = meta.get("format").map_or("", String::as_str);
    if format != FORMAT {
        return Err(NetProblem::Version(format.into()));
    }
    let plain = SafeTensors::deserialize(plain).map_err(damaged)?;
    if meta.remove(CHECKSUM) != Some(stored_digest(&meta, &plain)) {
        return Err(NetProblem::Checksum);
    }
    let step = meta.remove(STEP).map(|text| read_unit(STEP, text)).transpose()?;
    let tensors = read_tensors(&plain, step)?;
    meta.remove("format");
    let mut take = |key: &str| {
        let missing = || NetProblem::Meta { key: key.into(), value: String::new(), expected: "a text".into() };
        meta.remove(key).ok_or_else(missing)
    };
    let (kind, encoding, about) = (read_kind(take("kind")?)?, take(ENCODING)?, take("about").unwrap_or_default());
    let scale = read_unit("scale", take("scale")?)?;
    Ok(WeightFile { name: name.into(), kind, encoding, about, scale, step, meta, tensors })
}

/// SHA-256 of metadata and tensors in hex; the tensors are added in the order of their names.
struct TensorDigest(Sha256);

impl TensorDigest {
    fn new(metadata: &BTreeMap<String, String>) -> Self {
        let mut hash = Sha256::new();
        for part in metadata.iter().flat_map(|(key, value)| [key, value]) {
            hash.update(part.as_bytes());
            hash.update([0]);
        }
        Self(hash)
    }

    fn add(&mut self, name: &str, shape: &[usize], bytes: &[u8]) {
        self.0.update(name.as_bytes());
        self.0.update([0]);
        self.0.update((shape.len() as u64).to_le_bytes());
        for length in shape {
            self.0.update((*length as u64).to_le_bytes());
        }
        self.0.update(bytes);
    }

    fn finish(self) -> String {
        hex::encode(self.0.finalize())
    }
}

fn stored_digest(metadata: &BTreeMap<String, String>, tensors: &SafeTensors<'_>) -> String {
    let mut digest = TensorDigest::new(metadata);
    let by_name: BTreeMap<_, _> = tensors.iter().collect();
    for (name, view) in by_name {
        digest.add(name, view.shape(), view.data());
    }
    digest.finish()
}

fn owned((key, value): (&String, &String)) -> (String, String) {
    (key.clone(), value.clone())
}

fn read_kind(text: String) -> Result<NetKind, NetProblem> {
    NetKind::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| {
        let expected = format!("one of {}", NetKind::ALL.map(NetKind::name).join(", "));
        NetProblem::Meta { key: "kind".into(), value: text, expected }
    })
}

/// A number above 0 of the metadata.
fn read_unit(key: &str, text: String) -> Result<f32, NetProblem> {
    match text.parse::<f32>() {
        Ok(unit) if unit.is_finite() && unit > 0.0 => Ok(unit),
        _ => Err(NetProblem::Meta { key: key.into(), value: text, expected: "a number above 0".into() }),
    }
}

fn read_tensors(plain: &SafeTensors<'_>, step: Option<f32>) -> Result<BTreeMap<String, Tensor>, NetProblem> {
    let mut tensors = BTreeMap::new();
    for (name, view) in plain.iter() {
        let wrong = |problem: String| NetProblem::Tensor { name: name.into(), problem };
        let data: Vec<f32> = match (view.dtype(), step) {
            (Dtype::F32, _) => view.data().as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect(),
            (Dtype::I16, Some(step)) => {
                view.data().as_chunks().0.iter().map(|bytes| f32::from(i16::from_le_bytes(*bytes)) * step).collect()
            }
            (Dtype::I16, None) => return Err(wrong(format!("holds I16, and there is no `{STEP}`"))),
            (other, _) => return Err(wrong(format!("holds {other:?}, neither F32 nor I16"))),
        };
        if !data.iter().fold(true, |are_finite, number| are_finite & number.is_finite()) {
            return Err(wrong("holds numbers that are not finite".into()));
        }
        tensors.insert(name.into(), Tensor { shape: view.shape().to_vec(), data });
    }
    Ok(tensors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_by_name() {
        for kind in NetKind::ALL {
            assert_eq!(read_kind(kind.to_string()).unwrap(), kind);
        }
        let error = read_kind("magic".into()).unwrap_err().to_string();
        assert_eq!(error, "metadata `kind` is `magic`, expected one of nnue, patterns, terms, cnn");
    }
}

//! Weight files, `NAME.qnet`: what was trained, as 32-bit floats, with the words that say what it is.
//!
//! ```text
//! zstd( safetensors ), or the bare safetensors
//!   __metadata__   format = "quevedo-net-2"     kind = nnue | patterns | terms | cnn
//!                  sees   = name of the planes   about = one line      scale = points for one unit of log-odds
//!                  checksum = SHA-256 in hex     … what the kind needs, and where the net comes from
//!   tensors        float32, little endian
//! ```
//!
//! The checksum is taken over all other words in the order of their keys: the key in UTF-8, a zero byte, the word, a zero
//! byte; then over all tensors in the order of their names: the name, a zero byte, the number of dimensions and every dimension
//! as 64-bit little endian numbers, then the bytes of the tensor. Weights are made coarser for integer arithmetic only when they
//! are loaded, so one file serves every trainer and every machine.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;

use safetensors::tensor::{Dtype, SafeTensors};
use serde_json::json;
use sha2::{Digest, Sha256};
use thiserror::Error;

/// The version of the format.
const FORMAT: &str = "quevedo-net-2";
/// The first bytes of a zstd frame.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// No file of weights is larger unpacked.
const MOST_BYTES: u64 = 1 << 30;
const LEVEL: i32 = 19;
const CHECKSUM: &str = "checksum";

/// Numbers in rows: the last dimension runs fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// How long each dimension is.
    pub shape: Vec<usize>,
    /// As many numbers as the shape holds.
    pub data: Vec<f32>,
}

impl Tensor {
    /// A tensor.
    ///
    /// # Panics
    /// If the shape does not hold as many numbers.
    pub fn new(shape: impl Into<Vec<usize>>, data: Vec<f32>) -> Self {
        let shape = shape.into();
        assert_eq!(shape.iter().product::<usize>(), data.len(), "a tensor of shape {shape:?}");
        Self { shape, data }
    }

    /// Nothing but zeros.
    pub fn zeros(shape: impl Into<Vec<usize>>) -> Self {
        let shape = shape.into();
        Self { data: vec![0.0; shape.iter().product()], shape }
    }

    fn bytes(&self) -> Vec<u8> {
        self.data.iter().flat_map(|number| number.to_le_bytes()).collect()
    }
}

/// The content of a weight file.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightFile {
    /// What errors call it: its path, mostly. Not part of the file.
    pub name: String,
    /// How the weights are used: `nnue`, `patterns`, `terms`, `cnn`.
    pub kind: String,
    /// The planes that it sees: [`Planes::NAME`](quevedo_core::Planes::NAME).
    pub sees: String,
    /// What it is, in one line.
    pub about: String,
    /// Points for one unit of log-odds of winning.
    pub scale: f32,
    /// All other words: sizes, and where the net comes from.
    pub meta: BTreeMap<String, String>,
    /// What was trained.
    pub tensors: BTreeMap<String, Tensor>,
}

/// What is wrong with a weight file.
#[derive(Debug, Error)]
#[error("{file}: {problem}")]
pub struct NetError {
    /// The file.
    pub file: String,
    /// What is wrong with it; part of the message, so not a source of its own.
    pub problem: NetProblem,
}

/// Why a file is not a network that can be used.
#[derive(Debug, Error)]
pub enum NetProblem {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is damaged, cut short, or something else.
    #[error("not a whole weight file: {0}")]
    Damaged(String),
    /// Its numbers are not those that were written.
    #[error("damaged: it does not have the checksum that it says")]
    Checksum,
    /// Made by another version.
    #[error("its format is `{0}`, this program reads `{FORMAT}`")]
    Version(String),
    /// Made for another game.
    #[error("a network for `{found}`, not for `{wanted}`")]
    OtherGame {
        /// What it sees.
        found: String,
        /// What it should see.
        wanted: &'static str,
    },
    /// A word that should stand in the metadata.
    #[error("`{key}` is `{value}` in the metadata: {expected}")]
    Meta {
        /// Its key.
        key: String,
        /// What stands there.
        value: String,
        /// What should.
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
    pub fn new(kind: &str, sees: &str, about: &str, scale: f32) -> Self {
        Self {
            name: format!("new {kind} net"),
            kind: kind.into(),
            sees: sees.into(),
            about: about.into(),
            scale,
            meta: BTreeMap::new(),
            tensors: BTreeMap::new(),
        }
    }

    /// The same with one more word of metadata.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "numbers and words are written as they are")]
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

    /// Reads the bytes of a file; `name` is what errors call it.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, NetError> {
        parse(name, bytes).map_err(|problem| NetError { file: name.into(), problem })
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> Vec<u8> {
        // Written here because the crate writes the metadata in any order: the same net gives the same file.
        let mut header = serde_json::Map::from_iter([("__metadata__".to_owned(), json!(self.words()))]);
        let mut content = Vec::new();
        for (name, tensor) in &self.tensors {
            let begin = content.len();
            content.extend(tensor.bytes());
            let entry = json!({ "dtype": "F32", "shape": tensor.shape, "data_offsets": [begin, content.len()] });
            header.insert(name.clone(), entry);
        }
        let mut header = serde_json::Value::from(header).to_string();
        header.extend(std::iter::repeat_n(' ', header.len().next_multiple_of(8) - header.len()));
        let plain = [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &content].concat();
        zstd::bulk::compress(&plain, LEVEL).expect("compression into memory does not fail")
    }

    /// Writes the file beside its place and moves it there, so that no half of a file is ever seen.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), NetError> {
        let path = path.as_ref();
        let half = path.with_extension("qnet-part");
        std::fs::write(&half, self.bytes())
            .and_then(|()| std::fs::rename(&half, path))
            .map_err(|error| NetError { file: path.display().to_string(), problem: error.into() })
    }

    /// SHA-256 of the tensors in hex: the same for the same weights, whatever is said of them.
    pub fn checksum(&self) -> String {
        digest(&BTreeMap::new(), &self.tensors)
    }

    /// Refuses weights that see something else.
    pub fn expect_sees(&self, wanted: &'static str) -> Result<(), NetError> {
        if self.sees == wanted {
            return Ok(());
        }
        Err(self.error(NetProblem::OtherGame { found: self.sees.clone(), wanted }))
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

    /// A word of the metadata.
    pub fn word(&self, key: &str) -> Result<&str, NetError> {
        self.meta.get(key).map(String::as_str).ok_or_else(|| self.meta_error(key, "a word"))
    }

    /// A number of the metadata.
    pub fn number<N: FromStr>(&self, key: &str) -> Result<N, NetError> {
        self.word(key)?.parse().map_err(|_| self.meta_error(key, "a number"))
    }

    /// A whole number of the metadata within bounds.
    pub fn count(&self, key: &str, bounds: std::ops::RangeInclusive<usize>) -> Result<usize, NetError> {
        let count = self.number(key)?;
        if bounds.contains(&count) {
            return Ok(count);
        }
        Err(self.meta_error(key, &format!("a whole number from {} to {}", bounds.start(), bounds.end())))
    }

    /// This file with something wrong.
    pub fn error(&self, problem: NetProblem) -> NetError {
        NetError { file: self.name.clone(), problem }
    }

    /// A word of the metadata that is not as expected.
    pub fn meta_error(&self, key: &str, expected: &str) -> NetError {
        let value = self.meta.get(key).cloned().unwrap_or_default();
        self.error(NetProblem::Meta { key: key.into(), value, expected: expected.into() })
    }

    fn tensor_error(&self, name: &str, problem: String) -> NetError {
        self.error(NetProblem::Tensor { name: name.into(), problem })
    }

    fn words(&self) -> BTreeMap<String, String> {
        let mut words = self.meta.clone();
        let own = [
            ("format", FORMAT.to_owned()),
            ("kind", self.kind.clone()),
            ("sees", self.sees.clone()),
            ("about", self.about.clone()),
            ("scale", self.scale.to_string()),
        ];
        words.extend(own.map(|(key, value)| (key.to_owned(), value)));
        words.insert(CHECKSUM.into(), digest(&words, &self.tensors));
        words
    }
}

fn parse(name: &str, bytes: &[u8]) -> Result<WeightFile, NetProblem> {
    let unpacked;
    let plain = if bytes.starts_with(&ZSTD_MAGIC) {
        unpacked = unpack(bytes).map_err(|error| NetProblem::Damaged(error.to_string()))?;
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
    let tensors = read_tensors(&SafeTensors::deserialize(plain).map_err(damaged)?)?;
    if meta.remove(CHECKSUM) != Some(digest(&meta, &tensors)) {
        return Err(NetProblem::Checksum);
    }
    meta.remove("format");
    let mut take = |key: &str| {
        let missing = || NetProblem::Meta { key: key.into(), value: String::new(), expected: "a word".into() };
        meta.remove(key).ok_or_else(missing)
    };
    let (kind, sees, about) = (take("kind")?, take("sees")?, take("about").unwrap_or_default());
    let scale = read_scale(take("scale")?)?;
    Ok(WeightFile { name: name.into(), kind, sees, about, scale, meta, tensors })
}

/// SHA-256 of words and tensors in hex.
fn digest(words: &BTreeMap<String, String>, tensors: &BTreeMap<String, Tensor>) -> String {
    let mut hash = Sha256::new();
    for part in words.iter().flat_map(|(key, word)| [key, word]) {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    for (name, tensor) in tensors {
        hash.update(name.as_bytes());
        hash.update([0]);
        hash.update((tensor.shape.len() as u64).to_le_bytes());
        tensor.shape.iter().for_each(|length| hash.update((*length as u64).to_le_bytes()));
        hash.update(tensor.bytes());
    }
    hex::encode(hash.finalize())
}

fn owned((key, value): (&String, &String)) -> (String, String) {
    (key.clone(), value.clone())
}

fn unpack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut plain = Vec::new();
    zstd::stream::read::Decoder::new(bytes)?.take(MOST_BYTES).read_to_end(&mut plain)?;
    Ok(plain)
}

fn read_scale(text: String) -> Result<f32, NetProblem> {
    match text.parse::<f32>() {
        Ok(scale) if scale.is_finite() && scale > 0.0 => Ok(scale),
        _ => Err(NetProblem::Meta { key: "scale".into(), value: text, expected: "a number above 0".into() }),
    }
}

fn read_tensors(plain: &SafeTensors<'_>) -> Result<BTreeMap<String, Tensor>, NetProblem> {
    let mut tensors = BTreeMap::new();
    for (name, view) in plain.iter() {
        let wrong = |problem: String| NetProblem::Tensor { name: name.into(), problem };
        if view.dtype() != Dtype::F32 {
            return Err(wrong(format!("holds {:?}, not F32", view.dtype())));
        }
        let (numbers, _) = view.data().as_chunks();
        let data: Vec<f32> = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        if data.iter().any(|number| !number.is_finite()) {
            return Err(wrong("holds numbers that are not finite".into()));
        }
        tensors.insert(name.into(), Tensor { shape: view.shape().to_vec(), data });
    }
    Ok(tensors)
}

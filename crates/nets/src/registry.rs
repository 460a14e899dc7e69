//! The networks that the program knows by name: those of a folder, if it has set one, and those embedded in it.
//!
//! Both have the same layout, as `weights/` in this crate: `ENCODING/NAME.qnet` is a network, `ENCODING/NAME.json` its
//! [record](crate::record), and `ENCODING/best` holds the name of the evaluator that `eval=best` stands for; without it, or if it is empty,
//! that is the first hand-made evaluator. A file of the folder takes precedence over an embedded one of the same name.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::OnceLock;
use std::{fs, io};

use quevedo_core::Text;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::record::Record;
use crate::{BEST, WeightFile};

mod shipped;

static NETWORKS: OnceLock<Networks> = OnceLock::new();

/// The networks of the program: those of [`use_folder`], or the embedded ones alone.
pub fn networks() -> &'static Networks {
    NETWORKS.get_or_init(Networks::embedded)
}

/// Adds the networks of a folder to the embedded ones, for the whole program. Call it once at the start, before any network
/// is used. The folder need not exist.
pub fn use_folder(folder: impl Into<PathBuf>) -> Result<(), AlreadySet> {
    NETWORKS.set(Networks::with_folder(folder)).map_err(|_| AlreadySet)
}

/// Networks were used, or another folder was set, before [`use_folder`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the folder of networks must be set once, before any network is used")]
pub struct AlreadySet;

/// Where the weights of a network are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// In a file of the folder.
    File(PathBuf),
    /// In the program.
    Embedded(&'static [u8]),
}

/// Networks by input encoding and name.
#[derive(Debug)]
pub struct Networks {
    folder: Option<PathBuf>,
    /// The content of the `best` files by encoding.
    best: BTreeMap<String, String>,
    entries: OnceLock<Vec<NetworkEntry>>,
}

impl Networks {
    /// The embedded networks.
    pub fn embedded() -> Self {
        Self::new(None)
    }

    /// The networks of a folder, and the embedded ones.
    pub fn with_folder(folder: impl Into<PathBuf>) -> Self {
        Self::new(Some(folder.into()))
    }

    fn new(folder: Option<PathBuf>) -> Self {
        let mut networks = Self { folder, best: BTreeMap::new(), entries: OnceLock::new() };
        for path in networks.paths() {
            let Some(encoding) = path.strip_suffix(&format!("/{BEST}")) else { continue };
            let name = networks.read(&path).map(|bytes| String::from_utf8_lossy(&bytes).trim().to_owned());
            networks.best.extend(name.filter(|name| !name.is_empty()).map(|name| (encoding.to_owned(), name)));
        }
        networks
    }

    /// What `best` stands for with this encoding. `None` where a hand-made evaluator is stronger than any network.
    pub fn best(&self, encoding: &str) -> Option<&str> {
        self.best.get(encoding).map(String::as_str)
    }

    /// The weights of a network.
    pub fn find(&self, encoding: &str, name: &str) -> Option<Source> {
        let path = format!("{encoding}/{name}.qnet");
        match self.file(&path) {
            Some(file) => Some(Source::File(file)),
            None => shipped::read(&path).map(Source::Embedded),
        }
    }

    /// All networks, by encoding and name.
    pub fn all(&self) -> &[NetworkEntry] {
        self.entries.get_or_init(|| {
            shipped::described().unwrap_or_else(|| self.paths().iter().filter_map(|path| self.describe(path)).collect())
        })
    }

    /// The networks with this encoding, by name.
    pub fn of(&self, encoding: &str) -> impl Iterator<Item = &NetworkEntry> {
        self.all().iter().filter(move |net| net.encoding == encoding)
    }

    fn describe(&self, path: &str) -> Option<NetworkEntry> {
        let (encoding, name) = path.strip_suffix(".qnet")?.split_once('/')?;
        let record_path = format!("{encoding}/{name}.json");
        // The record of an embedded network does not describe one of the folder with the same name.
        let is_beside = self.file(path).is_some() == self.file(&record_path).is_some();
        let record = self.read(&record_path).filter(|_| is_beside);
        Some(NetworkEntry::new(encoding, name, &self.read(path)?, record.as_deref()))
    }

    /// The relative paths of all files, in order.
    fn paths(&self) -> BTreeSet<String> {
        let mut paths = shipped::paths();
        if let Some(folder) = &self.folder {
            // A folder that cannot be read has no networks.
            paths.extend(files_of(folder).unwrap_or_default());
        }
        paths
    }

    /// The file of the folder at a relative path, if there is one.
    fn file(&self, path: &str) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(path)).filter(|file| file.is_file())
    }

    /// The content of a file. One that cannot be read is empty: describing it says what is wrong.
    fn read(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        match self.file(path) {
            Some(file) => Some(fs::read(file).unwrap_or_default().into()),
            None => Some(shipped::read(path)?.into()),
        }
    }
}

/// The relative paths `ENCODING/FILE` in a folder.
fn files_of(folder: &Path) -> io::Result<Vec<String>> {
    let mut paths = Vec::new();
    for encoding in fs::read_dir(folder)? {
        let encoding = encoding?;
        for file in encoding.path().is_dir().then(|| fs::read_dir(encoding.path())).transpose()?.into_iter().flatten() {
            paths.push(format!("{}/{}", encoding.file_name().display(), file?.file_name().display()));
        }
    }
    Ok(paths)
}

/// A network of the registry.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct NetworkEntry {
    /// The input encoding.
    pub encoding: String,
    /// Its name in player specs.
    pub name: String,
    /// A description in one line; why its file cannot be used, if it cannot.
    pub about: String,
    /// The kind of network: `nnue`, `patterns`, `terms` or `cnn`; empty if the file cannot be read.
    pub kind: String,
    /// The recipe that made it.
    pub recipe: Option<String>,
    /// The number of training positions.
    pub positions: Option<u64>,
    /// The seed of its training.
    pub seed: Option<u64>,
    /// The validation loss.
    pub loss: Option<f64>,
    /// The day it was made.
    pub made: Option<String>,
    /// The size of its file.
    pub bytes: usize,
    /// SHA-256 of its file in hex.
    pub sha256: String,
    /// How it was made and tested, if it has a record.
    pub record: Option<Record>,
    /// What is wrong with its files.
    pub problem: Option<String>,
}

impl NetworkEntry {
    /// Describes a network by its file, and by its record if it has one. A file that cannot be used gives an entry with a
    /// problem.
    pub fn new(encoding: &str, name: &str, weights: &[u8], record: Option<&[u8]>) -> Self {
        let path = format!("{encoding}/{name}.qnet");
        let mut net = Self::unknown(encoding, name, weights);
        match WeightFile::parse(&path, weights) {
            Ok(file) if file.encoding == encoding => net.read_metadata(file),
            Ok(file) => net.refuse(format!("{path}: a network for `{}` in the folder of `{encoding}`", file.encoding)),
            Err(error) => net.refuse(error.to_string()),
        }
        match record.map(|record| Record::parse(&format!("{encoding}/{name}.json"), record)) {
            None => {}
            Some(Ok(record)) => net.record = Some(record),
            Some(Err(error)) => net.problem = Some(net.problem.take().unwrap_or_else(|| error.to_string())),
        }
        net
    }

    /// Its description. In English alone where the record has no other, and where the file cannot be used.
    pub fn description(&'static self) -> Text {
        let spanish = self.record.as_ref().and_then(|record| record.about_es.as_deref());
        Text::new(&self.about, spanish.filter(|_| self.problem.is_none()).unwrap_or(&self.about))
    }

    fn unknown(encoding: &str, name: &str, weights: &[u8]) -> Self {
        Self {
            encoding: encoding.into(),
            name: name.into(),
            about: String::new(),
            kind: String::new(),
            recipe: None,
            positions: None,
            seed: None,
            loss: None,
            made: None,
            bytes: weights.len(),
            sha256: hex::encode(Sha256::digest(weights)),
            record: None,
            problem: None,
        }
    }

    fn read_metadata(&mut self, file: WeightFile) {
        self.recipe = value(&file, "recipe");
        self.positions = value(&file, "data");
        self.seed = value(&file, "seed");
        self.loss = value(&file, "loss").filter(|loss: &f64| loss.is_finite());
        self.made = value(&file, "made");
        self.about = file.about;
        self.kind = file.kind.to_string();
    }

    fn refuse(&mut self, problem: String) {
        self.about.clone_from(&problem);
        self.problem = Some(problem);
    }
}

/// A value of the metadata, if it is there and can be parsed.
fn value<T: FromStr>(file: &WeightFile, key: &str) -> Option<T> {
    file.text(key).ok().filter(|text| !text.is_empty())?.parse().ok()
}

//! The networks that come with the program, embedded as they stand in `weights/`.

use std::borrow::Cow;
use std::str::FromStr;
use std::sync::OnceLock;

use rust_embed::RustEmbed;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::WeightFile;
use crate::record::Record;

#[derive(RustEmbed)]
#[folder = "weights"]
#[include = "*/*.qnet"]
#[include = "*/*.json"]
#[include = "*/best"]
struct Files;

/// A network that comes with the program.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ShippedNet {
    /// The planes that it sees.
    pub sees: String,
    /// Its name in player specs.
    pub name: String,
    /// What it is, in one line; where its file cannot be used, why.
    pub about: String,
    /// How its weights are used: `nnue`, `patterns`, `terms` or `cnn`; empty where the file cannot be read.
    pub kind: String,
    /// The recipe that made it.
    pub recipe: Option<String>,
    /// How many positions it learned from.
    pub positions: Option<u64>,
    /// The seed of its training.
    pub seed: Option<u64>,
    /// How wrong it is on positions that were kept apart.
    pub loss: Option<f64>,
    /// The day it was made.
    pub made: Option<String>,
    /// The size of its file.
    pub bytes: usize,
    /// SHA-256 of its file in hex.
    pub sha256: String,
    /// How it came to be, where that was written down.
    pub record: Option<Record>,
    /// What is wrong with its files.
    pub problem: Option<String>,
}

/// The file of a network.
pub fn bytes(sees: &str, name: &str) -> Option<Cow<'static, [u8]>> {
    Some(Files::get(&format!("{sees}/{name}.qnet"))?.data)
}

/// What `best` stands for in the games that see this; `None` where no network is better than what was made by hand.
pub fn best(sees: &str) -> Option<&'static str> {
    static BEST: OnceLock<Vec<(String, String)>> = OnceLock::new();
    let all = BEST.get_or_init(|| {
        let paths = Files::iter().filter_map(|path| Some((path.strip_suffix("/best")?.to_owned(), path.clone())));
        paths.filter_map(|(sees, path)| Some((sees, read_word(&path)?))).collect()
    });
    all.iter().find(|(known, _)| known == sees).map(|(_, name)| name.as_str())
}

fn read_word(path: &str) -> Option<String> {
    let word = String::from_utf8_lossy(&Files::get(path)?.data).trim().to_owned();
    (!word.is_empty()).then_some(word)
}

/// All networks, by what they see and by name.
pub fn every() -> &'static [ShippedNet] {
    static NETS: OnceLock<Vec<ShippedNet>> = OnceLock::new();
    NETS.get_or_init(|| {
        let mut nets: Vec<ShippedNet> = Files::iter().filter_map(|path| describe(&path)).collect();
        nets.sort_by(|a, b| (&a.sees, &a.name).cmp(&(&b.sees, &b.name)));
        nets
    })
}

/// The networks that see this, by name.
pub fn all(sees: &str) -> impl Iterator<Item = &'static ShippedNet> {
    every().iter().filter(move |net| net.sees == sees)
}

fn describe(path: &str) -> Option<ShippedNet> {
    let (sees, name) = path.strip_suffix(".qnet")?.split_once('/')?;
    let record = Files::get(&format!("{sees}/{name}.json"));
    Some(ShippedNet::new(sees, name, &bytes(sees, name)?, record.as_ref().map(|file| &*file.data)))
}

impl ShippedNet {
    /// Describes a network by its file, and by its record where it has one. A file that cannot be used is a network with
    /// a problem.
    pub fn new(sees: &str, name: &str, weights: &[u8], record: Option<&[u8]>) -> Self {
        let path = format!("{sees}/{name}.qnet");
        let mut net = Self::unknown(sees, name, weights);
        match WeightFile::parse(&path, weights) {
            Ok(file) if file.sees == sees => net.take_facts(file),
            Ok(file) => net.refuse(format!("{path}: a network for `{}`, in the folder of `{sees}`", file.sees)),
            Err(error) => net.refuse(error.to_string()),
        }
        match record.map(|record| Record::parse(&format!("{sees}/{name}.json"), record)) {
            None => {}
            Some(Ok(record)) => net.record = Some(record),
            Some(Err(error)) => net.problem = Some(net.problem.take().unwrap_or_else(|| error.to_string())),
        }
        net
    }

    fn unknown(sees: &str, name: &str, weights: &[u8]) -> Self {
        Self {
            sees: sees.into(),
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

    fn take_facts(&mut self, file: WeightFile) {
        self.recipe = fact(&file, "recipe");
        self.positions = fact(&file, "data");
        self.seed = fact(&file, "seed");
        self.loss = fact(&file, "loss").filter(|loss: &f64| loss.is_finite());
        self.made = fact(&file, "made");
        self.about = file.about;
        self.kind = file.kind;
    }

    fn refuse(&mut self, problem: String) {
        self.about.clone_from(&problem);
        self.problem = Some(problem);
    }
}

/// A word of the metadata, where it is there and can be read.
fn fact<T: FromStr>(file: &WeightFile, key: &str) -> Option<T> {
    file.word(key).ok().filter(|word| !word.is_empty())?.parse().ok()
}

//! What the fuzz targets of files do with their bytes; `fuzz_smoke` runs the same bodies in every ordinary test run. Each body
//! tells whether its bytes were accepted.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use quevedo_catalog::{Book, Catalog};
use quevedo_nets::WeightFile;
use quevedo_train::data::Shard;
use quevedo_train::recipe;
use tempfile::TempDir;

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a folder for the inputs"));

/// The input as a file, for readers that want one.
fn file(name: &str, data: &[u8]) -> PathBuf {
    let path = FOLDER.path().join(name);
    std::fs::write(&path, data).expect("the input can be written");
    path
}

/// A network. What was read is written and read back.
pub(crate) fn weights(data: &[u8]) -> bool {
    let Ok(read) = WeightFile::parse("fuzz.qnet", data) else { return false };
    let again = WeightFile::parse("again.qnet", &read.bytes()).expect("an own file is read");
    assert_eq!(again.checksum(), read.checksum());
    true
}

/// A shard of positions. What was read is written and read back.
pub(crate) fn shard(data: &[u8]) -> bool {
    let path = file("fuzz.qdat", data);
    let Ok(read) = Shard::read(&path) else { return false };
    read.write(&path).expect("it can be written");
    Shard::read(&path).expect("an own file is read");
    true
}

/// An opening book. What was read is written and read back.
pub(crate) fn book(data: &[u8]) -> bool {
    let Ok(read) = Book::from_bytes(data) else { return false };
    Book::from_bytes(&read.to_bytes()).expect("an own book is read");
    true
}

/// A recipe of a network, with its game or without.
pub(crate) fn plan_of_training(data: &[u8]) -> bool {
    let path = file("fuzz.toml", data);
    says_what_is_wrong(recipe::read_unresolved(&path))
        | says_what_is_wrong(recipe::read(Path::new(&path), &Catalog::standard()))
}

fn says_what_is_wrong<T, E: std::fmt::Display>(read: Result<T, E>) -> bool {
    match read {
        Ok(_) => true,
        Err(error) => {
            assert!(!error.to_string().is_empty(), "refused without a word");
            false
        }
    }
}

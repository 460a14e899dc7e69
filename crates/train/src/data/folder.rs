//! Shards that belong together: the files of one or more folders.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crc32fast::Hasher;
use serde_json::Value as Json;

use super::datagen::PLAN_FILE;
use super::{DataError, Head, Sample, Shard, write_whole};
use crate::fit::InputEncoding;

/// The file of a folder that describes the encoding of its positions.
const ENCODING_FILE: &str = "encoding.json";
/// How a shard's file name ends.
const EXTENSION: &str = "qdat";

/// The shards of a folder in the order of their names, or the file itself.
pub fn shard_files(path: &Path) -> Result<Vec<PathBuf>, DataError> {
    let failed = |error| DataError::file(path, error);
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        if file.extension().is_some_and(|extension| extension == EXTENSION) {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

/// Describes the encoding of the positions of a folder, for trainers that do not know the game.
pub(crate) fn write_encoding(folder: &Path, encoding: &InputEncoding) -> Result<(), DataError> {
    let path = folder.join(ENCODING_FILE);
    let text = serde_json::to_vec(encoding).map_err(|error| DataError::file(&path, error.into()))?;
    write_whole(&path, &[&text]).map_err(|error| DataError::file(&path, error))
}

/// Reads shards of one encoding, one after the other.
#[derive(Clone, Debug)]
pub struct ShardReader {
    files: Vec<(PathBuf, Head)>,
    fingerprint: u32,
}

impl ShardReader {
    /// Finds the shards of folders (or single files) and reads their heads. All must have the same encoding.
    pub fn open(paths: &[PathBuf]) -> Result<Self, DataError> {
        let mut files: Vec<(PathBuf, Head)> = Vec::new();
        let mut contents = Hasher::new();
        for path in paths {
            for file in shard_files(path)? {
                let (head, checksum) = Head::read_with_checksum(&file)?;
                contents.update(&checksum.to_le_bytes());
                let wanted = files.first().map_or(&head, |(_, first)| first);
                check_alike(&file, &head, wanted)?;
                files.push((file, head));
            }
        }
        if files.is_empty() {
            let path = paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
            return Err(DataError::Empty { path });
        }
        Ok(Self { files, fingerprint: contents.finalize() })
    }

    /// The files with their heads.
    pub fn files(&self) -> &[(PathBuf, Head)] {
        &self.files
    }

    /// A hash of the content of all of them.
    pub fn fingerprint(&self) -> u32 {
        self.fingerprint
    }

    /// The head of the first; the planes and squares are those of all.
    pub fn head(&self) -> &Head {
        &self.files[0].1
    }

    /// Positions in all.
    pub fn positions(&self) -> usize {
        self.files.iter().map(|(_, head)| head.count).sum()
    }

    /// The games they come from, in all.
    pub fn games(&self) -> u64 {
        self.files.iter().map(|(_, head)| u64::from(head.games)).sum()
    }

    /// The player of these games, if all folders name the same one.
    pub fn player(&self) -> Option<String> {
        let folders: BTreeSet<&Path> = self.files.iter().filter_map(|(file, _)| file.parent()).collect();
        let players: Option<BTreeSet<String>> = folders.into_iter().map(player_of).collect();
        players.filter(|players| players.len() == 1)?.pop_first()
    }

    /// The encoding of the positions, if a folder has its description.
    pub fn encoding(&self) -> Option<InputEncoding> {
        let folders: BTreeSet<&Path> = self.files.iter().filter_map(|(file, _)| file.parent()).collect();
        let read = |folder: &Path| serde_json::from_slice(&fs::read(folder.join(ENCODING_FILE)).ok()?).ok();
        let known: Option<InputEncoding> = folders.into_iter().find_map(read);
        let head = self.head();
        let fits = |known: &InputEncoding| {
            (&known.name, known.planes, known.squares()) == (&head.encoding, head.planes, head.squares)
                && known.flipped.len() == known.features()
        };
        known.filter(fits)
    }

    /// The shards, each read when it is asked for.
    pub fn shards(&self) -> impl Iterator<Item = Result<Shard, DataError>> {
        self.files.iter().map(|(path, _)| Shard::read(path))
    }

    /// All positions, a shard in memory at a time; ends at the first shard that cannot be read.
    pub fn samples(&self) -> impl Iterator<Item = Result<Sample, DataError>> {
        self.shards().flat_map(|shard| {
            let (samples, failed) = match shard {
                Ok(shard) => (shard.samples().collect(), None),
                Err(error) => (Vec::new(), Some(error)),
            };
            samples.into_iter().map(Ok).chain(failed.map(Err))
        })
    }
}

/// The player of the games of a folder, by the plan in it.
fn player_of(folder: &Path) -> Option<String> {
    let plan: Json = serde_json::from_slice(&fs::read(folder.join(PLAN_FILE)).ok()?).ok()?;
    Some(plan["player"].as_str()?.to_owned())
}

/// Refuses a shard whose encoding differs from the others.
pub(crate) fn check_alike(path: &Path, head: &Head, wanted: &Head) -> Result<(), DataError> {
    let shape = |head: &Head| (head.encoding.clone(), head.planes, head.squares);
    if shape(head) == shape(wanted) {
        return Ok(());
    }
    let (path, found, wanted) = (path.display().to_string(), head.encoding.clone(), wanted.encoding.clone());
    Err(DataError::OtherGame { path, found, wanted })
}

/// Writes samples to shards of equal size in a folder: `00000.qdat`, `00001.qdat`, …
#[derive(Debug)]
pub struct ShardWriter {
    folder: PathBuf,
    open: Shard,
    each: usize,
    written: usize,
}

impl ShardWriter {
    /// Makes the folder; a shard gets `each` positions.
    pub fn create(folder: &Path, head: Head, each: usize) -> Result<Self, DataError> {
        fs::create_dir_all(folder).map_err(|error| DataError::file(folder, error))?;
        Ok(Self { folder: folder.to_owned(), open: Shard::new(head), each: each.max(1), written: 0 })
    }

    /// Adds a position.
    pub fn push(&mut self, sample: &Sample) -> Result<(), DataError> {
        self.open.push(sample);
        if self.open.len() < self.each { Ok(()) } else { self.flush() }
    }

    /// Writes the last shard; returns the number of shards.
    pub fn finish(mut self) -> Result<usize, DataError> {
        if !self.open.is_empty() {
            self.flush()?;
        }
        Ok(self.written)
    }

    fn flush(&mut self) -> Result<(), DataError> {
        self.open.write(&self.folder.join(format!("{:05}.{EXTENSION}", self.written)))?;
        self.open = Shard::new(self.open.head().clone());
        self.written += 1;
        Ok(())
    }
}

//! Shards that hold the games of a run by their numbers.
//!
//! Shard `k` holds the games `k·m` to `k·m + m - 1`, and says so in its name; the last may hold fewer. Shards are made in
//! order, so a resumed run keeps those before the first gap, and makes the others.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::folder::check_alike;
use super::{DataError, Head, Shard, shard_files};

/// The shards of a run.
pub(crate) struct NumberedShards {
    folder: PathBuf,
    /// Games of the run.
    games: u64,
    /// Games of a shard.
    each: u64,
    /// The first game of the next shard.
    next: u64,
}

impl NumberedShards {
    /// Creates the folder, or resumes with its shards; `known` is called with each of them. Fewer games than the folder has
    /// are refused.
    pub(crate) fn resume(
        folder: &Path,
        games: u64,
        each: u64,
        head: &Head,
        mut known: impl FnMut(&Shard),
    ) -> Result<Self, DataError> {
        fs::create_dir_all(folder).map_err(|error| DataError::file(folder, error))?;
        let mut shards = Self { folder: folder.to_owned(), games, each: each.max(1), next: 0 };
        let files = named_shards(folder)?;
        if let Some(there) = files.iter().map(|(range, _)| range.end).max().filter(|there| *there > games) {
            return Err(DataError::MoreGames { path: folder.display().to_string(), there, games });
        }
        while let Some((range, path)) = shards.job(&files) {
            let shard = Shard::read(path)?;
            check_alike(path, shard.head(), head)?;
            known(&shard);
            shards.next = range.end;
        }
        Ok(shards)
    }

    /// The shard that comes next, if it is there: a whole one, or one that ends where the run shall end.
    fn job<'f>(&self, files: &'f [(Range<u64>, PathBuf)]) -> Option<&'f (Range<u64>, PathBuf)> {
        let enough = (self.next + self.each).min(self.games);
        files.iter().find(|(range, _)| range.start == self.next && range.end == enough && !range.is_empty())
    }

    /// The games of the next shard; none when all is done.
    pub(crate) fn range(&self) -> Range<u64> {
        self.next..(self.next + self.each).min(self.games).max(self.next)
    }

    /// Writes the next shard.
    pub(crate) fn write(&mut self, shard: &Shard) -> Result<(), DataError> {
        let range = self.range();
        let path = self.folder.join(shard_name(&range));
        shard.write(&path)?;
        self.next = range.end;
        // What an earlier run with fewer games left of this shard is in the new one.
        let older = named_shards(&self.folder)?.into_iter();
        older
            .filter(|(known, name)| range.contains(&known.start) && *name != path)
            .try_for_each(|(_, name)| fs::remove_file(&name).map_err(|error| DataError::file(&name, error)))
    }
}

/// The name of the shard that holds these games.
fn shard_name(games: &Range<u64>) -> String {
    format!("games-{:08}-{:08}.qdat", games.start, games.end - 1)
}

/// The shards of a folder, with the games that their names state.
fn named_shards(folder: &Path) -> Result<Vec<(Range<u64>, PathBuf)>, DataError> {
    let named = |path: PathBuf| {
        let name = path.file_stem()?.to_str()?.strip_prefix("games-")?;
        let (first, last) = name.split_once('-')?;
        Some((first.parse().ok()?..last.parse::<u64>().ok()?.checked_add(1)?, path))
    };
    Ok(shard_files(folder)?.into_iter().filter_map(named).collect())
}

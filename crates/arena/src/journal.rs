//! Games written down as they end, so that an interrupted run goes on where it was.
//!
//! ```text
//! {"version":1,"plan":{…}}          what is played: a journal goes on with nothing else
//! {"number":0,"outcome":{…},…}      one line a game, in the order in which they ended
//! {"number":2,"outcome":{…},…}
//! {"number":1,"outc                 being written when the program died: dropped
//! ```
//!
//! Any other line that does not read is named and nothing is played. While a run writes to a journal, no other can.

use std::fs::OpenOptions;
use std::io::{self, Read, Seek, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Done, GameReport, Jobs, LockedFile, MatchError, WorkerPool};

/// The version of the format.
const VERSION: u32 = 1;
/// How every journal begins.
const BEGINNING: &str = "{\"version\":";

/// A file of games.
#[derive(Debug)]
pub struct Journal {
    file: LockedFile,
    path: PathBuf,
}

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// What is wrong with it.
        error: io::Error,
    },
    /// A line is none of ours.
    #[error("{path}: line {line} is no line of a journal: {problem}")]
    Line {
        /// The file.
        path: String,
        /// Which, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// It belongs to something else.
    #[error("{path} holds the games of another run: remove it or choose another name")]
    Other {
        /// The file.
        path: String,
    },
    /// Another run writes to it.
    #[error("{path}: another run is writing to it: wait for it to end, or choose another name")]
    Busy {
        /// The file.
        path: String,
    },
}

#[derive(Serialize, Deserialize)]
struct Head<P> {
    version: u32,
    plan: P,
}

impl Journal {
    /// Opens the journal of a plan, or begins it, and reads the games it holds.
    pub fn open<P>(path: &Path, plan: &P) -> Result<(Self, Vec<GameReport>), JournalError>
    where
        P: Serialize + DeserializeOwned + PartialEq,
    {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|error| JournalError::File { path: path.display().to_string(), error })?;
        let busy = || JournalError::Busy { path: path.display().to_string() };
        let mut journal = Self { file: LockedFile::try_lock(file).ok_or_else(busy)?, path: path.to_owned() };
        let mut bytes = Vec::new();
        journal.file.read_to_end(&mut bytes).map_err(|error| journal.failed(error))?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        let games = journal.read_lines(&bytes[..whole], plan)?;
        if whole == 0 && !is_beginning(&bytes) {
            return Err(journal.wrong(1, "it begins otherwise"));
        }
        // Only now is it certain that the file is ours to write to.
        journal.file.set_len(whole as u64).map_err(|error| journal.failed(error))?;
        journal.file.seek(io::SeekFrom::End(0)).map_err(|error| journal.failed(error))?;
        if whole == 0 {
            journal.write(&Head { version: VERSION, plan })?;
        }
        Ok((journal, games))
    }

    fn read_lines<P>(&self, bytes: &[u8], plan: &P) -> Result<Vec<GameReport>, JournalError>
    where
        P: DeserializeOwned + PartialEq,
    {
        let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
        let Some(head) = lines.next() else { return Ok(Vec::new()) };
        let head: Head<serde_json::Value> = self.read(1, head)?;
        let same = serde_json::from_value::<P>(head.plan).is_ok_and(|known| known == *plan);
        if head.version != VERSION || !same {
            return Err(JournalError::Other { path: self.name() });
        }
        lines.enumerate().map(|(index, line)| self.read(index + 2, line)).collect()
    }

    fn read<T: DeserializeOwned>(&self, number: usize, line: &[u8]) -> Result<T, JournalError> {
        serde_json::from_slice(line).map_err(|error| self.wrong(number, &error.to_string()))
    }

    /// Writes a game down; when this returns, the end of this program does not lose it.
    pub fn add(&mut self, game: &GameReport) -> Result<(), JournalError> {
        self.write(game)
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), JournalError> {
        let mut text = serde_json::to_string(line).map_err(|error| self.failed(error.into()))?;
        text.push('\n');
        self.file.write_all(text.as_bytes()).map_err(|error| self.failed(error))
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn failed(&self, error: io::Error) -> JournalError {
        JournalError::File { path: self.name(), error }
    }

    fn wrong(&self, line: usize, problem: &str) -> JournalError {
        JournalError::Line { path: self.name(), line, problem: problem.to_owned() }
    }
}

/// Whether a text without a whole line may be what a dying program left of a first line.
fn is_beginning(bytes: &[u8]) -> bool {
    let length = bytes.len().min(BEGINNING.len());
    bytes[..length] == BEGINNING.as_bytes()[..length]
}

/// A pool whose games are written to a journal as soon as they end, before anybody is told. When that fails the run is
/// broken off, and [`Journalled::close`] says why.
pub struct Journalled<'a> {
    pool: &'a dyn WorkerPool,
    journal: Mutex<(Journal, Result<(), JournalError>)>,
}

impl<'a> Journalled<'a> {
    /// Those who play, and where their games are written.
    pub fn new(pool: &'a dyn WorkerPool, journal: Journal) -> Self {
        Self { pool, journal: Mutex::new((journal, Ok(()))) }
    }

    /// Whether all games were written.
    pub fn close(self) -> Result<(), JournalError> {
        self.journal.into_inner().unwrap_or_else(PoisonError::into_inner).1
    }
}

impl WorkerPool for Journalled<'_> {
    fn play(&self, jobs: Jobs<'_>, done: Done<'_>) -> Result<(), MatchError> {
        let mut guard = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        let (journal, written) = &mut *guard;
        self.pool.play(jobs, &mut |job, report| {
            *written = journal.add(&report);
            if written.is_ok() { done(job, report) } else { ControlFlow::Break(()) }
        })
    }
}

/// A pool that stops at the first fault of a player. The game is not told, so that it is played again when the run goes on.
pub struct Strict<'a>(pub &'a dyn WorkerPool);

impl WorkerPool for Strict<'_> {
    fn play(&self, jobs: Jobs<'_>, done: Done<'_>) -> Result<(), MatchError> {
        let mut failed = Ok(());
        self.0.play(jobs, &mut |job, report| {
            let Some(fault) = &report.fault else { return done(job, report) };
            let player = job.players[fault.seat.min(1)].to_string();
            failed = Err(MatchError::Failed { number: report.number + 1, player, problem: fault.text.clone() });
            ControlFlow::Break(())
        })?;
        failed
    }
}

//! A journal of finished games or other results, so that an interrupted run continues where it was.
//!
//! ```text
//! {"version":1,"plan":{…}}          what is played: a journal continues nothing else
//! {"number":0,"outcome":{…},…}      one line a game, in the order in which they ended
//! {"number":2,"outcome":{…},…}
//! {"number":1,"outc                 an incomplete last line, written when the program died: dropped
//! ```
//!
//! Any other line that cannot be read is an error, and nothing is played. A journal is locked while a run writes to it.

use std::fs::OpenOptions;
use std::io::{self, Read, Seek, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{GameReport, Jobs, LockedFile, MatchError, OnGame, WorkerPool};

/// The version of the format.
const VERSION: u32 = 1;
/// The first bytes of every journal.
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
    /// A line cannot be read.
    #[error("{path}: line {line} is not a line of a journal: {problem}")]
    Line {
        /// The file.
        path: String,
        /// Which, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// It belongs to another plan.
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
    /// Opens the journal of a plan, or creates it, and reads the games in it.
    pub fn open<P>(path: &Path, plan: &P) -> Result<(Self, Vec<GameReport>), JournalError>
    where
        P: Serialize + DeserializeOwned + PartialEq,
    {
        Self::open_lines(path, plan)
    }

    /// The same for a journal whose lines are other results than games.
    pub fn open_lines<P, L>(path: &Path, plan: &P) -> Result<(Self, Vec<L>), JournalError>
    where
        P: Serialize + DeserializeOwned + PartialEq,
        L: DeserializeOwned,
    {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|error| JournalError::File { path: path.display().to_string(), error })?;
        let busy = || JournalError::Busy { path: path.display().to_string() };
        let mut journal = Self { file: LockedFile::try_lock(file).ok_or_else(busy)?, path: path.to_owned() };
        let mut bytes = Vec::new();
        journal.file.read_to_end(&mut bytes).map_err(|error| journal.failed(error))?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        let lines = journal.read_lines(&bytes[..whole], plan)?;
        if whole == 0 && !is_beginning(&bytes) {
            return Err(journal.line_error(1, "the first line is not that of a journal"));
        }
        // Only now is it certain that the file is a journal of this plan, and may be written to.
        journal.file.set_len(whole as u64).map_err(|error| journal.failed(error))?;
        journal.file.seek(io::SeekFrom::End(0)).map_err(|error| journal.failed(error))?;
        if whole == 0 {
            journal.write(&Head { version: VERSION, plan })?;
        }
        Ok((journal, lines))
    }

    fn read_lines<P, L>(&self, bytes: &[u8], plan: &P) -> Result<Vec<L>, JournalError>
    where
        P: DeserializeOwned + PartialEq,
        L: DeserializeOwned,
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
        serde_json::from_slice(line).map_err(|error| self.line_error(number, &error.to_string()))
    }

    /// Writes a game or another result. When this returns, it survives the end of this program.
    pub fn add(&mut self, line: &impl Serialize) -> Result<(), JournalError> {
        self.write(line)
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

    fn line_error(&self, line: usize, problem: &str) -> JournalError {
        JournalError::Line { path: self.name(), line, problem: problem.to_owned() }
    }
}

/// Whether a text without a complete line may be the beginning of the first line of a journal.
fn is_beginning(bytes: &[u8]) -> bool {
    let length = bytes.len().min(BEGINNING.len());
    bytes[..length] == BEGINNING.as_bytes()[..length]
}

/// A pool that writes every game to a journal as soon as it ends, before it is reported. When that fails the run is
/// broken off, and [`JournalingPool::close`] returns the error.
pub struct JournalingPool<'a> {
    pool: &'a dyn WorkerPool,
    journal: Mutex<(Journal, Result<(), JournalError>)>,
}

impl<'a> JournalingPool<'a> {
    /// A pool, and the journal of its games.
    pub fn new(pool: &'a dyn WorkerPool, journal: Journal) -> Self {
        Self { pool, journal: Mutex::new((journal, Ok(()))) }
    }

    /// Closes the journal; an error if a game could not be written.
    pub fn close(self) -> Result<(), JournalError> {
        self.journal.into_inner().unwrap_or_else(PoisonError::into_inner).1
    }
}

impl WorkerPool for JournalingPool<'_> {
    fn play(&self, jobs: Jobs<'_>, on_game: OnGame<'_>) -> Result<(), MatchError> {
        let mut guard = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        let (journal, written) = &mut *guard;
        self.pool.play(jobs, &mut |job, report| {
            *written = journal.add(&report);
            if written.is_ok() { on_game(job, report) } else { ControlFlow::Break(()) }
        })
    }
}

/// A pool that stops at the first fault of a player. That game is not reported, so that it is played again when the run
/// continues.
pub struct StopOnFault<'a>(pub &'a dyn WorkerPool);

impl WorkerPool for StopOnFault<'_> {
    fn play(&self, jobs: Jobs<'_>, on_game: OnGame<'_>) -> Result<(), MatchError> {
        let mut failed = Ok(());
        self.0.play(jobs, &mut |job, report| {
            let Some(fault) = &report.fault else { return on_game(job, report) };
            let player = job.players[fault.player.min(1)].to_string();
            failed = Err(MatchError::Failed { number: report.number + 1, player, problem: fault.text.clone() });
            ControlFlow::Break(())
        })?;
        failed
    }
}

//! Tournaments from files. What is wrong with one is told with its line.

use std::fmt;
use std::ops::Range;
use std::path::Path;

use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::thesis::{self, Thesis};
use super::{Entrant, Place, Plan, PlanError, Tournament};

/// A plan with a comment on every key, for people to begin with.
pub const EXAMPLE: &str = include_str!("example.toml");

/// What a file holds.
#[derive(Clone, Debug)]
pub enum Written {
    /// A tournament: a plan in TOML, or the training file of the thesis.
    Tournament(Box<Tournament>),
    /// Players alone: the interface file of the thesis.
    Players(Vec<Entrant>),
}

/// Why a file is no tournament.
#[derive(Debug, Error)]
pub enum PlanFileError {
    /// It cannot be read.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// What is wrong with it.
        error: std::io::Error,
    },
    /// Something in it is wrong.
    #[error("{path}: line {line}: {problem}")]
    Line {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What, and what would be right.
        problem: String,
    },
}

/// Reads a file and prepares its tournament: TOML if its name ends in `.toml`, else a file of the thesis.
pub fn read_file(path: &Path) -> Result<Written, PlanFileError> {
    let name = || path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| PlanFileError::File { path: name(), error })?;
    let is_toml = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
    let title = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new(""));
    let read = if is_toml { read_toml(&text, &title, folder) } else { read_thesis(&text, &title, folder) };
    read.map_err(|Wrong { line, problem }| PlanFileError::Line { path: name(), line, problem })
}

/// What is wrong with a text, and on which line.
#[derive(Debug)]
pub(super) struct Wrong {
    line: usize,
    problem: String,
}

impl Wrong {
    pub(super) fn new(line: usize, problem: impl fmt::Display) -> Self {
        Self { line, problem: problem.to_string() }
    }
}

fn read_toml(text: &str, title: &str, folder: &Path) -> Result<Written, Wrong> {
    let wrong = |error: toml::de::Error| Wrong::new(line_of(text, error.span()), error.message().trim_end());
    let plan: Plan = toml::from_str(text).map_err(wrong)?;
    let prepared = prepare(plan, title, folder);
    prepared.map_err(|error| Wrong::new(find(text, error.place), problem_in_toml(&error)))
}

fn read_thesis(text: &str, title: &str, folder: &Path) -> Result<Written, Wrong> {
    match thesis::read(text)? {
        Thesis::Interface(players) => Ok(Written::Players(players)),
        Thesis::Training(plan, lines) => {
            prepare(*plan, title, folder).map_err(|error| Wrong::new(lines.of(error.place), error.problem))
        }
    }
}

fn prepare(mut plan: Plan, title: &str, folder: &Path) -> Result<Written, PlanError> {
    if plan.name.is_empty() {
        title.clone_into(&mut plan.name);
    }
    Tournament::prepare(plan, folder).map(|tournament| Written::Tournament(Box::new(tournament)))
}

/// The key is told where the line alone might not say it.
fn problem_in_toml(error: &PlanError) -> String {
    match error.place {
        Place::Key(_) => error.to_string(),
        Place::Player(_) | Place::Pairing(_) => error.problem.clone(),
    }
}

/// The lines of a file of the thesis.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// Where each player is named first.
    pub(super) players: Vec<usize>,
    /// Where each pairing stands.
    pub(super) pairings: Vec<usize>,
}

impl Lines {
    fn of(&self, place: Place) -> usize {
        let line = match place {
            Place::Key(_) => None,
            Place::Player(index) => self.players.get(index),
            Place::Pairing(index) => self.pairings.get(index),
        };
        line.copied().unwrap_or(1)
    }
}

/// The line on which a place of a plan stands; the first if it stands nowhere.
fn find(text: &str, place: Place) -> usize {
    let Ok(table) = DeTable::parse(text) else { return 1 };
    let table = table.get_ref();
    let element = |key: &str, index: usize| -> Option<&Spanned<DeValue<'_>>> { table.get(key)?.get_ref().get(index) };
    let span = match place {
        Place::Key(key) => table.get_key_value(key).map(|(key, _)| key.span()),
        // Of a player or pairing that is a table of its own the telling line is that of its first value.
        Place::Player(index) => element("player", index).map(|player| telling(player, "spec")),
        Place::Pairing(index) => element("pairing", index).map(|pairing| telling(pairing, "players")),
    };
    line_of(text, span)
}

/// The value of a key in a table, or all of it.
fn telling(table: &Spanned<DeValue<'_>>, key: &str) -> Range<usize> {
    table.get_ref().get(key).map_or_else(|| table.span(), Spanned::span)
}

/// The line on which a stretch of text begins, from 1.
fn line_of(text: &str, span: Option<Range<usize>>) -> usize {
    let start = span.map_or(0, |span| span.start).min(text.len());
    text.bytes().take(start).filter(|byte| *byte == b'\n').count() + 1
}

//! Tournaments from files. Errors have the number of the line.

use std::fmt;
use std::ops::Range;
use std::path::Path;

use quevedo_catalog::Catalog;
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::pairing_list::{self, PairingList};
use super::{Entrant, Plan, PlanError, PlanLocation, Tournament};

/// An example plan with a comment on every key.
pub const EXAMPLE: &str = include_str!("example.toml");

/// The content of a file.
#[derive(Clone, Debug)]
pub enum PlanFile {
    /// A tournament: a plan in TOML, or a list of pairings.
    Tournament(Box<Tournament>),
    /// A list of players.
    Players(Vec<Entrant>),
}

/// Why a file is not a tournament.
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
    /// A line is wrong.
    #[error("{path}: line {line}: {problem}")]
    Line {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong, and what would be right.
        problem: String,
    },
}

/// Reads a file and prepares its tournament: a plan in TOML if its name ends in `.toml`, else a [list of
/// pairings](quevedo_catalog::Entry::pairing_lists).
pub fn read_file(catalog: &Catalog, path: &Path) -> Result<PlanFile, PlanFileError> {
    let name = || path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| PlanFileError::File { path: name(), error })?;
    let is_toml = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
    let title = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new(""));
    let plan_file = if is_toml {
        read_toml(catalog, &text, &title, folder)
    } else {
        read_pairing_list(catalog, &text, &title, folder)
    };
    plan_file.map_err(|LineError { line, problem }| PlanFileError::Line { path: name(), line, problem })
}

/// An error on a line of a text.
#[derive(Debug)]
pub(super) struct LineError {
    line: usize,
    problem: String,
}

impl LineError {
    pub(super) fn new(line: usize, problem: impl fmt::Display) -> Self {
        Self { line, problem: problem.to_string() }
    }
}

fn read_toml(catalog: &Catalog, text: &str, title: &str, folder: &Path) -> Result<PlanFile, LineError> {
    let line_error = |error: toml::de::Error| LineError::new(line_of(text, error.span()), error.message().trim_end());
    let plan: Plan = toml::from_str(text).map_err(line_error)?;
    let prepared = prepare(catalog, plan, title, folder);
    prepared.map_err(|error| LineError::new(find(text, error.location), problem_in_toml(&error)))
}

fn read_pairing_list(catalog: &Catalog, text: &str, title: &str, folder: &Path) -> Result<PlanFile, LineError> {
    match pairing_list::read(catalog, text)? {
        PairingList::Players(players) => Ok(PlanFile::Players(players)),
        PairingList::Pairings(plan, lines) => prepare(catalog, *plan, title, folder)
            .map_err(|error| LineError::new(lines.of(error.location), error.problem)),
    }
}

fn prepare(catalog: &Catalog, mut plan: Plan, title: &str, folder: &Path) -> Result<PlanFile, PlanError> {
    if plan.name.is_empty() {
        title.clone_into(&mut plan.name);
    }
    Tournament::prepare(catalog, plan, folder).map(|tournament| PlanFile::Tournament(Box::new(tournament)))
}

/// The problem, with the key where the line may not show it.
fn problem_in_toml(error: &PlanError) -> String {
    match error.location {
        PlanLocation::Key(_) => error.to_string(),
        PlanLocation::Player(_) | PlanLocation::Pairing(_) => error.problem.to_string(),
    }
}

/// The lines of a list of pairings.
#[derive(Debug, Default)]
pub(super) struct LineNumbers {
    /// The line that names each player first.
    pub(super) players: Vec<usize>,
    /// The line of each pairing.
    pub(super) pairings: Vec<usize>,
}

impl LineNumbers {
    fn of(&self, location: PlanLocation) -> usize {
        let line = match location {
            PlanLocation::Key(_) => None,
            PlanLocation::Player(index) => self.players.get(index),
            PlanLocation::Pairing(index) => self.pairings.get(index),
        };
        line.copied().unwrap_or(1)
    }
}

/// The line of a part of a plan; the first if it is missing.
fn find(text: &str, location: PlanLocation) -> usize {
    let Ok(table) = DeTable::parse(text) else { return 1 };
    let table = table.get_ref();
    let element = |key: &str, index: usize| -> Option<&Spanned<DeValue<'_>>> { table.get(key)?.get_ref().get(index) };
    let span = match location {
        PlanLocation::Key(key) => table.get_key_value(key).map(|(key, _)| key.span()),
        // A player or pairing may be a table of several lines; the error is on the line of its first value.
        PlanLocation::Player(index) => element("player", index).map(|player| value_span(player, "spec")),
        PlanLocation::Pairing(index) => element("pairing", index).map(|pairing| value_span(pairing, "players")),
    };
    line_of(text, span)
}

/// The span of a key's value in a table, or that of the whole table.
fn value_span(table: &Spanned<DeValue<'_>>, key: &str) -> Range<usize> {
    table.get_ref().get(key).map_or_else(|| table.span(), Spanned::span)
}

/// The line on which a span begins, from 1.
fn line_of(text: &str, span: Option<Range<usize>>) -> usize {
    let start = span.map_or(0, |span| span.start).min(text.len());
    text.bytes().take(start).filter(|byte| *byte == b'\n').count() + 1
}

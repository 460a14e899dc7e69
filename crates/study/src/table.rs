//! What all tables have in common.

use std::collections::BTreeMap;
use std::path::PathBuf;

use quevedo_arena::MatchError;
use quevedo_catalog::{AlphaBetaSpec, Catalog, GameEntry, PlayerSpec};
use quevedo_core::hash::combine;

use crate::claim::Verdict;
use crate::plan::TablePlan;
use crate::run::Experiment;
use crate::verdicts::Verdicts;
use quevedo_arena::report::Report;

/// A table that is being filled.
pub(crate) trait StudyTable {
    /// The experiments that fill it.
    fn experiments(&mut self) -> Vec<&mut dyn Experiment>;

    /// Writes the rows that are filled.
    fn write(&self, context: &mut TableContext<'_>, report: &mut Report);
}

/// What all tables of a run share.
#[derive(Clone, Debug)]
pub(crate) struct RunContext {
    pub(crate) catalog: Catalog,
    pub(crate) seed: u64,
    /// Replaces the numbers of games, positions and seeds of the plans.
    pub(crate) games: Option<u64>,
    /// The folder for files of the run.
    pub(crate) folder: PathBuf,
}

impl RunContext {
    /// The game of an id.
    pub(crate) fn game(&self, id: &str) -> Result<GameEntry, MatchError> {
        Ok(self.catalog.find(id)?.clone())
    }

    /// The number of games, positions or seeds.
    pub(crate) fn games(&self, planned: u64) -> u64 {
        self.games.unwrap_or(planned).max(1)
    }

    /// The player of a plan. A history table called `scratch` is a file of this run alone.
    pub(crate) fn player(&self, spec: &PlayerSpec) -> PlayerSpec {
        let mut player = spec.clone();
        if let PlayerSpec::AlphaBeta(AlphaBetaSpec { table: Some(path), .. }) = &mut player
            && path.as_os_str() == "scratch"
        {
            *path = self.folder.join("scratch.history");
        }
        player
    }

    /// A seed derived from a name; it does not depend on other rows of the file.
    pub(crate) fn seed(&self, name: &str) -> u64 {
        hash_of(name, self.seed)
    }
}

/// A hash of a text, and of what came before it.
pub(crate) fn hash_of(text: &str, before: u64) -> u64 {
    text.bytes().fold(before, |hash, byte| combine(hash, u64::from(byte)))
}

/// The place of a table in a study, and the verdicts so far.
pub(crate) struct TableContext<'a> {
    pub(crate) study: &'a str,
    pub(crate) plan: &'a TablePlan,
    pub(crate) because: &'a BTreeMap<String, String>,
    /// How many techniques the study compares: their intervals are read together.
    pub(crate) comparisons: usize,
    pub(crate) verdicts: &'a mut Verdicts,
}

impl TableContext<'_> {
    /// Adds a verdict. A contradicted claim is explained in the report.
    pub(crate) fn add_verdict(
        &mut self,
        report: &mut Report,
        claim: &str,
        verdict: Option<Verdict>,
        because: Option<&str>,
    ) {
        self.verdicts.add(self.study, claim, verdict);
        if verdict == Some(Verdict::Contradicted) {
            let known = because.and_then(|name| self.because.get(name));
            let why = known.map_or("no explanation is known yet.", String::as_str);
            report.text(format!("✗ {claim}: {why}"));
        }
    }
}

/// A player as code.
pub(crate) fn code(player: &PlayerSpec) -> String {
    format!("`{player}`")
}

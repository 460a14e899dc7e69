//! What all tables have in common.

use std::collections::BTreeMap;
use std::path::PathBuf;

use quevedo_catalog::{PlayerSpec, SpecError};
use quevedo_core::hash::combine;

use super::claim::Verdict;
use super::findings::Findings;
use super::plan::TablePlan;
use super::run::Experiment;
use crate::report::Report;

/// A table that is being filled.
pub(super) trait Subject {
    /// What fills it.
    fn experiments(&mut self) -> Vec<&mut dyn Experiment>;

    /// Writes it as far as it is filled.
    fn write(&self, outline: &mut Outline<'_>, report: &mut Report);
}

/// How large a run is, and which numbers it draws.
#[derive(Clone, Debug, Default)]
pub(super) struct Scale {
    pub(super) seed: u64,
    /// Instead of the numbers of the plans.
    pub(super) games: Option<u64>,
    /// Where files of the run go.
    pub(super) folder: PathBuf,
}

impl Scale {
    /// How many games, positions or seeds.
    pub(super) fn games(&self, planned: u64) -> u64 {
        self.games.unwrap_or(planned).max(1)
    }

    /// The player of a plan. A history table called `scratch` is a file of this run alone.
    pub(super) fn player(&self, spec: &PlayerSpec) -> Result<PlayerSpec, SpecError> {
        if spec.word("table") != Some("scratch") {
            return Ok(spec.clone());
        }
        let path = self.folder.join("scratch.history");
        spec.to_string().replace("table=scratch", &format!("table={}", path.display())).parse()
    }

    /// A seed for something of that name; other rows of a file do not change it.
    pub(super) fn seed(&self, name: &str) -> u64 {
        name.bytes().fold(self.seed, |hash, byte| combine(hash, u64::from(byte)))
    }
}

/// Where a table stands in a study.
pub(super) struct Outline<'a> {
    pub(super) study: &'a str,
    pub(super) plan: &'a TablePlan,
    pub(super) because: &'a BTreeMap<String, String>,
    pub(super) findings: &'a mut Findings,
}

impl Outline<'_> {
    /// Notes a verdict; what our figures contradict is explained on the spot.
    pub(super) fn judge(&mut self, report: &mut Report, claim: &str, verdict: Option<Verdict>, because: Option<&str>) {
        self.findings.note(self.study, claim, verdict);
        if verdict == Some(Verdict::Contradicted) {
            let known = because.and_then(|name| self.because.get(name));
            let why = known.map_or("no explanation is known yet.", String::as_str);
            report.text(format!("✗ {claim}: {why}"));
        }
    }
}

/// A player as code.
pub(super) fn code(player: &PlayerSpec) -> String {
    format!("`{player}`")
}

//! Studies: the tables of published papers once more with our players, and questions of our own.
//!
//! A study is a file of `studies/`: tables, each with the published figures, the players, and the number of games. [`run`]
//! fills all tables within a budget of time and writes a [`Report`]: the published figures, ours with their 95 %
//! intervals, and whether they confirm or contradict the claim. Every contradicted claim is explained in the file.
//!
//! ```text
//! studies/*.toml ──▶ Study ──▶ Tables (one a table) ──▶ Experiments ──run_all──▶ Report
//! ```
//!
//! Games depend on the seed alone unless their players have a time limit; how many are played depends on the budget.

mod agreement;
mod claim;
mod count;
mod cross;
mod effort;
mod figures;
mod ladder;
mod machine;
mod pairing;
mod plan;
mod run;
mod table;
mod techniques;
mod variety;
mod verdicts;
mod versus;

pub use claim::Verdict;
pub use plan::Study;
pub use run::Progress;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

use plan::TableKind;
use quevedo_arena::report::Report;
use quevedo_arena::{MatchError, WorkerPool};
use quevedo_catalog::Catalog;
use run::WeightedExperiment;
use table::{RunContext, StudyTable, TableContext};
use verdicts::Verdicts;

/// The files, in the order in which they are run.
const FILES: &[(&str, &str)] = &[
    ("amazons", include_str!("../../../studies/amazons.toml")),
    ("hunt", include_str!("../../../studies/hunt.toml")),
    ("chess", include_str!("../../../studies/chess.toml")),
    ("othello", include_str!("../../../studies/othello.toml")),
    ("connect4", include_str!("../../../studies/connect4.toml")),
    ("techniques", include_str!("../../../studies/techniques.toml")),
    ("depth", include_str!("../../../studies/depth.toml")),
    ("time", include_str!("../../../studies/time.toml")),
    ("mcts", include_str!("../../../studies/mcts.toml")),
    ("first-move", include_str!("../../../studies/first-move.toml")),
];

/// Why a study cannot be run.
#[derive(Debug, Error)]
pub enum StudyError {
    /// No study has that name.
    #[error("unknown study `{name}`: there are all, {}", Study::names().join(", "))]
    Unknown {
        /// The name.
        name: String,
    },
    /// A file of a study is wrong.
    #[error("study `{study}`: {problem}")]
    File {
        /// The study.
        study: &'static str,
        /// What is wrong with it.
        problem: String,
    },
    /// A game of a study cannot be played.
    #[error("study `{study}`, table `{table}`: {source}")]
    Table {
        /// The study.
        study: &'static str,
        /// The table.
        table: String,
        /// Why.
        source: MatchError,
    },
    /// The temporary folder of the run cannot be made.
    #[error("cannot make a temporary folder: {problem}")]
    Folder {
        /// Why.
        problem: String,
    },
    /// The games cannot be played.
    #[error(transparent)]
    Play(#[from] MatchError),
}

impl Study {
    /// The names of all studies.
    pub fn names() -> Vec<&'static str> {
        FILES.iter().map(|(id, _)| *id).collect()
    }

    /// The studies of that name: one, or `all`.
    pub fn find(name: &str) -> Result<Vec<Self>, StudyError> {
        let wanted = FILES.iter().filter(|(id, _)| name == "all" || *id == name);
        let studies = wanted.map(|(id, text)| Self::read(id, text)).collect::<Result<Vec<_>, _>>()?;
        if studies.is_empty() { Err(StudyError::Unknown { name: name.into() }) } else { Ok(studies) }
    }

    fn read(id: &'static str, text: &str) -> Result<Self, StudyError> {
        let wrong = |error: toml::de::Error| StudyError::File { study: id, problem: error.to_string() };
        Ok(Self { id, ..toml::from_str(text).map_err(wrong)? })
    }
}

/// The settings of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunSettings {
    /// The seed of all random numbers.
    pub seed: u64,
    /// Games of a pairing and positions of a measurement, instead of the numbers of the files.
    pub games: Option<u64>,
    /// How long the run takes, about.
    pub budget: Duration,
}

/// Runs studies and writes the report. When `stop` is set the run ends, and the report has the figures so far.
pub fn run(
    catalog: &Catalog,
    studies: &[Study],
    settings: &RunSettings,
    pool: &dyn WorkerPool,
    stop: &AtomicBool,
    progress: Progress<'_>,
) -> Result<Report, StudyError> {
    let begin = Instant::now();
    let folder = tempfile::tempdir().map_err(|error| StudyError::Folder { problem: error.to_string() })?;
    let RunSettings { seed, games, .. } = *settings;
    let run = RunContext { catalog: catalog.clone(), seed, games, folder: folder.path().to_owned() };
    let mut chapters = Vec::new();
    for study in studies {
        chapters.push((study, prepare(study, &run)?));
    }
    let mut all = Vec::new();
    for (study, tables) in &mut chapters {
        for (plan, table) in study.tables.iter().zip(tables) {
            let name = format!("{}: {}", study.id, plan.title);
            let experiments = table.experiments();
            let weight = plan.weight / experiments.len().max(1) as f64;
            all.extend(experiments.into_iter().map(|experiment| WeightedExperiment {
                name: name.clone(),
                weight,
                experiment,
            }));
        }
    }
    run::run_all(all, settings.budget, pool, stop, progress)?;
    let about = About { settings, took: begin.elapsed(), is_stopped: stop.load(Ordering::Relaxed) };
    Ok(write(&chapters, &about))
}

type Tables = Vec<Box<dyn StudyTable>>;

/// Makes the tables of a study. Refuses players and games that cannot be played.
fn prepare(study: &Study, run: &RunContext) -> Result<Tables, StudyError> {
    let make = |plan: &plan::TablePlan| -> Result<Box<dyn StudyTable>, MatchError> {
        Ok(match &plan.kind {
            TableKind::Versus(plan) => Box::new(versus::Versus::new(plan, run)?),
            TableKind::Techniques(plan) => Box::new(techniques::Techniques::new(plan, run)?),
            TableKind::Cross(plan) => Box::new(cross::Cross::new(plan, run)?),
            TableKind::Ladder(plan) => Box::new(ladder::Ladders::new(plan, run)?),
            TableKind::Effort(plan) => Box::new(effort::Efforts::new(plan, run)?),
            TableKind::Count(plan) => Box::new(count::Counts::new(plan, run)?),
            TableKind::Agreement(plan) => Box::new(agreement::Agreements::new(plan, run)?),
            TableKind::Variety(plan) => Box::new(variety::Varieties::new(plan, run)?),
        })
    };
    let wrong =
        |plan: &plan::TablePlan, source| StudyError::Table { study: study.id, table: plan.title.clone(), source };
    study.tables.iter().map(|plan| make(plan).map_err(|error| wrong(plan, error))).collect()
}

/// What the introduction of a report says of the run.
struct About<'a> {
    settings: &'a RunSettings,
    took: Duration,
    is_stopped: bool,
}

fn write(chapters: &[(&Study, Tables)], about: &About<'_>) -> Report {
    let mut verdicts = Verdicts::default();
    let mut body = Report::default();
    for (study, tables) in chapters {
        body.chapter(&study.title).text(&study.text);
        let comparisons = study.tables.iter().map(plan::TablePlan::comparisons).sum();
        for (plan, table) in study.tables.iter().zip(tables) {
            body.section(&plan.title).text(&plan.text);
            let because = &study.because;
            let mut context = TableContext { study: study.id, plan, because, comparisons, verdicts: &mut verdicts };
            table.write(&mut context, &mut body);
        }
    }
    let mut report = Report::new("Quevedo: the founding studies once more");
    report.text(introduction(about)).text(verdicts.summary());
    let contradicted = verdicts.contradicted();
    if !contradicted.is_empty() {
        report.text("Contradicted, each explained below its table:").list(contradicted);
    }
    report.append(body);
    report
}

fn introduction(about: &About<'_>) -> String {
    let RunSettings { seed, games, budget } = *about.settings;
    let games = games.map_or_else(String::new, |games| format!(", {games} games or positions a row at most"));
    let stopped =
        if about.is_stopped { " The run was stopped early: rows without figures were not reached." } else { "" };
    format!(
        "Made by quevedo {} on {} in {:.0} s (budget {:.0} s, seed {seed}{games}). Intervals are 95 %. Games are the same \
         for the same seed unless their players have a time limit; how many were played depends on the budget. Times \
         were measured in this one run, on this machine.{stopped}\n\n\
         A claim is confirmed or contradicted where the whole interval lies on one side, and within error where \
         it does not; a claim that two are equal is confirmed by an interval that holds equality and is at most 30 % wide.",
        env!("CARGO_PKG_VERSION"),
        machine::describe(),
        about.took.as_secs_f64(),
        budget.as_secs_f64(),
    )
}

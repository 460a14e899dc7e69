//! Studies: the tables of the founding documents once more with our players, and questions of our own.
//!
//! A study is a file of `studies/`: tables, each with what was published, who plays, and how much. [`run`] fills all
//! tables within a budget of time and writes a [`Report`]: what was published, what we found with its 95 % interval, and
//! whether that confirms or contradicts the claim. Every claim that our figures contradict is explained in the file.
//!
//! ```text
//! studies/*.toml ──▶ Study ──▶ Subjects (one a table) ──▶ Experiments ──run_all──▶ Report
//! ```
//!
//! Games are decided by the seed alone unless their players look at clocks; how many are played depends on the budget.

mod agreement;
mod claim;
mod count;
mod cross;
mod effort;
mod figures;
mod findings;
mod ladder;
mod machine;
mod pairing;
mod plan;
mod run;
mod subject;
mod variety;
mod versus;

pub use claim::Verdict;
pub use plan::Study;
pub use run::Progress;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::report::Report;
use crate::{MatchError, WorkerPool};
use findings::Findings;
use plan::Kind;
use run::Weighed;
use subject::{Outline, Scale, Subject};

/// The files, in the order in which they are run.
const FILES: &[(&str, &str)] = &[
    ("amazons", include_str!("../../../../studies/amazons.toml")),
    ("hunt", include_str!("../../../../studies/hunt.toml")),
    ("chess", include_str!("../../../../studies/chess.toml")),
    ("othello", include_str!("../../../../studies/othello.toml")),
    ("connect4", include_str!("../../../../studies/connect4.toml")),
    ("techniques", include_str!("../../../../studies/techniques.toml")),
    ("depth", include_str!("../../../../studies/depth.toml")),
    ("time", include_str!("../../../../studies/time.toml")),
    ("mcts", include_str!("../../../../studies/mcts.toml")),
    ("first-move", include_str!("../../../../studies/first-move.toml")),
];

/// Why a study cannot be made.
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
    /// There is no place for files of the run.
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

/// How a run is made.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Where all random numbers come from.
    pub seed: u64,
    /// Games of a pairing and positions of a measurement, instead of the numbers of the files.
    pub games: Option<u64>,
    /// How long the run may take, about.
    pub budget: Duration,
}

/// Makes studies and writes the report. When `stop` is set it is written of what is there.
pub fn run(
    studies: &[Study],
    settings: &Settings,
    pool: &dyn WorkerPool,
    stop: &AtomicBool,
    progress: Progress<'_>,
) -> Result<Report, StudyError> {
    let begin = Instant::now();
    let folder = tempfile::tempdir().map_err(|error| StudyError::Folder { problem: error.to_string() })?;
    let scale = Scale { seed: settings.seed, games: settings.games, folder: folder.path().to_owned() };
    let mut chapters = Vec::new();
    for study in studies {
        chapters.push((study, prepare(study, &scale)?));
    }
    let mut all = Vec::new();
    for (study, subjects) in &mut chapters {
        for (plan, subject) in study.tables.iter().zip(subjects) {
            let name = format!("{}: {}", study.id, plan.title);
            let experiments = subject.experiments();
            let weight = plan.weight / experiments.len().max(1) as f64;
            all.extend(experiments.into_iter().map(|experiment| Weighed { name: name.clone(), weight, experiment }));
        }
    }
    run::run_all(all, settings.budget, pool, stop, progress)?;
    let about = About { settings, took: begin.elapsed(), is_stopped: stop.load(Ordering::Relaxed) };
    Ok(write(&chapters, &about))
}

type Subjects = Vec<Box<dyn Subject>>;

/// Makes the tables of a study, and refuses what cannot be played before anything is.
fn prepare(study: &Study, scale: &Scale) -> Result<Subjects, StudyError> {
    let make = |plan: &plan::TablePlan| -> Result<Box<dyn Subject>, MatchError> {
        Ok(match &plan.kind {
            Kind::Versus(plan) => Box::new(versus::Versus::new(plan, scale)?),
            Kind::Cross(plan) => Box::new(cross::Cross::new(plan, scale)?),
            Kind::Ladder(plan) => Box::new(ladder::Ladders::new(plan, scale)?),
            Kind::Effort(plan) => Box::new(effort::Efforts::new(plan, scale)?),
            Kind::Count(plan) => Box::new(count::Counts::new(plan)),
            Kind::Agreement(plan) => Box::new(agreement::Agreements::new(plan, scale)?),
            Kind::Variety(plan) => Box::new(variety::Varieties::new(plan, scale)?),
        })
    };
    let wrong =
        |plan: &plan::TablePlan, source| StudyError::Table { study: study.id, table: plan.title.clone(), source };
    study.tables.iter().map(|plan| make(plan).map_err(|error| wrong(plan, error))).collect()
}

/// What the head of a report tells of the run.
struct About<'a> {
    settings: &'a Settings,
    took: Duration,
    is_stopped: bool,
}

fn write(chapters: &[(&Study, Subjects)], about: &About<'_>) -> Report {
    let mut findings = Findings::default();
    let mut body = Report::default();
    for (study, subjects) in chapters {
        body.chapter(&study.title).text(&study.text);
        for (plan, subject) in study.tables.iter().zip(subjects) {
            body.section(&plan.title).text(&plan.text);
            let mut outline = Outline { study: study.id, plan, because: &study.because, findings: &mut findings };
            subject.write(&mut outline, &mut body);
        }
    }
    let mut report = Report::new("Quevedo: the founding studies once more");
    report.text(introduction(about)).text(findings.summary());
    let contradicted = findings.contradicted();
    if !contradicted.is_empty() {
        report.text("Contradicted, each explained below its table:").list(contradicted);
    }
    report.append(body);
    report
}

fn introduction(about: &About<'_>) -> String {
    let Settings { seed, games, budget } = *about.settings;
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

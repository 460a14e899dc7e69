//! Recipes: a file that describes how an evaluator is made, and [`run`], which makes it.
//!
//! ```text
//! RECIPE.toml ─┬─ data ── training ── network ── test ── report
//!              │   │         │           │         │        └ report.json, loss.svg
//!              │   │         │           │         └ match-HASH.jsonl: a journal
//!              │   │         │           └ NAME.qnet
//!              │   │         └ checkpoint, log.jsonl
//!              └   └ data/*.qdat
//! ```
//!
//! All results are in one folder. An interrupted run continues where it was, and finished steps are not repeated.

mod check;
mod plan;
mod plot;
mod report;
mod run;
mod training_job;

pub(crate) use check::with_eval;
pub use check::{RecipeError, read, read_unresolved};
pub use plan::{CnnPlan, DataSource, NetPlan, NnuePlan, PatternsPlan, Recipe, TermsPlan, TestPlan};
pub use quevedo_nets::NetKind;
pub use report::{RecipeReport, TestReport, TrainingReport};
pub(crate) use run::read_log;
pub use run::{Event, RunContext, run};

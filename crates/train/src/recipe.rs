//! Recipes: a file that says how an evaluator is made, and a kitchen that makes it.
//!
//! ```text
//! RECIPE.toml ─┬─ data ── fit ── net ── test ── report
//!              │   │       │      │       │        └ report.json, loss.svg
//!              │   │       │      │       └ match-HASH.jsonl: a journal
//!              │   │       │      └ NAME.qnet
//!              │   │       └ checkpoint, log.jsonl
//!              └   └ data/*.qdat
//! ```
//!
//! Everything is written down in one folder as it is made, so that a run that was interrupted goes on where it was, and
//! what is there already is not made again.

mod check;
mod cook;
mod fitting;
mod plan;
mod plot;
mod report;

pub(crate) use check::with_eval;
pub use check::{RecipeError, read};
pub(crate) use cook::read_log;
pub use cook::{Kitchen, News, cook};
pub use plan::{DataSource, NetPlan, Recipe, TestPlan};
pub use quevedo_nets::NetKind;
pub use report::{FitReport, Report, TestReport};

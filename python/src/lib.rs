//! The Python package `quevedo`: games, players, matches, vectorised environments and batched search as an extension module.
//!
//! Nothing is computed here. Every class is a thin skin over a type of the crates above: text becomes values, errors become
//! exceptions, and slices become numpy arrays. Long calls release the interpreter, and obey Ctrl-C: see [`interrupt`].

#![expect(clippy::needless_pass_by_value, reason = "arguments from Python come as values")]
#![expect(clippy::type_complexity, reason = "signatures say which arrays they return")]
#![expect(clippy::doc_link_with_quotes, clippy::doc_markdown, reason = "the documentation of classes is Python's")]

mod arrays;
mod batched_search;
mod data;
mod evaluation;
mod game;
mod interrupt;
mod matches;
mod outcome;
mod player;
mod position;
mod review;
mod search_result;
mod vector_env;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Seven board games on one search skeleton.
#[pymodule]
mod _quevedo {
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    #[pymodule_export]
    use super::batched_search::BatchedSearch;
    #[pymodule_export]
    use super::data::{Shard, shard_files};
    #[pymodule_export]
    use super::evaluation::{Evaluation, Solution};
    #[pymodule_export]
    use super::game::{Game, games, random_games};
    #[pymodule_export]
    use super::matches::{MatchResult, play_match};
    #[pymodule_export]
    use super::outcome::Outcome;
    #[pymodule_export]
    use super::player::Player;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::review::{Review, ReviewedMove, review};
    #[pymodule_export]
    use super::search_result::{Line, SearchResult};
    #[pymodule_export]
    use super::vector_env::VectorEnv;
}

/// An error that people see, as an exception.
fn value_error(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

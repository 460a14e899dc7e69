//! Evaluations and exact values.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use quevedo_catalog::Solved;
use quevedo_core::Value;

/// The static evaluation of a position.
///
/// >>> import quevedo
/// >>> evaluation = quevedo.Position("othello").evaluate("discs")
/// >>> evaluation.score
/// 0
#[pyclass(frozen, module = "quevedo")]
pub(crate) struct Evaluation {
    /// Points for the side to move.
    #[pyo3(get)]
    pub(crate) score: i32,
    pub(crate) terms: Vec<(String, f64)>,
}

#[pymethods]
impl Evaluation {
    /// The terms by name, in points for the first player.
    #[getter]
    fn terms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let terms = PyDict::new(py);
        self.terms.iter().try_for_each(|(name, value)| terms.set_item(name, value))?;
        Ok(terms)
    }

    fn __repr__(&self) -> String {
        let terms: Vec<String> = self.terms.iter().map(|(name, value)| format!("{name} {value}")).collect();
        format!("<Evaluation {:+}: {}>", self.score, terms.join(", "))
    }
}

/// The proved value of a position.
///
/// >>> import quevedo
/// >>> solution = quevedo.Position("hare-hounds").solve()
/// >>> solution.value in ("win", "draw", "loss"), solution.best != []
/// (True, True)
#[pyclass(frozen, get_all, module = "quevedo")]
pub(crate) struct Solution {
    /// "win", "draw" or "loss" for the side to move, under best play.
    value: &'static str,
    /// Plies to the end when the winner hurries and the loser delays, where it is known.
    plies: Option<u32>,
    /// The margin in the game's own count (discs), where it has one.
    margin: Option<i32>,
    /// Every best move.
    best: Vec<String>,
    /// How many nodes it took.
    nodes: u64,
}

pub(crate) const fn value_name(value: Value) -> &'static str {
    match value {
        Value::Win => "win",
        Value::Draw => "draw",
        Value::Loss => "loss",
    }
}

impl From<Solved> for Solution {
    fn from(solved: Solved) -> Self {
        let Solved { value, plies, score, best, nodes } = solved;
        Self { value: value_name(value), plies, margin: score, best, nodes }
    }
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        let plies = self.plies.map_or_else(String::new, |plies| format!(" in {plies} plies"));
        format!("<Solution {}{plies}: {}>", self.value, self.best.join(" "))
    }
}

//! What a search found.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use quevedo_core::SearchResult as CoreResult;

use crate::evaluation::value_name;

/// One of several best lines.
#[pyclass(frozen, get_all, module = "quevedo")]
#[derive(Clone)]
pub(crate) struct Line {
    /// Points for the side to move.
    score: i32,
    /// The moves.
    pv: Vec<String>,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!("<Line {:+}: {}>", self.score, self.pv.join(" "))
    }
}

/// A chosen move, and how it was found.
///
/// >>> import quevedo
/// >>> result = quevedo.Player("alphabeta:depth=6").best(quevedo.Position("connect4:7x6"))
/// >>> result.move == result.pv[0], result.nodes > 0, result.depth
/// (True, True, 6)
#[pyclass(frozen, module = "quevedo")]
pub(crate) struct SearchResult {
    result: CoreResult<String>,
    chance: Option<f64>,
}

impl SearchResult {
    pub(crate) fn new(result: CoreResult<String>, chance: Option<f64>) -> Self {
        Self { result, chance }
    }
}

#[pymethods]
impl SearchResult {
    /// The move, in move notation.
    #[getter]
    fn r#move(&self) -> &str {
        &self.result.mv
    }

    /// Points for the side to move; None where nothing was evaluated.
    #[getter]
    fn score(&self) -> Option<i32> {
        self.result.score
    }

    /// The expected score of the side to move, 0 to 1, that belongs to these points.
    #[getter]
    fn chance(&self) -> Option<f64> {
        self.chance
    }

    /// The nominal depth in plies.
    #[getter]
    fn depth(&self) -> u32 {
        self.result.depth
    }

    /// Plies of the longest line that was searched, where it is known.
    #[getter]
    fn seldepth(&self) -> Option<u32> {
        self.result.seldepth
    }

    /// Nodes, or simulations of a Monte Carlo search.
    #[getter]
    fn nodes(&self) -> u64 {
        self.result.nodes
    }

    /// Seconds.
    #[getter]
    fn time(&self) -> f64 {
        self.result.time.as_secs_f64()
    }

    /// Nodes a second.
    #[getter]
    fn nps(&self) -> u64 {
        self.result.nps()
    }

    /// The principal variation, from the move on.
    #[getter]
    fn pv(&self) -> Vec<String> {
        self.result.pv.clone()
    }

    /// The best lines, where a player with `lines=N` was asked.
    #[getter]
    fn lines(&self) -> Vec<Line> {
        self.result.lines.iter().map(|line| Line { score: line.score, pv: line.pv.clone() }).collect()
    }

    /// How often a Monte Carlo search visited each move, the most visited first.
    #[getter]
    fn visits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let visits = PyDict::new(py);
        self.result.visits.iter().try_for_each(|(mv, count)| visits.set_item(mv, count))?;
        Ok(visits)
    }

    /// "win", "draw" or "loss" for the side to move, where it is proved.
    #[getter]
    fn proved(&self) -> Option<&'static str> {
        self.result.proof.map(|proof| value_name(proof.value))
    }

    /// Plies to the proved end, where they are known.
    #[getter]
    fn plies_to_end(&self) -> Option<usize> {
        let proved = self.result.proof.and_then(|proof| proof.plies).map(|plies| plies as usize);
        self.result.plies_to_end().or(proved)
    }

    /// Whether the move comes from an opening book.
    #[getter]
    fn book(&self) -> bool {
        self.result.book
    }

    fn __repr__(&self) -> String {
        let CoreResult { mv, depth, nodes, score, .. } = &self.result;
        let score = score.map_or_else(String::new, |score| format!(" {score:+}"));
        format!("<SearchResult {mv}{score}, depth {depth}, {nodes} nodes>")
    }
}

//! Game review.

use std::num::NonZero;
use std::thread;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use quevedo_core::Side;
use quevedo_review::{DEFAULT_NODES, MoveClass, ReviewSettings, annotated_record};

use crate::interrupt::interruptible;
use crate::position::Position;
use crate::value_error;

/// A move of a game, judged.
#[pyclass(frozen, get_all, module = "quevedo")]
#[derive(Clone)]
pub(crate) struct ReviewedMove {
    /// The move.
    r#move: String,
    /// Who made it: 0 or 1.
    turn: usize,
    /// The best move; the one that was played where it is as good.
    best: String,
    /// The better line, empty after a best move.
    line: Vec<String>,
    /// The expected score that was lost, 0 to 1.
    loss: f64,
    /// "best", "good", "inaccuracy", "mistake" or "blunder".
    class_: &'static str,
    /// Whether there was no choice.
    forced: bool,
}

#[pymethods]
impl ReviewedMove {
    fn __repr__(&self) -> String {
        format!("<ReviewedMove {} {}, best {}>", self.r#move, self.class_, self.best)
    }
}

/// The review of a game.
///
/// >>> import quevedo
/// >>> review = quevedo.review(quevedo.Position("connect4:7x6").play_line("4 1 4 1 4 1"), nodes=1000)
/// >>> len(review.moves), review.counts(0)["best"]
/// (6, 3)
#[pyclass(frozen, module = "quevedo")]
pub(crate) struct Review {
    /// The accuracy of both players, 0 to 100; None for a side that had no choice.
    #[pyo3(get)]
    accuracy: (Option<f64>, Option<f64>),
    /// The moves.
    #[pyo3(get)]
    moves: Vec<ReviewedMove>,
    /// The expected score of the first player in every position, from the start on.
    #[pyo3(get)]
    chances: Vec<f64>,
    /// The numbers of the moves (from 0) that decided who was winning.
    #[pyo3(get)]
    turning_points: Vec<usize>,
    /// The record with the review in it.
    #[pyo3(get)]
    record: String,
    counts: [[usize; 5]; 2],
}

#[pymethods]
impl Review {
    /// How many moves of a side, 0 or 1, are in each class.
    fn counts<'py>(&self, py: Python<'py>, side: usize) -> PyResult<Bound<'py, PyDict>> {
        let counts = self.counts.get(side).ok_or_else(|| value_error("the side is 0 or 1"))?;
        let named = PyDict::new(py);
        MoveClass::ALL.iter().zip(counts).try_for_each(|(class, count)| named.set_item(class.name(), count))?;
        Ok(named)
    }

    fn __repr__(&self) -> String {
        let show = |accuracy: Option<f64>| accuracy.map_or_else(|| "none".into(), |percent| format!("{percent:.1}"));
        format!(
            "<Review of {} moves, accuracy {} and {}>",
            self.moves.len(),
            show(self.accuracy.0),
            show(self.accuracy.1)
        )
    }
}

/// The default stands in the signature of `review` as a number, where `help` shows it.
const _: () = assert!(DEFAULT_NODES == 40_000);

/// Reviews the game that led to a position: every move judged by one engine, with so many nodes for a position. The result is the same
/// on any number of threads (all cores by default).
#[pyfunction]
#[pyo3(signature = (position, *, nodes=40_000, threads=None))]
pub(crate) fn review(
    py: Python<'_>,
    position: PyRef<'_, Position>,
    nodes: u64,
    threads: Option<usize>,
) -> PyResult<Review> {
    let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZero::get));
    let session = position.session();
    let settings = ReviewSettings { nodes, threads };
    let reviewed = interruptible(py, |stop| quevedo_review::review(session, &settings, stop, &|_| {}))?;
    let reviewed = reviewed.map_err(value_error)?;
    let moves = reviewed.moves.iter().map(|mv| ReviewedMove {
        r#move: mv.mv.clone(),
        turn: mv.turn.index(),
        best: mv.best.clone(),
        line: mv.best_line.clone(),
        loss: mv.loss,
        class_: mv.class.name(),
        forced: mv.is_forced,
    });
    Ok(Review {
        accuracy: reviewed.accuracy.into(),
        moves: moves.collect(),
        chances: reviewed.worths.iter().map(|worth| worth.chance).collect(),
        turning_points: reviewed.turning_points(),
        record: annotated_record(session, &reviewed, &[]).to_string(),
        counts: [Side::First, Side::Second].map(|side| reviewed.class_counts(side)),
    })
}

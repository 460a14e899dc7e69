//! How games end.

use pyo3::prelude::*;
use quevedo_core::Side;

/// The end of a game.
///
/// >>> import quevedo
/// >>> end = quevedo.Position("chess").play_line("f3 e5 g4 Qh4").outcome
/// >>> end.winner, end.reason, end.score, end.returns
/// (1, 'mate', '0-1', (-1.0, 1.0))
#[pyclass(frozen, get_all, eq, hash, module = "quevedo")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    /// Who won: 0 the first player, 1 the second; None is a draw.
    winner: Option<usize>,
    /// Why the game is over, as a word for programs.
    reason: String,
    /// The same in words.
    text: String,
}

impl From<quevedo_core::Outcome> for Outcome {
    fn from(outcome: quevedo_core::Outcome) -> Self {
        let reason = outcome.reason;
        Self { winner: outcome.winner.map(Side::index), reason: reason.code.into(), text: reason.text.en.into() }
    }
}

/// What both players get: 1 for a win, -1 for a loss, 0 for a draw.
pub(crate) fn returns(winner: Option<usize>) -> (f32, f32) {
    match winner {
        Some(0) => (1.0, -1.0),
        Some(_) => (-1.0, 1.0),
        None => (0.0, 0.0),
    }
}

#[pymethods]
impl Outcome {
    /// The result as records write it: "1-0", "0-1" or "1/2-1/2".
    #[getter]
    fn score(&self) -> &'static str {
        match self.winner {
            Some(0) => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// What both players get: 1 for a win, -1 for a loss, 0 for a draw.
    #[getter]
    fn returns(&self) -> (f32, f32) {
        returns(self.winner)
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}: {}>", self.score(), self.text)
    }
}

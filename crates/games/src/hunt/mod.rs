//! What the three hunts share: a lone piece that wants to slip past a pack, and a pack that wants to shut it in.
//!
//! Their evaluators are the same, on one common [`Frame`]. An evaluation is a weighted sum of [`HuntTerm`]s, after the
//! hunt games of Sevilla: the way to the goal, being past the pack, the weakest zone of its line, captures; for the pack
//! the line, its gaps and its supports.

mod evals;
mod frame;
mod notation;
mod terms;

pub(crate) use evals::EVALUATORS;
pub use evals::HuntEval;
pub(crate) use frame::Frame;
pub(crate) use notation::PathNotation;
pub(crate) use terms::{HuntTerm, Terms, weights};

use quevedo_core::{Game, Reason, Score, Side};

/// The lone piece has reached its goal.
pub static GOAL_REACHED: Reason = Reason::new("goal_reached", "goal reached", "meta alcanzada");
/// The pack has made ten moves in a row without a step forward.
pub static STALLED: Reason = Reason::new("stalled", "ten moves without going forward", "diez jugadas sin avanzar");

/// A game of one against a pack.
pub(crate) trait Hunt: Game {
    /// The side of the lone piece.
    const LONE: Side;
    /// The places of the board.
    const POINTS: u64;
    /// The places where diagonal lines meet.
    const STARS: u64;
    /// The pieces of a full pack.
    const PACK: Score;
    /// Whether the lone piece captures by jumping.
    const JUMPS: bool;
    /// The weights of [`HuntEval::Best`].
    const BEST: Terms;

    /// The position in the common frame.
    fn frame(&self) -> Frame;
}

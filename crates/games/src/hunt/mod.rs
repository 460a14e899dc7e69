//! What the three hunts share: a lone piece that wants to slip past a pack, and a pack that wants to shut it in.
//!
//! Their evaluators are the same, on one common [`Frame`]. An evaluation is a weighted sum of [`HuntTerm`]s, after the
//! hunt games of Sevilla: the way to the goal, being past the pack, the weakest zone of its line, captures; for the pack
//! the line, its gaps and its supports.

mod evals;
mod frame;
mod lens;
mod notation;
mod terms;

pub(crate) use evals::EVALUATORS;
pub use evals::HuntEval;
pub(crate) use frame::Frame;
pub(crate) use notation::PathNotation;
pub(crate) use terms::{HuntTerm, Terms, weights};

use quevedo_core::compose::{FieldKind, SetupField};
use quevedo_core::{Game, Reason, Score, Side, Text};

/// The lone piece has reached its goal.
pub static GOAL_REACHED: Reason = Reason::new("goal_reached", "goal reached", "meta alcanzada");
/// The pack has made ten moves in a row without a step forward.
pub static STALLED: Reason = Reason::new("stalled", "ten moves without going forward", "diez jugadas sin avanzar");

/// The key of [`stall_field`].
pub(crate) const STALL: &str = "stall";

/// The moves of the pack in a row without a step forward, as a field of a composed position.
pub(crate) fn stall_field(limit: u8) -> SetupField {
    let name = Text::new("Moves without going forward", "Jugadas sin avanzar");
    SetupField { key: STALL, name, kind: FieldKind::Counter { least: 0, most: limit.into() } }
}

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

    /// The place of a point of the frame, an index of [`Shape::places`](quevedo_core::Shape::places).
    fn place_of(point: u8) -> usize;
}

//! What lessons compute while a student looks. Everything here is small on purpose: it is read beside the lesson.
//!
//! * [`StateSpace`]: every position of a small game, solved backwards from the ends.
//! * [`Learner`]: a linear evaluation that learns from games of random moves.
//! * [`Duel`]: what two players see in the same positions with the same budget.
//! * [`SampleMatch`]: a match between quick players, and what its first games seem to prove.

mod duel;
mod learner;
mod sample_match;
mod state_space;

pub use duel::{Duel, DuelRow, DuelSummary, Seen};
pub use learner::{Generation, Learner};
pub use sample_match::{MatchFigures, SampleMatch};
pub use state_space::{Layer, StateSpace};

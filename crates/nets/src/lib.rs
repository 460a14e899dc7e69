//! Learned evaluators: weight files and what is computed from them.
//!
//! * [`WeightFile`]: what was trained, with the words that say what it is.
//! * [`nnue`], [`patterns`], [`terms`], [`cnn`]: the kinds of networks, each generic over what it sees
//!   ([`Planes`](quevedo_core::Planes)).
//! * [`Net`]: any of them as an evaluator of one game.
//! * [`GameEvaluator`]: a network or a hand-made evaluator, in one type, so that a search is compiled once a game.
//! * [`shipped`]: the networks that come with the program, and the [`record`] of how each of them came to be.
//!
//! Nothing is trained here, and no tensor crate is needed: every kind has its own integer arithmetic.

mod brain;
pub mod cnn;
pub mod file;
mod keep;
mod net;
pub mod nnue;
pub mod patterns;
pub mod record;
pub mod shipped;
pub mod terms;

pub use brain::{BEST, GameEvaluator, is_file};
pub use file::{NetError, NetProblem, Tensor, WeightFile};
pub use net::Net;

//! Learned evaluators: weight files and inference.
//!
//! * [`WeightFile`]: the weights of a network with metadata.
//! * [`nnue`], [`patterns`], [`terms`], [`cnn`]: the kinds of networks, each generic over the game, which they know by its
//!   input encoding ([`Planes`](quevedo_core::Planes)).
//! * [`Net`]: a network of any kind as an evaluator of one game.
//! * [`GameEvaluator`]: a network or a hand-made evaluator in one type, so that a search is compiled once for each game.
//! * [`registry`]: the networks that the program knows by name, embedded or in a folder; [`record`]: how each was made.
//! * [`Symmetries`]: the symmetry group of a board.
//!
//! There is no training here and no tensor library: every kind has its own integer arithmetic.
//!
//! ```
//! use quevedo_core::{Evaluator, Game};
//! use quevedo_games::Othello;
//! use quevedo_nets::GameEvaluator;
//!
//! let best = GameEvaluator::<Othello>::best();
//! let evaluator = GameEvaluator::<Othello>::named(best).expect("the best one is there")?;
//! // The start is nearly level: less than three discs.
//! assert!(evaluator.evaluate(&Othello::start()).abs() < 300);
//! # Ok::<(), quevedo_nets::NetError>(())
//! ```

mod bucket;
mod cache;
pub mod cnn;
mod encoding;
mod evaluator;
pub mod file;
mod lens;
mod net;
pub mod nnue;
pub mod patterns;
pub mod record;
pub mod registry;
mod simd;
mod symmetry;
pub mod terms;

pub use evaluator::{BEST, GameEvaluator, is_file};
pub use file::{NetError, NetKind, NetProblem, Tensor, WeightFile};
pub use net::Net;
pub use simd::SimdLevel;
pub use symmetry::Symmetries;

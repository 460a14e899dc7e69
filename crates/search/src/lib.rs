//! The strategies of Quevedo. Each is written once and is generic over the game.
//!
//! No game is named here: what a search must know of a game is in the traits of `quevedo-core`.
//!
//! ```
//! use quevedo_core::{Game, HasEvaluators, Line, ask};
//! use quevedo_games::Othello;
//! use quevedo_search::Minimax;
//!
//! let evaluator = Othello::EVALUATORS[0].evaluator;
//! let found = ask(&mut Minimax::new(evaluator, 3, None), &Line::new(Othello::start())).expect("a game begins with moves");
//! assert_eq!(found.depth, 3);
//! ```

pub mod alphabeta;
mod greedy;
mod halved;
mod halves_observer;
mod history;
mod history_file;
mod level;
pub mod mcts;
mod minimax;
mod move_picker;
mod ordering;
mod random;
pub mod time;
pub mod transposition_table;

use quevedo_core::{Game, Outcome, Score, Value};

pub use alphabeta::AlphaBeta;
pub use greedy::Greedy;
pub use halved::{CountsPairs, Halved, HalvedAlphaBeta, HalvesEvaluator};
pub use level::{Handicap, Leveled};
pub use mcts::Mcts;
pub use minimax::Minimax;
pub use random::Random;

/// The score of a game that ended in `position`, `ply` plies from the root, for the side to move.
#[inline]
fn terminal_score<G: Game>(outcome: Outcome, position: &G, ply: usize) -> Score {
    Value::of(outcome, position.turn()).score(ply as u32)
}

//! The strategies of Quevedo, each written once and generic over the game.
//!
//! Nothing here names a game: what a search must know of one is in the traits of `quevedo-core`.

pub mod alphabeta;
mod greedy;
mod level;
pub mod mcts;
mod minimax;
mod order;
mod random;
pub mod table;
pub mod time;

pub use alphabeta::AlphaBeta;
pub use greedy::Greedy;
pub use level::Leveled;
pub use mcts::Mcts;
pub use minimax::Minimax;
pub use random::Random;

//! The strategies of Quevedo, each written once and generic over the game.
//!
//! Nothing here names a game: what a search must know of one is in the traits of `quevedo-core`.

mod random;

pub use random::Random;

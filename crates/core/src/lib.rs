//! The contract of Quevedo: what a game, a position, a move, an outcome and a strategy are.
//!
//! Everything else stands on these few traits:
//!
//! * [`Game`]: the rules of one game, as a small position that plays moves. All a search needs.
//! * [`Notation`]: positions and moves as text.
//! * [`View`]: what people see: places, pieces, and every move as a path of taps.
//! * [`Compose`]: positions taken apart and put together, for board editors.
//! * [`Planes`]: what networks see.
//! * [`Strategy`]: something that chooses a move.
//!
//! Beside them: [`Line`] (a game as it is being played, with its repetitions), [`MoveBuffer`] (where a search keeps its moves), [`perft`] (counting move sequences), [`playout`], and
//! [`laws`], the suite that every game must pass.
//!
//! There is no input or output here, no game and no algorithm.
//!
//! ```
//! use quevedo_core::{Game, Outcome, Side, perft, reasons};
//!
//! /// A heap of matches: a player takes one or two, and whoever cannot has lost.
//! #[derive(Clone, Debug, PartialEq, Eq)]
//! struct Nim {
//!     left: u8,
//!     turn: Side,
//! }
//!
//! impl Game for Nim {
//!     type Move = u8;
//!
//!     fn start() -> Self {
//!         Self { left: 5, turn: Side::First }
//!     }
//!
//!     fn turn(&self) -> Side {
//!         self.turn
//!     }
//!
//!     fn each_move(&self, visit: impl FnMut(u8)) {
//!         (1..=self.left.min(2)).for_each(visit);
//!     }
//!
//!     fn play(&mut self, taken: u8) {
//!         self.left -= taken;
//!         self.turn = !self.turn;
//!     }
//!
//!     fn ended(&self) -> Option<Outcome> {
//!         None
//!     }
//!
//!     fn stuck(&self) -> Outcome {
//!         Outcome::win(!self.turn, &reasons::NO_MOVES)
//!     }
//!
//!     fn hash(&self) -> u64 {
//!         u64::from(self.left) << 1 | self.turn.index() as u64
//!     }
//! }
//!
//! assert_eq!(perft(&Nim::start(), 3), 7);
//! ```

pub mod actions;
pub mod compose;
mod evaluator;
mod game;
mod game_batch;
pub mod hash;
pub mod laws;
mod line;
pub mod message;
mod moves;
pub mod notation;
mod observer;
mod oracle;
mod outcome;
mod perft;
pub mod picture;
pub mod planes;
pub mod platform;
mod playout;
mod proof;
pub mod reasons;
pub mod rules_page;
pub mod score;
mod search_params;
mod search_result;
mod sorting;
mod split;
mod strategy;
mod tactics;

pub mod view;

pub use compose::{Compose, Setup};
pub use evaluator::{Evaluator, Layer, Term, for_turn};
pub use game::{Game, Side};
pub use game_batch::BatchGame;
pub use line::Line;
pub use message::Message;
pub use moves::MoveBuffer;
pub use notation::{ForeignGame, LineError, MoveError, Notation, NumberedStarts, PositionError, UciStyle};
pub use observer::{
    ChildTerms, ExitReason, NodeEntry, NodeExit, NodeView, Observer, Pruning, Purpose, RootEntry, Selection,
    Simulation, Step,
};
pub use oracle::Oracle;
pub use outcome::{Outcome, Reason, RecordedOutcome};
pub use perft::{divide, perft, perft_until};
pub use planes::Planes;
pub use playout::{Playout, playout};
pub use proof::{Proof, Value};
pub use score::Score;
pub use search_params::{Param, SearchParams};
pub use search_result::{RankedLine, SearchResult};
pub use sorting::sort_by_number;
pub use split::{Half, Split};
pub use strategy::{Clock, Limits, SearchRequest, Strategy, ask};
pub use tactics::{HasEvaluators, NamedEvaluator, NoEval, Tactics};
pub use view::{
    About, Board, Countdown, DecisivePlace, Drawing, Language, Piece, PieceAbout, Place, Shape, Text, View,
};

/// The random number generator of the whole project: small, fast, and the same everywhere for the same seed.
pub type Rng = fastrand::Rng;

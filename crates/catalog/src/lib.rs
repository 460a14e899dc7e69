//! Where games meet strategies.
//!
//! * [`Catalog`]: the games of a program; [`entry`] adds one.
//! * [`PlayerSpec`]: a player as a value, written as a line of text.
//! * [`Session`]: a game being played, with its types erased: text in, text out. This is the edge where the
//!   monomorphised world of rules and searches ends; pages, terminals and protocols live on the other side.
//!
//! ```
//! use quevedo_catalog::Catalog;
//!
//! let catalog = Catalog::standard();
//! let game = catalog.find("mouse-cats")?;
//! let mut session = game.session(None)?;
//! let mut player = game.player(&"alphabeta:depth=4".parse()?)?;
//! while let Some(mv) = player.choose(&*session) {
//!     session.play(&mv)?;
//! }
//! assert!(session.outcome().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any_game;
#[cfg(feature = "batches")]
mod batch_search;
mod book;
mod catalog;
mod composer;
mod encoding;
mod entry;
#[cfg(feature = "batches")]
mod game_batch;
#[cfg(not(feature = "batches"))]
#[path = "no_batches.rs"]
mod game_batch;
mod game_entry;
mod games;
mod import;
mod levels;
mod player;
mod position_solver;
mod session;
mod spec;
mod strategies;
mod trace;

#[cfg(feature = "laws")]
pub use any_game::LawInput;
pub use any_game::{AnyGame, Evaluation, PlayoutCount};
#[cfg(feature = "batches")]
pub use batch_search::{BatchResult, BatchSearch, PolicyLayout};
pub use book::BookBuilder;
pub use catalog::{Catalog, UnknownGame};
pub use composer::Composer;
pub use encoding::{EncodedPosition, InputBuckets, InputSpec, Prober};
pub use entry::{Entry, entry};
pub use game_batch::BatchedGame;
#[cfg(feature = "batches")]
pub use game_batch::{GameBatch, IllegalAction};
pub use game_entry::GameEntry;
pub use import::Import;
pub use levels::Level;
pub use player::Player;
pub use position_solver::{PositionSolver, Solved};
pub use quevedo_book::{Book, BookError};
pub use quevedo_search::transposition_table::recycle_tables;
pub use quevedo_solve::{KnownResult, MarginBounds, SolveProgress, open_tables, set_syzygy_folders, set_table_folder};
pub use session::{MoveView, Session};
pub use spec::{
    AlphaBetaSpec, BookRef, EloSpec, EvalRef, GreedySpec, HumanSpec, Key, LevelSpec, MctsSpec, MinimaxSpec, NBoardSpec,
    ParamValues, PlayerDescription, PlayerSpec, PresetSpec, RandomSpec, Role, RolloutKind, SpecError, TextKind,
    UciSpec, ValueKind, read_time, show_time,
};
pub use strategies::Playable;
pub use trace::{Change, ChildEvent, PrunedMoves, Recorder, SelectionEvent, TraceEvent, TraceSummary};

//! The protocols that other programs speak with an engine: [`Uci`] for every game, [`NBoard`] for Othello.
//!
//! A protocol is a state machine: it [handles](Protocol::handle) events (a line came in, a search made progress, a search
//! ended) and returns actions (write a line, begin a search). It does no input or output itself, starts no thread and
//! never waits, so every conversation can be tested line by line. The caller carries out the actions: see [`Action`]
//! and [`Task::run`].
//!
//! ```
//! use quevedo_catalog::Catalog;
//! use quevedo_protocol::{Action, Event, Protocol, Uci};
//!
//! let mut uci = Uci::new(Catalog::standard()).expect("there are games");
//! let said = uci.handle(Event::Line("isready".into()));
//! assert!(matches!(&said[..], [Action::Say(line)] if line == "readyok"));
//! let begun = uci.handle(Event::Line("go depth 2".into()));
//! assert!(begun.iter().any(|action| matches!(action, Action::Begin(_))));
//! ```

mod diagram;
mod nboard;
mod player_slot;
mod task;
mod uci;

pub use nboard::NBoard;
pub use task::{Task, TaskResult, Work};
pub use uci::Uci;

use quevedo_catalog::Player;
use quevedo_core::SearchResult;

/// A protocol as a state machine.
pub trait Protocol {
    /// Handles an event and returns the actions to carry out, in order.
    fn handle(&mut self, event: Event) -> Vec<Action>;
}

/// An event that a protocol handles.
pub enum Event {
    /// A line came in, without its end.
    Line(String),
    /// A task made progress.
    Progress(SearchResult<String>),
    /// A task ended: its result, and the player that it was given.
    Done(TaskResult, Option<Box<dyn Player>>),
    /// No more lines will come.
    End,
}

/// What the caller of a protocol has to do.
pub enum Action {
    /// Write a line.
    Say(String),
    /// [Run](Task::run) a task on another thread, and send its progress and its end as events. There is never more
    /// than one.
    Begin(Box<Task>),
    /// Open the endgame tables in these folders, and write their warnings.
    OpenTables(String),
    /// The conversation is over.
    Quit,
}

//! The protocols that other programs speak with an engine: [`Uci`] for every game, [`NBoard`] for Othello.
//!
//! A protocol is a machine that [hears](Talk::hear) news and says what is to be done: lines that came in, progress of
//! a search, its end; lines to be written, a search to be begun. It reads and writes nothing itself, starts no thread
//! and never waits, so every conversation can be tested line by line. The owner of the machine carries out what it
//! says: see [`Act`] and [`Task::run`].

mod diagram;
mod nboard;
mod seat;
mod task;
mod uci;

pub use nboard::NBoard;
pub use task::{Finding, Task, Work};
pub use uci::Uci;

use quevedo_catalog::{Player, Thought};

/// A protocol, seen from outside.
pub trait Talk {
    /// Takes in what has happened, and says what is to be done, in order.
    fn hear(&mut self, news: News) -> Vec<Act>;
}

/// Something has happened.
pub enum News {
    /// A line came in, without its end.
    Line(String),
    /// A task has come this far.
    Progress(Thought),
    /// A task is over: what it found, and the player that it was given.
    Done(Finding, Option<Box<dyn Player>>),
    /// No more lines will come.
    End,
}

/// Something is to be done.
pub enum Act {
    /// Write a line.
    Say(String),
    /// [Run](Task::run) a task beside the conversation, and tell of its progress and its end. There is never more
    /// than one.
    Begin(Box<Task>),
    /// Open the endgame tables in these folders, and say what is wrong with them, if anything is.
    OpenTables(String),
    /// The conversation is over.
    Quit,
}

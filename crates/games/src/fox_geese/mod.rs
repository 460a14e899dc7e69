//! The Fox and the Geese on the cross of 33 points, with 15, 13 or 17 geese.
//!
//! Geese go forward or sideways and want to shut the fox in; the fox goes anywhere, jumps over geese, and may go
//! on jumping in the same turn.

mod compose;
mod evals;
mod messages;
mod notation;
mod planes;
pub mod reasons;
mod rules;
mod run;
mod tactics;
mod view;

pub use rules::FoxGeese;
pub use run::Run;

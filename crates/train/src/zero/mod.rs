//! The loop in which a network learns from the games it plays against itself (Silver et al., 2017 and 2018).
//!
//! ```text
//!        ┌──────────── the champion ◄──────────┐
//!        ▼                                     │
//!   self-play ──► shards ──► trainer ──► candidate ──► gate
//! ```
//!
//! A generation plays games with the champion, trains a candidate on the games of the last generations, and lets it take
//! over, by a match if there is a gate. The first champion is no network but a plain search. What a player learns from are
//! the visits of its own searches (moves) and the ends of its games (values).
//!
//! ```text
//! DIR/zero.json          what is played: a folder goes on with nothing else
//! DIR/generations.jsonl  a line a generation
//! DIR/000/games/*.qdat   its games
//! DIR/000/net.qnet       its network, and log.jsonl of its trainer beside it
//! ```
//!
//! Whatever is there is not made again, so a run that was interrupted goes on where it was.

mod error;
mod judge;
mod network;
mod plan;
mod run;
mod selfplay;

pub use error::ZeroError;
pub use judge::{Judgement, judge};
pub use plan::{Gate, ZeroPlan};
pub use run::{GateResult, Generation, Step, Zero};

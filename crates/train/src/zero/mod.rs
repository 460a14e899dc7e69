//! Self-play: a network learns from the games it plays against itself (Silver et al., 2017 and 2018).
//!
//! ```text
//!        ┌──────────── the champion ◄──────────┐
//!        ▼                                     │
//!   self-play ──► shards ──► trainer ──► candidate ──► gate
//! ```
//!
//! A generation plays games with the champion and trains a candidate on the games of the last generations. The candidate
//! becomes the champion, if it passes the gate. The first champion is a search without a network. The policy target is
//! the visit distribution of the search, the value target the result of the game.
//!
//! ```text
//! DIR/zero.json          the plan: a folder continues no other
//! DIR/generations.jsonl  a line a generation
//! DIR/000/games/*.qdat   its games
//! DIR/000/net.qnet       its network; log.jsonl is the log of its trainer
//! ```
//!
//! Existing games and networks are reused, so an interrupted run continues where it was.

mod accuracy;
mod error;
mod network;
mod plan;
mod run;
mod selfplay;

pub use accuracy::{MoveAccuracy, move_accuracy};
pub use error::ZeroError;
pub use plan::{GatePlan, ZeroPlan};
pub use run::{GateScore, Generation, Zero, ZeroStep};

//! Games played by workers on many machines, over a NATS server with `JetStream`.
//!
//! ```text
//!  quevedo match --queue        nats-server -js                  quevedo worker
//!  ┌────────┐  {run}-{number}  ┌───────────────┐   pull          ┌────────┐
//!  │        ├─────────────────▶│ QUEVEDO_JOBS  ├────────────────▶│        │ plays
//!  │  Queue │                  ├───────────────┤   publish       │ Worker │
//!  │        │◀─────────────────┤ QUEVEDO_RESULTS◀────────────────┤        │ then takes the job
//!  │        │  files by hash   ├───────────────┤                 │        │ off the queue
//!  │        ├─────────────────▶│ quevedo-files ├────────────────▶│        │
//!  └────────┘                  └───────────────┘                 └────────┘
//! ```
//!
//! A job leaves the queue only after its result is stored, so nothing is lost when a worker dies: another one plays its
//! jobs. Because of that a game may be played twice, and after the server was killed jobs may come back or be missing.
//! So [`QueuePool`] relies on the numbers of the results alone: it reports each number once, sends jobs again that are
//! neither in the queue nor answered, and ends when it has all numbers.
//!
//! Beside the games of runs workers search the moves of live games, where servers leave that to them: [`SearchQueue`].

mod connection;
mod files;
mod game_threads;
mod message;
mod pool;
mod run;
mod search;
mod search_queue;
mod searcher;
mod streams;
mod worker;

pub use connection::{OnEvent, QueueError};
pub use pool::{QueuePool, fresh_run};
pub use search::{SearchAnswer, SearchJob};
pub use search_queue::{Search, SearchQueue};
pub use worker::{Worked, Worker};

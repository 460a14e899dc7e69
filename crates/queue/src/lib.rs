//! Games played by workers on many machines, over a NATS server with `JetStream`.
//!
//! ```text
//!  quevedo match --queue        nats-server -js                  quevedo worker
//!  ┌────────┐  {run}-{number}  ┌───────────────┐   pull          ┌────────┐
//!  │        ├─────────────────▶│ QUEVEDO_JOBS  ├────────────────▶│        │ plays
//!  │ Remote │                  ├───────────────┤   publish       │ Worker │
//!  │        │◀─────────────────┤ QUEVEDO_RESULTS◀────────────────┤        │ then takes the job
//!  │        │  files by hash   ├───────────────┤                 │        │ off the queue
//!  │        ├─────────────────▶│ quevedo-files ├────────────────▶│        │
//!  └────────┘                  └───────────────┘                 └────────┘
//! ```
//!
//! A job leaves the queue only after its result is stored, so a worker that dies loses nothing: what it held is played
//! by another. The price is that a game may be played twice, and that, after the server itself was killed, jobs may
//! come back or be gone. So [`Remote`] believes in nothing but the numbers of the results it has: it tells each once,
//! sends again what is neither in the queue nor answered, and is done when every number is in.

mod files;
mod link;
mod message;
mod players;
mod remote;
mod run;
mod streams;
mod worker;

pub use link::{Notice, QueueError};
pub use remote::{Remote, fresh_run};
pub use worker::{Worker, cache_folder, machine_name};

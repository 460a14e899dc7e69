//! Thinking: a bounded pool of threads that no async thread waits for, a fair queue ahead of it, and what a visitor
//! may ask of a machine.

mod caps;
mod machine;
mod pool;
mod queue;

pub(crate) use caps::{MAX_MOVE_TIME, bounded, check_spec, parse_eval, parse_spec};
pub(crate) use machine::{Ledger, Machine};
pub(crate) use pool::{Job, Pool};
pub(crate) use queue::Priority;

//! Engines: which ones a visitor may have, their memory, and the worker pool on which they search.

mod engine;
mod job_queue;
mod memory;
mod search_pool;
mod spec_limits;

pub(crate) use engine::Engine;
pub(crate) use job_queue::Priority;
pub(crate) use memory::MemoryBudget;
pub(crate) use search_pool::{Job, SearchPool};
pub(crate) use spec_limits::{MAX_MOVE_TIME, bounded, check_spec, parse_eval, parse_spec};

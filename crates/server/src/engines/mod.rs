//! Engines: the worker pool on which they search. Which ones a visitor may have is said in [`quevedo_api::engines`].

mod job_queue;
mod search_pool;
mod workers;

pub(crate) use job_queue::Priority;
pub(crate) use quevedo_api::engines::{Engine, MAX_MOVE_TIME, MemoryBudget, bounded, parse_spec};
pub(crate) use search_pool::{Job, SearchPool};
pub(crate) use workers::Workers;

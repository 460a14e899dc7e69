//! Engines: which ones a visitor may have, and their memory.

mod engine;
mod memory;
mod spec_limits;

pub use engine::Engine;
pub use memory::MemoryBudget;
pub use spec_limits::{MAX_MOVE_TIME, bounded, check_spec, parse_eval, parse_spec};

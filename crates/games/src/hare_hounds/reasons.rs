//! How the Hare and the Dogs ends, besides having no moves.

pub use crate::hunt::{GOAL_REACHED, STALLED};

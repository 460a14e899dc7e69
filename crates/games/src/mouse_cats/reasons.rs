//! How the Mouse and the Cats ends, besides having no moves.

pub use crate::hunt::GOAL_REACHED;

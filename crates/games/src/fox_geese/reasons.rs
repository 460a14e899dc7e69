//! How the Fox and the Geese ends, besides having no moves.

use quevedo_core::Reason;

pub use crate::hunt::{GOAL_REACHED, STALLED};

/// Too few geese are left to go on.
pub static TOO_FEW_LEFT: Reason = Reason::new("too_few_left", "too few pieces left", "quedan demasiado pocas piezas");

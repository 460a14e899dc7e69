//! How a game of Connect-4 ends, besides a full board.

use quevedo_core::Reason;

/// Four in line.
pub static FOUR_IN_LINE: Reason = Reason::new("four_in_line", "four in line", "cuatro en línea");

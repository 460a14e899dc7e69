//! Winning strategies of the geese, as [certificates](quevedo_solve::fox_geese::Certificate).
//!
//! * `choose`: makes one from tables, with few positions;
//! * `check`: checks one by the rules alone. It shares nothing with the rest but the rules and the question for a move.

mod check;
mod choose;

pub use check::{CheckedStrategy, StrategyFault, check_strategy};
pub use choose::{StrategyProgress, choose_strategy};

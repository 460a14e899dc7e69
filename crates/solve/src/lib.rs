//! Solvers: exact values of positions, by search or from tables.
//!
//! One module a game, and what they share. A value is proved or not given. `quevedo-solve-build` builds the tables and
//! books that this crate reads.

pub mod amazons;
pub mod book;
pub mod chess;
pub mod connect4;
mod deadline;
mod deepening;
pub mod fox_geese;
pub mod hunt;
pub mod othello;
mod perfect;
mod prefetch;
pub mod retrograde;
mod solution;
mod solving;
mod tables;

pub use chess::{open_tables, set_syzygy_folders};
pub use deepening::DeepeningSolver;
pub use perfect::Perfect;
pub use quevedo_core::Value;
pub use solution::{MarginBounds, Solution, SolveProgress};
pub use solving::{KnownResult, LikelyMove, Solvable, Solver, SolverOptions, StopFlags};
pub use tables::set_table_folder;

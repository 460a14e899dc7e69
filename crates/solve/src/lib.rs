//! Solvers: exact values of positions, by search or from tables.
//!
//! One module a game, and what they share. A value is proved or not given. `quevedo-solve-build` builds the tables and
//! books that this crate reads.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use quevedo_core::Game;
//! use quevedo_games::Connect4;
//! use quevedo_solve::{Solvable, SolverOptions, Value};
//!
//! let mut solver = Connect4::<7, 6>::solver(&SolverOptions::with_memory(8));
//! let solution = solver.solve(&Connect4::start(), &AtomicBool::new(false), &mut |_| {}).expect("nobody stops it");
//! assert_eq!((solution.value, solution.best.len()), (Value::Win, 1));
//! ```

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
pub use deepening::{DeepeningSolver, NewSearch, ProvingSearch};
pub use perfect::Perfect;
pub use quevedo_core::Value;
pub use solution::{MarginBounds, Solution, SolveProgress};
pub use solving::{KnownResult, LikelyMove, Solvable, Solver, SolverOptions, StopFlags};
pub use tables::set_table_folder;

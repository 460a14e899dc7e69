//! Offline builders of what the solvers read, and independent programs that check the solvers.
//!
//! * [`fox_geese`]: builds, packs and checks the tables of the Fox and the Geese; bounds the lengths of won games.
//! * [`connect4_book`]: builds opening books of Connect-4.
//! * [`chess_tables`]: builds the tables of chess endings with three and four men.
//! * [`amazons_plain`]: solves the Amazons on small boards by plain negamax, for comparison with the solver.
//!
//! No other crate depends on this one. The programs are in `src/bin`.

pub mod amazons_plain;
pub mod chess_tables;
pub mod connect4_book;
pub mod fox_geese;

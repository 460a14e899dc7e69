//! Endings with three and four men, solved completely by retrograde analysis: distances to mate (DTM) of all positions
//! without castling rights.
//!
//! The tables know nothing of the fifty-move rule. No mate of theirs takes fifty moves, so the rule matters only to a clock that
//! is running already: a win that the clock might stop has no solution here.
//!
//! * `numbering`: a number for every position, symmetric ones together;
//! * `table`: the distances of one material, and its file;
//! * `set`: all tables that are there, the shipped ones and those of the user.
//!
//! `chess_tables` in `quevedo-solve-build` builds them.

mod numbering;
mod set;
mod table;

pub use set::EndingTables;
pub use table::EndingTable;

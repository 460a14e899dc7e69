//! The Fox and the Geese, solved by retrograde analysis. This module reads the tables; `quevedo-solve-build` builds them.
//!
//! There are 33 points, so 33·C(32, k) ways to place a fox and k geese, and 60.9 thousand million for k up to 15. Three
//! things make that small:
//!
//! * **One number for all stall counters** ([`entry`]): with how many of them the geese win.
//! * **No cycles** ([`profile`]): geese go up or sideways, captures remove them. Blocks of placements with
//!   as many geese on each rank are solved one after another, each in ten sweeps.
//! * **All points of the fox at once** ([`board`]): they are bits of one word, and its steps are shifts.
//!
//! Tables hold only positions with the geese to move; one with the fox to move has the value of its best move. A capture
//! does not change the stall counter, and the tenth step sideways loses even if it shuts the fox in, as the rules say.
//!
//! Every game ends, so a side that keeps the value wins: perfect play needs no distances, and tables hold none. A
//! [`Certificate`] is one winning strategy of the geese, small enough to be part of the program.
//!
//! K. Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9(3), 1986, introduced the method.

pub mod board;
mod certificate;
pub mod entry;
pub mod file;
mod known;
mod pack;
pub mod profile;
mod shipped;
mod tables;

pub use certificate::{Certificate, Layer, StrategyError, StrategyPosition};
pub use file::TableError;
pub(crate) use known::known_result;
pub use pack::PACK_MAGIC;
pub(crate) use shipped::solve_by_strategy;
pub use shipped::{shipped, strategy};
pub use tables::{FoxGeeseTables, GeeseTable};

/// The geese lose when fewer are left.
pub const FEWEST_GEESE: u32 = 4;
/// No start position has more geese.
pub const MOST_GEESE: u32 = 17;

//! The Fox and the Geese, solved by working backwards (retrograde analysis).
//!
//! There are 33 points, so 33·C(32, k) ways to place a fox and k geese, and 60.9 thousand million for k up to 15. Three
//! things make that small:
//!
//! * **One number for all stall counters** (`entry`): with how many of them the geese win.
//! * **No cycles** (`profile`): geese go up or sideways, captures take them away. Blocks of placements with
//!   as many geese on each rank are solved one after another, each in ten sweeps.
//! * **All places of the fox at once** (`block`): they are bits of one word, and its steps are shifts.
//!
//! Only positions with the geese to move are kept; one with the fox to move is as good as the best of its moves. A capture
//! does not change the stall counter, and the tenth step sideways loses even if it shuts the fox in, as the rules have it.
//!
//! Every game ends, so whoever keeps the value wins: no distances are needed for perfect play, and none are kept. How long the
//! geese need at most, and at least, is worked out apart (`length`).
//!
//! K. Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9(3), 1986, is where this began.

mod block;
mod board;
mod build;
mod check;
mod entry;
mod file;
mod length;
mod pack;
mod profile;
mod shipped;
mod tables;
mod walk;

pub use build::{Progress, Settings, build};
pub use check::Check;
pub use file::TableError;
pub use length::{Bound, LengthProgress, LengthSettings, Precision, length_memory, lengths};
pub use pack::pack;
pub use shipped::shipped;
pub use tables::Tables;

/// The geese lose when fewer are left.
const FEWEST_GEESE: u32 = 4;
/// More geese than this start in no variant.
const MOST_GEESE: u32 = 17;

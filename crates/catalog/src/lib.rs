//! Where games meet strategies.
//!
//! * [`GAMES`]: the one table of all games and variants.
//! * [`PlayerSpec`]: a player as a line of text.
//! * [`Session`]: a game being played, with its types erased: text in, text out. This is the edge where the
//!   monomorphised world of rules and searches ends; pages, terminals and protocols live on the other side.

mod dialect;
mod entry;
mod games;
mod levels;
mod player;
mod players;
mod session;
mod sight;
mod spec;

pub use dialect::Dialect;
pub use entry::{Evaluation, GameEntry, PlayoutCount, Solved, UnknownGame};
pub use games::{GAMES, find_game, find_variant};
pub use player::{Ask, Orders, Player, Thought, ThoughtLine};
pub use quevedo_search::table::recycle as recycle_tables;
pub use quevedo_solve::open_tables;
pub use session::{MoveView, Session};
pub use sight::{Look, Prober, Sees};
pub use spec::{Key, Kind, PlayerDescription, PlayerSpec, SpecError, read_time, show_time};

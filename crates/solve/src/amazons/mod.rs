//! The Amazons endgame solver, for boards that arrows have cut into regions.
//!
//! Once every region belongs to one side, the side that can make more moves wins. Only regions that both sides share are
//! searched.
//!
//! ```text
//! board      regions, and their successors by moves
//! filling    how many moves a side can make where it is alone
//! bounds     bounds of the value of a shared region
//! sum        regions together: spare moves, bounds, who wins
//! regions    bounds and stops of a region
//! search     who wins, by depth-first proof-number search
//! solver     the interface: all winning moves
//! table      hash table with fixed size
//! ```

mod board;
mod bounds;
mod filling;
mod regions;
mod search;
mod solver;
mod sum;
mod table;

use quevedo_games::Amazons;

pub use solver::AmazonsSolver;

/// With no more empty squares in shared regions, and no more in the largest of them, a solution takes about a second at most.
const WITHIN_REACH: [u32; 2] = [20, 10];

/// Whether a solution is expected within about a second.
pub fn is_within_reach<const N: usize>(position: &Amazons<N>) -> bool {
    let [total, largest] = board::Board::<N>::contested(position);
    total <= WITHIN_REACH[0] && largest <= WITHIN_REACH[1]
}

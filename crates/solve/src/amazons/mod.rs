//! The last part of the Amazons, when the arrows have cut the board into regions.
//!
//! Who can make more moves in regions of its own wins, once all is cut apart; as long as some regions are still shared, it is a matter
//! of a few moves there. Only those are searched.
//!
//! ```text
//! board      regions, and what moves make of them
//! filling    how many moves a side can make where it is alone
//! bounds     what a side is sure of where it is not
//! sum        regions together: spare moves, bounds, who wins
//! knowledge  what is known of a region
//! search     who wins, by proof numbers
//! solver     all winning moves; what callers see
//! table      what was found before
//! ```

mod board;
mod bounds;
mod filling;
mod knowledge;
mod search;
mod solver;
mod sum;
mod table;

use quevedo_games::Amazons;

pub use solver::Solver;

/// With no more empty squares in shared regions, and no more in the largest of them, a solution takes about a second at most.
const NEAR: [u32; 2] = [20, 10];

/// Whether a solution can be expected within about a second.
pub fn is_near<const N: usize>(position: &Amazons<N>) -> bool {
    let [total, largest] = board::Board::<N>::contested(position);
    total <= NEAR[0] && largest <= NEAR[1]
}

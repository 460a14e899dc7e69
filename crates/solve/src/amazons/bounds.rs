//! Bounds of the value of a region that both sides share.
//!
//! An amazon that does not move is a wall. With all amazons of one side as walls, the squares that the other side cannot reach
//! are guarded. One guard may step into each guarded area and shoot at the square it left, which keeps the area closed; from
//! then on only that guard fills it. So this side is certain of those moves, whatever happens elsewhere, and the other side
//! has no more moves than there are squares outside.
//!
//! ```text
//! . . Q . q .      Q is certain of the 3 squares on its left, and q makes no more than 4 moves then: at least 3 - 4 for Q.
//! * . * . * .      q is certain of the 2 squares on its right, and Q makes no more than 5 moves then: at most 5 - 2.
//! ```

use quevedo_core::Side;

use super::board::{Board, Region, each_bit};
use super::filling::Fillings;

/// Up to this size the bound is the longest filling; above, the number of squares.
const COUNTED: u32 = 12;

/// What a side can do if its amazons stand as walls until they are needed.
struct Guarded {
    /// Moves it can make at any time.
    sure: u32,
    /// Moves the other side can make at most.
    left: u32,
}

/// The value of a region for the first side lies between these, as a number of moves ahead.
pub(super) fn bounds<const N: usize>(region: &Region, fillings: &mut Fillings<N>) -> [i32; 2] {
    let [first, second] = Side::BOTH.map(|side| guarded(region, side, fillings));
    [first.sure as i32 - first.left as i32, second.left as i32 - second.sure as i32]
}

fn guarded<const N: usize>(region: &Region, side: Side, fillings: &mut Fillings<N>) -> Guarded {
    let mut guards = region.amazons[side.index()];
    let others = region.amazons[(!side).index()];
    let mut open = region.empty | others;
    let (mut sure, mut left) = (0, 0);
    while open != 0 {
        let area = Board::<N>::connected(open & open.wrapping_neg(), open);
        open ^= area;
        if area & others != 0 {
            left += most_moves(&region.within(area), !side, fillings);
        } else if let Some((guard, moves)) = best_guard(area, guards, fillings) {
            guards ^= 1 << guard;
            sure += moves;
        }
    }
    Guarded { sure, left }
}

/// No more moves can be made in a region of one side.
fn most_moves<const N: usize>(region: &Region, owner: Side, fillings: &mut Fillings<N>) -> u32 {
    let mut most = 0;
    Board::<N>::each_part(region, |part| {
        most += if part.size() <= COUNTED { fillings.count(&part, owner).most } else { part.size() };
    });
    most
}

/// The guard with the most certain moves in an area, and their number.
fn best_guard<const N: usize>(area: u128, guards: u128, fillings: &mut Fillings<N>) -> Option<(u8, u32)> {
    let mut best = None;
    each_bit(guards & Board::<N>::grown(area), |guard| {
        let moves = guard_moves(area, guard, fillings);
        if best.is_none_or(|(_, most)| moves > most) {
            best = Some((guard, moves));
        }
    });
    best
}

/// How many moves are certain for a guard that steps into its area and closes it behind itself.
fn guard_moves<const N: usize>(area: u128, guard: u8, fillings: &mut Fillings<N>) -> u32 {
    let mut best = 0;
    each_bit(Board::<N>::reach(guard, area), |to| {
        if best < area.count_ones() {
            let inside = Region { empty: area ^ 1 << to, amazons: [1 << to, 0] };
            let mut moves = 1;
            Board::<N>::each_part(&inside, |part| moves += fillings.count(&part, Side::First).least);
            best = best.max(moves);
        }
    });
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The squares of a string of bits, the first of them the lowest.
    fn squares(bits: &str) -> u128 {
        bits.chars().rev().fold(0, |squares, bit| squares << 1 | u128::from(bit == '1'))
    }

    #[test]
    fn bounds_of_the_drawing() {
        let amazons = [squares("000000001000"), squares("000000000010")];
        let region = Region { empty: squares("010101110101"), amazons };
        assert_eq!(bounds::<6>(&region, &mut Fillings::new(1)), [-1, 3]);
    }
}

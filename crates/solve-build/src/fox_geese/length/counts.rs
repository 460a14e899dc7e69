//! Counts of moves for all points of the fox at once: one byte a point, one vector register a placement.
//!
//! The bytes are numbered like the bits of a [`FoxSet`], and two are spare. A count is how many moves the geese still make,
//! the one that shuts the fox in included; a fox that is to move and cannot has 0. Points are filled so that
//! the best of all moves needs no case: where a goose stands a fox cannot go, so that its count is 0 for the largest of
//! the fox's steps, and [`NEVER`] for the smallest of the geese's moves.

use quevedo_solve::fox_geese::board::{ALL, FoxSet, around};

/// Bytes of [`Counts`].
const LANES: usize = 32;
/// A count so large that the geese do not win.
pub(super) const NEVER: u8 = u8::MAX;
/// No step of the fox leads to a point whose number differs by more.
const REACH: usize = 8;

/// A count for every point of the fox.
pub(super) type Counts = [u8; LANES];

/// The fox wins from everywhere.
pub(super) const LOST: Counts = [NEVER; LANES];

/// For every difference of numbers, from -[`REACH`] to [`REACH`], the points with a neighbour so far away.
static NEIGHBOURS: [Counts; 2 * REACH + 1] = neighbours();

const fn neighbours() -> [Counts; 2 * REACH + 1] {
    let mut masks = [[0; LANES]; 2 * REACH + 1];
    let mut point = 0;
    while point < ALL.count_ones() as usize {
        let mut left = around(1 << point);
        while left != 0 {
            masks[left.trailing_zeros() as usize + REACH - point][point] = u8::MAX;
            left &= left - 1;
        }
        point += 1;
    }
    masks
}

/// [`NEVER`] on the points of a set, 0 elsewhere.
#[inline]
pub(super) fn never_on(set: FoxSet) -> Counts {
    std::array::from_fn(|point| if set >> point & 1 == 1 { NEVER } else { 0 })
}

/// Keeps the smaller of two counts everywhere: the geese choose.
#[inline]
pub(super) fn keep_smaller(counts: &mut [Counts], others: &[Counts]) {
    let pairs = counts.as_flattened_mut().iter_mut().zip(others.as_flattened());
    pairs.for_each(|(count, other)| *count = (*count).min(*other));
}

/// Keeps the larger of two counts everywhere: the fox chooses.
#[inline]
pub(super) fn keep_larger(counts: &mut Counts, other: &Counts) {
    counts.iter_mut().zip(other).for_each(|(count, other)| *count = (*count).max(*other));
}

/// For every placement of a row and every point the largest count among the point's neighbours. The row has a placement
/// more at both ends, with any counts, which has none in the result.
#[inline]
pub(super) fn largest_around(row: &[Counts]) -> impl ExactSizeIterator<Item = Counts> {
    let counts = row.as_flattened();
    (1..row.len() - 1).map(|place| {
        let window = &counts[place * LANES - REACH..][..LANES + 2 * REACH];
        let mut largest = [0; LANES];
        for (difference, mask) in NEIGHBOURS.iter().enumerate() {
            let pairs = window[difference..][..LANES].iter().zip(mask);
            largest.iter_mut().zip(pairs).for_each(|(largest, (count, mask))| *largest = (*largest).max(count & mask));
        }
        largest
    })
}

#[cfg(test)]
mod tests {
    use quevedo_core::Rng;
    use quevedo_games::Bits;
    use quevedo_solve::fox_geese::board::{ALL, around};

    use super::{LANES, NEVER, largest_around};

    #[test]
    fn the_largest_neighbour_is_found() {
        let mut rng = Rng::with_seed(1);
        let row: Vec<_> = (0..20).map(|_| std::array::from_fn::<_, LANES, _>(|_| rng.u8(..))).collect();
        let largest: Vec<_> = largest_around(&row).collect();
        assert_eq!(largest.len(), row.len() - 2);
        for (found, counts) in largest.iter().zip(&row[1..]) {
            for point in Bits(ALL.into()) {
                let neighbours = Bits(around(1 << point).into());
                let expected = neighbours.map(|neighbour| counts[usize::from(neighbour)]).max();
                assert_eq!(found[usize::from(point)], expected.unwrap_or(NEVER));
            }
        }
    }
}

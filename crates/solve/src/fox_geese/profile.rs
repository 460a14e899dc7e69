//! How placements of geese are numbered.
//!
//! A **profile** says how many geese stand on each rank. Geese never go back, so a step forward changes the profile for
//! good, a capture takes it to one with a goose less, and a step sideways keeps it: the placements of one profile are a
//! **block** that depends on itself and on blocks finished before. Within a block a placement is a number of mixed radix,
//! one digit a rank, the digit being the number of the rank's subset among those of its size. A step sideways
//! then changes one digit, and the other digits may be run through with plain vectors.

use std::sync::OnceLock;

use super::board::{CROSS, RANKS, ROWS};

/// The ranks by significance of their digits, least first: narrow ranks have few subsets and make up the runs of
/// neighbouring placements over which the wide ones are treated at once.
pub const ORDER: [usize; RANKS] = [0, 1, 5, 6, 2, 3, 4];
/// Placements that are compressed together.
pub const CHUNK: usize = 4096;
/// Bits of a rank's count in the code of a profile.
const COUNT_BITS: [u32; RANKS] = [2, 2, 3, 3, 3, 2, 2];
const CODES: usize = 1 << 17;

/// The number of a row's subset among the subsets of its size, by its bits: in a narrow rank, and in a wide one.
static DIGITS: [[u8; 128]; 2] = [digits(ROWS[0]), digits(ROWS[2])];

const fn digits(row: u8) -> [u8; 128] {
    let mut digits = [0; 128];
    let mut seen = [0; 8];
    let mut subset = 0_usize;
    while subset < 128 {
        if subset as u8 & !row == 0 {
            let size = subset.count_ones() as usize;
            digits[subset] = seen[size];
            seen[size] += 1;
        }
        subset += 1;
    }
    digits
}

const fn is_wide(rank: usize) -> bool {
    rank >= 2 && rank <= 4
}

/// The digit of a rank whose geese are the low seven bits of `row`.
#[inline]
pub fn digit(rank: usize, row: u64) -> u32 {
    u32::from(DIGITS[usize::from(is_wide(rank))][(row & 0x7f) as usize])
}

/// The subsets of a rank with `count` points, in the order of their digits.
pub fn subsets(rank: usize, count: u8) -> Vec<u8> {
    (0..128).filter(|subset| subset & !ROWS[rank] == 0 && subset.count_ones() == u32::from(count)).collect()
}

/// For every digit of a rank with `count` geese, the digits that one step sideways leads to.
pub fn sidesteps(rank: usize, count: u8) -> Vec<Vec<u32>> {
    let steps = |row: u8| {
        let pairs = (0..6).map(move |file| row ^ 0b11 << file);
        let legal = move |next: &u8| next & !ROWS[rank] == 0 && next.count_ones() == row.count_ones();
        pairs.filter(legal).map(|next| digit(rank, next.into())).collect()
    };
    subsets(rank, count).into_iter().map(steps).collect()
}

/// How many geese stand on each rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Profile {
    /// By rank, the lowest first.
    pub counts: [u8; RANKS],
}

impl Profile {
    /// The profile of a placement.
    pub fn of(geese: u64) -> Self {
        Self { counts: std::array::from_fn(|rank| (geese >> (8 * rank) & 0xff).count_ones() as u8) }
    }

    /// Every profile of this number of geese, in the order of their blocks.
    pub fn all(geese: u32) -> impl Iterator<Item = Self> {
        (0..CODES).filter_map(Self::decoded).filter(move |profile| profile.geese() == geese)
    }

    fn decoded(code: usize) -> Option<Self> {
        let mut left = code;
        let counts = COUNT_BITS.map(|bits| {
            let count = left & ((1 << bits) - 1);
            left >>= bits;
            count as u8
        });
        let fits = counts.iter().zip(ROWS).all(|(count, row)| u32::from(*count) <= row.count_ones());
        fits.then_some(Self { counts })
    }

    fn code(self) -> usize {
        let pairs = self.counts.into_iter().zip(COUNT_BITS).rev();
        pairs.fold(0, |code, (count, bits)| code << bits | usize::from(count))
    }

    /// The number of geese.
    pub fn geese(self) -> u32 {
        self.counts.iter().map(|count| u32::from(*count)).sum()
    }

    /// The sum of the ranks of all geese: a step forward makes it one larger.
    pub fn rank_sum(self) -> u32 {
        self.counts.iter().zip(1..).map(|(count, rank)| u32::from(*count) * rank).sum()
    }

    /// How many subsets the ranks have: the bases of the digits.
    pub fn bases(self) -> [u32; RANKS] {
        std::array::from_fn(|rank| binomial(ROWS[rank].count_ones(), self.counts[rank].into()))
    }

    /// The place value of the digit of each rank.
    pub fn strides(self) -> [u32; RANKS] {
        let (bases, mut strides, mut stride) = (self.bases(), [0; RANKS], 1);
        for rank in ORDER {
            strides[rank] = stride;
            stride *= bases[rank];
        }
        strides
    }

    /// How many placements there are.
    pub fn size(self) -> usize {
        self.bases().iter().map(|base| *base as usize).product()
    }

    /// The profile with a goose less on a rank.
    pub fn captured(mut self, rank: usize) -> Option<Self> {
        self.counts[rank] = self.counts[rank].checked_sub(1)?;
        Some(self)
    }

    /// The profile after a step forward from a rank.
    pub fn advanced(self, rank: usize) -> Option<Self> {
        let mut next = self.captured(rank)?;
        let row = ROWS.get(rank + 1)?;
        next.counts[rank + 1] += 1;
        (u32::from(next.counts[rank + 1]) <= row.count_ones()).then_some(next)
    }

    /// The number of a placement within the block.
    pub fn number(self, geese: u64) -> usize {
        let strides = self.strides();
        (0..RANKS).map(|rank| (digit(rank, geese >> (8 * rank)) * strides[rank]) as usize).sum()
    }

    /// The first of the block's chunks in the table of its number of geese.
    pub fn first_chunk(self) -> usize {
        chunk_table()[self.code()] as usize
    }

    fn chunks(self) -> usize {
        self.size().div_ceil(CHUNK)
    }

    /// How many placements each of the chunks has.
    pub fn chunk_sizes(self) -> impl Iterator<Item = usize> {
        (0..self.size()).step_by(CHUNK).map(move |start| CHUNK.min(self.size() - start))
    }
}

/// How many chunks the table of this number of geese has.
pub fn chunk_count(geese: u32) -> usize {
    Profile::all(geese).map(Profile::chunks).sum()
}

/// How many placements of this number of geese there are.
pub fn placements(geese: u32) -> u64 {
    let points = CROSS.count_ones();
    (0..geese).fold(1, |product, taken| product * u64::from(points - taken) / u64::from(taken + 1))
}

fn chunk_table() -> &'static [u32] {
    static TABLE: OnceLock<Vec<u32>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let (mut table, mut next) = (vec![0; CODES], [0_u32; 34]);
        for profile in (0..CODES).filter_map(Profile::decoded) {
            let next = &mut next[profile.geese() as usize];
            table[profile.code()] = *next;
            *next += profile.chunks() as u32;
        }
        table
    })
}

fn binomial(n: u32, k: u32) -> u32 {
    (0..k).fold(1, |product, taken| product * (n - taken) / (taken + 1))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use quevedo_games::Bits;

    use super::{Profile, digit, placements, sidesteps, subsets};
    use crate::fox_geese::board::{CROSS, RANKS};

    /// Every way to place this number of geese, by plain recursion.
    fn flocks(geese: u32, free: u64) -> Vec<u64> {
        if geese == 0 {
            return vec![0];
        }
        let points = Bits(free);
        points
            .flat_map(|point| {
                flocks(geese - 1, free >> point >> 1 << point << 1).into_iter().map(move |flock| flock | 1 << point)
            })
            .collect()
    }

    #[test]
    fn every_placement_has_its_own_number() {
        for geese in 0..=4 {
            let mut seen = HashSet::new();
            for flock in flocks(geese, CROSS) {
                let profile = Profile::of(flock);
                assert!(profile.number(flock) < profile.size());
                assert!(seen.insert((profile, profile.number(flock))), "{flock:x}");
            }
            assert_eq!(seen.len() as u64, placements(geese));
            assert_eq!(Profile::all(geese).map(|profile| profile.size() as u64).sum::<u64>(), placements(geese));
        }
    }

    #[test]
    fn codes_and_digits_count_up() {
        for geese in 0..=33 {
            Profile::all(geese).for_each(|profile| assert_eq!(Profile::decoded(profile.code()), Some(profile)));
        }
        for rank in 0..RANKS {
            for (number, subset) in subsets(rank, 2).into_iter().enumerate() {
                assert_eq!(digit(rank, subset.into()) as usize, number);
            }
        }
    }

    #[test]
    fn a_lone_goose_steps_to_both_sides() {
        assert_eq!(sidesteps(0, 1), [vec![1], vec![0, 2], vec![1]]);
        assert_eq!(sidesteps(3, 7), [vec![]]);
    }
}

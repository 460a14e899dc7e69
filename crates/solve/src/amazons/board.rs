//! Regions: the parts into which arrows cut the board.
//!
//! Squares are bits `file + N·rank`, as in the game. A region is a set of squares without arrows, connected by king
//! steps; the amazons in it count as squares of it, since they may move away. No amazon and no arrow ever gets out of a
//! region, so a position is a sum of regions in the sense of combinatorial games.

use quevedo_core::{Game, Side};
use quevedo_games::Amazons;

/// Empty squares and the amazons of both sides among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Region {
    /// The empty squares.
    pub(super) empty: u128,
    /// The amazons of each side.
    pub(super) amazons: [u128; 2],
}

/// Visits the bits of a word.
#[inline]
pub(super) fn each_bit(mut word: u128, mut visit: impl FnMut(u8)) {
    while word != 0 {
        visit(word.trailing_zeros() as u8);
        word &= word - 1;
    }
}

/// The geometry of an `N` by `N` board.
pub(super) struct Board<const N: usize>;

impl<const N: usize> Board<N> {
    const ALL: u128 = u128::MAX >> (128 - N * N);
    const RANK: u128 = u128::MAX >> (128 - N);
    const LEFT: u128 = Self::ALL / Self::RANK;
    const NOT_LEFT: u128 = Self::ALL & !Self::LEFT;
    const NOT_RIGHT: u128 = Self::ALL & !(Self::LEFT << (N - 1));

    /// All squares that are not arrows, in one piece.
    pub(super) fn whole(position: &Amazons<N>) -> Region {
        let amazons = Side::BOTH.map(|side| position.amazons(side));
        Region { empty: Self::ALL & !(position.arrows() | amazons[0] | amazons[1]), amazons }
    }

    /// The squares and everything a king step from them.
    #[inline]
    pub(super) fn grown(squares: u128) -> u128 {
        let wide = squares | (squares << 1 & Self::NOT_LEFT) | (squares >> 1 & Self::NOT_RIGHT);
        (wide | wide << N | wide >> N) & Self::ALL
    }

    /// The squares inside `of` that are connected to some squares.
    #[inline]
    pub(super) fn connected(seed: u128, of: u128) -> u128 {
        let mut found = seed;
        loop {
            let grown = Self::grown(found) & of;
            if grown == found {
                return found;
            }
            found = grown;
        }
    }

    /// Where a queen on a square can go over empty squares.
    #[inline]
    pub(super) fn reach(from: u8, empty: u128) -> u128 {
        let queen = 1_u128 << from;
        let slide = |step: fn(u128) -> u128| {
            let (mut reached, mut front) = (0, step(queen) & empty);
            while front != 0 {
                reached |= front;
                front = step(front) & empty;
            }
            reached
        };
        let sides = slide(|s| s << 1 & Self::NOT_LEFT) | slide(|s| s >> 1 & Self::NOT_RIGHT);
        let files = slide(|s| s << N) | slide(|s| s >> N);
        let up = slide(|s| s << (N + 1) & Self::NOT_LEFT) | slide(|s| s << (N - 1) & Self::NOT_RIGHT);
        let down = slide(|s| s >> (N + 1) & Self::NOT_RIGHT) | slide(|s| s >> (N - 1) & Self::NOT_LEFT);
        sides | files | up | down
    }

    /// Visits the connected parts of a region, each shifted to the lowest corner of the board so that equal shapes are
    /// equal. A part without empty squares or without amazons is dead and left out.
    #[inline]
    pub(super) fn each_part(region: &Region, mut visit: impl FnMut(Region)) {
        let mut left = region.squares();
        while left != 0 {
            let part = Self::connected(left & left.wrapping_neg(), left);
            left ^= part;
            let part = region.within(part);
            if part.empty != 0 && part.amazons != [0, 0] {
                visit(Self::cornered(&part));
            }
        }
    }

    /// The region moved to the lowest corner.
    #[inline]
    fn cornered(region: &Region) -> Region {
        let squares = region.squares();
        let up = squares.trailing_zeros() as usize / N * N;
        let files = (0..N).fold(0, |files, rank| files | squares >> (rank * N) & Self::RANK);
        let shift = up + files.trailing_zeros() as usize;
        Region { empty: region.empty >> shift, amazons: region.amazons.map(|amazons| amazons >> shift) }
    }

    /// Visits the successor of a region by every move of a side, with the square of the arrow.
    #[inline]
    pub(super) fn each_move(region: &Region, side: Side, mut visit: impl FnMut(Region, u8)) {
        each_bit(region.amazons[side.index()], |from| {
            each_bit(Self::reach(from, region.empty), |to| {
                let mut moved = *region;
                moved.amazons[side.index()] ^= 1 << from | 1 << to;
                moved.empty ^= 1 << from | 1 << to;
                each_bit(Self::reach(to, moved.empty), |arrow| {
                    visit(Region { empty: moved.empty ^ 1 << arrow, ..moved }, arrow);
                });
            });
        });
    }

    /// How many empty squares lie in regions where both sides have amazons: in all of them, and in the largest.
    pub(super) fn contested(position: &Amazons<N>) -> [u32; 2] {
        let (mut total, mut largest) = (0, 0);
        Self::each_part(&Self::whole(position), |part| {
            if part.owner().is_none() {
                total += part.size();
                largest = largest.max(part.size());
            }
        });
        [total, largest]
    }

    /// The position after a move, in one piece.
    pub(super) fn after(position: &Amazons<N>, mv: <Amazons<N> as Game>::Move) -> Region {
        let mut next = *position;
        next.play(mv);
        Self::whole(&next)
    }
}

impl Region {
    /// All squares, amazons included.
    #[inline]
    pub(super) fn squares(&self) -> u128 {
        self.empty | self.amazons[0] | self.amazons[1]
    }

    /// How many squares are empty: no more moves can be made here by both sides together.
    #[inline]
    pub(super) fn size(&self) -> u32 {
        self.empty.count_ones()
    }

    /// The only side with amazons here, if it is the only one.
    #[inline]
    pub(super) fn owner(&self) -> Option<Side> {
        match self.amazons {
            [_, 0] => Some(Side::First),
            [0, _] => Some(Side::Second),
            _ => None,
        }
    }

    /// The part of the region on these squares.
    #[inline]
    pub(super) fn within(&self, squares: u128) -> Self {
        Self { empty: self.empty & squares, amazons: self.amazons.map(|amazons| amazons & squares) }
    }

    /// A 128-bit hash of the region. Collisions are practically impossible.
    #[inline]
    pub(super) fn key(&self) -> u128 {
        let words = [self.empty, self.amazons[0], self.amazons[1]];
        let (mut high, mut low) = (0x9e3779b97f4a7c15_u64, 0x2545f4914f6cdd1d_u64);
        for word in words.into_iter().flat_map(|word| [word as u64, (word >> 64) as u64]) {
            high = scattered(high ^ word, 0xd6e8feb86659fd93);
            low = scattered(low.wrapping_add(word), 0xbf58476d1ce4e5b9);
        }
        u128::from(high) << 64 | u128::from(low)
    }
}

/// Both halves of a product, folded.
#[inline]
pub(super) const fn scattered(word: u64, by: u64) -> u64 {
    let product = (word ^ 0x94d049bb133111eb) as u128 * by as u128;
    product as u64 ^ (product >> 64) as u64
}

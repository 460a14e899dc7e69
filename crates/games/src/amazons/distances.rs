//! Which side reaches which square first: territory by queen distance and by king distance.
//!
//! Distances are counted over empty squares, in queen moves or in king steps. They are found for all squares at
//! once, as a stack of sets: what lies within one move, within two, and so on. Queen moves are Kogge-Stone fills, which
//! double their length in every step; the propagators are computed once for each of the eight directions.

use quevedo_core::Score;

use super::Amazons;

/// No distance is longer, in moves: of every 2x2 block a shortest way of a king uses at most two squares.
const LONGEST: usize = 50;
/// What a square is worth in relative territory that only one side reaches, in moves.
pub(super) const ALONE: Score = 5;
/// A lead of more king steps than this counts no more.
pub(super) const LEAD: usize = 6;

/// The propagators of Kogge-Stone fills: the squares that can be entered by 1, 2, 4 and 8 steps over empty squares, for
/// each of the four lines upwards and downwards.
pub(super) struct Propagators<const N: usize> {
    empty: u128,
    up: [[u128; 4]; 4],
    down: [[u128; 4]; 4],
}

impl<const N: usize> Propagators<N> {
    const SHIFTS: [usize; 4] = [1, N - 1, N, N + 1];
    const NOT_LEFT: u128 = !Self::file(0);
    const NOT_RIGHT: u128 = !Self::file(N - 1);
    /// Where a step upwards along each line does not come out at the other side, and where a step downwards does
    /// not.
    const UP: [u128; 4] = [Self::NOT_LEFT, Self::NOT_RIGHT, u128::MAX, Self::NOT_LEFT];
    const DOWN: [u128; 4] = [Self::NOT_RIGHT, Self::NOT_LEFT, u128::MAX, Self::NOT_RIGHT];

    const fn file(file: usize) -> u128 {
        let mut squares = 0;
        let mut rank = 0;
        while rank < N {
            squares |= 1 << (file + N * rank);
            rank += 1;
        }
        squares
    }

    #[inline]
    fn new(empty: u128) -> Self {
        let (mut up, mut down) = ([[0; 4]; 4], [[0; 4]; 4]);
        for (line, shift) in Self::SHIFTS.into_iter().enumerate() {
            let (mut above, mut below) = (empty & Self::UP[line], empty & Self::DOWN[line]);
            for doubling in 0..4 {
                (up[line][doubling], down[line][doubling]) = (above, below);
                above &= above << (shift << doubling);
                below &= below >> (shift << doubling);
            }
        }
        Self { empty, up, down }
    }

    /// Where queens on these squares go.
    #[inline]
    fn queens(&self, from: u128) -> u128 {
        let mut reached = 0;
        for (line, shift) in Self::SHIFTS.into_iter().enumerate() {
            let (mut above, mut below) = (from, from);
            for doubling in 0..4 {
                above |= self.up[line][doubling] & above << (shift << doubling);
                below |= self.down[line][doubling] & below >> (shift << doubling);
            }
            reached |= above | below;
        }
        reached & self.empty
    }

    /// Where kings on these squares go.
    #[inline]
    fn kings(&self, from: u128) -> u128 {
        let row = from | (from & Self::NOT_RIGHT) << 1 | (from & Self::NOT_LEFT) >> 1;
        (row | row << N | row >> N) & self.empty
    }
}

/// How far every square is from a side's amazons: a distance map.
pub(super) struct DistanceMap {
    /// The squares at most so many moves away; none are 0 moves away.
    within: [u128; LONGEST + 1],
    furthest: usize,
}

impl DistanceMap {
    #[inline]
    fn new(amazons: u128, empty: u128, step: impl Fn(u128) -> u128) -> Self {
        let mut within = [0; LONGEST + 1];
        let mut furthest = 0;
        let mut next = step(amazons);
        while next != within[furthest] && furthest < LONGEST {
            furthest += 1;
            within[furthest] = next;
            next = if next == empty { next } else { next | step(next) };
        }
        Self { within, furthest }
    }

    /// The squares at most so many moves away.
    #[inline]
    pub(super) fn within(&self, moves: usize) -> u128 {
        self.within[moves.min(self.furthest)]
    }

    /// The squares exactly so many moves away, from 1 to `furthest`.
    #[inline]
    fn exactly(&self, moves: usize) -> u128 {
        self.within[moves] & !self.within[moves - 1]
    }

    /// The squares any number of moves away.
    #[inline]
    pub(super) fn reached(&self) -> u128 {
        self.within[self.furthest]
    }

    /// How many moves away a square is, if it is reached at all.
    pub(super) fn distance(&self, square: u8) -> Option<usize> {
        (1..=self.furthest).find(|moves| self.within[*moves] >> square & 1 == 1)
    }

    /// The squares nearer to this side than to the other.
    #[inline]
    pub(super) fn nearer(&self, other: &Self) -> u128 {
        (1..=self.furthest).fold(0, |nearer, moves| nearer | self.within[moves] & !other.within(moves))
    }

    /// The squares that this side reaches at least so many moves earlier than the other.
    #[inline]
    pub(super) fn leading(&self, other: &Self, lead: usize) -> u128 {
        (1..=self.furthest).fold(0, |set, moves| set | self.exactly(moves) & !other.within(moves + lead - 1))
    }

    /// The local advantage of this side (Lieberum's c terms): by how many moves it reaches squares earlier, at most [`LEAD`] for
    /// each square.
    #[inline]
    pub(super) fn local_advantage(&self, other: &Self) -> Score {
        let lead = |moves: usize| (0..LEAD).map(move |lead| ones(self.exactly(moves) & !other.within(moves + lead)));
        (1..=self.furthest).flat_map(lead).sum()
    }
}

/// The distances of one side and of the other.
pub(super) struct DistanceMaps {
    pub(super) own: DistanceMap,
    pub(super) other: DistanceMap,
}

impl DistanceMaps {
    #[inline]
    fn new([own, other]: [u128; 2], empty: u128, step: impl Fn(u128) -> u128) -> Self {
        Self { own: DistanceMap::new(own, empty, &step), other: DistanceMap::new(other, empty, &step) }
    }

    /// The distances of the amazons, the own and the other's, in queen moves.
    #[inline]
    pub(super) fn of_queens<const N: usize>(amazons: [u128; 2], propagators: &Propagators<N>) -> Self {
        Self::new(amazons, propagators.empty, |from| propagators.queens(from))
    }

    /// The same in king steps.
    #[inline]
    pub(super) fn of_kings<const N: usize>(amazons: [u128; 2], propagators: &Propagators<N>) -> Self {
        Self::new(amazons, propagators.empty, |from| propagators.kings(from))
    }

    /// The squares that both sides reach.
    #[inline]
    pub(super) fn contested(&self) -> u128 {
        self.own.reached() & self.other.reached()
    }

    /// Squares nearer to one side, less those nearer to the other; and those as near to both.
    #[inline]
    pub(super) fn territory(&self) -> (Score, Score) {
        let (own, other) = (self.own.nearer(&self.other), self.other.nearer(&self.own));
        (ones(own) - ones(other), ones(self.contested() & !(own | other)))
    }

    /// By how many moves the contested squares are reached earlier, and a fixed lead where there is no contest.
    pub(super) fn relative_territory(&self) -> Score {
        let contested = self.contested();
        let beyond = |distances: &DistanceMap, moves: usize| ones(contested & !distances.within(moves));
        let furthest = self.own.furthest.max(self.other.furthest);
        let leads: Score = (1..furthest).map(|moves| beyond(&self.other, moves) - beyond(&self.own, moves)).sum();
        leads + ALONE * (ones(self.own.reached()) - ones(self.other.reached()))
    }

    /// How much is contested, in hundredths: a square counts half as much for each move that one side is behind.
    /// Zero when only filling is left.
    #[inline]
    pub(super) fn phase(&self) -> Score {
        let mut sum = 0;
        for own in 1..=self.own.furthest {
            for other in 1..=self.other.furthest {
                let squares = self.own.exactly(own) & self.other.exactly(other);
                sum += ones(squares) << 10 >> own.abs_diff(other).min(31);
            }
        }
        (100 * sum) >> 10
    }
}

#[inline]
fn ones(squares: u128) -> Score {
    squares.count_ones() as Score
}

impl<const N: usize> Amazons<N> {
    /// The propagators over the empty squares.
    #[inline]
    pub(super) fn propagators(&self) -> Propagators<N> {
        Propagators::new(((1 << (N * N)) - 1) & !self.occupied)
    }
}

//! Discs as bits, in the layout of the rules: bit `(H + 1)·c + r` is row `r` of column `c`, and the bit above each
//! column stays empty, so that no shifted line wraps into the next column. On 7x6:
//!
//! ```text
//!   6 13 20 27 34 41 48   always empty
//!   5 12 19 26 33 40 47
//!   4 11 18 25 32 39 46
//!   3 10 17 24 31 38 45
//!   2  9 16 23 30 37 44
//!   1  8 15 22 29 36 43
//!   0  7 14 21 28 35 42
//! ```
//!
//! Everything here handles all squares at once, by methods of John Tromp and Pascal Pons.

use quevedo_core::{Game, Side};
use quevedo_games::Connect4;

use super::range::ScoreRange;

/// The discs of the side to move, and all discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discs<const W: usize, const H: usize> {
    pub(super) own: u64,
    pub(super) all: u64,
}

impl<const W: usize, const H: usize> Discs<W, H> {
    pub(super) const SQUARES: i32 = (W * H) as i32;
    /// The bits of a key: squares, and one above each column.
    pub(super) const KEY_BITS: u32 = (W * (H + 1)) as u32;
    /// The bottom square of every column.
    pub(super) const BOTTOM: u64 = Self::rows(1);
    pub(super) const BOARD: u64 = Self::rows((1 << H) - 1);
    /// The rows at an even distance from the top one: who always answers above the other gets them.
    pub(super) const FOLLOWER: u64 = Self::rows((if H % 2 == 0 { 0xaaaa } else { 0x5555 }) & ((1 << H) - 1));
    /// The columns from the middle outwards.
    pub(super) const COLUMNS: [u64; W] = {
        let mut columns = [0; W];
        let mut i = 0;
        while i < W {
            // Left of the middle, right of it, one further left …
            let column = if (i + W) % 2 == 0 { (W - 1 - i) / 2 } else { usize::midpoint(W, i) };
            columns[i] = ((1 << H) - 1) << (column * (H + 1));
            i += 1;
        }
        columns
    };

    /// The same pattern of rows in every column.
    const fn rows(pattern: u64) -> u64 {
        assert!(W >= 1 && H >= 1 && H <= 16 && W * (H + 1) <= 64, "the board does not fit a word");
        let mut squares = 0;
        let mut column = 0;
        while column < W {
            squares |= pattern << (column * (H + 1));
            column += 1;
        }
        squares
    }

    pub(super) fn of(position: &Connect4<W, H>) -> Self {
        let [first, second] = Side::BOTH.map(|side| position.discs(side));
        Self { own: position.discs(position.turn()), all: first | second }
    }

    /// The empty board.
    pub const EMPTY: Self = Self { own: 0, all: 0 };

    /// How many discs there are.
    #[inline]
    pub const fn count(self) -> i32 {
        self.all.count_ones() as i32
    }

    #[inline]
    pub(super) const fn other(self) -> u64 {
        self.own ^ self.all
    }

    /// The position after a disc on one of the [`playable`](Self::playable) squares.
    #[inline]
    pub(super) const fn play(self, square: u64) -> Self {
        Self { own: self.other(), all: self.all | square }
    }

    /// The empty squares that a disc can fall to.
    #[inline]
    pub(super) const fn playable(self) -> u64 {
        self.all.wrapping_add(Self::BOTTOM) & Self::BOARD
    }

    /// The empty squares on which a disc of the set's side completes four in line.
    #[inline]
    fn threats(self, discs: u64) -> u64 {
        let found = steps::<H>().map(|step| {
            let (below, above) = ((discs << step) & (discs << (2 * step)), (discs >> step) & (discs >> (2 * step)));
            below & ((discs << (3 * step)) | (discs >> step)) | above & ((discs >> (3 * step)) | (discs << step))
        });
        found.iter().fold(0, |all, found| all | found) & Self::BOARD & !self.all
    }

    /// Whether the side to move completes four now.
    #[inline]
    pub fn wins_now(self) -> bool {
        self.threats(self.own) & self.playable() != 0
    }

    /// Whether the side that moved last has four in line.
    pub(super) fn is_lost(self) -> bool {
        has_four::<H>(self.other())
    }

    /// The empty squares on which the side that is not to move completes four.
    #[inline]
    pub(super) fn feared(self) -> u64 {
        self.threats(self.other())
    }

    /// The squares to play on without losing at once, for a side that cannot win at once: one that must be filled
    /// if there is one, and none below a square that the other side needs. Empty when the game is lost.
    #[inline]
    pub fn safe_moves(self) -> u64 {
        self.safe_moves_against(self.feared())
    }

    /// The same when the [feared](Self::feared) squares are known.
    #[inline]
    pub(super) fn safe_moves_against(self, feared: u64) -> u64 {
        let urgent = self.playable() & feared;
        let moves = match urgent {
            0 => self.playable(),
            _ if urgent.is_power_of_two() => urgent,
            _ => 0,
        };
        moves & !(feared >> 1)
    }

    /// In how many lines of four that the other side has not touched the square is.
    #[inline]
    pub(super) fn open_lines(self, square: u64) -> u32 {
        let free = Self::BOARD & !self.other();
        let through = |step: usize| {
            let pairs = free & (free >> step);
            let lines = pairs & (pairs >> (2 * step));
            let two = square | square >> step;
            (lines & (two | two >> (2 * step))).count_ones()
        };
        through(1) + through(H) + through(H + 1) + through(H + 2)
    }

    /// One number a position: in each column the sum has a bit above the highest disc (once one is added below), and
    /// under it the discs of the side to move. A column sums up to at most `2^(H+1) - 2`, so nothing is carried over,
    /// even on a board of all 64 bits.
    #[inline]
    pub const fn key(self) -> u64 {
        self.own.wrapping_add(self.all)
    }

    /// The smaller key of the position and its mirror image.
    #[inline]
    pub fn mirrored_key(self) -> u64 {
        let key = self.key();
        key.min(Self::mirror(key))
    }

    #[inline]
    fn mirror(bits: u64) -> u64 {
        if W * (H + 1) == 64 && H == 7 {
            return bits.swap_bytes();
        }
        let column = (1 << (H + 1)) - 1;
        (0..W).fold(0, |mirror, index| {
            let bits = bits >> (index * (H + 1)) & column;
            mirror | bits << ((W - 1 - index) * (H + 1))
        })
    }

    /// The position of a key: the bit above each column is smeared downwards.
    #[inline]
    pub fn of_key(key: u64) -> Self {
        let mut bits = key.wrapping_add(Self::BOTTOM);
        let mut reach = 1;
        while reach <= H {
            bits |= bits >> reach & Self::rows((1 << (H + 1 - reach)) - 1);
            reach *= 2;
        }
        let all = bits >> 1 & Self::BOARD;
        Self { own: key.wrapping_sub(all), all }
    }

    /// The positions after each move that does not end the game by four in line.
    pub fn successors(self) -> impl Iterator<Item = Self> {
        let squares = Self::COLUMNS.into_iter().map(move |column| column & self.playable());
        squares.filter(|&square| square != 0).map(move |square| self.play(square)).filter(|next| !next.is_lost())
    }

    /// The score of the side to move when it completes four with its next disc.
    #[inline]
    pub(super) const fn win_now(count: i32) -> i32 {
        (Self::SQUARES + 1 - count) / 2
    }

    /// The bounds by the number of discs when the side to move can neither win at once nor has to lose at once.
    #[inline]
    pub(super) fn range(self) -> ScoreRange {
        let count = self.count();
        // The earliest win is with the disc after the next one, on either side.
        ScoreRange { low: -Self::win_now(count + 3), high: Self::win_now(count + 2) }
    }
}

/// The four directions of lines: up, down to the right, to the right, up to the right. Written as arrays, what is done for
/// all of them becomes vector instructions.
const fn steps<const H: usize>() -> [u64; 4] {
    [1, H as u64, H as u64 + 1, H as u64 + 2]
}

/// The lowest squares, by direction, of four squares of the set in line.
#[inline]
fn fours<const H: usize>(squares: u64) -> [u64; 4] {
    steps::<H>().map(|step| {
        let pairs = squares & (squares >> step);
        pairs & (pairs >> (2 * step))
    })
}

/// Whether the discs hold four in line.
#[inline]
pub(super) fn has_four<const H: usize>(discs: u64) -> bool {
    fours::<H>(discs).iter().fold(0, |all, found| all | found) != 0
}

//! The position is three sets of squares on a 128-bit board (see [`super::rays`]): each side's amazons, and
//! everything that is occupied.

use quevedo_core::hash::keys;
use quevedo_core::{Game, Outcome, Rng, Side, reasons};

use super::QueenMove;
use super::rays::{Occupied, Rays, Targets, each_bit};

/// Tries of rejection sampling before the moves are counted.
const TRIES: u32 = 8;
/// Amazons a side, at most.
pub(super) const AMAZONS: usize = 4;

/// Keys of each side's amazons and of the arrows on each square, and one for the turn.
static KEYS: [u64; 3 * 128 + 1] = keys(0xa3a205);
const ARROWS: usize = 2;
const TURN: usize = 3 * 128;

/// A position on an `N` by `N` board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amazons<const N: usize> {
    pub(super) queens: [u128; 2],
    pub(super) occupied: u128,
    hash: u64,
    turn: Side,
}

/// A move: an amazon goes from a square to another and shoots at a third; `file + N·rank` is a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AmazonsMove {
    /// Where the amazon stood.
    pub from: u8,
    /// Where she goes.
    pub to: u8,
    /// Where the arrow lands.
    pub arrow: u8,
}

#[inline]
fn key(kind: usize, square: u8) -> u64 {
    KEYS[kind << 7 | usize::from(square)]
}

impl<const N: usize> Amazons<N> {
    pub(super) const RAYS: &'static Rays = &Rays::new(N);

    /// A position from its sets of squares.
    pub(super) fn from_parts(queens: [u128; 2], arrows: u128, turn: Side) -> Self {
        let occupied = queens[0] | queens[1] | arrows;
        let mut position = Self { queens, occupied, hash: 0, turn };
        position.hash = position.hash_from_scratch();
        position
    }

    /// The amazons of a side, one bit a square.
    #[inline]
    pub fn amazons(&self, side: Side) -> u128 {
        self.queens[side.index()]
    }

    /// The arrows, one bit a square.
    #[inline]
    pub fn arrows(&self) -> u128 {
        self.occupied ^ self.queens[0] ^ self.queens[1]
    }

    /// Where the amazon on `square` can go.
    #[inline]
    pub(super) fn reach(&self, square: u8) -> Targets {
        Self::RAYS.reach(square, Occupied::new(self.occupied))
    }

    /// Whether the side to move may make a move between squares of the board.
    #[inline]
    pub(super) fn is_legal(&self, mv: AmazonsMove) -> bool {
        let occupied = Occupied::new(self.occupied);
        self.amazons(self.turn) >> mv.from & 1 == 1
            && Self::RAYS.reach(mv.from, occupied).contains(mv.to)
            && Self::RAYS.reach(mv.to, occupied.toggled(mv.from)).contains(mv.arrow)
    }

    /// Moves an amazon of the side to move without a shot; it stays its turn.
    #[inline]
    pub(super) fn relocate(&mut self, from: u8, to: u8) {
        let side = self.turn.index();
        let both = 1 << from | 1 << to;
        self.queens[side] ^= both;
        self.occupied ^= both;
        self.hash ^= key(side, from) ^ key(side, to);
    }

    /// The board after a queen move whose arrow is still to be shot, with the other side to move. **Not a position of the
    /// game**: an arrow is missing. It is for evaluators only. Its hash has the key of an arrow under the amazon, which no
    /// position of the game has, so caches by hash cannot confuse the two.
    #[inline]
    pub(super) fn with_arrow_pending(mut self, moved: QueenMove) -> Self {
        self.relocate(moved.from, moved.to);
        self.hash ^= key(ARROWS, moved.to) ^ KEYS[TURN];
        self.turn = !self.turn;
        self
    }

    /// What a queen in the middle of an empty board reaches.
    const MOST_TARGETS: u32 = 4 * N as u32 - 5;

    /// Counts the arrows of every queen move, and then goes to the chosen one.
    fn counted_random_move(&self, rng: &mut Rng) -> Option<AmazonsMove> {
        let mut left = rng.u64(0..self.count_moves());
        let mut chosen = None;
        self.each_queen_move(self.turn, |from, to, targets| {
            let here = u64::from(targets.count());
            if chosen.is_none() && left < here {
                chosen = Some(AmazonsMove { from, to, arrow: targets.nth(left as u32) });
            }
            left = left.wrapping_sub(here);
        });
        chosen
    }

    /// How many moves a side has, or would have if it were to move.
    #[inline]
    pub(super) fn count_moves_of(&self, side: Side) -> u64 {
        let mut count = 0;
        self.each_queen_move(side, |_, _, targets| count += u64::from(targets.count()));
        count
    }

    /// Visits every queen move of a side: from where, to where, and what can be shot at from there.
    #[inline]
    pub(super) fn each_queen_move(&self, side: Side, mut visit: impl FnMut(u8, u8, Targets)) {
        let occupied = Occupied::new(self.occupied);
        each_bit(self.amazons(side), |from| {
            let vacated = occupied.toggled(from);
            Self::RAYS.reach(from, occupied).each(|to| visit(from, to, Self::RAYS.reach(to, vacated)));
        });
    }
}

impl<const N: usize> Game for Amazons<N> {
    type Move = AmazonsMove;

    fn start() -> Self {
        const { assert!(N == 10 || N == 8 || N == 6, "no start position is known for this size") };
        // The file of the outer amazon on the back rank, and the rank of those at the edges.
        let (file, rank) = match N {
            10 => (3, 3),
            8 => (2, 2),
            _ => (1, 1),
        };
        let square = |file: usize, rank: usize| 1_u128 << (file + N * rank);
        let white = square(file, 0) | square(N - 1 - file, 0) | square(0, rank) | square(N - 1, rank);
        let top = N - 1;
        let black = square(file, top) | square(top - file, top) | square(0, top - rank) | square(top, top - rank);
        Self::from_parts([white, black], 0, Side::First)
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn each_move(&self, mut visit: impl FnMut(AmazonsMove)) {
        self.each_queen_move(self.turn, |from, to, targets| {
            targets.each(|arrow| visit(AmazonsMove { from, to, arrow }));
        });
    }

    #[inline]
    fn play(&mut self, mv: AmazonsMove) {
        self.relocate(mv.from, mv.to);
        self.occupied |= 1 << mv.arrow;
        self.hash ^= key(ARROWS, mv.arrow) ^ KEYS[TURN];
        self.turn = !self.turn;
    }

    #[inline]
    fn ended(&self) -> Option<Outcome> {
        None
    }

    #[inline]
    fn stuck(&self) -> Outcome {
        Outcome::win(!self.turn, &reasons::NO_MOVES)
    }

    #[inline]
    fn hash(&self) -> u64 {
        self.hash
    }

    fn hash_from_scratch(&self) -> u64 {
        let sets = [self.queens[0], self.queens[1], self.arrows()];
        let squares = |kind: usize| (0..128).filter(move |square| sets[kind] >> square & 1 == 1);
        let pieces = (0..3).flat_map(|kind| squares(kind).map(move |square| key(kind, square)));
        pieces.fold(if self.turn == Side::Second { KEYS[TURN] } else { 0 }, |hash, key| hash ^ key)
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.count_moves_of(self.turn)
    }

    /// An amazon that can go somewhere can always shoot back at where she came from.
    #[inline]
    fn has_moves(&self) -> bool {
        let mut found = false;
        each_bit(self.amazons(self.turn), |from| found |= !self.reach(from).is_empty());
        found
    }

    /// Rejection sampling: picks a queen move, and an arrow number as if every queen move had the most arrows there can
    /// be; a number beyond its arrows is rejected, so that every move is equally likely. After a few rejections, as they
    /// are common near the end of a game, all arrows are counted instead.
    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Option<AmazonsMove> {
        let occupied = Occupied::new(self.occupied);
        let mut reaches = [(0, Targets::default()); AMAZONS];
        let (mut used, mut queen_moves) = (0, 0);
        each_bit(self.amazons(self.turn), |from| {
            let reach = Self::RAYS.reach(from, occupied);
            reaches[used] = (from, reach);
            used += 1;
            queen_moves += reach.count();
        });
        if queen_moves == 0 {
            return None;
        }
        for _ in 0..TRIES.min(queen_moves) {
            let mut index = rng.u32(0..queen_moves);
            let &(from, reach) = reaches[..used].iter().find(|(_, reach)| {
                let found = index < reach.count();
                index -= if found { 0 } else { reach.count() };
                found
            })?;
            let to = reach.nth(index);
            let targets = Self::RAYS.reach(to, occupied.toggled(from));
            let throw = rng.u32(0..Self::MOST_TARGETS);
            if throw < targets.count() {
                return Some(AmazonsMove { from, to, arrow: targets.nth(throw) });
            }
        }
        self.counted_random_move(rng)
    }
}

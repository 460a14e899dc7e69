//! Bit `8·rank + file` is a square, both from 0; only those of even sum are dark and in play. A diagonal step
//! is a shift by 7 or 9 that must not leave at the side.

use quevedo_core::hash::{combine, mix};
use quevedo_core::{Game, Outcome, Rng, Side, reasons as common};

use super::reasons;
use crate::bits::{Bits, nth};

const FILE_A: u64 = 0x0101010101010101;
const FILE_H: u64 = FILE_A << 7;
/// The squares in play.
pub(super) const DARK: u64 = 0xaa55aa55aa55aa55;
/// The rank the mouse wants to reach.
const GOAL: u64 = 0xff << 56;
/// Cats there are.
pub(super) const CATS: u32 = 4;

/// A position. The mouse moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MouseCats {
    /// The square of the mouse, as a set of one.
    pub(super) mouse: u64,
    pub(super) cats: u64,
    pub(super) turn: Side,
}

/// A move from a square to a diagonal neighbour; a square is `8·rank + file`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// Where the piece stood.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

/// The squares a step towards rank 1 away, to the left and to the right.
#[inline]
fn down(squares: u64) -> [u64; 2] {
    [(squares & !FILE_A) >> 9, (squares & !FILE_H) >> 7]
}

/// The squares a step towards rank 8 away.
#[inline]
fn up(squares: u64) -> u64 {
    (squares & !FILE_A) << 7 | (squares & !FILE_H) << 9
}

impl MouseCats {
    /// A position by its parts: squares `8·rank + file`. `None` when they do not make a position.
    pub fn placed(mouse: u8, cats: u64, turn: Side) -> Option<Self> {
        let mouse = 1_u64.checked_shl(mouse.into())?;
        let stands = (mouse | cats) & !DARK == 0 && mouse & cats == 0 && cats.count_ones() == CATS;
        stands.then_some(Self { mouse, cats, turn })
    }

    /// The square of the mouse.
    #[inline]
    pub fn mouse(&self) -> u8 {
        self.mouse.trailing_zeros() as u8
    }

    /// The squares of the cats.
    #[inline]
    pub fn cats(&self) -> u64 {
        self.cats
    }

    /// The squares next to the mouse.
    #[inline]
    pub(super) fn mouse_neighbours(&self) -> u64 {
        let [left, right] = down(self.mouse);
        up(self.mouse) | left | right
    }

    /// Where the mouse can go.
    #[inline]
    pub fn mouse_targets(&self) -> u64 {
        self.mouse_neighbours() & !self.cats
    }

    /// Where cats can go to the left, and to the right.
    #[inline]
    pub fn cat_targets(&self) -> [u64; 2] {
        down(self.cats).map(|targets| targets & !(self.cats | self.mouse))
    }

    /// The bits of one side's targets as moves of the side to move: the mouse's, or the cats' left and right.
    #[inline]
    fn targets(&self) -> [u64; 2] {
        match self.turn {
            _ if self.is_home() => [0; 2],
            Side::First => [self.mouse_targets(), 0],
            Side::Second => self.cat_targets(),
        }
    }

    #[inline]
    fn step(&self, to: u8, right: bool) -> Step {
        let from = match self.turn {
            Side::First => self.mouse.trailing_zeros() as u8,
            Side::Second => to + if right { 7 } else { 9 },
        };
        Step { from, to }
    }

    /// Whether the mouse has reached its goal.
    #[inline]
    fn is_home(&self) -> bool {
        self.mouse & GOAL != 0
    }
}

impl Game for MouseCats {
    type Move = Step;

    fn start() -> Self {
        let cats = [57, 59, 61, 63].into_iter().fold(0, |cats, square| cats | 1 << square);
        Self { mouse: 1 << 4, cats, turn: Side::First }
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn each_move(&self, mut visit: impl FnMut(Step)) {
        let [left, right] = self.targets();
        for to in Bits(left) {
            visit(self.step(to, false));
        }
        for to in Bits(right) {
            visit(self.step(to, true));
        }
    }

    #[inline]
    fn play(&mut self, mv: Step) {
        let way = 1 << mv.from | 1 << mv.to;
        match self.turn {
            Side::First => self.mouse ^= way,
            Side::Second => self.cats ^= way,
        }
        self.turn = !self.turn;
    }

    #[inline]
    fn ended(&self) -> Option<Outcome> {
        self.is_home().then(|| Outcome::win(Side::First, &reasons::GOAL_REACHED))
    }

    #[inline]
    fn stuck(&self) -> Outcome {
        Outcome::win(!self.turn, &common::NO_MOVES)
    }

    #[inline]
    fn hash(&self) -> u64 {
        combine(mix(self.cats), self.mouse) ^ self.turn as u64
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        let [left, right] = self.targets();
        u64::from(left.count_ones() + right.count_ones())
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Option<Step> {
        let [left, right] = self.targets();
        let (lefts, rights) = (left.count_ones(), right.count_ones());
        if lefts + rights == 0 {
            return None;
        }
        let chosen = rng.u32(0..lefts + rights);
        let is_right = chosen >= lefts;
        let to = if is_right { nth(right, chosen - lefts) } else { nth(left, chosen) };
        Some(self.step(to, is_right))
    }
}

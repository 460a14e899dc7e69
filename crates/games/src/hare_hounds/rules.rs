//! Bit `i` is point number `i`:
//!
//! ```text
//!       3   6   9            b3 - c3 - d3
//!                           /  | \ | / |  \
//!   0   2   5   8  10     a2 - b2 - c2 - d2 - e2
//!                           \  | / | \ |  /
//!       1   4   7            b1 - c1 - d1
//! ```

use quevedo_core::hash::mix;
use quevedo_core::{Game, Outcome, Rng, Side, reasons as common};

use super::reasons;
use crate::bits::{Bits, nth};

pub(super) const POINTS: usize = 11;
/// Dogs there are.
pub(super) const DOGS: u32 = 3;
/// The point the hare wants to reach.
const GOAL: u8 = 0;
/// The dogs may not make this many moves in a row without a step forward.
pub(super) const STALL_LIMIT: u8 = 10;

/// File and rank of each point, from 0.
pub(super) const PLACES: [(u8, u8); POINTS] =
    [(0, 1), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2), (4, 1)];

/// All lines of the board.
pub(super) const LINES: [[u8; 2]; 22] = [
    [0, 2],
    [2, 5],
    [5, 8],
    [8, 10],
    [1, 4],
    [4, 7],
    [3, 6],
    [6, 9],
    [1, 2],
    [2, 3],
    [4, 5],
    [5, 6],
    [7, 8],
    [8, 9],
    [0, 1],
    [0, 3],
    [1, 5],
    [3, 5],
    [5, 7],
    [5, 9],
    [7, 10],
    [9, 10],
];

/// The neighbours of each point: where a hare can go.
const HARE_TARGETS: [u16; POINTS] = targets(false);
/// The neighbours of each point that are not behind it: where a dog can go.
const DOG_TARGETS: [u16; POINTS] = targets(true);

const fn targets(never_back: bool) -> [u16; POINTS] {
    let mut targets = [0; POINTS];
    let mut i = 0;
    while i < LINES.len() {
        let [a, b] = [LINES[i][0] as usize, LINES[i][1] as usize];
        if !never_back || PLACES[b].0 >= PLACES[a].0 {
            targets[a] |= 1 << b;
        }
        if !never_back || PLACES[a].0 >= PLACES[b].0 {
            targets[b] |= 1 << a;
        }
        i += 1;
    }
    targets
}

/// A position. The dogs move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HareHounds {
    pub(super) dogs: u16,
    pub(super) hare: u8,
    pub(super) turn: Side,
    /// Moves of the dogs in a row without a step forward.
    pub(super) stall: u8,
}

/// A move from a point to a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// Where the piece stood.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

impl HareHounds {
    /// The second known start: the hare in the middle.
    pub fn start_center() -> Self {
        Self { hare: 5, ..Self::start() }
    }

    /// A position by its parts. `None` when they do not make a position.
    pub fn placed(dogs: u16, hare: u8, turn: Side, stall: u8) -> Option<Self> {
        let stands = dogs >> POINTS == 0 && usize::from(hare) < POINTS && dogs >> hare & 1 == 0;
        let counts = dogs.count_ones() == DOGS && stall <= STALL_LIMIT;
        (stands && counts).then_some(Self { dogs, hare, turn, stall })
    }

    /// The points of the dogs.
    #[inline]
    pub fn dogs(&self) -> u16 {
        self.dogs
    }

    /// The point of the hare.
    #[inline]
    pub fn hare(&self) -> u8 {
        self.hare
    }

    /// Moves of the dogs in a row without a step forward.
    #[inline]
    pub fn stall(&self) -> u8 {
        self.stall
    }

    /// The points next to the hare.
    #[inline]
    pub(super) fn hare_neighbours(&self) -> u16 {
        HARE_TARGETS[usize::from(self.hare)]
    }

    #[inline]
    fn hare_targets(&self) -> u16 {
        self.hare_neighbours() & !self.dogs
    }

    #[inline]
    fn dog_targets(&self, dog: u8) -> u16 {
        DOG_TARGETS[usize::from(dog)] & !(self.dogs | 1 << self.hare)
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.hare == GOAL || self.stall >= STALL_LIMIT
    }
}

impl Game for HareHounds {
    type Move = Step;

    fn start() -> Self {
        Self { dogs: 1 << 0 | 1 << 1 | 1 << 3, hare: 10, turn: Side::First, stall: 0 }
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn each_move(&self, mut visit: impl FnMut(Step)) {
        let mut each_target = |from: u8, targets: u16| {
            for to in Bits(targets.into()) {
                visit(Step { from, to });
            }
        };
        match self.turn {
            _ if self.is_over() => {}
            Side::First => {
                for dog in Bits(self.dogs.into()) {
                    each_target(dog, self.dog_targets(dog));
                }
            }
            Side::Second => each_target(self.hare, self.hare_targets()),
        }
    }

    #[inline]
    fn play(&mut self, mv: Step) {
        match self.turn {
            Side::First => {
                self.dogs ^= 1 << mv.from | 1 << mv.to;
                let sideways = PLACES[usize::from(mv.from)].0 == PLACES[usize::from(mv.to)].0;
                self.stall = if sideways { self.stall + 1 } else { 0 };
            }
            Side::Second => self.hare = mv.to,
        }
        self.turn = !self.turn;
    }

    #[inline]
    fn ended(&self) -> Option<Outcome> {
        if self.hare == GOAL {
            Some(Outcome::win(Side::Second, &reasons::GOAL_REACHED))
        } else {
            (self.stall >= STALL_LIMIT).then_some(Outcome::win(Side::Second, &reasons::STALLED))
        }
    }

    #[inline]
    fn stuck(&self) -> Outcome {
        Outcome::win(!self.turn, &common::NO_MOVES)
    }

    #[inline]
    fn hash(&self) -> u64 {
        let small = u64::from(self.hare) | u64::from(self.stall) << 4 | (self.turn as u64) << 8;
        mix(u64::from(self.dogs) << 16 | small)
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        match self.turn {
            _ if self.is_over() => 0,
            Side::First => Bits(self.dogs.into()).map(|dog| u64::from(self.dog_targets(dog).count_ones())).sum(),
            Side::Second => u64::from(self.hare_targets().count_ones()),
        }
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Option<Step> {
        let count = self.count_moves() as u32;
        if count == 0 {
            return None;
        }
        let mut left = rng.u32(0..count);
        if self.turn == Side::Second {
            return Some(Step { from: self.hare, to: nth(self.hare_targets().into(), left) });
        }
        Bits(self.dogs.into()).find_map(|from| {
            let targets = self.dog_targets(from);
            let here = targets.count_ones();
            if left < here {
                return Some(Step { from, to: nth(targets.into(), left) });
            }
            left -= here;
            None
        })
    }
}

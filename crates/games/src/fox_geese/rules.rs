//! Bit `8·rank + file` is a point, files a to g and ranks 1 to 7 counted from 0; the eighth file and rank stay
//! empty, so that no shift wraps. The cross leaves the four corners of 2x2 out:
//!
//! ```text
//!  7          c - d - e
//!             | \ | / |
//!  6          c - d - e
//!             | / | \ |
//!  5  a - b - c - d - e - f - g
//!     | \ | / | \ | / | \ | / |
//!  4  a - b - c - d - e - f - g
//!     | / | \ | / | \ | / | \ |
//!  3  a - b - c - d - e - f - g
//!             | \ | / |
//!  2          c - d - e
//!             | / | \ |
//!  1          c - d - e
//! ```
//!
//! Diagonal lines pass only through the points whose file and rank, counted from 1, add up to an even number.

use quevedo_core::hash::mix;
use quevedo_core::{Game, Outcome, Reason, Rng, Side};

use super::run::{LONGEST, Run, STEPS};
use crate::bits::{Bits, nth};

/// The 33 points.
pub(super) const CROSS: u64 = 0x1c1c7f7f7f1c1c;
/// Points where diagonal lines meet.
const STARS: u64 = 0xaa55aa55aa55aa55 & CROSS;
/// The fox wants to reach one of these.
const GOAL: u64 = 0xff;
/// The geese lose when fewer are left.
const FEWEST_GEESE: u32 = 4;
/// More geese than this start in no variant.
pub(super) const MOST_GEESE: u32 = 17;
/// The geese may not make this many moves in a row without a step forward.
pub(super) const STALL_LIMIT: u8 = 10;
/// The directions of [`STEPS`] open to a goose, as indices: to the sides, forward, forward diagonally.
const GOOSE_DIRECTIONS: [usize; 5] = [0, 2, 1, 4, 5];
/// From this index on, [`STEPS`] are diagonal.
const DIAGONALS: usize = 4;
/// Steps of at least this size lead forward for a goose, smaller ones sideways.
const FORWARD: i8 = 7;

/// A position. The geese move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoxGeese {
    pub(super) geese: u64,
    /// The point of the fox.
    pub(super) fox: u8,
    pub(super) turn: Side,
    /// Moves of the geese in a row without a step forward.
    pub(super) stall: u8,
}

/// Moves every point of a set one step.
#[inline]
const fn shift(points: u64, step: i8) -> u64 {
    if step > 0 { points << step } else { points >> -step }
}

/// The points from which a line leads in a direction.
#[inline]
const fn origins(direction: usize) -> u64 {
    if direction < DIAGONALS { CROSS } else { STARS }
}

impl FoxGeese {
    fn with_wings(wings: u64) -> Self {
        let geese = CROSS & 0xff_ffff | wings;
        Self { geese, fox: 6 * 8 + 3, turn: Side::First, stall: 0 }
    }

    /// The variant with 13 geese: ranks 1 to 3 only.
    pub fn start_13() -> Self {
        Self::with_wings(0)
    }

    /// The variant with 17 geese: ranks 1 to 3, and a4, b4, f4 and g4.
    pub fn start_17() -> Self {
        Self::with_wings(0b110_0011 << 24)
    }

    #[inline]
    fn empties(&self) -> u64 {
        CROSS & !(self.geese | 1 << self.fox)
    }

    /// The points where a goose arrives by a step in a direction.
    #[inline]
    fn goose_targets(&self, direction: usize) -> u64 {
        shift(self.geese & origins(direction), STEPS[direction]) & self.empties()
    }

    /// Whether the fox can step in a direction.
    #[inline]
    fn fox_steps(&self, direction: usize) -> bool {
        shift(1 << self.fox & origins(direction), STEPS[direction]) & self.empties() != 0
    }

    /// The goose that a jump in a direction captures and where the fox lands, each as a set of one; nothing
    /// when it cannot jump.
    #[inline]
    fn jump(fox: u64, geese: u64, direction: usize) -> Option<(u64, u64)> {
        let goose = shift(fox & origins(direction), STEPS[direction]) & geese;
        let landing = shift(goose, STEPS[direction]) & CROSS & !geese;
        (landing != 0).then_some((goose, landing))
    }

    /// Visits every run of jumps that begins with `run`, itself left out. The fox has left its first point and
    /// stands on `fox`; captured geese are gone from `geese`.
    fn each_run(run: Run, fox: u64, geese: u64, visit: &mut impl FnMut(Run)) {
        if run.jumps() == LONGEST {
            return;
        }
        for direction in 0..STEPS.len() {
            if let Some((goose, landing)) = Self::jump(fox, geese, direction) {
                let longer = run.jump(direction);
                visit(longer);
                Self::each_run(longer, landing, geese ^ goose, visit);
            }
        }
    }

    #[inline]
    fn each_fox_move(&self, mut visit: impl FnMut(Run)) {
        for direction in (0..STEPS.len()).filter(|direction| self.fox_steps(*direction)) {
            visit(Run::step(self.fox, direction));
        }
        Self::each_run(Run::crouched(self.fox), 1 << self.fox, self.geese, &mut visit);
    }

    #[inline]
    fn goose_move(to: u8, direction: usize) -> Run {
        Run::step(to.wrapping_add_signed(-STEPS[direction]), direction)
    }

    #[inline]
    fn random_goose_move(&self, rng: &mut Rng) -> Option<Run> {
        let targets = GOOSE_DIRECTIONS.map(|direction| self.goose_targets(direction));
        let count: u32 = targets.iter().map(|targets| targets.count_ones()).sum();
        if count == 0 {
            return None;
        }
        let mut left = rng.u32(0..count);
        for (direction, targets) in GOOSE_DIRECTIONS.into_iter().zip(targets) {
            let here = targets.count_ones();
            if left < here {
                return Some(Self::goose_move(nth(targets, left), direction));
            }
            left -= here;
        }
        None
    }

    #[inline]
    fn random_fox_move(&self, rng: &mut Rng) -> Option<Run> {
        // Reservoir sampling: the n-th move replaces the choice with probability 1/n.
        let (mut chosen, mut count) = (None, 0);
        self.each_fox_move(|run| {
            count += 1;
            if rng.u32(0..count) == 0 {
                chosen = Some(run);
            }
        });
        chosen
    }

    /// Whether the fox has won without the geese being stuck.
    #[inline]
    fn is_over(&self) -> bool {
        self.stall >= STALL_LIMIT || 1 << self.fox & GOAL != 0 || self.geese.count_ones() < FEWEST_GEESE
    }
}

impl Game for FoxGeese {
    type Move = Run;

    fn start() -> Self {
        Self::with_wings(0b100_0001 << 24)
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn each_move(&self, mut visit: impl FnMut(Run)) {
        match self.turn {
            _ if self.is_over() => {}
            Side::First => {
                for direction in GOOSE_DIRECTIONS {
                    Bits(self.goose_targets(direction)).for_each(|to| visit(Self::goose_move(to, direction)));
                }
            }
            Side::Second => self.each_fox_move(visit),
        }
    }

    #[inline]
    fn play(&mut self, mv: Run) {
        match self.turn {
            Side::First => {
                let step = STEPS[mv.direction(0)];
                let from = 1 << mv.from();
                self.geese ^= from | shift(from, step);
                self.stall = if step >= FORWARD { 0 } else { self.stall + 1 };
            }
            Side::Second if mv.jumps() == 0 => self.fox = self.fox.wrapping_add_signed(STEPS[mv.direction(0)]),
            Side::Second => {
                for index in 0..mv.jumps() {
                    let step = STEPS[mv.direction(index)];
                    self.geese &= !(1 << self.fox.wrapping_add_signed(step));
                    self.fox = self.fox.wrapping_add_signed(2 * step);
                }
            }
        }
        self.turn = !self.turn;
    }

    #[inline]
    fn ended(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let reason = if 1 << self.fox & GOAL != 0 {
            Reason::GoalReached
        } else if self.geese.count_ones() < FEWEST_GEESE {
            Reason::TooFewLeft
        } else {
            Reason::Stalled
        };
        Some(Outcome::win(Side::Second, reason))
    }

    #[inline]
    fn stuck(&self) -> Outcome {
        Outcome::win(!self.turn, Reason::NoMoves)
    }

    /// The bits outside the cross have room for the rest of the position.
    #[inline]
    fn hash(&self) -> u64 {
        let small = u64::from(self.fox) | (self.turn as u64) << 6 | u64::from(self.stall & 1) << 7;
        mix(self.geese | small << 56 | u64::from(self.stall >> 1) << 5)
    }

    fn hash_from_scratch(&self) -> u64 {
        self.hash()
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        match self.turn {
            _ if self.is_over() => 0,
            Side::First => {
                let counts = GOOSE_DIRECTIONS.map(|direction| self.goose_targets(direction).count_ones());
                counts.iter().map(|count| u64::from(*count)).sum()
            }
            Side::Second => {
                let mut count = 0;
                self.each_fox_move(|_| count += 1);
                count
            }
        }
    }

    #[inline]
    fn has_moves(&self) -> bool {
        let fox = 1 << self.fox;
        match self.turn {
            _ if self.is_over() => false,
            Side::First => GOOSE_DIRECTIONS.iter().any(|direction| self.goose_targets(*direction) != 0),
            Side::Second => (0..STEPS.len())
                .any(|direction| self.fox_steps(direction) || Self::jump(fox, self.geese, direction).is_some()),
        }
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Option<Run> {
        match self.turn {
            _ if self.is_over() => None,
            Side::First => self.random_goose_move(rng),
            Side::Second => self.random_fox_move(rng),
        }
    }
}

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
use quevedo_core::{Game, Outcome, Rng, Side, reasons as common};

use super::reasons;
use super::run::{LONGEST, Run};
use crate::bits::{Bits, nth};

/// The 33 points.
pub(super) const CROSS: u64 = 0x1c1c7f7f7f1c1c;
/// Points where diagonal lines meet.
pub(super) const STARS: u64 = 0xaa55aa55aa55aa55 & CROSS;
/// The fox wants to reach one of these.
const GOAL: u64 = 0xff;
/// The geese lose when fewer are left.
const FEWEST_GEESE: u32 = 4;
/// More geese than this start in no variant.
pub(super) const MOST_GEESE: u32 = 17;
/// The geese may not make this many moves in a row without a step forward.
pub(super) const STALL_LIMIT: u8 = 10;
/// How a goose goes: right and left, forward, and forward along the diagonals.
const GOOSE_STEPS: [i8; 5] = [1, -1, 8, 9, 7];
/// Steps of at least this size lead forward for a goose, smaller ones sideways.
const FORWARD: i8 = 7;

/// The neighbours of every point along its lines.
static NEIGHBOURS: [u64; 64] = neighbours();

const fn neighbours() -> [u64; 64] {
    let mut neighbours = [0; 64];
    let mut point = 0;
    while point < 64 {
        let own = 1 << point & CROSS;
        let files = own << 1 | own >> 1 | own;
        let star = own & STARS;
        let star_files = star << 1 | star >> 1;
        let around = files | own << 8 | own >> 8 | star_files << 8 | star_files >> 8;
        neighbours[point] = around & CROSS & !own;
        point += 1;
    }
    neighbours
}

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

/// Moves a set of points one step of a goose; only those with a line that way go.
#[inline]
const fn advance(points: u64, step: i8) -> u64 {
    match step {
        -1 => points >> 1,
        1 | 8 => points << step,
        _ => (points & STARS) << step,
    }
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

    /// A position by its parts: geese and fox as points `8·rank + file`. `None` when they do not make a position.
    pub fn placed(geese: u64, fox: u8, turn: Side, stall: u8) -> Option<Self> {
        let fox_set = 1_u64.checked_shl(fox.into())?;
        let stands = geese & !CROSS == 0 && fox_set & CROSS & !geese != 0;
        let counts = geese.count_ones() <= MOST_GEESE && stall <= STALL_LIMIT;
        (stands && counts).then_some(Self { geese, fox, turn, stall })
    }

    /// The points of the geese.
    #[inline]
    pub fn geese(&self) -> u64 {
        self.geese
    }

    /// The point of the fox.
    #[inline]
    pub fn fox(&self) -> u8 {
        self.fox
    }

    /// Moves of the geese in a row without a step forward.
    #[inline]
    pub fn stall(&self) -> u8 {
        self.stall
    }

    #[inline]
    fn empties(&self) -> u64 {
        CROSS & !(self.geese | 1 << self.fox)
    }

    /// The points where a goose arrives by a step.
    #[inline]
    fn goose_targets(&self, step: i8) -> u64 {
        advance(self.geese, step) & self.empties()
    }

    /// The points where the fox arrives by a step.
    #[inline]
    fn fox_targets(&self) -> u64 {
        NEIGHBOURS[usize::from(self.fox)] & !self.geese
    }

    /// Visits every jump of a fox on `fox`: the goose and the landing point.
    #[inline]
    fn each_jump(fox: u8, geese: u64, mut visit: impl FnMut(u8, u8)) {
        for goose in Bits(NEIGHBOURS[usize::from(fox)] & geese) {
            // Straight behind the goose; off the board the number is no point of the cross.
            let landing = (2 * goose).wrapping_sub(fox);
            if landing < 64 && (CROSS & !geese) >> landing & 1 == 1 {
                visit(goose, landing);
            }
        }
    }

    /// The geese next to the fox, and those behind them that keep it from jumping.
    pub(super) fn blockers(&self) -> u64 {
        let near = NEIGHBOURS[usize::from(self.fox)] & self.geese;
        let behind = Bits(near).map(|goose| 1_u64.checked_shl((2 * goose).wrapping_sub(self.fox).into()).unwrap_or(0));
        near | behind.fold(0, |all, point| all | point) & self.geese
    }

    #[inline]
    fn can_jump(&self) -> bool {
        let mut found = false;
        Self::each_jump(self.fox, self.geese, |_, _| found = true);
        found
    }

    /// Visits every run of jumps that goes on from `run`. The fox has left its first point and stands on `fox`;
    /// captured geese are gone from `geese`.
    fn each_run(run: Run, fox: u8, geese: u64, visit: &mut impl FnMut(Run)) {
        if run.jumps() == LONGEST {
            return;
        }
        Self::each_jump(fox, geese, |goose, landing| {
            let longer = run.jump(goose as i8 - fox as i8);
            visit(longer);
            Self::each_run(longer, landing, geese ^ 1 << goose, visit);
        });
    }

    #[inline]
    fn each_fox_move(&self, mut visit: impl FnMut(Run)) {
        for to in Bits(self.fox_targets()) {
            visit(Run::step(self.fox, to));
        }
        Self::each_run(Run::crouched(self.fox), self.fox, self.geese, &mut visit);
    }

    #[inline]
    fn goose_move(to: u8, step: i8) -> Run {
        Run::step(to.wrapping_add_signed(-step), to)
    }

    #[inline]
    fn random_goose_move(&self, rng: &mut Rng) -> Option<Run> {
        let targets = GOOSE_STEPS.map(|step| self.goose_targets(step));
        let mut count = 0;
        let ends = targets.map(|targets| {
            count += targets.count_ones();
            count
        });
        if count == 0 {
            return None;
        }
        let chosen = rng.u32(0..count);
        let group: usize = ends.iter().map(|end| usize::from(*end <= chosen)).sum();
        let back = ends[group] - chosen;
        let to = nth(targets[group], targets[group].count_ones() - back);
        Some(Self::goose_move(to, GOOSE_STEPS[group]))
    }

    /// Few positions have more runs than fit the small buffer; there the n-th move replaces the choice with
    /// probability 1/n.
    #[inline]
    fn random_fox_move(&self, rng: &mut Rng) -> Option<Run> {
        let steps = self.fox_targets();
        if NEIGHBOURS[usize::from(self.fox)] & self.geese == 0 {
            // No goose is near: there is a step, and no jump.
            return Some(Run::step(self.fox, nth(steps, rng.u32(0..steps.count_ones()))));
        }
        let mut runs = [Run::crouched(0); 16];
        let mut count = 0;
        Self::each_run(Run::crouched(self.fox), self.fox, self.geese, &mut |run| {
            if count < runs.len() {
                runs[count] = run;
            }
            count += 1;
        });
        if count > runs.len() {
            return self.random_of_many(rng);
        }
        let step_count = steps.count_ones();
        if step_count + count as u32 == 0 {
            return None;
        }
        let chosen = rng.u32(0..step_count + count as u32);
        let run = || runs[(chosen - step_count) as usize];
        Some(if chosen < step_count { Run::step(self.fox, nth(steps, chosen)) } else { run() })
    }

    #[cold]
    fn random_of_many(&self, rng: &mut Rng) -> Option<Run> {
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
                for step in GOOSE_STEPS {
                    for to in Bits(self.goose_targets(step)) {
                        visit(Self::goose_move(to, step));
                    }
                }
            }
            Side::Second => self.each_fox_move(visit),
        }
    }

    #[inline]
    fn play(&mut self, mv: Run) {
        match self.turn {
            Side::First => {
                let (from, to) = (mv.from(), mv.step_target());
                self.geese ^= 1 << from | 1 << to;
                let forward = to as i8 - from as i8 >= FORWARD;
                self.stall = if forward { 0 } else { self.stall + 1 };
            }
            Side::Second if mv.jumps() == 0 => self.fox = mv.step_target(),
            Side::Second => {
                for index in 0..mv.jumps() {
                    let step = mv.jump_step(index);
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
            &reasons::GOAL_REACHED
        } else if self.geese.count_ones() < FEWEST_GEESE {
            &reasons::TOO_FEW_LEFT
        } else {
            &reasons::STALLED
        };
        Some(Outcome::win(Side::Second, reason))
    }

    #[inline]
    fn stuck(&self) -> Outcome {
        Outcome::win(!self.turn, &common::NO_MOVES)
    }

    /// The bits outside the cross have room for the rest of the position.
    #[inline]
    fn hash(&self) -> u64 {
        let small = u64::from(self.fox) | (self.turn as u64) << 6 | u64::from(self.stall & 1) << 7;
        mix(self.geese | small << 56 | u64::from(self.stall >> 1) << 5)
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        match self.turn {
            _ if self.is_over() => 0,
            Side::First => GOOSE_STEPS.iter().map(|step| u64::from(self.goose_targets(*step).count_ones())).sum(),
            Side::Second => {
                let mut count = 0;
                self.each_fox_move(|_| count += 1);
                count
            }
        }
    }

    #[inline]
    fn has_moves(&self) -> bool {
        match self.turn {
            _ if self.is_over() => false,
            Side::First => GOOSE_STEPS.iter().any(|step| self.goose_targets(*step) != 0),
            Side::Second => self.fox_targets() != 0 || self.can_jump(),
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

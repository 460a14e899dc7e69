//! A move as a path: a step, or a run of jumps.

/// The eight directions as steps on the board, see [`super::rules`].
const STEPS: [i8; 8] = [1, 8, -1, -8, 9, 7, -9, -7];

/// The index of every step in [`STEPS`], from -9 to 9.
static DIRECTIONS: [u8; 19] = {
    let mut directions = [0; 19];
    let mut index = 0;
    while index < STEPS.len() {
        directions[(STEPS[index] + 9) as usize] = index as u8;
        index += 1;
    }
    directions
};

const DIRECTION: u64 = 7;
const DIRECTION_BITS: u32 = 3;
const FROM_BITS: u32 = 6;
const JUMP_BITS: u32 = 5;
const PATH_AT: u32 = FROM_BITS + JUMP_BITS;
/// No run is longer: there are at most 17 geese, and 17 directions just fit.
pub(super) const LONGEST: u32 = (u64::BITS - PATH_AT) / DIRECTION_BITS;

/// A move of either side, in one word: the point it starts from (6 bits), the number of jumps (5 bits, 0 for a
/// single step), and then the point it steps to, or the directions of the jumps, 3 bits each. So two runs are
/// different moves when their paths differ, even if they end alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Run(u64);

impl Run {
    /// A step to a neighbour.
    #[inline]
    pub(super) fn step(from: u8, to: u8) -> Self {
        Self(u64::from(from) | u64::from(to) << PATH_AT)
    }

    /// A fox about to jump.
    #[inline]
    pub(super) fn crouched(from: u8) -> Self {
        Self(u64::from(from))
    }

    /// The run, gone on with a jump over the goose that is `step` away.
    #[inline]
    pub(super) fn jump(self, step: i8) -> Self {
        let direction = u64::from(DIRECTIONS[step.wrapping_add(9) as usize % DIRECTIONS.len()]);
        let at = PATH_AT + DIRECTION_BITS * self.jumps();
        Self((self.0 + (1 << FROM_BITS)) | direction << at)
    }

    /// The first `jumps` jumps of a run.
    pub(super) fn prefix(self, jumps: u32) -> Self {
        (0..jumps).fold(Self::crouched(self.from()), |run, index| run.jump(self.jump_step(index)))
    }

    /// Where the piece stood.
    #[inline]
    pub fn from(self) -> u8 {
        (self.0 & ((1 << FROM_BITS) - 1)) as u8
    }

    /// How many geese are captured; 0 for a step.
    #[inline]
    pub fn jumps(self) -> u32 {
        (self.0 >> FROM_BITS) as u32 & ((1 << JUMP_BITS) - 1)
    }

    /// Where a step leads; means nothing for a run of jumps.
    #[inline]
    pub(super) fn step_target(self) -> u8 {
        (self.0 >> PATH_AT) as u8
    }

    /// The way from the fox to the goose in jump number `index`.
    #[inline]
    pub(super) fn jump_step(self, index: u32) -> i8 {
        STEPS[(self.0 >> (PATH_AT + DIRECTION_BITS * index) & DIRECTION) as usize]
    }

    /// Every point the piece lands on, in order.
    #[inline]
    pub fn landings(self) -> impl Iterator<Item = u8> {
        let mut at = self.from();
        (0..self.jumps().max(1)).map(move |index| {
            at = if self.jumps() == 0 { self.step_target() } else { at.wrapping_add_signed(2 * self.jump_step(index)) };
            at
        })
    }

    /// Where the piece stood, and every point it lands on.
    pub(super) fn path(self) -> impl Iterator<Item = u8> {
        std::iter::once(self.from()).chain(self.landings())
    }
}

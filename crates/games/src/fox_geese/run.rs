//! A move as a path: a step, or a run of jumps.

/// The eight directions as steps on the board, see [`super::rules`]: the orthogonal ones first.
pub(super) const STEPS: [i8; 8] = [1, 8, -1, -8, 9, 7, -9, -7];

const DIRECTION: u64 = 7;
const DIRECTION_BITS: u32 = 3;
const FROM_BITS: u32 = 6;
const JUMP_BITS: u32 = 5;
const PATH_AT: u32 = FROM_BITS + JUMP_BITS;
/// No run is longer: there are at most 17 geese, and 17 directions just fit.
pub(super) const LONGEST: u32 = (u64::BITS - PATH_AT) / DIRECTION_BITS;

/// A move of either side, in one word: the point it starts from (6 bits), the number of jumps (5 bits, 0 for a
/// single step), and the directions of the steps, 3 bits each. So two runs are different moves when their paths
/// differ, even if they end alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Run(u64);

impl Run {
    /// A step to a neighbour.
    #[inline]
    pub(super) fn step(from: u8, direction: usize) -> Self {
        Self(u64::from(from) | (direction as u64) << PATH_AT)
    }

    /// A fox about to jump.
    #[inline]
    pub(super) fn crouched(from: u8) -> Self {
        Self(u64::from(from))
    }

    /// The run, gone on with another jump.
    #[inline]
    pub(super) fn jump(self, direction: usize) -> Self {
        let at = PATH_AT + DIRECTION_BITS * self.jumps();
        Self((self.0 + (1 << FROM_BITS)) | (direction as u64) << at)
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

    /// The direction of step number `index`.
    #[inline]
    pub(super) fn direction(self, index: u32) -> usize {
        (self.0 >> (PATH_AT + DIRECTION_BITS * index) & DIRECTION) as usize
    }

    /// Every point the piece lands on, in order.
    pub fn landings(self) -> impl Iterator<Item = u8> {
        let (stride, landings) = if self.jumps() == 0 { (1, 1) } else { (2, self.jumps()) };
        let mut at = self.from();
        (0..landings).map(move |index| {
            at = at.wrapping_add_signed(stride * STEPS[self.direction(index)]);
            at
        })
    }
}

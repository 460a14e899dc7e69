//! The common frame of the three hunts: bit `8·row + column`, the goal of the lone piece in row 0, the pack going towards
//! higher rows and never back. Neighbours in a row or column are joined where both are points of the board, diagonal
//! neighbours where both are stars (`*`):
//!
//! ```text
//!              the mouse's board        the hare's       the fox's
//!    row 0     .  *  .  *  .  *  .  *      .  *  .     .  .  *  o  *  .  .
//!    row 1     *  .  *  .  *  .  *  .      *  o  *     .  .  o  *  o  .  .
//!    row 2     .  *  .  *  .  *  .  *      o  *  o     *  o  *  o  *  o  *
//!    …         8 rows                      5 rows      7 rows
//! ```

use quevedo_core::Score;

use super::Hunt;

/// A position in the common frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The lone piece, as a set of one.
    pub(crate) lone: u64,
    pub(crate) pack: u64,
    /// Moves of the pack in a row without a step forward.
    pub(crate) stall: u8,
}

const COLUMN_A: u64 = 0x0101010101010101;
const COLUMN_H: u64 = COLUMN_A << 7;
pub(super) const GOAL_ROW: u64 = 0xff;

/// The columns of a set of points, in row 0.
#[inline]
pub(super) const fn columns(mut points: u64) -> u64 {
    points |= points >> 32;
    points |= points >> 16;
    (points | points >> 8) & 0xff
}

/// A set of points shifted by a step along one of the lines, upwards or downwards; what leaves at the side is gone.
#[inline]
const fn shifted(points: u64, line: Line, up: bool) -> u64 {
    match (line, up) {
        (Line::Row, true) => (points & !COLUMN_H) << 1,
        (Line::Row, false) => (points & !COLUMN_A) >> 1,
        (Line::Column, true) => points << 8,
        (Line::Column, false) => points >> 8,
        (Line::Rising, true) => (points & !COLUMN_H) << 9,
        (Line::Rising, false) => (points & !COLUMN_A) >> 9,
        (Line::Falling, true) => (points & !COLUMN_A) << 7,
        (Line::Falling, false) => (points & !COLUMN_H) >> 7,
    }
}

#[derive(Clone, Copy)]
enum Line {
    Row,
    Column,
    Rising,
    Falling,
}

impl Line {
    const ALL: [Self; 4] = [Self::Row, Self::Column, Self::Rising, Self::Falling];

    /// The points joined along lines of this kind.
    const fn joined<G: Hunt>(self) -> u64 {
        match self {
            Self::Row | Self::Column => G::POINTS,
            Self::Rising | Self::Falling => G::STARS,
        }
    }
}

impl Frame {
    #[inline]
    pub(super) fn free<G: Hunt>(&self) -> u64 {
        G::POINTS & !(self.lone | self.pack)
    }

    /// The points next to some of the set.
    #[inline]
    pub(super) fn around<G: Hunt>(points: u64) -> u64 {
        let mut around = 0;
        for line in Line::ALL {
            let joined = line.joined::<G>();
            let (up, down) = (shifted(points & joined, line, true), shifted(points & joined, line, false));
            around |= (up | down) & joined;
        }
        around
    }

    /// Walks everywhere the lone piece could; answers the points and the length of the way to the goal, if any.
    #[inline]
    pub(super) fn walk<G: Hunt>(&self) -> (u64, Option<Score>) {
        let (mut seen, mut steps, mut way) = (self.lone, 0, None);
        loop {
            if way.is_none() && seen & GOAL_ROW != 0 {
                way = Some(steps);
            }
            let further = seen | Self::around::<G>(seen) & !self.pack;
            if further == seen {
                return (seen, way);
            }
            seen = further;
            steps += 1;
        }
    }

    /// The free points with pieces of the pack on both sides, and the pieces with free points on both sides, the
    /// lone piece taken for free.
    #[inline]
    pub(super) fn between<G: Hunt>(&self) -> (u64, u64) {
        let (mut holes, mut exposed) = (0, 0);
        for line in Line::ALL {
            let both = |points: u64| {
                let points = points & line.joined::<G>();
                shifted(points, line, true) & shifted(points, line, false)
            };
            holes |= both(self.pack);
            exposed |= both(G::POINTS & !self.pack);
        }
        (holes & self.free::<G>(), if G::JUMPS { exposed & self.pack } else { 0 })
    }

    /// Where the lone piece can jump to.
    #[inline]
    pub(super) fn landings<G: Hunt>(&self) -> u64 {
        if !G::JUMPS {
            return 0;
        }
        let mut landings = 0;
        for line in Line::ALL {
            let joined = line.joined::<G>();
            for up in [true, false] {
                let over = shifted(self.lone & joined, line, up) & self.pack;
                landings |= shifted(over, line, up) & joined;
            }
        }
        landings & !self.pack
    }

    /// The widest zone of neighbouring columns without a piece of `line`.
    #[inline]
    pub(super) fn gap<G: Hunt>(line: u64) -> Score {
        let mut open = columns(G::POINTS) & !columns(line);
        let mut width = 0;
        while open != 0 {
            open &= open << 1;
            width += 1;
        }
        width
    }

    /// The free points that the pack can step forward to.
    #[inline]
    pub(super) fn forward<G: Hunt>(&self) -> u64 {
        let stars = self.pack & G::STARS;
        (self.pack << 8 | shifted(stars, Line::Rising, true) | shifted(stars, Line::Falling, true)) & self.free::<G>()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quevedo_core::{Game, Rng};

    use super::super::Hunt;
    use super::Frame;
    use crate::{FoxGeese, HareHounds, MouseCats};

    /// In every position of random games, the lone piece goes in the frame wherever it goes by the rules, and the
    /// pack steps forward there.
    fn check_frame<G: Hunt>(start: &G, games: u64) {
        for seed in 0..games {
            let mut rng = Rng::with_seed(seed);
            let mut position = start.clone();
            while let (None, Some(mv)) = (position.ended(), position.random_move(&mut rng)) {
                let before = position.frame();
                assert_eq!(before.pack & before.lone, 0);
                assert_eq!((before.pack | before.lone) & !G::POINTS, 0);
                let mut after = BTreeSet::new();
                position.each_move(|mv| {
                    let mut next = position.clone();
                    next.play(mv);
                    after.insert((next.frame().lone, next.frame().pack));
                });
                if position.turn() == G::LONE {
                    let steps = after.iter().filter(|(_, pack)| *pack == before.pack);
                    let steps = steps.fold(0, |steps, (lone, _)| steps | lone);
                    assert_eq!(Frame::around::<G>(before.lone) & !before.pack, steps, "{position:?}");
                    let landings = after.iter().filter(|(_, pack)| (pack ^ before.pack).is_power_of_two());
                    let landings = landings.fold(0, |landings, (lone, _)| landings | lone);
                    assert_eq!(before.landings::<G>(), landings, "{position:?}");
                } else {
                    let rows = |pack: u64| (1..8).map(|row| (pack >> (8 * row)).count_ones()).sum::<u32>();
                    let forward = after.iter().filter(|(_, pack)| rows(*pack) > rows(before.pack));
                    let forward = forward.fold(0, |targets, (_, pack)| targets | pack & !before.pack);
                    assert_eq!(before.forward::<G>(), forward, "{position:?}");
                }
                position.play(mv);
            }
        }
    }

    #[test]
    fn the_frame_has_the_lines_of_every_hunt() {
        check_frame(&MouseCats::start(), 100);
        check_frame(&HareHounds::start(), 100);
        check_frame(&FoxGeese::start_17(), 30);
    }
}

//! Judging the three hunts: a lone piece that wants to slip past a pack, and a pack that wants to shut it in.
//!
//! All three are seen in one frame: bit `8·row + column`, the goal of the lone piece in row 0, the pack going
//! towards higher rows and never back. Neighbours in a row or column are joined where both are points of the
//! board, diagonal neighbours where both are stars:
//!
//! ```text
//!              the mouse's board        the hare's       the fox's
//!    row 0     .  *  .  *  .  *  .  *      .  *  .     .  .  *  o  *  .  .
//!    row 1     *  .  *  .  *  .  *  .      *  o  *     .  .  o  *  o  .  .
//!    row 2     .  *  .  *  .  *  .  *      o  *  o     *  o  *  o  *  o  *
//!    …         8 rows                      5 rows      7 rows
//! ```
//!
//! A judge is a weighted sum of [`Measures`], after the hunt games of Sevilla: the way to the goal, being past the
//! pack, the weakest zone of its line, captures; for the pack the line, its gaps and its supports.

use quevedo_core::{Evaluator, Game, NamedEvaluator, Reason, Score, Side, Term, score};

/// The lone piece has reached its goal.
pub static GOAL_REACHED: Reason = Reason::new("goal_reached", "goal reached", "meta alcanzada");
/// The pack has made ten moves in a row without a step forward.
pub static STALLED: Reason = Reason::new("stalled", "ten moves without going forward", "diez jugadas sin avanzar");

/// What judges a hunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// The weights that play best in this game.
    Best,
    /// Both sides forward.
    Advance,
    /// A bit of everything.
    Balanced,
    /// The lone piece looks for weak zones and captures.
    Attack,
    /// The pack keeps its line.
    Defend,
}

/// A game of one against a pack.
pub(crate) trait Hunt: Game {
    /// The side of the lone piece.
    const LONE: Side;
    /// The places of the board.
    const POINTS: u64;
    /// The places where diagonal lines meet.
    const STARS: u64;
    /// The pieces of a full pack.
    const PACK: Score;
    /// Whether the lone piece captures by jumping.
    const JUMPS: bool;
    /// The weights of [`Eval::Best`].
    const BEST: Measures;

    /// The position in the common frame.
    fn chase(&self) -> Chase;
}

/// A position in the common frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chase {
    /// The lone piece, as a set of one.
    pub(crate) lone: u64,
    pub(crate) pack: u64,
    /// Moves of the pack in a row without a step forward.
    pub(crate) stall: u8,
}

/// What is measured, and, as a weight, how many points of the lone piece one of it is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measures {
    /// The rows to the goal.
    pub(crate) rows: Score,
    /// How much shorter than [`LONGEST_WAY`] the free way to the goal is; nothing where there is none.
    pub(crate) way: Score,
    /// The points that the lone piece could walk to if the pack stood still.
    pub(crate) room: Score,
    /// The points next to it that are free.
    pub(crate) mobility: Score,
    /// The pieces of the pack that it is past: those not nearer to the goal.
    pub(crate) passed: Score,
    /// The widest zone of neighbouring columns without a piece between the lone piece and the goal.
    pub(crate) gap: Score,
    /// The jumps it has.
    pub(crate) jumps: Score,
    /// The pieces of the pack that it could jump over from some free point.
    pub(crate) exposed: Score,
    /// The pieces that the pack has lost.
    pub(crate) captures: Score,
    /// The rows from the first piece of the pack to the last.
    pub(crate) spread: Score,
    /// The free points between two pieces of the pack, in a row, a column or a diagonal.
    pub(crate) holes: Score,
    /// The pieces of the pack without another one next to them.
    pub(crate) loners: Score,
    /// The free points that the pack can step forward to.
    pub(crate) forward: Score,
    /// The rows that the pack has gone, all pieces together.
    pub(crate) advance: Score,
    /// The moves of the pack in a row without a step forward, squared.
    pub(crate) stall: Score,
    /// Having the move.
    pub(crate) turn: Score,
    /// One in every position: what the game is worth by itself.
    pub(crate) game: Score,
}

/// No free way that is longer counts.
const LONGEST_WAY: Score = 16;
const KINDS: usize = 17;
const NAMES: [&str; KINDS] = [
    "rows to the goal",
    "free way to the goal",
    "room",
    "mobility",
    "pieces passed",
    "weakest zone",
    "jumps",
    "exposed pieces",
    "captures",
    "spread of the line",
    "holes in the line",
    "unsupported pieces",
    "steps forward",
    "rows gone by the pack",
    "dawdling",
    "the move",
    "the game itself",
];

const COLUMN_A: u64 = 0x0101010101010101;
const COLUMN_H: u64 = COLUMN_A << 7;
const GOAL_ROW: u64 = 0xff;

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

impl Chase {
    #[inline]
    fn free<G: Hunt>(&self) -> u64 {
        G::POINTS & !(self.lone | self.pack)
    }

    /// The points next to some of the set.
    #[inline]
    fn around<G: Hunt>(points: u64) -> u64 {
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
    fn walk<G: Hunt>(&self) -> (u64, Option<Score>) {
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
    fn between<G: Hunt>(&self) -> (u64, u64) {
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
    fn landings<G: Hunt>(&self) -> u64 {
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
    fn gap<G: Hunt>(line: u64) -> Score {
        let columns = |mut points: u64| {
            points |= points >> 32;
            points |= points >> 16;
            (points | points >> 8) & 0xff
        };
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
    fn forward<G: Hunt>(&self) -> u64 {
        let stars = self.pack & G::STARS;
        (self.pack << 8 | shifted(stars, Line::Rising, true) | shifted(stars, Line::Falling, true)) & self.free::<G>()
    }

    #[inline]
    fn measure<G: Hunt>(&self, lone_moves: bool) -> Measures {
        let (room, way) = self.walk::<G>();
        let (holes, exposed) = self.between::<G>();
        // Everything before the row of the lone piece, and the rest.
        let row = self.lone.trailing_zeros() as Score / 8;
        let before = 1_u64.checked_shl(8 * row as u32).map_or(u64::MAX, |bit| bit - 1);
        let last = 63 - self.pack.leading_zeros().min(63) as Score;
        Measures {
            rows: row,
            way: way.map_or(0, |steps| (LONGEST_WAY - steps).max(0)),
            room: ones(room),
            mobility: ones(Self::around::<G>(self.lone) & !self.pack),
            passed: ones(self.pack & !before),
            gap: Self::gap::<G>(self.pack & before),
            jumps: ones(self.landings::<G>()),
            exposed: ones(exposed),
            captures: G::PACK - ones(self.pack),
            spread: last / 8 - self.pack.trailing_zeros().min(63) as Score / 8,
            holes: ones(holes),
            loners: ones(self.pack & !Self::around::<G>(self.pack)),
            forward: ones(self.forward::<G>()),
            advance: (1..8).map(|row| ones(self.pack >> (8 * row))).sum(),
            stall: Score::from(self.stall).pow(2),
            turn: if lone_moves { 1 } else { -1 },
            game: 1,
        }
    }
}

#[inline]
fn ones(points: u64) -> Score {
    points.count_ones() as Score
}

impl Measures {
    /// Everything, in the order of [`NAMES`].
    #[inline]
    fn all(&self) -> [Score; KINDS] {
        let Self { rows, way, room, mobility, passed, gap, jumps, exposed, .. } = *self;
        let Self { captures, spread, holes, loners, forward, advance, stall, turn, game, .. } = *self;
        [
            rows, way, room, mobility, passed, gap, jumps, exposed, captures, spread, holes, loners, forward, advance,
            stall, turn, game,
        ]
    }
}

/// No weight at all.
pub(crate) const NOTHING: Measures = Measures {
    rows: 0,
    way: 0,
    room: 0,
    mobility: 0,
    passed: 0,
    gap: 0,
    jumps: 0,
    exposed: 0,
    captures: 0,
    spread: 0,
    holes: 0,
    loners: 0,
    forward: 0,
    advance: 0,
    stall: 0,
    turn: 0,
    game: 0,
};

const ADVANCE: Measures = Measures { rows: -40, way: 40, passed: 20, captures: 30, advance: -8, stall: 3, ..NOTHING };
const BALANCED: Measures = Measures {
    rows: -10,
    way: 25,
    room: 4,
    mobility: 8,
    passed: 25,
    gap: 15,
    jumps: 30,
    exposed: 5,
    captures: 80,
    spread: 8,
    holes: 6,
    loners: 10,
    stall: 3,
    ..NOTHING
};
const ATTACK: Measures =
    Measures { way: 20, mobility: 15, passed: 30, gap: 30, jumps: 60, exposed: 15, captures: 150, stall: 3, ..NOTHING };
const DEFEND: Measures = Measures {
    way: 20,
    room: 8,
    gap: 20,
    jumps: 40,
    exposed: 20,
    captures: 100,
    spread: 20,
    holes: 15,
    loners: 20,
    stall: 3,
    ..NOTHING
};

/// The evaluators of every hunt.
pub(crate) const EVALUATORS: &[NamedEvaluator<Eval>] = &[
    NamedEvaluator { name: "handmade", meaning: "the weights that play best in this game", evaluator: Eval::Best },
    NamedEvaluator { name: "advance", meaning: "forward, lone piece and pack alike", evaluator: Eval::Advance },
    NamedEvaluator { name: "balanced", meaning: "a bit of everything", evaluator: Eval::Balanced },
    NamedEvaluator { name: "attack", meaning: "weak zones and captures of the lone piece", evaluator: Eval::Attack },
    NamedEvaluator { name: "defend", meaning: "the line of the pack, without gaps", evaluator: Eval::Defend },
];

impl Eval {
    const fn weights<G: Hunt>(self) -> Measures {
        match self {
            Self::Best => G::BEST,
            Self::Advance => ADVANCE,
            Self::Balanced => BALANCED,
            Self::Attack => ATTACK,
            Self::Defend => DEFEND,
        }
    }

    /// Every measure times its weight: points of the lone piece.
    #[inline]
    fn weighed<G: Hunt>(self, position: &G) -> [Score; KINDS] {
        let measures = position.chase().measure::<G>(position.turn() == G::LONE).all();
        let weights = self.weights::<G>().all();
        std::array::from_fn(|kind| measures[kind] * weights[kind])
    }
}

impl<G: Hunt> Evaluator<G> for Eval {
    #[inline]
    fn evaluate(&self, position: &G) -> Score {
        let lone: Score = self.weighed(position).iter().sum();
        score::clamp(if position.turn() == G::LONE { lone } else { -lone })
    }

    fn each_term(&self, position: &G, visit: &mut dyn FnMut(Term)) {
        let sign = if G::LONE == Side::First { 1 } else { -1 };
        let weights = self.weights::<G>().all();
        let weighed = NAMES.iter().zip(self.weighed(position)).zip(weights).filter(|(_, weight)| *weight != 0);
        weighed.for_each(|((name, points), _)| visit(Term::new(name, sign * points)));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quevedo_core::{Game, Rng};

    use super::{Chase, Hunt};
    use crate::{FoxGeese, HareHounds, MouseCats};

    /// In every position of random games, the lone piece goes in the frame wherever it goes by the rules, and the
    /// pack steps forward there.
    fn check_frame<G: Hunt>(start: &G, games: u64) {
        for seed in 0..games {
            let mut rng = Rng::with_seed(seed);
            let mut position = start.clone();
            while let (None, Some(mv)) = (position.ended(), position.random_move(&mut rng)) {
                let before = position.chase();
                assert_eq!(before.pack & before.lone, 0);
                assert_eq!((before.pack | before.lone) & !G::POINTS, 0);
                let mut after = BTreeSet::new();
                position.each_move(|mv| {
                    let mut next = position.clone();
                    next.play(mv);
                    after.insert((next.chase().lone, next.chase().pack));
                });
                if position.turn() == G::LONE {
                    let steps = after.iter().filter(|(_, pack)| *pack == before.pack);
                    let steps = steps.fold(0, |steps, (lone, _)| steps | lone);
                    assert_eq!(Chase::around::<G>(before.lone) & !before.pack, steps, "{position:?}");
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

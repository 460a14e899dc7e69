//! Evaluators of Othello: discs, squares, mobility and stability.
//!
//! Everything is counted for the side to move, less the same for the other side, by whole sets of squares; an
//! evaluator has a row of weights for each number of discs. Points are roughly hundredths of a disc.

use quevedo_core::{Evaluator, HasEvaluators, Layer, NamedEvaluator, Score, Term, Text, for_turn, score};

use super::lines::{grown, placements};
use super::{Othello, lens};

/// An evaluator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// Weights fitted for every phase of the game.
    Best,
    /// Discs alone.
    Discs,
    /// Weights set by hand from the usual advice.
    Positional,
}

/// How many things are counted.
pub(super) const COUNTS: usize = 13;

/// What is counted, in the order of all weights. C-squares are the neighbours of a corner on the edge, the
/// X-square the one on the diagonal; both are a present for the opponent as long as the corner is empty.
pub(super) const NAMES: [Text; COUNTS] = [
    Text::new("corners", "esquinas"),
    Text::new("C-squares by empty corners", "casillas C junto a esquinas vacías"),
    Text::new("X-squares by empty corners", "casillas X junto a esquinas vacías"),
    Text::new("potential mobility", "movilidad potencial"),
    Text::new("frontier discs", "fichas de frontera"),
    Text::new("stable discs", "fichas estables"),
    Text::new("discs", "fichas"),
    Text::new("mobility", "movilidad"),
    Text::new("corners in reach", "esquinas al alcance"),
    Text::new("safe moves", "jugadas seguras"),
    Text::new("the move", "el turno"),
    Text::new("odd number of empties", "número impar de casillas vacías"),
    Text::new("corners to take", "esquinas que se pueden tomar"),
];

/// The usual advice. Mobility is in hundredths, see [`counts`].
const POSITIONAL: [i16; COUNTS] = [800, -200, -500, 40, -40, 100, 0, 12, 300, 0, 0, 0, 0];
/// Beside that, the last move is an advantage when few squares are left.
const PARITY: i16 = 200;
const PARITY_FROM: usize = 46;
const ODD: usize = 11;

/// Numbers of discs for which weights were fitted; between them they are blended.
const FITTED_AT: [usize; 7] = [12, 20, 28, 36, 44, 52, 60];

/// The weights at [`FITTED_AT`], one row a count: half the usual advice, half a logistic regression on the results
/// of 24,000 games of a search of depth 3 or 4 with itself after 6 to 24 random moves, the last ten empties played
/// exactly. The mean plays better than either.
const FITTED: [[i16; FITTED_AT.len()]; COUNTS] = [
    [792, 829, 927, 922, 885, 859, 603],
    [-425, -343, -249, -132, -136, -200, -168],
    [-1022, -862, -708, -630, -546, -391, -298],
    [35, 47, 37, 32, 30, -21, -145],
    [-72, -94, -92, -86, -90, -103, -170],
    [271, 233, 188, 159, 141, 138, 177],
    [6, 25, 4, -2, -2, 3, 23],
    [9, 10, 14, 14, 14, 27, 26],
    [98, 306, 366, 488, 446, 618, 375],
    [16, 6, 3, 11, 15, -30, 31],
    [-67, -131, -129, -128, -142, -137, -201],
    [-10, 74, 22, 0, 24, 61, 391],
    [-34, 34, 53, 75, 143, 118, 97],
];

/// The weights for every number of discs.
type Weights = [[i16; COUNTS]; 65];
static BEST_WEIGHTS: Weights = blended();
static POSITIONAL_WEIGHTS: Weights = {
    let mut weights = [POSITIONAL; 65];
    let mut discs = PARITY_FROM;
    while discs < weights.len() {
        weights[discs][ODD] = PARITY;
        discs += 1;
    }
    weights
};

const fn blended() -> Weights {
    let mut weights = [[0; COUNTS]; 65];
    let mut discs = 0;
    while discs < weights.len() {
        let mut next = 1;
        while next + 1 < FITTED_AT.len() && FITTED_AT[next] < discs {
            next += 1;
        }
        let (from, to) = (FITTED_AT[next - 1] as i32, FITTED_AT[next] as i32);
        let at = if (discs as i32) < from {
            from
        } else if discs as i32 > to {
            to
        } else {
            discs as i32
        };
        let mut count = 0;
        while count < COUNTS {
            let (low, high) = (FITTED[count][next - 1] as i32, FITTED[count][next] as i32);
            weights[discs][count] = (low + (high - low) * (at - from) / (to - from)) as i16;
            count += 1;
        }
        discs += 1;
    }
    weights
}

pub(super) const CORNERS: u64 = 0x8100000000000081;
pub(super) const C_SQUARES: u64 = 0x4281000000008142;
pub(super) const X_SQUARES: u64 = 0x0042000000004200;
const NOT_A: u64 = 0xfefefefefefefefe;
const NOT_H: u64 = 0x7f7f7f7f7f7f7f7f;
const SIDE_EDGES: u64 = !NOT_A | !NOT_H;
const END_ROWS: u64 = 0xff000000000000ff;
const EDGES: u64 = SIDE_EDGES | END_ROWS;

#[inline]
fn ones(squares: u64) -> Score {
    squares.count_ones() as Score
}

/// The counts of [`NAMES`], `own` less `other`.
///
/// Mobility is 100·(a - b)/(a + b + 2) for a and b moves: one move more matters most where there are few.
#[inline]
pub(super) fn counts(own: u64, other: u64) -> [Score; COUNTS] {
    let empty = !(own | other);
    let difference = |squares: u64| ones(own & squares) - ones(other & squares);
    let gifts = grown(empty & CORNERS) & (C_SQUARES | X_SQUARES);
    let (moves, replies) = (placements(own, other), placements(other, own));
    let (more, both) = (ones(moves) - ones(replies), ones(moves) + ones(replies));
    let [stable, stable_other] = stable(own, other);
    [
        difference(CORNERS),
        difference(gifts & C_SQUARES),
        difference(gifts & X_SQUARES),
        ones(empty & grown(other)) - ones(empty & grown(own)),
        difference(grown(empty)),
        ones(stable) - ones(stable_other),
        difference(u64::MAX),
        100 * more / (both + 2),
        ones(moves & CORNERS) - ones(replies & CORNERS),
        ones(moves & !gifts) - ones(replies & !gifts),
        1,
        ones(empty) % 2,
        ones(moves & CORNERS),
    ]
}

/// The discs of each side that can never turn, as far as it shows easily: along each of the four lines through
/// it, the line is full, or a disc leans on the edge or on a stable disc of its side. Before a corner is taken
/// hardly any disc is stable, and none is looked for.
#[inline]
pub(super) fn stable(own: u64, other: u64) -> [u64; 2] {
    if (own | other) & CORNERS == 0 {
        return [0; 2];
    }
    let safe = safe_lines(own | other);
    [own, other].map(|discs| {
        let mut stable = 0;
        loop {
            let leaning = [
                (stable << 1) & NOT_A | (stable >> 1) & NOT_H,
                stable << 8 | stable >> 8,
                (stable << 9) & NOT_A | (stable >> 9) & NOT_H,
                (stable << 7) & NOT_H | (stable >> 7) & NOT_A,
            ];
            let lines = safe.iter().zip(leaning).fold(discs, |held, (safe, leaning)| held & (safe | leaning));
            if lines == stable {
                return stable;
            }
            stable = lines;
        }
    })
}

/// The squares that nothing can be turned on along the row, the column and the two diagonals: those of full lines
/// and those at the end of a line.
#[inline]
fn safe_lines(discs: u64) -> [u64; 4] {
    let rows = folded(discs, 1) & !NOT_A;
    let columns = folded(discs, 8) & 0xff;
    [
        (rows * 0xff) | SIDE_EDGES,
        (columns * 0x0101010101010101) | END_ROWS,
        full_diagonals(discs, 9, NOT_A) | EDGES,
        full_diagonals(discs, 7, NOT_H) | EDGES,
    ]
}

/// Each bit with the seven that follow it, `step` apart.
#[inline]
const fn folded(mut squares: u64, step: u32) -> u64 {
    squares &= squares >> step;
    squares &= squares >> (2 * step);
    squares & squares >> (4 * step)
}

/// The squares on diagonals of the given step, 7 or 9, that are full of discs: empty squares spread both ways up to the
/// edges. `inside` are the squares that a step up reaches without wrapping around.
#[inline]
pub const fn full_diagonals(discs: u64, step: u32, inside: u64) -> u64 {
    let (mut up, mut down) = (!discs, !discs);
    let (mut to_up, mut to_down) = (inside, inside >> step);
    let mut reach = step;
    while reach <= 4 * step {
        up |= (up << reach) & to_up;
        down |= (down >> reach) & to_down;
        to_up &= to_up << reach;
        to_down &= to_down >> reach;
        reach *= 2;
    }
    !(up | down)
}

impl Eval {
    /// The weights for a position.
    #[inline]
    pub(super) fn weights(self, position: &Othello) -> &'static [i16; COUNTS] {
        const DISCS: [i16; COUNTS] = [0, 0, 0, 0, 0, 0, 100, 0, 0, 0, 0, 0, 0];
        let discs = (position.own | position.other).count_ones() as usize;
        match self {
            Self::Best => &BEST_WEIGHTS[discs],
            Self::Discs => &DISCS,
            Self::Positional => &POSITIONAL_WEIGHTS[discs],
        }
    }
}

impl Evaluator<Othello> for Eval {
    #[inline]
    fn evaluate(&self, position: &Othello) -> Score {
        if *self == Self::Discs {
            return 100 * (ones(position.own) - ones(position.other));
        }
        let counts = counts(position.own, position.other);
        score::clamp(
            counts.iter().zip(self.weights(position)).map(|(count, weight)| count * Score::from(*weight)).sum(),
        )
    }

    fn each_term(&self, position: &Othello, visit: &mut dyn FnMut(Term)) {
        let counts = counts(position.own, position.other);
        let weighed = NAMES.iter().zip(counts).zip(self.weights(position)).filter(|(_, weight)| **weight != 0);
        for ((name, count), weight) in weighed {
            visit(Term::new(*name, for_turn(position, count * Score::from(*weight))));
        }
    }

    fn each_layer(&self, position: &Othello, visit: &mut dyn FnMut(Layer)) {
        lens::each_layer(*self, position, visit);
    }
}

impl HasEvaluators for Othello {
    type Eval = Eval;

    const EVALUATORS: &'static [NamedEvaluator<Eval>] = &[
        NamedEvaluator {
            name: "handmade",
            meaning: Text::new(
                "all counts, weighed by the phase of the game",
                "todos los términos, con pesos según la fase de la partida",
            ),
            evaluator: Eval::Best,
        },
        NamedEvaluator {
            name: "discs",
            meaning: Text::new("difference of discs", "diferencia de fichas"),
            evaluator: Eval::Discs,
        },
        NamedEvaluator {
            name: "positional",
            meaning: Text::new(
                "corners, moves, frontier, stability and parity, weighed by hand",
                "esquinas, movilidad, frontera, estabilidad y paridad, con pesos puestos a mano",
            ),
            evaluator: Eval::Positional,
        },
    ];
}

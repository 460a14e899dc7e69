//! Evaluators of Connect-4: groups of neighbours as the course work of Alicante counted them, and threats.
//!
//! Both work on whole sets of squares along a step: 1 is up, `H + 1` right, `H + 2` and `H` are the diagonals.
//! The empty bit above each column stops every line at the edge (see [`super::rules`]).

use quevedo_core::{Evaluator, Game, HasEvaluators, Layer, NamedEvaluator, Score, Side, Term, Text, for_turn, score};

use super::{Connect4, lens};

/// An evaluator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// Threats, who profits from them in the end, and open lines of four; 100 points are odds of e to 1.
    Best,
    /// Groups of neighbours; the opponent's count half as much again.
    Adjacency,
}

/// Points for groups of neighbours.
mod group {
    use quevedo_core::Score;

    pub(super) const TWO: Score = 10;
    pub(super) const OPEN_TWO: Score = 100;
    pub(super) const TWO_GAP_ONE: Score = 1_000;
    pub(super) const THREE: Score = 100;
    pub(super) const OPEN_THREE: Score = 1_000;
    pub(super) const FOUR: Score = 10_000;
}

/// Points of [`Eval::Best`], fitted to the results of 8,000 games of a depth-6 search with itself, by logistic
/// regression on each board.
mod points {
    use quevedo_core::Score;

    /// The side to move completes four now.
    pub(super) const WINS: Score = 2_000;
    /// It cannot, and has to answer this many threats.
    pub(super) const MUST_BLOCK: [Score; 2] = [-50, -1_500];
    /// Having the move.
    pub(super) const TEMPO: Score = 20;
    /// An open line of four with one disc, with two: on the empty board, and on the full one.
    pub(super) const ONE: [Score; 2] = [7, 1];
    pub(super) const TWO: [Score; 2] = [22, 6];
}

pub(super) const OPEN_LINES: Text = Text::new("open lines", "líneas abiertas");
pub(super) const THREATS: Text = Text::new("threats", "amenazas");
pub(super) const NEXT_MOVE: Text = Text::new("next move", "próxima jugada");
pub(super) const GROUPS: [Text; 2] = [
    Text::new("groups of the first player", "grupos del primer jugador"),
    Text::new("groups of the second player", "grupos del segundo jugador"),
];

/// What a threat is worth to a side on the rows it gets in the end, and on the other rows.
const CLAIMS_EVEN_BOARD: [[Score; 2]; 2] = [[185, 20], [90, 60]];
const CLAIMS_ODD_BOARD: [[Score; 2]; 2] = [[75, 35], [85, 75]];

impl<const W: usize, const H: usize> Connect4<W, H> {
    const BOARD: u64 = Self::BOTTOM.wrapping_mul((1 << H) - 1);
    /// The bits above the columns.
    const LIDS: u64 = Self::BOTTOM << H;
    pub(super) const STEPS: [usize; 4] = [1, H, H + 1, H + 2];

    /// With all other columns full, `(W - 1)·H` discs are on the board. Where that is odd, as on 8x7, the second
    /// player begins the last column, and the first gets its even rows (the second from below, the fourth …);
    /// where it is even, as on 7x6, the first gets the odd ones.
    const FIRST_GETS_EVEN: bool = (W - 1) * H % 2 == 1;
    /// The rows that each side gets in the end.
    const HARVEST: [u64; 2] = {
        let odd = Self::BOTTOM.wrapping_mul(0x5555_5555_5555_5555 & ((1 << H) - 1));
        let even = Self::BOARD ^ odd;
        if Self::FIRST_GETS_EVEN { [even, odd] } else { [odd, even] }
    };
    pub(super) const CLAIMS: [[Score; 2]; 2] = if Self::FIRST_GETS_EVEN { CLAIMS_ODD_BOARD } else { CLAIMS_EVEN_BOARD };

    /// The empty squares that a disc can fall to.
    #[inline]
    pub(super) const fn playable(all: u64) -> u64 {
        all.wrapping_add(Self::BOTTOM) & Self::BOARD
    }

    /// The evaluation of the course work: the groups of `own`, less one and a half times those of `other`.
    pub fn adjacency(own: u64, other: u64) -> Score {
        let playable = Self::playable(own | other);
        Self::groups(own, playable) - Self::groups(other, playable) * 3 / 2
    }

    /// Every disc looks in all eight directions. Where the next one is of its side, that is a *two*: worth more
    /// when the square behind is playable, and more again when there is a third disc behind that gap. Where two
    /// follow, there is a *three* besides, worth more when the square behind is playable. A *four* counts once,
    /// in its upward or rightward direction; the shorter groups within it count as well.
    fn groups(discs: u64, playable: u64) -> Score {
        let mut sum = 0;
        Self::each_group(discs, playable, |discs, points| sum += points * ones(discs));
        sum
    }

    /// Visits the discs that see a group of one kind in one direction, and what each group is worth.
    #[inline]
    pub(super) fn each_group(discs: u64, playable: u64, mut visit: impl FnMut(u64, Score)) {
        for step in Self::STEPS {
            Self::each_group_towards(discs, playable, |set, count| set >> (count * step), &mut visit);
            Self::each_group_towards(discs, playable, |set, count| set << (count * step), &mut visit);
            let pairs = discs & (discs >> step);
            visit(pairs & (pairs >> (2 * step)), group::FOUR);
        }
    }

    /// Twos and threes in one direction; `ahead` answers the squares from which a set is so many steps away.
    #[inline]
    fn each_group_towards(
        discs: u64,
        playable: u64,
        ahead: impl Fn(u64, usize) -> u64,
        visit: &mut impl FnMut(u64, Score),
    ) {
        let twos = discs & ahead(discs, 1);
        let threes = twos & ahead(discs, 2);
        let open_twos = twos & ahead(playable, 2);
        let gapped = open_twos & ahead(discs, 3);
        let open_threes = threes & ahead(playable, 3);
        visit(twos ^ open_twos, group::TWO);
        visit(open_twos ^ gapped, group::OPEN_TWO);
        visit(gapped, group::TWO_GAP_ONE);
        visit(threes ^ open_threes, group::THREE);
        visit(open_threes, group::OPEN_THREE);
    }

    /// The empty squares on which a disc would complete four in line.
    #[inline]
    pub(super) fn threats(discs: u64, all: u64) -> u64 {
        let mut found = (discs << 1) & (discs << 2) & (discs << 3);
        for step in [H, H + 1, H + 2] {
            let (below, above) = ((discs << step) & (discs << (2 * step)), (discs >> step) & (discs >> (2 * step)));
            found |= below & ((discs << (3 * step)) | (discs >> step));
            found |= above & ((discs >> (3 * step)) | (discs << step));
        }
        found & Self::BOARD & !all
    }

    /// The lowest square of the set in every column. The lids keep the subtraction within each column.
    #[inline]
    const fn lowest(squares: u64) -> u64 {
        squares & !((squares | Self::LIDS) - Self::BOTTOM)
    }

    /// How many lines of four hold exactly one disc, and exactly two, and none of the other side.
    #[inline]
    fn open_lines(discs: u64, other: u64) -> [Score; 2] {
        Self::STEPS.into_iter().fold([0; 2], |[with_one, with_two], step| {
            let [one, two] = Self::open_lines_along(discs, other, step);
            [with_one + ones(one), with_two + ones(two)]
        })
    }

    /// The first squares of those lines, along a step.
    #[inline]
    pub(super) fn open_lines_along(discs: u64, other: u64, step: usize) -> [u64; 2] {
        let free = Self::BOARD & !other;
        let pairs = free & (free >> step);
        let lines = pairs & (pairs >> (2 * step));
        // The first two squares of a line and the last two hold one disc, or both do.
        let (one, both) = (discs ^ (discs >> step), discs & (discs >> step));
        let (one_far, both_far) = (one >> (2 * step), both >> (2 * step));
        let with_one = lines & (one ^ one_far) & !(both | both_far);
        let with_two = lines & ((both ^ both_far) & !(one | one_far) | one & one_far);
        [with_one, with_two]
    }

    /// Points of the first player for lines that can still become four; less as the board fills.
    #[inline]
    fn line_points(first: u64, second: u64) -> Score {
        let (mine, theirs) = (Self::open_lines(first, second), Self::open_lines(second, first));
        let [one, two] = Self::line_worth(first | second);
        (one * (mine[0] - theirs[0]) + two * (mine[1] - theirs[1])) / (W * H) as Score
    }

    /// What an open line with one disc is worth on a board with these discs, and one with two, times the number of squares.
    #[inline]
    pub(super) fn line_worth(all: u64) -> [Score; 2] {
        let filled = ones(all);
        [points::ONE, points::TWO].map(|[empty, full]| empty * ((W * H) as Score - filled) + full * filled)
    }

    /// The side that does not move is feared half as much again by [`Eval::Adjacency`].
    pub(super) fn group_weight(&self, side: Side) -> f64 {
        if side == self.turn() { 1.0 } else { 1.5 }
    }

    /// Points of the first player for threats that nobody can answer yet. Only the lowest in a column counts: the
    /// squares above it are not reached before it is decided.
    #[inline]
    fn claim_points(threats: [u64; 2], playable: u64) -> Score {
        let of = |side: usize| {
            let [on_harvest, elsewhere] = Self::claims(threats, playable, side);
            Self::CLAIMS[side][0] * ones(on_harvest) + Self::CLAIMS[side][1] * ones(elsewhere)
        };
        of(0) - of(1)
    }

    /// The claims of a side: those on the rows that it gets in the end, and those on the other rows.
    #[inline]
    pub(super) fn claims(threats: [u64; 2], playable: u64, side: usize) -> [u64; 2] {
        let claims = threats[side] & Self::lowest((threats[0] | threats[1]) & !playable);
        [claims & Self::HARVEST[side], claims & !Self::HARVEST[side]]
    }

    /// Points of the side to move for what happens in the next two plies.
    #[inline]
    pub(super) fn urgent_points(own: u64, other: u64) -> Score {
        match (own, other.count_ones()) {
            (1.., _) => points::WINS,
            (0, 0) => points::TEMPO,
            (0, 1) => points::MUST_BLOCK[0],
            (0, _) => points::MUST_BLOCK[1],
        }
    }

    /// Lines and claims of the first player, and the urgent points of the side to move.
    #[inline]
    fn best_points(&self) -> [Score; 3] {
        let (first, second) = (self.discs(Side::First), self.discs(Side::Second));
        let playable = Self::playable(self.all);
        let threats = [Self::threats(first, self.all), Self::threats(second, self.all)];
        let me = self.turn().index();
        [
            Self::line_points(first, second),
            Self::claim_points(threats, playable),
            Self::urgent_points(threats[me] & playable, threats[1 - me] & playable),
        ]
    }
}

#[inline]
fn ones(squares: u64) -> Score {
    squares.count_ones() as Score
}

impl<const W: usize, const H: usize> Evaluator<Connect4<W, H>> for Eval {
    #[inline]
    fn evaluate(&self, position: &Connect4<W, H>) -> Score {
        match self {
            Self::Best => {
                let [lines, claims, urgent] = position.best_points();
                for_turn(position, lines + claims) + urgent
            }
            Self::Adjacency => {
                let other = position.own ^ position.all;
                score::clamp(Connect4::<W, H>::adjacency(position.own, other))
            }
        }
    }

    fn each_term(&self, position: &Connect4<W, H>, visit: &mut dyn FnMut(Term)) {
        match self {
            Self::Best => {
                let [lines, claims, urgent] = position.best_points();
                visit(Term::new(OPEN_LINES, lines));
                visit(Term::new(THREATS, claims));
                visit(Term::new(NEXT_MOVE, for_turn(position, urgent)));
            }
            Self::Adjacency => {
                let playable = Connect4::<W, H>::playable(position.all);
                let groups = |side: Side| f64::from(Connect4::<W, H>::groups(position.discs(side), playable));
                let [first, second] = Side::BOTH.map(|side| position.group_weight(side) * groups(side));
                visit(Term::new(GROUPS[0], first));
                visit(Term::new(GROUPS[1], -second));
            }
        }
    }

    fn each_layer(&self, position: &Connect4<W, H>, visit: &mut dyn FnMut(Layer)) {
        lens::each_layer(*self, position, visit);
    }
}

impl<const W: usize, const H: usize> HasEvaluators for Connect4<W, H> {
    type Eval = Eval;

    const EVALUATORS: &'static [NamedEvaluator<Eval>] = &[
        NamedEvaluator {
            name: "handmade",
            meaning: Text::new(
                "threats and who gets them in the end, open lines",
                "amenazas y para quién serán al final, líneas abiertas",
            ),
            evaluator: Eval::Best,
        },
        NamedEvaluator {
            name: "adjacency",
            meaning: Text::new("groups of neighbouring discs", "grupos de fichas vecinas"),
            evaluator: Eval::Adjacency,
        },
    ];
}

//! What a game tells a search beyond its rules: which moves to try first, which positions are too wild to judge.

use crate::{Evaluator, Game, Score};

/// The hints of a game. All of them may be left out; a game without any is searched plainly.
pub trait Tactics: Game {
    /// What the search may cut where the game does not mind.
    const PARAMS: SearchParams = SearchParams::PLAIN;

    /// How many different [`Tactics::history_keys`] a move can have; the size of the tables that remember good moves.
    const HISTORY_KEYS: usize;

    /// One or two numbers below [`Tactics::HISTORY_KEYS`] by which a move is remembered in other positions: its
    /// destination, its way, its arrow. Twice the same number where there is only one.
    fn history_keys(&self, mv: Self::Move) -> [usize; 2];

    /// How much a move asks to be tried first: the worth of a capture or promotion; 0 for a quiet move.
    #[inline]
    fn urgency(&self, _mv: Self::Move) -> Score {
        0
    }

    /// Whether the move changes so much that a position is not to be judged before it has been tried.
    #[inline]
    fn is_noisy(&self, _mv: Self::Move) -> bool {
        false
    }

    /// What the move wins or loses by captures on its target square alone, both sides capturing well.
    #[inline]
    fn exchange(&self, _mv: Self::Move) -> Score {
        0
    }

    /// Whether the side to move is under a threat that cannot be ignored: check. Such a position is searched
    /// deeper, never judged at once, and never passed in.
    #[inline]
    fn is_threatened(&self) -> bool {
        false
    }

    /// The same position with the other side to move, where passing is surely worse than the best move.
    #[inline]
    fn pass(&self) -> Option<Self> {
        None
    }
}

/// Which cuts suit a game. Scores are in the unit of its evaluators.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each cut suits a game or does not")]
pub struct SearchParams {
    /// Look at noisy moves before judging.
    pub quiescence: bool,
    /// Try passing.
    pub null_move: bool,
    /// Search late moves less deep.
    pub reductions: bool,
    /// Leave quiet late moves out near the leaves.
    pub late_move_pruning: bool,
    /// How much a quiet ply can gain, for cuts near the leaves; 0 for none.
    pub futility: Score,
    /// Nodes with fewer plies left are not worth a look into the table.
    pub table_from: i32,
    /// Moves are few and judging is cheap: the last ply is judged move by move, unordered.
    pub judge_at_once: bool,
    /// Half the width of the first aspiration window.
    pub window: Score,
    /// A difference that a beginner overlooks and a good player does not: a pawn in chess.
    pub unit: Score,
}

impl SearchParams {
    /// No cuts at all.
    pub const PLAIN: Self = Self {
        quiescence: false,
        null_move: false,
        reductions: false,
        late_move_pruning: false,
        futility: 0,
        table_from: 2,
        judge_at_once: false,
        window: 50,
        unit: 100,
    };
}

/// The evaluators of a game, by name.
pub trait HasEvaluators: Game {
    /// All of them in one type, so that a search is compiled once for all.
    type Eval: Evaluator<Self> + Copy + 'static;

    /// Every evaluator that was made by hand; the first is called `handmade` and plays best of them.
    const EVALUATORS: &'static [NamedEvaluator<Self::Eval>];

    /// The evaluator of that name.
    fn judge(name: &str) -> Option<Self::Eval> {
        Self::EVALUATORS.iter().find(|named| named.name == name).map(|named| named.judge)
    }

    /// What is known of the position without any judgement, for the side to move: endings that have to be brought home in a
    /// way that no network learns from games.
    #[inline]
    fn known_score(&self) -> Option<Score> {
        None
    }
}

/// An evaluator with its name.
#[derive(Clone, Copy, Debug)]
pub struct NamedEvaluator<J> {
    /// Its name in player specs.
    pub name: &'static str,
    /// What it looks at, in one line.
    pub meaning: &'static str,
    /// Itself.
    pub judge: J,
}

//! What a game adds to its rules so that a search plays it well: search parameters, keys of the history heuristic,
//! noisy moves, static exchange evaluation, and its evaluators.

use crate::{Evaluator, Game, Score, SearchParams, Term};

/// The hints of a game for alpha-beta. Everything has a default: a game without hints is searched without selective
/// pruning, and its moves are ordered by transposition table and killers alone.
pub trait Tactics: Game {
    /// Which selective techniques suit the game, and with which margins.
    const PARAMS: SearchParams = SearchParams::PLAIN;

    /// The size of the history tables: all [`Tactics::history_keys`] are less.
    const HISTORY_KEYS: usize = 1;

    /// The two indices under which the history heuristic keeps its score of a move: its target square, its piece and
    /// target square, its arrow. Twice the same where one is enough.
    #[inline]
    fn history_keys(&self, _mv: Self::Move) -> [usize; 2] {
        [0, 0]
    }

    /// How early a noisy move is tried: the value of a capture (MVV-LVA) or promotion; 0 for a quiet move.
    #[inline]
    fn urgency(&self, _mv: Self::Move) -> Score {
        0
    }

    /// Whether quiescence search tries the move: a capture, a promotion. All other moves are quiet.
    #[inline]
    fn is_noisy(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Static exchange evaluation (SEE): what the move wins or loses if both sides capture well on its target square.
    #[inline]
    fn static_exchange(&self, _mv: Self::Move) -> Score {
        0
    }

    /// Whether the side to move is in check, or under another threat that it cannot ignore. Such a node is extended;
    /// its static evaluation and the null move are not used.
    #[inline]
    fn is_threatened(&self) -> bool {
        false
    }

    /// The position after a null move; `None` where the game has none, or where zugzwang is likely.
    #[inline]
    fn pass(&self) -> Option<Self> {
        None
    }
}

/// The hand-made evaluators of a game, by name. A game without any takes [`NoEval`].
pub trait HasEvaluators: Game {
    /// All of them in one type, so that a search is compiled once for all.
    type Eval: Evaluator<Self> + Copy + 'static;

    /// Every hand-made evaluator; the first is called `handmade` and is the strongest of them.
    const EVALUATORS: &'static [NamedEvaluator<Self::Eval>];

    /// The evaluator of that name.
    fn evaluator(name: &str) -> Option<Self::Eval> {
        Self::EVALUATORS.iter().find(|named| named.name == name).map(|named| named.evaluator)
    }

    /// The hand-written score of a known ending (king, bishop and knight against king), for the side to move. It
    /// overrides what a network says.
    #[inline]
    fn known_score(&self) -> Option<Score> {
        None
    }
}

/// An evaluator with its name.
#[derive(Clone, Copy, Debug)]
pub struct NamedEvaluator<E> {
    /// Its name in player specs.
    pub name: &'static str,
    /// What it measures, in one line.
    pub meaning: &'static str,
    /// Itself.
    pub evaluator: E,
}

/// The evaluator of games that have none: 0 everywhere, without terms.
///
/// ```text
/// impl HasEvaluators for TicTacToe {
///     type Eval = NoEval;
///     const EVALUATORS: &'static [NamedEvaluator<NoEval>] = NoEval::ONLY;
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoEval;

impl NoEval {
    /// The list of evaluators of a game that has none.
    pub const ONLY: &'static [NamedEvaluator<Self>] =
        &[NamedEvaluator { name: "handmade", meaning: "nothing: every position is worth 0", evaluator: Self }];
}

impl<G: Game> Evaluator<G> for NoEval {
    fn evaluate(&self, _position: &G) -> Score {
        0
    }

    fn each_term(&self, _position: &G, _visit: &mut dyn FnMut(Term)) {}
}

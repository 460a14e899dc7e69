//! What a game adds to its rules so that a search plays it well: search parameters, keys of the history heuristic,
//! noisy moves, static exchange evaluation, and its evaluators.

use crate::{Evaluator, Game, Score, SearchParams, Term, Text};

/// The hints of a game for alpha-beta. Everything has a default: a game without hints is searched without selective
/// pruning, and its moves are ordered by transposition table and killers alone.
pub trait Tactics: Game {
    /// Which selective techniques suit the game, and with which margins.
    const PARAMS: SearchParams = SearchParams::PLAIN;

    /// What people count scores in, where they do: pawns, discs. One of them is [`SearchParams::unit`] points.
    const SCORE_UNIT: Option<Text> = None;

    /// The size of the history tables: all [`Tactics::history_keys`] are less.
    const HISTORY_KEYS: usize = 1;

    /// The two indices under which the history heuristic keeps its score of a move: its target square, its piece and
    /// target square, its arrow. Twice the same where one is enough.
    #[inline]
    fn history_keys(&self, _mv: Self::Move) -> [usize; 2] {
        [0, 0]
    }

    /// The number of [`Tactics::continuation_key`]s; 0 for a game without continuation history.
    const CONTINUATION_KEYS: usize = 0;

    /// A small key of a move for the continuation history: its piece and target square. The history keeps a score for
    /// every pair of keys.
    #[inline]
    fn continuation_key(&self, _mv: Self::Move) -> usize {
        0
    }

    /// The number of [`Tactics::capture_key`]s; 0 for a game without capture history.
    const CAPTURE_KEYS: usize = 0;

    /// The key of a noisy move for the capture history: its piece, target square and captured piece.
    #[inline]
    fn capture_key(&self, _mv: Self::Move) -> usize {
        0
    }

    /// The number of [`Tactics::correction_key`]s; 0 for a game without correction history.
    const CORRECTION_KEYS: usize = 0;

    /// Hashes of parts of the position: the pawns, the pieces of a side. Correction history learns by how much the
    /// static evaluation is wrong in positions that share such a part. `index` is less than
    /// [`Tactics::CORRECTION_KEYS`].
    #[inline]
    fn correction_key(&self, _index: usize) -> u64 {
        0
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

    /// Whether the static exchange evaluation of a move is at least `threshold`. Often faster than the exact value.
    #[inline]
    fn exchange_at_least(&self, mv: Self::Move, threshold: Score) -> bool {
        self.static_exchange(mv) >= threshold
    }

    /// Visits the noisy moves, in the order of generation.
    #[inline]
    fn each_noisy_move(&self, mut visit: impl FnMut(Self::Move)) {
        self.each_move(|mv| {
            if self.is_noisy(mv) {
                visit(mv);
            }
        });
    }

    /// Whether [`Tactics::probcut_deviation`] gives an answer.
    const HAS_MULTI_PROBCUT: bool = false;

    /// Multi-ProbCut (Buro, 1997): the standard deviation of the difference between the values of a search to depth
    /// `deep` and to depth `shallow`, in this phase of the game; fitted to the evaluator of the game.
    #[inline]
    fn probcut_deviation(&self, _deep: i32, _shallow: i32) -> Score {
        0
    }

    /// What is known of a quiet move before any search, in the unit of history scores: the higher, the earlier it is
    /// tried. It may be costly: only nodes with [`SearchParams::ordering_min_depth`] plies left ask for it.
    #[inline]
    fn ordering_bonus(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// A hash that is the same for positions which a symmetry of the board carries into each other, so that a book holds one
    /// for all. By default every position differs from every other.
    fn symmetric_hash(&self) -> u64 {
        self.hash()
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
    pub meaning: Text,
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
    pub const ONLY: &'static [NamedEvaluator<Self>] = &[NamedEvaluator {
        name: "handmade",
        meaning: Text::new("nothing: every position is worth 0", "nada: todas las posiciones valen 0"),
        evaluator: Self,
    }];
}

impl<G: Game> Evaluator<G> for NoEval {
    fn evaluate(&self, _position: &G) -> Score {
        0
    }

    fn each_term(&self, _position: &G, _visit: &mut dyn FnMut(Term)) {}
}

//! What every game can do, with its types erased.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quevedo_book::Book;
#[cfg(feature = "laws")]
use quevedo_core::laws::Violation;
use quevedo_core::score::{logistic, plies_to_end};
use quevedo_core::{
    About, Language, Layer, Message, MoveError, NumberedStarts, PositionError, Reason, Rng, Score, SearchParams, Shape,
    Side, Term, Text,
};
use quevedo_solve::{KnownResult, SolveProgress};

use crate::book::BookBuilder;
use crate::composer::Composer;
use crate::encoding::{EncodedPosition, InputBuckets, InputSpec, Prober};
use crate::game_batch::BatchedGame;
use crate::game_entry::GameEntry;
use crate::position_solver::{PositionSolver, Solved};
use crate::{EvalRef, Import, LevelSpec, Player, PlayerSpec, Session, SpecError, strategies};

/// How many units make winning `e` times as likely as losing.
const UNITS_TO_E: f64 = 2.5;

/// The results of a run of random games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayoutCount {
    /// Moves played in all.
    pub plies: u64,
    /// Games won by the first player, the second player, nobody.
    pub results: [u64; 3],
}

/// The value of a position by an evaluator.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// Points for the side to move.
    pub score: Score,
    /// The terms it is made of, in points for the first player.
    pub terms: Vec<Term>,
}

/// Input for the law suite, from tests and fuzzers.
#[cfg(feature = "laws")]
#[derive(Clone, Copy, Debug)]
pub enum LawInput<'a> {
    /// Random games from the start.
    RandomGames {
        /// How many.
        games: u64,
        /// Of the random moves.
        seed: u64,
    },
    /// A game whose moves the bytes choose.
    Moves(&'a [u8]),
    /// A text that is refused, or is a position.
    PositionText(&'a str),
    /// A text that is refused, or is a legal move of the start position.
    MoveText(&'a str),
}

/// The capabilities of a game with its types erased: text in, text out. Implemented once, for every
/// [`Playable`](crate::Playable) game.
///
/// Methods that take a session expect one of the same game.
pub trait AnyGame: BatchedGame + Send + Sync {
    /// Its name in commands, files and addresses: `fox-geese`, `fox-geese:13`.
    fn id(&self) -> &str;

    /// What sets a variant apart from the game itself.
    fn variant(&self) -> Option<Text>;

    /// Its name among programs that play many games, the `UCI_Variant` of the UCI protocol.
    fn uci_name(&self) -> &str;

    /// Whether UCI programs play this game until `UCI_Variant` names another. Many know no other game.
    fn is_uci_default(&self) -> bool;

    /// The Elo of its ten levels, where it was measured.
    fn level_elos(&self) -> [Option<u32>; 10];

    /// Whether the game is for lessons: found by its name, and not offered among the games to play.
    fn is_for_lessons(&self) -> bool;

    /// Names and rules.
    fn about(&self) -> About;

    /// The board without pieces.
    fn shape(&self) -> Shape;

    /// Every tap that is no place of the board, with its meaning.
    fn choices(&self) -> &'static [(&'static str, Text)];

    /// What each tap of a move does, for the person who makes it.
    fn instructions(&self) -> &'static [Text];

    /// Whether the rules know a draw.
    fn has_draws(&self) -> bool;

    /// The parameters of its alpha-beta search.
    fn search_params(&self) -> SearchParams;

    /// How many points an advantage is worth that matters: a pawn, a disc.
    fn unit(&self) -> Score {
        self.search_params().unit
    }

    /// What people count scores in, where they do: pawns, discs.
    fn score_unit(&self) -> Option<Text>;

    /// The start position.
    fn start_text(&self) -> String;

    /// Start positions that people choose by number, where it has some.
    fn numbered_starts(&self) -> Option<NumberedStarts>;

    /// The tag of a record that holds the start position.
    fn start_tag(&self) -> &'static str;

    /// The depth to which `bench` searches the game; without one it searches a number of nodes.
    fn bench_depth(&self) -> Option<u32>;

    /// The positions that `bench` searches; empty for the start alone.
    fn bench_positions(&self) -> &'static [&'static str];

    /// Whether tournament files that name no game, plain lists of pairings, are of this game.
    fn has_pairing_lists(&self) -> bool;

    /// The reason of an end by its code.
    fn reason(&self, code: &str) -> Option<&'static Reason>;

    /// A new game; [`GameEntry::session`] is the way to call it.
    fn open(&self, entry: &GameEntry, position: Option<&str>) -> Result<Box<dyn Session>, PositionError>;

    /// The same from a position as UCI programs write it; [`GameEntry::uci_session`] is the way to call it.
    fn open_uci(&self, entry: &GameEntry, position: &str) -> Result<Box<dyn Session>, PositionError>;

    /// The formats of other programs in which [`Session::export`] writes games of this one, by name.
    fn foreign_formats(&self) -> &'static [&'static str];

    /// Games in the formats of other programs; `None` where the text is in none of them. [`GameEntry::import_foreign`] is the way
    /// to call it.
    fn open_foreign(&self, entry: &GameEntry, text: &str) -> Option<Result<Vec<Import>, Message>>;

    /// Puts positions together and takes them apart; `None` where the game has no board editor.
    fn composer(&self) -> Option<Box<dyn Composer>>;

    /// The engine that a spec describes. People and external programs are refused.
    fn player(&self, spec: &PlayerSpec) -> Result<Box<dyn Player>, SpecError>;

    /// An opening book of this game to be expanded, empty or as far as `book` has come. Every position is searched by a new
    /// player of that spec.
    fn book_builder(&self, spec: &PlayerSpec, book: Option<&Book>) -> Result<Box<dyn BookBuilder + '_>, SpecError>;

    /// The opening book that is shipped with this game, if there is one.
    fn shipped_book(&self) -> Option<Arc<Book>>;

    /// Refuses a spec that is no engine of this game, without making the engine.
    fn check_player(&self, spec: &PlayerSpec) -> Result<(), SpecError>;

    /// What is wrong with the tables of this game on this machine, in words.
    fn warnings(&self) -> Vec<String>;

    /// Whether a search of this game can probe exact values at every node: tables.
    fn has_oracle(&self) -> bool;

    /// Solves the position of a session, however long it takes; `None` if it was stopped or there is no way to tell.
    /// `progress` is called from time to time. Only some solvers use more than one thread.
    fn solve(
        &self,
        session: &dyn Session,
        threads: usize,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(SolveProgress),
    ) -> Option<Solved>;

    /// What is known of the position of a session whose proof takes far too long to repeat.
    fn known_result(&self, session: &dyn Session) -> Option<KnownResult>;

    /// A solver that is kept from position to position. Only some solvers use more than one thread.
    fn solver(&self, threads: usize) -> Box<dyn PositionSolver>;

    /// The evaluators of the game: name and meaning, the best one first.
    fn evaluators(&self) -> Vec<(&'static str, Text)>;

    /// The evaluators that are no networks, by name.
    fn handmade_evaluators(&self) -> Vec<&'static str>;

    /// The value of the position of a session by an evaluator.
    fn evaluate(&self, session: &dyn Session, evaluator: &EvalRef) -> Result<Evaluation, SpecError>;

    /// The evaluation of the position of a session on the board.
    fn layers(&self, session: &dyn Session, evaluator: &EvalRef) -> Result<Vec<Layer>, SpecError>;

    /// Counts move sequences of `depth` plies.
    fn perft(&self, position: Option<&str>, depth: u32) -> Result<u64, PositionError>;

    /// The same from the position of a session; `None` if it was stopped.
    fn perft_until(&self, session: &dyn Session, depth: u32, stop: &AtomicBool) -> Option<u64>;

    /// Counts move sequences of `depth` plies by first move. `depth` is at least 1.
    fn divide(&self, position: Option<&str>, depth: u32) -> Result<Vec<(String, u64)>, PositionError>;

    /// Plays random games from the start.
    fn playouts(&self, count: u64, rng: &mut Rng) -> PlayoutCount;

    /// Checks the laws.
    #[cfg(feature = "laws")]
    fn check_laws(&self, input: LawInput<'_>) -> Result<(), Violation>;

    /// How networks encode the game.
    fn input_spec(&self) -> InputSpec;

    /// Each feature as the other side sees it.
    fn flipped_features(&self) -> Vec<u16>;

    /// What selects the input bucket of a perspective, where there are several.
    fn input_buckets(&self) -> Option<InputBuckets>;

    /// The position of a session, encoded for the side to move.
    fn encode(&self, session: &dyn Session) -> EncodedPosition;

    /// The squares of a legal move as the side to move sees them.
    fn move_steps(&self, session: &dyn Session, mv: &str) -> Result<Vec<u8>, MoveError>;

    /// Whether a legal move is noisy: a position is not evaluated before it has been searched.
    fn is_noisy(&self, session: &dyn Session, mv: &str) -> Result<bool, MoveError>;

    /// A solver for many positions.
    fn prober(&self) -> Box<dyn Prober>;
}

/// What follows from the capabilities.
impl dyn AnyGame {
    /// The full name, variant included.
    pub fn title(&self, language: Language) -> String {
        let name = self.about().name.get(language);
        self.variant().map_or_else(|| name.into(), |variant| format!("{name}, {}", variant.get(language)))
    }

    /// The name of a side.
    pub fn side_name(&self, side: Side) -> Text {
        self.about().sides[side.index()]
    }

    /// What a tap that is no place of the board means: a promotion, a pass.
    pub fn choice(&self, tap: &str) -> Option<Text> {
        self.choices().iter().find(|(known, _)| *known == tap).map(|(_, meaning)| *meaning)
    }

    /// Whether players by Elo exist for this game.
    pub fn has_rated_levels(&self) -> bool {
        self.level_elos().iter().any(Option::is_some)
    }

    /// The presets and levels whose Elo was measured.
    pub fn rated_players(&self) -> Vec<(PlayerSpec, u32)> {
        let elos = self.level_elos();
        let level = |level| PlayerSpec::Level(LevelSpec { level, effort: None, seed: None });
        let levels = (1..=elos.len() as u32).map(|number| (level(number), number));
        let players = strategies::preset_levels().into_iter().chain(levels);
        players.filter_map(|(player, level)| Some((player, elos[level as usize - 1]?))).collect()
    }

    /// How likely the side to move is to win, from 0 to 1, when its score is `score`: a logistic curve in units of the
    /// game, on which an advantage of one unit is worth about 60 %.
    pub fn chance(&self, score: Score) -> f64 {
        match plies_to_end(score) {
            Some(_) => f64::from(u8::from(score > 0)),
            None => logistic(f64::from(score) / self.logistic_scale()),
        }
    }

    /// A score in the [unit](AnyGame::score_unit) that people count in; `None` where they count in none, or where the score
    /// is a proved end.
    pub fn in_units(&self, score: Score) -> Option<f64> {
        let is_counted = self.score_unit().is_some() && plies_to_end(score).is_none();
        is_counted.then(|| f64::from(score) / f64::from(self.unit()))
    }

    /// The points that make winning `e` times as likely as losing.
    pub fn logistic_scale(&self) -> f64 {
        UNITS_TO_E * f64::from(self.unit())
    }

    /// The tags by which a record of this game says what it is and where it begins.
    pub(crate) fn record_tags(&self, start: &str) -> Vec<(String, String)> {
        let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let mut tags = vec![tag("Game", self.id())];
        if self.start_text() != start {
            tags.extend([tag("SetUp", "1"), tag(self.start_tag(), start)]);
        }
        tags
    }
}

//! One game or variant of a catalog: its type-erased capabilities, and how it is added.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quevedo_book::{Book, Expansion};
#[cfg(feature = "laws")]
use quevedo_core::laws::{self, Violation};
use quevedo_core::score::{logistic, plies_to_end};
use quevedo_core::{
    About, Evaluator, ForeignGame, Language, Layer, Message, MoveError, Notation, NumberedStarts, PositionError,
    Reason, Rng, Score, SearchParams, Shape, Side, Split, Term, Text, Value, divide, perft, perft_until, playout,
    reasons,
};
use quevedo_nets::GameEvaluator;
use quevedo_solve::{KnownResult, Solution, SolveProgress, Solver};
use serde::{Serialize, Serializer};

use crate::book::{BookBuilder, ShippedBook, TypedBuilder};
use crate::composer::{Composer, TypedComposer};
use crate::encoding::{
    EncodedPosition, InputBuckets, InputSpec, Prober, TypedProber, encode, input_buckets, input_spec,
};
use crate::game_batch::BatchedGame;
use crate::levels::{LEVELS, Level};
use crate::player::TypedPlayer;
use crate::session::{TypedSession, typed};
use crate::strategies::{self, Books, Playable, SplitSearch};
use crate::{AlphaBetaSpec, EvalRef, Import, LevelSpec, Player, PlayerSpec, Session, SpecError};

/// The memory of a solver that has the machine to itself.
const SOLVER_MIB: usize = 1024;
/// How many nodes `bench` searches in a game that names no depth for it.
const BENCH_NODES: u64 = 500_000;
/// The depth of a `bench` that is bounded by nodes.
const BENCH_MAX_DEPTH: u32 = 100;
/// The transposition table of `bench` in MiB.
const BENCH_HASH: usize = 16;
/// How many units make winning `e` times as likely as losing.
const UNITS_TO_E: f64 = 2.5;

/// A game or variant of a catalog. Cheap to clone; its capabilities are those of [`AnyGame`].
#[derive(Clone)]
pub struct GameEntry(Arc<dyn AnyGame>);

impl GameEntry {
    /// A new game, from the start or from a position.
    pub fn session(&self, position: Option<&str>) -> Result<Box<dyn Session>, PositionError> {
        self.0.open(self, position)
    }

    /// The games that `bench` searches: from its positions, or from the start.
    pub fn bench_sessions(&self) -> Vec<Box<dyn Session>> {
        let positions = self.bench_positions();
        let chosen = positions.iter().map(|position| Some(*position)).chain(positions.is_empty().then_some(None));
        chosen.map(|position| self.session(position).expect("a position of `bench` is one of the game")).collect()
    }

    /// The player of `bench`. Everything that decides how many nodes it visits is set, whatever the defaults become.
    pub fn bench_player(&self) -> PlayerSpec {
        PlayerSpec::AlphaBeta(AlphaBetaSpec {
            eval: Some(EvalRef::Best),
            depth: self.bench_depth().or(Some(BENCH_MAX_DEPTH)),
            nodes: self.bench_depth().is_none().then_some(BENCH_NODES),
            hash: Some(BENCH_HASH),
            threads: Some(1),
            ..AlphaBetaSpec::default()
        })
    }

    /// A new game from a position as UCI programs write it; our own notation does as well.
    pub fn uci_session(&self, position: &str) -> Result<Box<dyn Session>, PositionError> {
        self.0.open_uci(self, position)
    }
}

impl Deref for GameEntry {
    type Target = dyn AnyGame;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

/// A game is written as its id.
impl Serialize for GameEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl fmt::Debug for GameEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GameEntry").field(&self.id()).finish()
    }
}

/// Two entries are equal if their ids are.
impl PartialEq for GameEntry {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for GameEntry {}

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

/// The proved value of a position, with moves as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Who wins under best play, from the view of the side to move.
    pub value: Value,
    /// How many plies until the end when the winner hurries and the loser delays, where it is known.
    pub plies: Option<u32>,
    /// The margin in the game's own count, where it has one.
    pub score: Option<i32>,
    /// Every best move, in move notation.
    pub best: Vec<String>,
    /// How many nodes it took.
    pub nodes: u64,
}

impl Solved {
    pub(crate) fn new<G: Notation>(position: &G, solution: Solution<G::Move>) -> Self {
        let Solution { value, plies, score, best, nodes } = solution;
        let best = best.into_iter().map(|mv| position.show_move(mv)).collect();
        Self { value, plies, score, best, nodes }
    }
}

/// A solver with its types erased. Made by [`AnyGame::solver`]; sessions are of the same game.
pub trait PositionSolver: Send {
    /// Solves the position of a session, however long it takes; `None` if it was stopped or there is no way to tell.
    /// `progress` is called from time to time.
    fn solve(
        &mut self,
        session: &dyn Session,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(SolveProgress),
    ) -> Option<Solved>;

    /// The same with some of the best moves, which can take less time than all of them.
    fn solve_value(&mut self, session: &dyn Session, stop: &AtomicBool) -> Option<Solved>;
}

/// The solver of one game.
struct TypedSolver<G: Playable>(Box<dyn Solver<G>>);

impl<G: Playable> PositionSolver for TypedSolver<G> {
    fn solve(
        &mut self,
        session: &dyn Session,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(SolveProgress),
    ) -> Option<Solved> {
        let position = typed::<G>(session).position();
        Some(Solved::new(position, self.0.solve(position, stop, progress)?))
    }

    fn solve_value(&mut self, session: &dyn Session, stop: &AtomicBool) -> Option<Solved> {
        let position = typed::<G>(session).position();
        Some(Solved::new(position, self.0.solve_value(position, stop)?))
    }
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

/// The capabilities of a game with its types erased: text in, text out. Implemented once, for every [`Playable`] game.
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

    /// Games in the formats of other programs, or a position with the values of moves; `None` where the text is in none of them. [`GameEntry::import`] is the way to
    /// call it.
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

/// A game type with what the catalog says of it. Made by [`entry`], added by [`Catalog::with`](crate::Catalog::with).
pub struct Entry<G: Playable> {
    id: String,
    variant: Option<Text>,
    uci_name: Option<String>,
    is_uci_default: bool,
    is_for_lessons: bool,
    start: fn() -> G,
    split_search: Option<SplitSearch<G>>,
    levels: &'static [Level; 10],
    bench_depth: Option<u32>,
    bench_positions: &'static [&'static str],
    has_pairing_lists: bool,
    book: ShippedBook,
}

/// A game as a catalog holds it. Nothing else is needed; the methods of [`Entry`] say more.
pub fn entry<G: Playable>() -> Entry<G> {
    Entry {
        id: G::ABOUT.id.into(),
        variant: None,
        uci_name: None,
        is_uci_default: false,
        is_for_lessons: false,
        start: G::start,
        split_search: None,
        levels: &LEVELS,
        bench_depth: None,
        bench_positions: &[],
        has_pairing_lists: false,
        book: ShippedBook::default(),
    }
}

impl<G: Playable> Entry<G> {
    /// A variant: its id is that of the game and `name`, as in `fox-geese:13`.
    #[must_use]
    pub fn variant(mut self, name: &str, text: Text) -> Self {
        self.id = format!("{}:{name}", self.id);
        self.variant = Some(text);
        self
    }

    /// Another start position than the usual one.
    #[must_use]
    pub fn start(mut self, start: fn() -> G) -> Self {
        self.start = start;
        self
    }

    /// The name of the game in the UCI protocol, where it is not the id.
    #[must_use]
    pub fn uci_name(mut self, name: &str) -> Self {
        self.uci_name = Some(name.into());
        self
    }

    /// UCI programs play this game until `UCI_Variant` names another.
    #[must_use]
    pub fn uci_default(mut self) -> Self {
        self.is_uci_default = true;
        self
    }

    /// The game is for lessons: it is found by its name, and not offered among the games to play.
    #[must_use]
    pub fn for_lessons(mut self) -> Self {
        self.is_for_lessons = true;
        self
    }

    /// The depth to which `bench` searches the game: one that takes about half a second.
    #[must_use]
    pub fn bench_depth(mut self, depth: u32) -> Self {
        self.bench_depth = Some(depth);
        self
    }

    /// The positions that `bench` searches in place of the start.
    #[must_use]
    pub fn bench_positions(mut self, positions: &'static [&'static str]) -> Self {
        self.bench_positions = positions;
        self
    }

    /// Tournament files that name no game, plain lists of pairings, are of this game.
    #[must_use]
    pub fn pairing_lists(mut self) -> Self {
        self.has_pairing_lists = true;
        self
    }

    /// The ten levels, from 1 to 10.
    #[must_use]
    pub fn levels(mut self, levels: &'static [Level; 10]) -> Self {
        self.levels = levels;
        self
    }

    /// Searches go by half moves, unless a player says otherwise.
    #[must_use]
    pub fn split(mut self) -> Self
    where
        G: Split,
    {
        self.split_search = Some(SplitSearch::new());
        self
    }

    #[cfg(feature = "batches")]
    pub(crate) fn start_position(&self) -> G {
        (self.start)()
    }

    fn books(&self) -> Books<'_> {
        Books { shipped: &self.book, name: &self.id }
    }

    fn position(&self, text: Option<&str>) -> Result<G, PositionError> {
        text.map_or_else(|| Ok((self.start)()), G::parse)
    }
}

impl<G: Playable> From<Entry<G>> for GameEntry {
    fn from(entry: Entry<G>) -> Self {
        Self(Arc::new(entry))
    }
}

impl<G: Playable> AnyGame for Entry<G> {
    fn id(&self) -> &str {
        &self.id
    }

    fn variant(&self) -> Option<Text> {
        self.variant
    }

    fn uci_name(&self) -> &str {
        self.uci_name.as_deref().unwrap_or(&self.id)
    }

    fn is_uci_default(&self) -> bool {
        self.is_uci_default
    }

    fn level_elos(&self) -> [Option<u32>; 10] {
        self.levels.map(|level| level.elo)
    }

    fn is_for_lessons(&self) -> bool {
        self.is_for_lessons
    }

    fn about(&self) -> About {
        G::ABOUT
    }

    fn shape(&self) -> Shape {
        G::shape()
    }

    fn choices(&self) -> &'static [(&'static str, Text)] {
        G::CHOICES
    }

    fn instructions(&self) -> &'static [Text] {
        G::INSTRUCTIONS
    }

    fn has_draws(&self) -> bool {
        G::HAS_DRAWS
    }

    fn search_params(&self) -> SearchParams {
        self.split_search.as_ref().map_or(G::PARAMS, |split| split.params)
    }

    fn score_unit(&self) -> Option<Text> {
        G::SCORE_UNIT
    }

    fn start_text(&self) -> String {
        (self.start)().show()
    }

    fn numbered_starts(&self) -> Option<NumberedStarts> {
        G::NUMBERED_STARTS
    }

    fn start_tag(&self) -> &'static str {
        G::START_TAG
    }

    fn bench_depth(&self) -> Option<u32> {
        self.bench_depth
    }

    fn bench_positions(&self) -> &'static [&'static str] {
        self.bench_positions
    }

    fn has_pairing_lists(&self) -> bool {
        self.has_pairing_lists
    }

    fn reason(&self, code: &str) -> Option<&'static Reason> {
        reasons::find(G::REASONS, code)
    }

    fn open(&self, entry: &GameEntry, position: Option<&str>) -> Result<Box<dyn Session>, PositionError> {
        Ok(Box::new(TypedSession::new(entry.clone(), self.position(position)?)))
    }

    fn open_uci(&self, entry: &GameEntry, position: &str) -> Result<Box<dyn Session>, PositionError> {
        let start = G::parse(position).or_else(|own| G::parse_uci(position).map_err(|_| own))?;
        Ok(Box::new(TypedSession::new(entry.clone(), start)))
    }

    fn foreign_formats(&self) -> &'static [&'static str] {
        G::FOREIGN_FORMATS
    }

    fn open_foreign(&self, entry: &GameEntry, text: &str) -> Option<Result<Vec<Import>, Message>> {
        let problem = || ForeignGame::<G>::read_problem(text).map(|problem| problem.map(|problem| vec![problem]));
        let games = G::read_foreign(text).or_else(problem)?;
        Some(games.and_then(|games| games.iter().map(|game| Import::foreign(entry, game)).collect()))
    }

    fn composer(&self) -> Option<Box<dyn Composer>> {
        TypedComposer::<G>::new().map(|composer| Box::new(composer) as Box<dyn Composer>)
    }

    fn player(&self, spec: &PlayerSpec) -> Result<Box<dyn Player>, SpecError> {
        let strategy = strategies::strategy::<G>(spec, self.levels, self.split_search.as_ref(), self.books())?;
        Ok(Box::new(TypedPlayer(strategy)))
    }

    fn book_builder(&self, spec: &PlayerSpec, book: Option<&Book>) -> Result<Box<dyn BookBuilder + '_>, SpecError> {
        let spec = spec.clone();
        let player = move || strategies::strategy::<G>(&spec, self.levels, self.split_search.as_ref(), self.books());
        player()?;
        let start = (self.start)();
        let expansion = match book {
            Some(book) => Expansion::resume(book, start),
            None => Expansion::new(&self.id, start),
        };
        let player = move || player().expect("the same spec has made a player before");
        Ok(Box::new(TypedBuilder::new(expansion, player)))
    }

    fn shipped_book(&self) -> Option<Arc<Book>> {
        self.book.get(&self.id)
    }

    fn check_player(&self, spec: &PlayerSpec) -> Result<(), SpecError> {
        strategies::check::<G>(spec, self.levels, self.split_search.is_some(), self.books())
    }

    fn warnings(&self) -> Vec<String> {
        G::warnings()
    }

    fn has_oracle(&self) -> bool {
        G::oracle().is_some()
    }

    fn solve(
        &self,
        session: &dyn Session,
        threads: usize,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(SolveProgress),
    ) -> Option<Solved> {
        self.solver(threads).solve(session, stop, progress)
    }

    fn known_result(&self, session: &dyn Session) -> Option<KnownResult> {
        typed::<G>(session).position().known_result()
    }

    fn solver(&self, threads: usize) -> Box<dyn PositionSolver> {
        Box::new(TypedSolver(G::solver(&strategies::solver_options(SOLVER_MIB).on_threads(threads))))
    }

    fn evaluators(&self) -> Vec<(&'static str, Text)> {
        GameEvaluator::<G>::all()
    }

    fn handmade_evaluators(&self) -> Vec<&'static str> {
        G::EVALUATORS.iter().map(|named| named.name).collect()
    }

    fn evaluate(&self, session: &dyn Session, evaluator: &EvalRef) -> Result<Evaluation, SpecError> {
        let evaluator = strategies::evaluator::<G>(evaluator)?;
        let position = typed::<G>(session).position();
        Ok(Evaluation { score: evaluator.evaluate(position), terms: evaluator.terms(position) })
    }

    fn layers(&self, session: &dyn Session, evaluator: &EvalRef) -> Result<Vec<Layer>, SpecError> {
        Ok(strategies::evaluator::<G>(evaluator)?.layers(typed::<G>(session).position()))
    }

    fn perft(&self, position: Option<&str>, depth: u32) -> Result<u64, PositionError> {
        Ok(perft(&self.position(position)?, depth))
    }

    fn perft_until(&self, session: &dyn Session, depth: u32, stop: &AtomicBool) -> Option<u64> {
        perft_until(typed::<G>(session).position(), depth, stop)
    }

    fn divide(&self, position: Option<&str>, depth: u32) -> Result<Vec<(String, u64)>, PositionError> {
        let position = self.position(position)?;
        let parts = divide(&position, depth).into_iter();
        Ok(parts.map(|(mv, nodes)| (position.show_move(mv), nodes)).collect())
    }

    fn playouts(&self, count: u64, rng: &mut Rng) -> PlayoutCount {
        let start = (self.start)();
        let mut sum = PlayoutCount::default();
        for _ in 0..count {
            let game = playout(start.clone(), rng);
            sum.plies += u64::from(game.plies);
            sum.results[game.outcome.winner.map_or(2, Side::index)] += 1;
        }
        sum
    }

    #[cfg(feature = "laws")]
    fn check_laws(&self, input: LawInput<'_>) -> Result<(), Violation> {
        let start = (self.start)();
        match input {
            LawInput::RandomGames { games, seed } => laws::check_game_from(&start, games, seed).map(|_| ()),
            LawInput::Moves(bytes) => laws::check_bytes(&start, bytes),
            LawInput::PositionText(text) => laws::check_position_text::<G>(text),
            LawInput::MoveText(text) => laws::check_move_text(&start, text),
        }
    }

    fn input_spec(&self) -> InputSpec {
        input_spec::<G>()
    }

    fn flipped_features(&self) -> Vec<u16> {
        (0..G::FEATURES).map(|feature| G::flip_perspective(feature) as u16).collect()
    }

    fn input_buckets(&self) -> Option<InputBuckets> {
        input_buckets::<G>()
    }

    fn encode(&self, session: &dyn Session) -> EncodedPosition {
        encode(typed::<G>(session).position())
    }

    fn move_steps(&self, session: &dyn Session, mv: &str) -> Result<Vec<u8>, MoveError> {
        let position = typed::<G>(session).position();
        position.parse_move(mv).map(|mv| position.steps(mv).as_ref().to_vec())
    }

    fn is_noisy(&self, session: &dyn Session, mv: &str) -> Result<bool, MoveError> {
        let position = typed::<G>(session).position();
        position.parse_move(mv).map(|mv| position.is_noisy(mv))
    }

    fn prober(&self) -> Box<dyn Prober> {
        Box::new(TypedProber::<G>::default())
    }
}

//! How a game is added to a catalog: its type with what the catalog says of it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quevedo_book::{Book, Expansion};
#[cfg(feature = "laws")]
use quevedo_core::laws::{self, Violation};
use quevedo_core::{
    About, Evaluator, Layer, Message, MoveError, NumberedStarts, PositionError, Reason, Rng, SearchParams, Shape, Side,
    Split, Text, divide, perft, perft_until, playout, reasons,
};
use quevedo_nets::GameEvaluator;
use quevedo_solve::{KnownResult, SolveProgress};

#[cfg(feature = "laws")]
use crate::any_game::LawInput;
use crate::any_game::{AnyGame, Evaluation, PlayoutCount};
use crate::book::{BookBuilder, ShippedBook, TypedBuilder};
use crate::composer::{Composer, TypedComposer};
use crate::encoding::{
    EncodedPosition, InputBuckets, InputSpec, Prober, TypedProber, encode, input_buckets, input_spec,
};
use crate::game_entry::GameEntry;
use crate::levels::{LEVELS, Level};
use crate::player::TypedPlayer;
use crate::position_solver::{PositionSolver, Solved, TypedSolver};
use crate::session::{TypedSession, typed};
use crate::strategies::{self, Books, Playable, SplitSearch};
use crate::{EvalRef, Import, Player, PlayerSpec, Session, SpecError};

/// The memory of a solver that has the machine to itself.
const SOLVER_MIB: usize = 1024;

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
        Self::new(entry)
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
        // Most games have none, and are compiled without what follows.
        if const { G::FOREIGN_FORMATS.is_empty() } {
            return None;
        }
        let games = G::read_foreign(text)?;
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

//! One line of the catalog: a game or variant, its words, and its rules behind a type-erased face.

use std::fmt;
use std::sync::atomic::AtomicBool;

use quevedo_core::laws::{self, Violation};
use quevedo_core::score::plies_to_end;
use quevedo_core::{
    About, Evaluator, HasEvaluators, Notation, PositionError, Rng, Score, Shape, Side, Term, Text, Value, divide,
    perft, playout,
};
use quevedo_nets::GameEvaluator;
use quevedo_solve::Solution;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::player::TypedPlayer;
use crate::players::{self, HalvesSearch, Playable};
use crate::session::TypedSession;
use crate::sight::Seen;
use crate::{Dialect, GAMES, Player, PlayerSpec, Session, SpecError};

/// The memory of a solver that has the machine to itself.
const SOLVER_MIB: usize = 1024;
/// How many units make winning `e` times as likely as losing.
const UNITS_TO_E: f64 = 2.5;

/// A game or variant.
pub struct GameEntry {
    /// Its name in commands, files and addresses: `fox-geese`, `fox-geese:13`.
    pub id: &'static str,
    /// What sets a variant apart from the game itself.
    pub variant: Option<Text>,
    /// Its name among programs that play many games, the `UCI_Variant` of the UCI protocol.
    pub uci_name: &'static str,
    /// How those programs write its positions and moves.
    pub dialect: Dialect,
    pub(crate) kind: &'static dyn Kind,
}

/// No game has that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown game `{name}`: there are {}", known_games())]
pub struct UnknownGame {
    /// The name.
    pub name: String,
}

/// What a run of random games came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayoutCount {
    /// Moves played in all.
    pub plies: u64,
    /// Games won by the first player, the second player, nobody.
    pub results: [u64; 3],
}

/// What an evaluator says of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// Points for the side to move.
    pub score: Score,
    /// What it is made of, in points for the first player.
    pub terms: Vec<Term>,
}

/// What is certain about a position, in text.
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
    /// How many positions were looked at.
    pub nodes: u64,
}

impl Solved {
    pub(crate) fn new<G: Notation>(position: &G, solution: Solution<G::Move>) -> Self {
        let Solution { value, plies, score, best, nodes } = solution;
        let best = best.into_iter().map(|mv| position.show_move(mv)).collect();
        Self { value, plies, score, best, nodes }
    }
}

/// A game travels by its name.
impl Serialize for GameEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id)
    }
}

impl<'de> Deserialize<'de> for &'static GameEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        crate::find_game(&name).map_err(serde::de::Error::custom)
    }
}

fn known_games() -> String {
    GAMES.iter().map(|entry| entry.id).collect::<Vec<_>>().join(", ")
}

impl GameEntry {
    /// Names and rules.
    pub fn about(&self) -> About {
        self.kind.about()
    }

    /// The full name, variant included.
    pub fn title(&self, language: quevedo_core::Language) -> String {
        let name = self.about().name.get(language);
        self.variant.map_or_else(|| name.into(), |variant| format!("{name}, {}", variant.get(language)))
    }

    /// The name of a side.
    pub fn side_name(&self, side: Side) -> Text {
        self.about().sides[side.index()]
    }

    /// The board without pieces.
    pub fn shape(&self) -> Shape {
        self.kind.shape()
    }

    /// What a tap that is no place of the board means: a promotion, a pass.
    pub fn choice(&self, tap: &str) -> Option<Text> {
        self.choices().iter().find(|(known, _)| *known == tap).map(|(_, meaning)| *meaning)
    }

    /// Every tap that is no place of the board, with its meaning.
    pub fn choices(&self) -> &'static [(&'static str, Text)] {
        self.kind.choices()
    }

    /// How likely the side to move is to win, from 0 to 1, when its score is `score`: a logistic curve in units of the
    /// game, on which an advantage of one unit is worth about 60 %.
    pub fn chance(&self, score: Score) -> f64 {
        match plies_to_end(score) {
            Some(_) => f64::from(u8::from(score > 0)),
            None => 1.0 / (1.0 + (-f64::from(score) / (UNITS_TO_E * f64::from(self.kind.unit()))).exp()),
        }
    }

    /// How many points an advantage is worth that matters: a pawn, a disc.
    pub fn unit(&self) -> Score {
        self.kind.unit()
    }

    /// A new game, from the start or from a position.
    pub fn session(&'static self, position: Option<&str>) -> Result<Box<dyn Session>, PositionError> {
        self.kind.session(self, position)
    }

    /// What is wrong with the tables of this game on this machine, in words.
    pub fn warnings(&self) -> Vec<String> {
        self.kind.warnings()
    }

    /// Solves the position of a session of this game, however long it takes; `None` if somebody said stop or there is no
    /// way to tell. `progress` is told from time to time how many positions were looked at.
    pub fn solve(&self, session: &dyn Session, stop: &AtomicBool, progress: &mut dyn FnMut(u64)) -> Option<Solved> {
        self.kind.solve(session, stop, progress)
    }

    /// The player a spec names; `None` for a person. A program from outside is refused: it plays in matches only.
    pub fn player(&self, spec: &PlayerSpec) -> Result<Option<Box<dyn Player>>, SpecError> {
        self.kind.player(spec)
    }

    /// The evaluators of the game: name and meaning, the best one first.
    pub fn evaluators(&self) -> Vec<(&'static str, &'static str)> {
        self.kind.evaluators()
    }

    /// What an evaluator (`best` unless another is named) says of the position of a session of this game.
    pub fn evaluate(&self, session: &dyn Session, evaluator: Option<&str>) -> Result<Evaluation, SpecError> {
        self.kind.evaluate(session, evaluator)
    }

    /// Counts move sequences of `depth` plies.
    pub fn perft(&self, position: Option<&str>, depth: u32) -> Result<u64, PositionError> {
        self.kind.perft(position, depth)
    }

    /// Counts move sequences of `depth` plies by first move. `depth` is at least 1.
    pub fn divide(&self, position: Option<&str>, depth: u32) -> Result<Vec<(String, u64)>, PositionError> {
        self.kind.divide(position, depth)
    }

    /// Plays random games from the start.
    pub fn playouts(&self, count: u64, rng: &mut Rng) -> PlayoutCount {
        self.kind.playouts(count, rng)
    }

    /// Checks the laws on random games.
    pub fn check_random_games(&self, games: u64, seed: u64) -> Result<(), Violation> {
        self.kind.check_random_games(games, seed)
    }

    /// Checks the laws on a game whose moves the bytes choose.
    pub fn check_bytes(&self, bytes: &[u8]) -> Result<(), Violation> {
        self.kind.check_bytes(bytes)
    }

    /// Checks that a text is refused, or is a position under the law.
    pub fn check_position_text(&self, text: &str) -> Result<(), Violation> {
        self.kind.check_position_text(text)
    }

    /// Checks that a text is refused, or is a legal move of the start position.
    pub fn check_move_text(&self, text: &str) -> Result<(), Violation> {
        self.kind.check_move_text(text)
    }

    /// The tags by which a record of this game says what it is and where it begins.
    pub(crate) fn record_tags(&self, start: &str) -> Vec<(String, String)> {
        let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let mut tags = vec![tag("Game", self.id)];
        if self.kind.start_text() != start {
            tags.extend([tag("SetUp", "1"), tag(self.kind.start_tag(), start)]);
        }
        tags
    }
}

impl fmt::Debug for GameEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GameEntry").field(&self.id).finish()
    }
}

impl PartialEq for GameEntry {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

/// The type-erased face of a game's rules.
pub(crate) trait Kind: Seen + Sync {
    fn about(&self) -> About;
    fn shape(&self) -> Shape;
    fn choices(&self) -> &'static [(&'static str, Text)];
    fn unit(&self) -> Score;
    fn start_text(&self) -> String;
    fn start_tag(&self) -> &'static str;
    fn session(&self, entry: &'static GameEntry, position: Option<&str>) -> Result<Box<dyn Session>, PositionError>;
    fn player(&self, spec: &PlayerSpec) -> Result<Option<Box<dyn Player>>, SpecError>;
    fn warnings(&self) -> Vec<String>;
    fn solve(&self, session: &dyn Session, stop: &AtomicBool, progress: &mut dyn FnMut(u64)) -> Option<Solved>;
    fn evaluators(&self) -> Vec<(&'static str, &'static str)>;
    fn evaluate(&self, session: &dyn Session, evaluator: Option<&str>) -> Result<Evaluation, SpecError>;
    fn perft(&self, position: Option<&str>, depth: u32) -> Result<u64, PositionError>;
    fn divide(&self, position: Option<&str>, depth: u32) -> Result<Vec<(String, u64)>, PositionError>;
    fn playouts(&self, count: u64, rng: &mut Rng) -> PlayoutCount;
    fn check_random_games(&self, games: u64, seed: u64) -> Result<(), Violation>;
    fn check_bytes(&self, bytes: &[u8]) -> Result<(), Violation>;
    fn check_position_text(&self, text: &str) -> Result<(), Violation>;
    fn check_move_text(&self, text: &str) -> Result<(), Violation>;
}

/// A game type, where this variant of it begins, and how it is searched by half moves if it has them.
pub(crate) struct Rules<G: HasEvaluators> {
    pub(crate) start: fn() -> G,
    pub(crate) halves: Option<HalvesSearch<G>>,
}

impl<G: Notation + HasEvaluators> Rules<G> {
    fn position(&self, text: Option<&str>) -> Result<G, PositionError> {
        text.map_or_else(|| Ok((self.start)()), G::parse)
    }
}

impl<G: Playable> Kind for Rules<G> {
    fn about(&self) -> About {
        G::ABOUT
    }

    fn shape(&self) -> Shape {
        G::shape()
    }

    fn choices(&self) -> &'static [(&'static str, Text)] {
        G::CHOICES
    }

    fn unit(&self) -> Score {
        G::PARAMS.unit
    }

    fn start_text(&self) -> String {
        (self.start)().show()
    }

    fn start_tag(&self) -> &'static str {
        G::START_TAG
    }

    fn session(&self, entry: &'static GameEntry, position: Option<&str>) -> Result<Box<dyn Session>, PositionError> {
        Ok(Box::new(TypedSession::new(entry, self.position(position)?)))
    }

    fn player(&self, spec: &PlayerSpec) -> Result<Option<Box<dyn Player>>, SpecError> {
        let strategy = players::strategy::<G>(spec, self.halves)?;
        Ok(strategy.map(|strategy| Box::new(TypedPlayer(strategy)) as Box<dyn Player>))
    }

    fn warnings(&self) -> Vec<String> {
        G::warnings()
    }

    fn solve(&self, session: &dyn Session, stop: &AtomicBool, progress: &mut dyn FnMut(u64)) -> Option<Solved> {
        let position = crate::session::typed::<G>(session).position();
        Some(Solved::new(position, G::solver(SOLVER_MIB).solve(position, stop, progress)?))
    }

    fn evaluators(&self) -> Vec<(&'static str, &'static str)> {
        GameEvaluator::<G>::all()
    }

    fn evaluate(&self, session: &dyn Session, evaluator: Option<&str>) -> Result<Evaluation, SpecError> {
        let judge = players::judge::<G>(evaluator)?;
        let position = crate::session::typed::<G>(session).position();
        Ok(Evaluation { score: judge.evaluate(position), terms: judge.terms(position) })
    }

    fn perft(&self, position: Option<&str>, depth: u32) -> Result<u64, PositionError> {
        Ok(perft(&self.position(position)?, depth))
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

    fn check_random_games(&self, games: u64, seed: u64) -> Result<(), Violation> {
        laws::check_random_games(&(self.start)(), games, seed)
    }

    fn check_bytes(&self, bytes: &[u8]) -> Result<(), Violation> {
        laws::check_bytes(&(self.start)(), bytes)
    }

    fn check_position_text(&self, text: &str) -> Result<(), Violation> {
        laws::check_position_text::<G>(text)
    }

    fn check_move_text(&self, text: &str) -> Result<(), Violation> {
        laws::check_move_text(&(self.start)(), text)
    }
}

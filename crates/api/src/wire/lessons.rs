//! What lessons compute.

use quevedo_lessons::{Generation, Layer, MatchFigures, StateSpace};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::Side;

/// A request for the state space of a game.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StateSpaceRequest {
    /// Which game.
    pub game: String,
}

/// The positions of a game, by who wins them and how far the end is.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct StateSpaceState {
    /// Positions that can be reached from the start.
    pub positions: usize,
    /// Moves from one of them to another.
    pub moves: usize,
    /// Positions in which the game is over.
    pub ended: usize,
    /// Positions that nobody can win by force.
    pub drawn: usize,
    /// The others, the nearest end first.
    pub layers: Vec<StateLayer>,
}

/// Positions that the same side wins in the same number of plies.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct StateLayer {
    /// How many plies it takes.
    pub plies: u32,
    /// Who wins.
    pub winner: Side,
    /// How many positions.
    pub count: usize,
    /// Some of them.
    pub examples: Vec<String>,
}

impl From<StateSpace> for StateSpaceState {
    fn from(space: StateSpace) -> Self {
        let StateSpace { positions, moves, ended, drawn, layers } = space;
        let layer = |Layer { plies, winner, count, examples }| StateLayer {
            plies,
            winner: Side::from(winner),
            count,
            examples,
        };
        Self { positions, moves, ended, drawn, layers: layers.into_iter().map(layer).collect() }
    }
}

/// A match to be played.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SampleMatchRequest {
    /// Which game.
    pub game: String,
    /// The two players.
    #[ts(type = "[string, string]")]
    pub players: [String; 2],
    /// How many games, at most 2,000.
    pub games: u64,
    /// The seed of all random moves.
    pub seed: u64,
}

/// A match that has been played.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct SampleMatchState {
    /// The points of the first player in each game, in halves.
    pub half_points: Vec<u8>,
    /// What the first games say, for growing numbers of games.
    pub figures: Vec<MatchFiguresState>,
}

/// What the first games of a match say.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct MatchFiguresState {
    /// How many games.
    pub games: usize,
    /// Won by the first player.
    pub wins: usize,
    /// Drawn.
    pub draws: usize,
    /// Lost.
    pub losses: usize,
    /// The Elo difference; none where it is infinite.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval; none where it is infinite.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// Whether there are too few games for the interval to be trusted.
    pub is_small: bool,
}

impl From<MatchFigures> for MatchFiguresState {
    fn from(figures: MatchFigures) -> Self {
        let MatchFigures { games, wins, draws, losses, elo, is_small } = figures;
        let finite = |number: f64| Some(number).filter(|number| number.is_finite());
        let [low, high] = elo.interval.map(finite);
        Self { games, wins, draws, losses, elo: finite(elo.difference), low, high, is_small }
    }
}

/// An evaluation that shall learn.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LearningRequest {
    /// Which game.
    pub game: String,
    /// How many games it learns from, at most 5,000.
    pub games: u64,
    /// The seed of all random moves.
    pub seed: u64,
}

/// What it has come to; one event of its answer.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct LearningState {
    /// Games it has learned from so far.
    pub games: u64,
    /// The mean logistic loss of the last games, each taken before it was learned from; none before the first.
    pub loss: Option<f64>,
    /// The share of the points against random moves.
    pub score: f64,
    /// What an own piece on each square adds to the log-odds of winning; rows from the bottom.
    pub own: Vec<f64>,
    /// Squares in a row.
    pub width: usize,
    /// Whether it has ended.
    pub done: bool,
}

impl LearningState {
    /// A step of the learner.
    pub fn new(generation: Generation, width: usize, done: bool) -> Self {
        let Generation { games, loss, score, own } = generation;
        Self { games, loss: (games > 0).then_some(loss), score, own, width, done }
    }
}

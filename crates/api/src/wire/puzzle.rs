//! Puzzles.

use quevedo_catalog::MoveView;
use quevedo_core::Value;
use quevedo_puzzles::{Goal, MoveValue};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Board, OutcomeState, Side, TapTree};

/// The games with puzzles.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct PuzzleList {
    /// The days since 1970, by the clock of the server in UTC.
    pub day: u64,
    /// The games.
    pub games: Vec<PuzzleGame>,
}

/// A game with puzzles.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct PuzzleGame {
    /// Which game it is.
    pub game: String,
    /// How many puzzles it has. Their numbers begin with 1.
    pub count: usize,
    /// The puzzle of the day.
    pub daily: PuzzleState,
}

/// A puzzle, as far as it is solved.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct PuzzleState {
    /// Which game it is.
    pub game: String,
    /// Its number, from 1.
    pub number: usize,
    /// How hard it is, from 800 to 2400.
    pub rating: u32,
    /// What has to be reached.
    pub goal: PuzzleGoal,
    /// The side that solves it.
    pub side: Side,
    /// How many plies of the solution are played.
    pub ply: usize,
    /// How many plies the solution has.
    pub plies: usize,
    /// The position.
    pub position: String,
    /// The pieces.
    pub board: Board,
    /// The legal moves; none once it is solved.
    pub legal: Option<TapTree>,
    /// The last move, if there was one.
    pub last: Option<PuzzleMove>,
    /// The end of the game, if the solution leads to it.
    pub outcome: Option<OutcomeState>,
}

/// What has to be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct PuzzleGoal {
    /// To win, to save the draw, to win fast, or the best margin.
    pub kind: PuzzleGoalKind,
    /// For a fast win: within how many plies.
    pub plies: Option<u32>,
    /// For the best margin: how much, in the game's own count.
    pub score: Option<i32>,
}

/// A kind of goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleGoalKind {
    /// The only move that wins.
    Win,
    /// The only move that does not lose.
    Draw,
    /// The only move that wins so fast.
    WinIn,
    /// The only move with the best margin.
    Score,
}

impl From<Goal> for PuzzleGoal {
    fn from(goal: Goal) -> Self {
        let (kind, plies, score) = match goal {
            Goal::Win => (PuzzleGoalKind::Win, None, None),
            Goal::Draw => (PuzzleGoalKind::Draw, None, None),
            Goal::WinIn(plies) => (PuzzleGoalKind::WinIn, Some(plies), None),
            Goal::Score(score) => (PuzzleGoalKind::Score, None, Some(score)),
        };
        Self { kind, plies, score }
    }
}

/// A move of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct PuzzleMove {
    /// In move notation.
    pub text: String,
    /// As people of the game write it.
    pub pretty: String,
    /// The taps that make it.
    pub taps: Vec<String>,
}

impl From<MoveView> for PuzzleMove {
    fn from(MoveView { text, pretty, taps }: MoveView) -> Self {
        Self { text, pretty, taps }
    }
}

/// A try to solve a puzzle: the next move.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PuzzleTry {
    /// How many plies of the solution are played.
    pub ply: usize,
    /// The taps of the move.
    pub taps: Vec<String>,
}

/// The answer to a try.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct PuzzleAnswer {
    /// Whether it is the move of the solution.
    pub right: bool,
    /// The move that was tried.
    pub tried: PuzzleMove,
    /// The pieces after the move that was tried.
    pub board: Board,
    /// After a move of the solution: the puzzle after the reply to it. After another move: the puzzle as it was.
    pub next: PuzzleState,
}

/// A hint.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct PuzzleHint {
    /// The first tap of the move.
    pub tap: String,
}

/// Why a move is the only one.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct PuzzleWhy {
    /// The whole solution.
    pub solution: Vec<PuzzleMove>,
    /// How many plies of the solution were played before the moves below.
    pub ply: usize,
    /// The value of every move there, the best first.
    pub values: Vec<PuzzleMoveValue>,
}

/// The proved value of a move, for the side that makes it.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct PuzzleMoveValue {
    /// The move.
    #[serde(rename = "move")]
    pub mv: PuzzleMove,
    /// Who wins after it; nothing where only that it misses the goal is known.
    #[ts(type = "\"win\" | \"draw\" | \"loss\" | null")]
    #[schema(value_type = Option<String>)]
    pub value: Option<Value>,
    /// How many plies until the end, this move included, where it is known.
    pub plies: Option<u32>,
    /// The margin in the game's own count, where the game has one.
    pub score: Option<i32>,
}

impl PuzzleMoveValue {
    /// The value of a move.
    pub fn new(mv: MoveView, value: &MoveValue) -> Self {
        Self { mv: mv.into(), value: value.value, plies: value.plies, score: value.score }
    }
}

/// What the next puzzle should be like.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NextPuzzle {
    /// The rating that suits the visitor.
    pub rating: u32,
    /// The numbers of puzzles that were seen, the last one last.
    pub seen: Vec<usize>,
}

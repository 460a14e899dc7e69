//! Who proves that a move is the only one.

use quevedo_catalog::{GameEntry, Session, SpecError};

use crate::search_judge::SearchJudge;
use crate::solver_judge::SolverJudge;
use crate::{Goal, MoveValue};

/// A goal, and the only move that reaches it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnlyMove {
    /// The goal.
    pub goal: Goal,
    /// The move, in move notation.
    pub mv: String,
    /// How many nodes the proof took.
    pub nodes: u64,
}

/// How moves are proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// By the solver of the game, where a position is within its reach.
    Solver {
        /// Where several moves keep the value, all but the best are worse by at least this much in the game's own count.
        margin: i32,
    },
    /// By a full-width search for wins within so many plies.
    Search {
        /// Plies.
        plies: u32,
    },
}

impl Proof {
    /// How the goal of a puzzle is proved.
    pub fn of(goal: Goal) -> Self {
        match goal {
            Goal::WinIn(plies) => Self::Search { plies },
            Goal::Win | Goal::Draw | Goal::Score(_) => Self::Solver { margin: 1 },
        }
    }
}

/// Proves what moves are worth. Sessions are of the game it was made for.
pub trait Judge: Send {
    /// The goal of the side to move, and the only move that reaches it; `None` if there are several, or no proof. A forced
    /// move is the only one.
    fn only_move(&mut self, session: &dyn Session) -> Option<OnlyMove>;

    /// The best moves of a side that cannot stop the other from reaching its goal; empty without a proof.
    fn best_replies(&mut self, session: &dyn Session) -> Vec<String>;

    /// The value of every legal move, the best first.
    fn move_values(&mut self, session: &dyn Session) -> Vec<MoveValue>;
}

/// A judge of a game.
pub fn judge(game: &GameEntry, proof: Proof) -> Result<Box<dyn Judge>, SpecError> {
    Ok(match proof {
        Proof::Solver { margin } => Box::new(SolverJudge::new(game, margin)),
        Proof::Search { plies } => Box::new(SearchJudge::new(game, plies)?),
    })
}

//! Solvers with their types erased.

use std::sync::atomic::AtomicBool;

use quevedo_core::{Notation, Value};
use quevedo_solve::{Solution, SolveProgress, Solver};

use crate::Session;
use crate::session::typed;
use crate::strategies::Playable;

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

/// A solver with its types erased. Made by [`AnyGame::solver`](crate::AnyGame::solver); sessions are of the same game.
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
pub(crate) struct TypedSolver<G: Playable>(pub(crate) Box<dyn Solver<G>>);

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

//! Puzzles. Nothing is kept about who solves them: a request says how far the solution is played.

use quevedo_catalog::{Catalog, GameEntry, Session};
use quevedo_core::platform::now_ms;
use quevedo_puzzles::{MoveValue, Puzzle, daily, nearest, shipped};

use crate::Problem;
use crate::messages;
use crate::wire::{
    NextPuzzle, PuzzleAnswer, PuzzleGame, PuzzleHint, PuzzleList, PuzzleMove, PuzzleMoveValue, PuzzleState, PuzzleTry,
    PuzzleWhy, TapTree,
};

/// A puzzle, and the game at its position.
pub struct OpenPuzzle {
    number: usize,
    puzzle: &'static Puzzle,
    start: Box<dyn Session>,
}

impl OpenPuzzle {
    /// The puzzle of a game by its number; there is none with another text.
    pub fn find(catalog: &Catalog, game: &str, number: &str) -> Result<Self, Problem> {
        Self::open(catalog.find(game)?, number.parse().unwrap_or(0))
    }

    fn open(game: &GameEntry, number: usize) -> Result<Self, Problem> {
        let puzzle = number.checked_sub(1).and_then(|index| shipped(game.id()).get(index));
        let puzzle = puzzle.ok_or_else(|| Problem::not_found(messages::no_such_puzzle()))?;
        Ok(Self { number, puzzle, start: game.session(Some(&puzzle.position))? })
    }

    /// The game after some plies of the solution.
    fn after(&self, ply: usize) -> Result<Box<dyn Session>, Problem> {
        let session = self.puzzle.session_after(&*self.start, ply);
        session.ok_or_else(|| Problem::unprocessable(messages::bad_ply()))
    }

    /// The game where the side that solves the puzzle has to move.
    fn to_solve(&self, ply: usize) -> Result<Box<dyn Session>, Problem> {
        let session = self.after(ply)?;
        let is_open = ply < self.puzzle.solution.len() && session.turn() == self.start.turn();
        is_open.then_some(session).ok_or_else(|| Problem::unprocessable(messages::bad_ply()))
    }

    /// The move of the solution after some plies.
    fn solution_move(&self, ply: usize) -> Result<PuzzleMove, Problem> {
        let mut session = self.to_solve(ply)?;
        Ok(session.play(&self.puzzle.solution[ply])?.into())
    }

    /// The puzzle after some plies of its solution.
    pub fn state(&self, ply: usize) -> Result<PuzzleState, Problem> {
        let session = self.after(ply)?;
        let is_open = ply < self.puzzle.solution.len();
        Ok(PuzzleState {
            game: session.entry().id().to_owned(),
            number: self.number,
            rating: self.puzzle.rating,
            goal: self.puzzle.goal.into(),
            side: self.start.turn().into(),
            ply,
            plies: self.puzzle.solution.len(),
            position: session.position(),
            board: session.board().into(),
            legal: is_open.then(|| TapTree::new(&*session, &session.legal())),
            last: session.history().last().cloned().map(Into::into),
            outcome: session.outcome().map(Into::into),
        })
    }

    /// The ply at which the side that solves it moves again after its right move at `ply`; the end if there is none.
    fn next_ply(&self, ply: usize) -> usize {
        (ply + 2).min(self.puzzle.solution.len())
    }

    /// Tries a move. If it is the one of the solution, the reply is played.
    pub fn attempt(&self, request: &PuzzleTry) -> Result<PuzzleAnswer, Problem> {
        let mut session = self.to_solve(request.ply)?;
        let tried = session.legal().into_iter().find(|mv| mv.taps == request.taps);
        let tried = tried.ok_or_else(|| Problem::unprocessable(messages::illegal_move()))?;
        session.play(&tried.text)?;
        let right = tried.text == self.puzzle.solution[request.ply];
        let next = self.state(if right { self.next_ply(request.ply) } else { request.ply })?;
        Ok(PuzzleAnswer { right, tried: tried.into(), board: session.board().into(), next })
    }

    /// The first tap of the move of the solution.
    pub fn hint(&self, ply: usize) -> Result<PuzzleHint, Problem> {
        let mv = self.solution_move(ply)?;
        Ok(PuzzleHint { tap: mv.taps.into_iter().next().unwrap_or_default() })
    }

    /// The solution, and the value of every move after some plies of it. The solver has few nodes for each move.
    pub fn why(&self, ply: usize) -> Result<PuzzleWhy, Problem> {
        let session = self.to_solve(ply)?;
        let solution = self.after(self.puzzle.solution.len())?.history().iter().cloned().map(Into::into).collect();
        let values = self.puzzle.explain(&*self.start, ply)?;
        let legal = session.legal();
        let view = |value: &MoveValue| {
            let mv = legal.iter().find(|mv| mv.text == value.mv)?;
            Some(PuzzleMoveValue::new(mv.clone(), value))
        };
        let values = values.iter().filter_map(view).collect();
        Ok(PuzzleWhy { solution, ply, values })
    }
}

/// Today, in days since 1970.
fn today() -> u64 {
    const DAY_MS: i64 = 24 * 60 * 60 * 1000;
    (now_ms() / DAY_MS).unsigned_abs()
}

/// The games with puzzles, and the puzzle of the day of each.
pub fn list(catalog: &Catalog) -> Result<PuzzleList, Problem> {
    let day = today();
    let mut games = Vec::new();
    for game in catalog.games() {
        let puzzles = shipped(game.id());
        if let Some(number) = daily(puzzles, day) {
            let daily = OpenPuzzle::open(game, number)?.state(0)?;
            games.push(PuzzleGame { game: game.id().to_owned(), count: puzzles.len(), daily });
        }
    }
    Ok(PuzzleList { day, games })
}

/// A puzzle that suits a rating, of those that were not seen.
pub fn next(catalog: &Catalog, game: &str, wanted: &NextPuzzle) -> Result<PuzzleState, Problem> {
    let game = catalog.find(game)?;
    let number = nearest(shipped(game.id()), wanted.rating, &wanted.seen);
    let number = number.ok_or_else(|| Problem::not_found(messages::no_such_puzzle()))?;
    OpenPuzzle::open(game, number)?.state(0)
}

//! The interface of the solver.
//!
//! The root uses aspiration windows: the first one is centred at the value of a shallow search, and a value outside moves
//! it. Root moves are ordered once; a move that raises alpha moves to the front.

use std::sync::atomic::AtomicBool;

use quevedo_core::{Evaluator, Game, Side};
use quevedo_games::othello::{Eval, Placement};
use quevedo_games::{Bits, Othello};

use super::endings::final_score;
use super::lines::placements;
use super::order::{Child, Children, estimate, pick_best, prioritize};
use super::search::Search;
use super::table::{BoundsTable, TableEntry};
use crate::solution::BestMoves;
use crate::{Solution, Value};

/// The small table has to stay in the cache of one core.
const SMALL_KIB: usize = 256;
/// Half of the first aspiration window.
const WINDOW: i32 = 3;
/// How far the next window reaches beyond a value that left the last one.
const WIDENED: i32 = 7;

/// The state of a solver during its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OthelloProgress {
    /// The value is not less.
    pub lower: i32,
    /// The value is not more.
    pub upper: i32,
    /// The best move so far.
    pub best: Option<Placement>,
    /// Positions visited.
    pub nodes: u64,
}

/// Solves positions and keeps its transposition table between them: all its bounds are proved. `E` is the evaluator for move
/// ordering, in hundredths of a disc.
///
/// A score is the difference in discs at the end of the game for the side to move, empty squares counted for the
/// winner.
pub struct OthelloSolver<E = Eval> {
    small: BoundsTable,
    large: BoundsTable,
    ordering: E,
    nodes: u64,
}

impl OthelloSolver {
    /// A solver with a table of about this size, ordered by the hand-made evaluator. 64 MiB are enough up to twenty empty
    /// squares.
    pub fn new(table_mib: usize) -> Self {
        Self::with_ordering(table_mib, Eval::Best)
    }
}

impl<E: Evaluator<Othello>> OthelloSolver<E> {
    /// A solver that orders moves by another evaluator.
    pub fn with_ordering(table_mib: usize, ordering: E) -> Self {
        Self { small: BoundsTable::new(SMALL_KIB), large: BoundsTable::new(table_mib << 10), ordering, nodes: 0 }
    }

    /// The score of a position and all its best moves; `None` if it was stopped.
    ///
    /// A finished game has no best move. Positions with a dozen empty squares or fewer are solved in milliseconds without
    /// reading the flag. `progress` is called after every move of the root.
    pub fn solve(
        &mut self,
        position: &Othello,
        stop: &AtomicBool,
        progress: impl FnMut(&OthelloProgress),
    ) -> Option<Solution<Placement>> {
        self.root(position, BestMoves::All, stop, progress)
    }

    /// The score of a position and one best move, which takes less time than all of them.
    pub fn solve_one(
        &mut self,
        position: &Othello,
        stop: &AtomicBool,
        progress: impl FnMut(&OthelloProgress),
    ) -> Option<Solution<Placement>> {
        self.root(position, BestMoves::Any, stop, progress)
    }

    /// Who wins, which takes less time than by how much.
    pub fn outcome(&mut self, position: &Othello, stop: &AtomicBool) -> Option<Value> {
        self.exact(position, -1, 1, stop).map(value_of)
    }

    /// The score if it is between `alpha` and `beta`; otherwise a bound of it on the same side of the window.
    pub fn exact(&mut self, position: &Othello, alpha: i32, beta: i32, stop: &AtomicBool) -> Option<i32> {
        let (own, other) = discs(position);
        let alpha = alpha.clamp(-64, 63);
        let mut search = Search::new(&self.small, &self.large, &self.ordering, stop);
        let value = search.pvs(own, other, alpha, beta.clamp(alpha + 1, 64));
        self.nodes += search.nodes;
        (!search.stopped).then_some(value)
    }

    /// How many positions this solver has visited since it was created.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn root(
        &mut self,
        position: &Othello,
        wanted: BestMoves,
        stop: &AtomicBool,
        progress: impl FnMut(&OthelloProgress),
    ) -> Option<Solution<Placement>> {
        let (own, other) = discs(position);
        self.large.begin_search();
        let search = Search::new(&self.small, &self.large, &self.ordering, stop);
        let mut root = Root { search, progress, lower: -64, upper: 64 };
        let solved = match (placements(own, other), placements(other, own)) {
            (0, 0) => Some((final_score(own, other), Vec::new())),
            (0, _) => root.moves(other, own, BestMoves::Any).map(|(score, _)| (-score, vec![Placement::PASS])),
            _ => root.moves(own, other, wanted),
        };
        let nodes = root.search.nodes;
        self.nodes += nodes;
        let (score, mut best) = solved?;
        best.sort_unstable();
        // The solver counts discs, not plies. Only for a finished game are the plies known.
        let plies = best.is_empty().then_some(0);
        Some(Solution { value: value_of(score), plies, score: Some(score), best, nodes })
    }
}

/// The discs of the side to move and of the other one.
fn discs(position: &Othello) -> (u64, u64) {
    let turn: Side = position.turn();
    (position.discs(turn), position.discs(!turn))
}

fn value_of(score: i32) -> Value {
    match score {
        ..=-1 => Value::Loss,
        0 => Value::Draw,
        1.. => Value::Win,
    }
}

/// The search of the moves of a position that has some.
struct Root<'a, E, P> {
    search: Search<'a, E>,
    progress: P,
    lower: i32,
    upper: i32,
}

impl<E: Evaluator<Othello>, P: FnMut(&OthelloProgress)> Root<'_, E, P> {
    /// The score and best moves; `None` if stopped.
    fn moves(&mut self, own: u64, other: u64, wanted: BestMoves) -> Option<(i32, Vec<Placement>)> {
        let mut list: Children = Bits(placements(own, other)).map(|square| Child::new(own, other, square)).collect();
        prioritize(&mut list, own, other, TableEntry::UNKNOWN, self.search.ordering);
        let mut ranked: Vec<Child> = std::iter::from_fn(|| pick_best(&mut list)).collect();
        let score = self.score(&mut ranked, estimate(self.search.ordering, own, other))?;
        let mut best = vec![Placement::on(ranked[0].square)];
        if wanted == BestMoves::All {
            for child in &ranked[1..] {
                if self.keeps(child, score)? {
                    best.push(Placement::on(child.square));
                }
            }
        }
        Some((score, best))
    }

    /// The best score of the moves by aspiration windows; the best move comes first afterwards.
    fn score(&mut self, ranked: &mut [Child], estimate: i32) -> Option<i32> {
        let (mut alpha, mut beta) = (estimate - WINDOW, estimate + WINDOW);
        loop {
            let value = self.window(ranked, alpha, beta)?;
            if value > alpha {
                self.lower = self.lower.max(value);
            }
            if value < beta {
                self.upper = self.upper.min(value);
            }
            self.report(ranked);
            if self.lower >= self.upper {
                return Some(value);
            }
            (alpha, beta) = if value <= alpha { (value - WIDENED, value + 1) } else { (value - 1, value + WIDENED) };
        }
    }

    /// The best value of the moves if it is inside the window, a bound of it otherwise.
    fn window(&mut self, ranked: &mut [Child], alpha: i32, beta: i32) -> Option<i32> {
        let mut best = i32::MIN;
        for index in 0..ranked.len() {
            let value = self.search.move_value(&ranked[index], index == 0, alpha.max(best), beta);
            if self.search.stopped {
                return None;
            }
            if value > best {
                best = value;
                // A value below the window is only a bound, and no reason to change the order.
                if value > alpha {
                    ranked[..=index].rotate_right(1);
                }
            }
            self.report(ranked);
            if value >= beta {
                break;
            }
        }
        Some(best)
    }

    /// Whether a move has the best score too.
    fn keeps(&mut self, child: &Child, score: i32) -> Option<bool> {
        let value = -self.search.null_window(child.own, child.other, -score);
        (!self.search.stopped).then_some(value >= score)
    }

    fn report(&mut self, ranked: &[Child]) {
        let best = ranked.first().map(|child| Placement::on(child.square));
        let (lower, upper, nodes) = (self.lower, self.upper, self.search.nodes);
        (self.progress)(&OthelloProgress { lower, upper, best, nodes });
    }
}

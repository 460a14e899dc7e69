//! The solver: the score, who wins, the best moves.

use std::cell::Cell;
use std::sync::Arc;

use quevedo_core::Game;
use quevedo_games::Connect4;
use quevedo_games::connect4::Column;

use super::discs::Discs;
use super::opening::{Opening, embedded};
use super::range::ScoreRange;
use super::search::{NodeCallback, Search};
use super::table::RangeTable;
use crate::book::{Book, BookError};
use crate::solution::BestMoves;
use crate::{MarginBounds, Solution, SolveProgress, Value};

/// Solves positions of one board size, and keeps its transposition table between them.
#[derive(Debug)]
pub struct Connect4Solver<const W: usize, const H: usize> {
    table: Arc<RangeTable<W, H>>,
    opening: Option<Arc<Opening>>,
    /// Entries written since the table grew.
    stored: usize,
    nodes: u64,
}

impl<const W: usize, const H: usize> Connect4Solver<W, H> {
    /// A solver without a book, whose table grows up to this size.
    pub fn new(table_mib: usize) -> Self {
        Self::with_table(Arc::new(RangeTable::growing(table_mib)))
    }

    /// The same with the book that is part of the program, if there is one for this board.
    pub fn with_book(table_mib: usize) -> Result<Self, BookError> {
        Ok(Self { opening: embedded(W, H)?, ..Self::new(table_mib) })
    }

    /// A solver with a table that others may share.
    pub fn with_table(table: Arc<RangeTable<W, H>>) -> Self {
        Self { table, opening: None, stored: 0, nodes: 0 }
    }

    /// Uses this book from now on.
    pub fn use_book(&mut self, book: Book) -> Result<(), BookError> {
        self.opening = Some(Arc::new(Opening::new::<W, H>(book)?));
        Ok(())
    }

    /// Clears the table. The book stays.
    pub fn clear(&mut self) {
        if let Some(table) = Arc::get_mut(&mut self.table) {
            table.clear();
        }
        self.stored = 0;
    }

    /// How many positions the last search visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The score for the side to move as Pascal Pons counts it: 0 for a draw; 1 when it wins with its last disc, 2 with
    /// the one before, and so on; the same below zero when it loses.
    pub fn score(&mut self, position: &Connect4<W, H>) -> i32 {
        never_stopped(|callback| self.try_score(position, callback))
    }

    /// The score, unless the callback stops the search.
    pub fn try_score(&mut self, position: &Connect4<W, H>, callback: NodeCallback<'_>) -> Option<i32> {
        self.try_score_of(Discs::of(position), callback)
    }

    /// The score of discs, unless the callback stops the search.
    pub fn try_score_of(&mut self, discs: Discs<W, H>, callback: NodeCallback<'_>) -> Option<i32> {
        self.search(discs, callback, |search| find_score(search, discs, &Cell::default()))
    }

    /// Who wins, which takes less time than the score.
    pub fn value(&mut self, position: &Connect4<W, H>) -> Value {
        never_stopped(|callback| self.try_value(position, callback))
    }

    /// Who wins, unless the callback stops the search.
    pub fn try_value(&mut self, position: &Connect4<W, H>, callback: NodeCallback<'_>) -> Option<Value> {
        let discs = Discs::of(position);
        self.search(discs, callback, |search| {
            if search.null_window(discs, 1)? >= 1 {
                return Some(Value::Win);
            }
            Some(if search.null_window(discs, 0)? >= 0 { Value::Draw } else { Value::Loss })
        })
    }

    /// The score, the plies to the end, and all best moves.
    pub fn solve(&mut self, position: &Connect4<W, H>) -> Solution<Column> {
        never_stopped(|callback| self.try_solve(position, &mut |so_far| callback(so_far.nodes)))
    }

    /// The same, unless the callback stops the search by returning false.
    pub fn try_solve(
        &mut self,
        position: &Connect4<W, H>,
        callback: &mut dyn FnMut(SolveProgress) -> bool,
    ) -> Option<Solution<Column>> {
        self.solve_for(position, BestMoves::All, callback)
    }

    /// The same for a player who has to move. If the callback stops the search once the score is known, the solution has the
    /// best moves found so far.
    pub fn try_solve_to_move(
        &mut self,
        position: &Connect4<W, H>,
        callback: &mut dyn FnMut(SolveProgress) -> bool,
    ) -> Option<Solution<Column>> {
        self.solve_for(position, BestMoves::Any, callback)
    }

    /// The same with one best move, which takes less time than all of them, unless the callback stops the search.
    pub fn try_solve_one(
        &mut self,
        position: &Connect4<W, H>,
        callback: &mut dyn FnMut(SolveProgress) -> bool,
    ) -> Option<Solution<Column>> {
        self.solve_for(position, BestMoves::One, callback)
    }

    fn solve_for(
        &mut self,
        position: &Connect4<W, H>,
        wanted: BestMoves,
        callback: &mut dyn FnMut(SolveProgress) -> bool,
    ) -> Option<Solution<Column>> {
        let discs = Discs::of(position);
        let known: Cell<Option<ScoreRange>> = Cell::default();
        let mut callback = |nodes| {
            let bounds = known.get().map(|ScoreRange { low, high }| MarginBounds { low, high, percent: 100 });
            callback(SolveProgress { nodes, depth: None, bounds })
        };
        let (score, best) = self.search(discs, &mut callback, |search| {
            let score = find_score(search, discs, &known)?;
            Some((score, find_best(search, position, score, wanted)?))
        })?;
        let value = match score {
            ..0 => Value::Loss,
            0 => Value::Draw,
            1.. => Value::Win,
        };
        let plies = Some(plies_to_end::<W, H>(discs.count(), score));
        Some(Solution { value, plies, score: Some(score), best, nodes: self.nodes })
    }

    fn search<T>(
        &mut self,
        discs: Discs<W, H>,
        callback: NodeCallback<'_>,
        run: impl FnOnce(&mut Search<'_, W, H>) -> Option<T>,
    ) -> Option<T> {
        let opening = self.opening.as_deref().filter(|opening| discs.count() <= opening.discs());
        let mut search = Search { table: &mut self.table, opening, callback, nodes: 0, stored: self.stored };
        let result = run(&mut search);
        (self.nodes, self.stored) = (search.nodes, search.stored);
        result
    }
}

/// The result of a search that is not stopped.
fn never_stopped<T>(run: impl FnOnce(NodeCallback<'_>) -> Option<T>) -> T {
    run(&mut |_| true).expect("a search continues while its callback returns true")
}

/// The score. `known` is what is proved of it meanwhile.
fn find_score<const W: usize, const H: usize>(
    search: &mut Search<'_, W, H>,
    discs: Discs<W, H>,
    known: &Cell<Option<ScoreRange>>,
) -> Option<i32> {
    let most = Discs::<W, H>::win_now(discs.count());
    // A finished game may be lost since one disc ago.
    let mut range = ScoreRange { low: -most - 1, high: most };
    while range.low < range.high {
        known.set(Some(range));
        let goal = next_goal(range, most);
        range.narrow(goal, search.null_window(discs, goal)?);
    }
    known.set(Some(range));
    Some(range.low)
}

/// From the outside inwards: early wins and losses are cheap to find and cheap to rule out, and what is ruled out at one
/// goal makes the next one cheaper. Once a goal is reached, halves what is left.
fn next_goal(ScoreRange { low, high }: ScoreRange, most: i32) -> i32 {
    for quarters in (0..4).rev() {
        let far = most * quarters / 4;
        if low <= -far && far < high {
            return far + 1;
        }
        if low < -far && far <= high {
            return -far;
        }
    }
    high - (high - low - 1) / 2
}

/// The moves after which the other side has no more than what the score leaves it. Those come first of which this is known:
/// the search that found the score has proved one of them.
fn find_best<const W: usize, const H: usize>(
    search: &mut Search<'_, W, H>,
    position: &Connect4<W, H>,
    score: i32,
    wanted: BestMoves,
) -> Option<Vec<Column>> {
    let too_much = 1 - score;
    let (mut best, mut open) = (Vec::new(), Vec::new());
    position.each_move(|mv| {
        let mut next = *position;
        next.play(mv);
        let next = Discs::of(&next);
        match search.probe(next, too_much) {
            Some(bound) if bound < too_much => best.push(mv),
            Some(_) => {}
            None => open.push((mv, next)),
        }
    });
    for (mv, next) in open {
        if wanted == BestMoves::One && !best.is_empty() {
            break;
        }
        match search.null_window(next, too_much) {
            Some(bound) if bound < too_much => best.push(mv),
            Some(_) => {}
            None if wanted == BestMoves::Any && !best.is_empty() => break,
            None => return None,
        }
    }
    best.sort_unstable();
    if wanted == BestMoves::One {
        best.truncate(1);
    }
    Some(best)
}

/// A winner's disc that counts `score` was the last but `score - 1` of its side.
fn plies_to_end<const W: usize, const H: usize>(count: i32, score: i32) -> u32 {
    let squares = Discs::<W, H>::SQUARES;
    if score == 0 {
        return (squares - count) as u32;
    }
    // The discs on the board at the end: the last one or the last but one that the winner's score allows, by whose
    // turn it then is.
    let end = squares + 2 - 2 * score.abs();
    let is_winners_turn = (end - count) % 2 == (score > 0) as i32;
    (if is_winners_turn { end } else { end - 1 } - count) as u32
}

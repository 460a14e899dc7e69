//! Questions about positions: the score, who wins, the best moves.

use std::cell::Cell;
use std::sync::Arc;

use quevedo_core::Game;
use quevedo_games::Connect4;
use quevedo_games::connect4::Column;

use super::discs::Discs;
use super::opening::{Opening, embedded};
use super::range::Range;
use super::search::{Search, Watch};
use super::table::Table;
use crate::book::{Book, BookError};
use crate::{Solution, Value};

/// Which of the best moves somebody wants.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    All,
    /// One at least; more if there is time.
    Any,
}

/// Solves positions of one board size, and remembers what it found out.
#[derive(Debug)]
pub struct Solver<const W: usize, const H: usize> {
    table: Arc<Table<W, H>>,
    opening: Option<Arc<Opening>>,
    /// Entries written since the table grew.
    stored: usize,
    nodes: u64,
}

impl<const W: usize, const H: usize> Solver<W, H> {
    /// A solver without a book, whose table grows up to so many MiB.
    pub fn new(table_mib: usize) -> Self {
        Self::over(Arc::new(Table::growing(table_mib)))
    }

    /// The same with the book that comes with the program, if there is one for this board.
    pub fn with_book(table_mib: usize) -> Result<Self, BookError> {
        Ok(Self { opening: embedded(W, H)?, ..Self::new(table_mib) })
    }

    /// A solver that shares its table.
    pub(super) fn over(table: Arc<Table<W, H>>) -> Self {
        Self { table, opening: None, stored: 0, nodes: 0 }
    }

    /// Answers out of this book from now on.
    pub fn use_book(&mut self, book: Book) -> Result<(), BookError> {
        self.opening = Some(Arc::new(Opening::new::<W, H>(book)?));
        Ok(())
    }

    /// Forgets what it found out, except the book.
    pub fn clear(&mut self) {
        if let Some(table) = Arc::get_mut(&mut self.table) {
            table.clear();
        }
        self.stored = 0;
    }

    /// How many positions the last question made it look at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The score for the side to move as Pascal Pons counts it: 0 for a draw; 1 when it wins with its last disc, 2 with
    /// the one before, and so on; the same below zero when it loses.
    pub fn score(&mut self, position: &Connect4<W, H>) -> i32 {
        endless(|watch| self.score_watched(position, watch))
    }

    /// The score, unless the watch says stop.
    pub fn score_watched(&mut self, position: &Connect4<W, H>, watch: Watch<'_>) -> Option<i32> {
        self.score_of(Discs::of(position), watch)
    }

    pub(super) fn score_of(&mut self, discs: Discs<W, H>, watch: Watch<'_>) -> Option<i32> {
        self.question(discs, watch, |search| find_score(search, discs))
    }

    /// Who wins, which is known sooner than the score.
    pub fn value(&mut self, position: &Connect4<W, H>) -> Value {
        endless(|watch| self.value_watched(position, watch))
    }

    /// Who wins, unless the watch says stop.
    pub fn value_watched(&mut self, position: &Connect4<W, H>, watch: Watch<'_>) -> Option<Value> {
        let discs = Discs::of(position);
        self.question(discs, watch, |search| {
            if search.ask(discs, 1)? >= 1 {
                return Some(Value::Win);
            }
            Some(if search.ask(discs, 0)? >= 0 { Value::Draw } else { Value::Loss })
        })
    }

    /// The score, the plies to the end, and all best moves.
    pub fn solve(&mut self, position: &Connect4<W, H>) -> Solution<Column> {
        endless(|watch| self.solve_watched(position, watch))
    }

    /// The same, unless the watch says stop.
    pub fn solve_watched(&mut self, position: &Connect4<W, H>, watch: Watch<'_>) -> Option<Solution<Column>> {
        self.solve_wanted(position, Wanted::All, &mut |nodes, _| watch(nodes))
    }

    /// The same for who is to move now. The watch hears as well whether the score is known: if it says stop then, the best
    /// moves found so far will do.
    pub fn solve_to_move(
        &mut self,
        position: &Connect4<W, H>,
        watch: &mut dyn FnMut(u64, bool) -> bool,
    ) -> Option<Solution<Column>> {
        self.solve_wanted(position, Wanted::Any, watch)
    }

    fn solve_wanted(
        &mut self,
        position: &Connect4<W, H>,
        wanted: Wanted,
        watch: &mut dyn FnMut(u64, bool) -> bool,
    ) -> Option<Solution<Column>> {
        let discs = Discs::of(position);
        let is_scored = Cell::new(false);
        let mut watch = |nodes| watch(nodes, is_scored.get());
        let (score, best) = self.question(discs, &mut watch, |search| {
            let score = find_score(search, discs)?;
            is_scored.set(true);
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

    fn question<T>(
        &mut self,
        discs: Discs<W, H>,
        watch: Watch<'_>,
        ask: impl FnOnce(&mut Search<'_, W, H>) -> Option<T>,
    ) -> Option<T> {
        let opening = self.opening.as_deref().filter(|opening| discs.count() <= opening.discs());
        let mut search = Search { table: &mut self.table, opening, watch, nodes: 0, stored: self.stored };
        let answer = ask(&mut search);
        (self.nodes, self.stored) = (search.nodes, search.stored);
        answer
    }
}

/// The answer of a search that nobody stops.
fn endless<T>(ask: impl FnOnce(Watch<'_>) -> Option<T>) -> T {
    ask(&mut |_| true).expect("a search goes on while its watch says so")
}

fn find_score<const W: usize, const H: usize>(search: &mut Search<'_, W, H>, discs: Discs<W, H>) -> Option<i32> {
    let most = Discs::<W, H>::win_now(discs.count());
    // A finished game may be lost since one disc ago.
    let mut range = Range { low: -most - 1, high: most };
    while range.low < range.high {
        let goal = next_goal(range, most);
        range.learn(goal, search.ask(discs, goal)?);
    }
    Some(range.low)
}

/// From the outside inwards: early wins and losses are cheap to find and cheap to rule out, and what is ruled out at one
/// goal makes the next one cheaper. Once a goal is reached, halves what is left.
fn next_goal(Range { low, high }: Range, most: i32) -> i32 {
    for eighths in (0..8).rev() {
        let far = most * eighths / 8;
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
    wanted: Wanted,
) -> Option<Vec<Column>> {
    let too_much = 1 - score;
    let (mut best, mut open) = (Vec::new(), Vec::new());
    position.each_move(|mv| {
        let mut next = *position;
        next.play(mv);
        let next = Discs::of(&next);
        match search.known(next, too_much) {
            Some(bound) if bound < too_much => best.push(mv),
            Some(_) => {}
            None => open.push((mv, next)),
        }
    });
    for (mv, next) in open {
        match search.ask(next, too_much) {
            Some(bound) if bound < too_much => best.push(mv),
            Some(_) => {}
            None if wanted == Wanted::Any && !best.is_empty() => break,
            None => return None,
        }
    }
    best.sort_unstable();
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

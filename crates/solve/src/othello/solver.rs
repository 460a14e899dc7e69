//! The solver as its callers see it.
//!
//! At the root a judge guesses the value, and a small window around the guess is searched first; a value outside
//! moves the window. The moves of the root are ranked once and then stay in the order of their last success.

use std::sync::atomic::AtomicBool;

use quevedo_core::{Game, Side};
use quevedo_games::othello::Placement;
use quevedo_games::{Bits, Othello};

use super::endings::final_score;
use super::lines::placements;
use super::order::{Child, Children, guess, rank, take_best};
use super::search::Search;
use super::table::{Known, Table};
use crate::{Solution, Value};

/// The small table has to stay in the cache of one core.
const NEAR_KIB: usize = 256;
/// Half of the first window around the guess.
const WINDOW: i32 = 3;
/// How far a window reaches beyond a value that left it.
const WIDENED: i32 = 7;

/// How far a solver has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The value is not less.
    pub lower: i32,
    /// The value is not more.
    pub upper: i32,
    /// The best move so far.
    pub best: Option<Placement>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// One that keeps the value.
    Any,
    /// All of them.
    All,
}

/// Solves positions one after another and remembers what it has seen: all of it is proved, so it stays true.
///
/// A score is the difference in discs at the end of the game for the side to move, empty squares counted for the
/// winner.
pub struct Solver {
    near: Table,
    far: Table,
    nodes: u64,
}

impl Solver {
    /// A solver with a table of about that many MiB. 64 are plenty up to twenty empty squares.
    pub fn new(table_mib: usize) -> Self {
        Self { near: Table::new(NEAR_KIB), far: Table::new(table_mib << 10), nodes: 0 }
    }

    /// The score of a position and all its best moves; `None` if it was told to stop before it knew.
    ///
    /// A finished game has no best move. It asks whether to stop only where that would save time: a position with a
    /// dozen empty squares is solved before anybody has noticed. Progress is told after every move of the root.
    pub fn solve(
        &mut self,
        position: &Othello,
        stop: &AtomicBool,
        progress: impl FnMut(&Progress),
    ) -> Option<Solution<Placement>> {
        self.root(position, Wanted::All, stop, progress)
    }

    /// The score of a position and one best move, which takes less time than all of them.
    pub fn solve_one(
        &mut self,
        position: &Othello,
        stop: &AtomicBool,
        progress: impl FnMut(&Progress),
    ) -> Option<Solution<Placement>> {
        self.root(position, Wanted::Any, stop, progress)
    }

    /// Who wins, which takes less time than by how much.
    pub fn outcome(&mut self, position: &Othello, stop: &AtomicBool) -> Option<Value> {
        self.exact(position, -1, 1, stop).map(value_of)
    }

    /// The score if it is between `alpha` and `beta`; otherwise a bound of it on the same side of the window. For a
    /// search that has come near enough to the end of the game.
    pub fn exact(&mut self, position: &Othello, alpha: i32, beta: i32, stop: &AtomicBool) -> Option<i32> {
        let (own, other) = discs(position);
        let alpha = alpha.clamp(-64, 63);
        let mut search = Search::new(&self.near, &self.far, stop);
        let value = search.wide(own, other, alpha, beta.clamp(alpha + 1, 64));
        self.nodes += search.nodes;
        (!search.stopped).then_some(value)
    }

    /// How many positions this solver has looked at in its life.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn root(
        &mut self,
        position: &Othello,
        wanted: Wanted,
        stop: &AtomicBool,
        progress: impl FnMut(&Progress),
    ) -> Option<Solution<Placement>> {
        let (own, other) = discs(position);
        self.far.begin_search();
        let search = Search::new(&self.near, &self.far, stop);
        let mut root = Root { search, progress, lower: -64, upper: 64 };
        let solved = match (placements(own, other), placements(other, own)) {
            (0, 0) => Some((final_score(own, other), Vec::new())),
            (0, _) => root.moves(other, own, Wanted::Any).map(|(score, _)| (-score, vec![Placement::PASS])),
            _ => root.moves(own, other, wanted),
        };
        let nodes = root.search.nodes;
        self.nodes += nodes;
        let (score, mut best) = solved?;
        best.sort_unstable();
        // Discs are counted, not plies: the winner does not hurry. Only of a finished game it is known that none are left.
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
struct Root<'a, P> {
    search: Search<'a>,
    progress: P,
    lower: i32,
    upper: i32,
}

impl<P: FnMut(&Progress)> Root<'_, P> {
    /// The score and best moves; `None` if stopped.
    fn moves(&mut self, own: u64, other: u64, wanted: Wanted) -> Option<(i32, Vec<Placement>)> {
        let mut list: Children = Bits(placements(own, other)).map(|square| Child::new(own, other, square)).collect();
        rank(&mut list, own, other, Known::NOTHING);
        let mut ranked: Vec<Child> = std::iter::from_fn(|| take_best(&mut list)).collect();
        let score = self.score(&mut ranked, guess(own, other))?;
        let mut best = vec![Placement::on(ranked[0].square)];
        if wanted == Wanted::All {
            for child in &ranked[1..] {
                if self.keeps(child, score)? {
                    best.push(Placement::on(child.square));
                }
            }
        }
        Some((score, best))
    }

    /// The best score of the moves, by windows around a guess; the best move comes first then.
    fn score(&mut self, ranked: &mut [Child], guess: i32) -> Option<i32> {
        let (mut alpha, mut beta) = (guess - WINDOW, guess + WINDOW);
        loop {
            let value = self.window(ranked, alpha, beta)?;
            if value > alpha {
                self.lower = self.lower.max(value);
            }
            if value < beta {
                self.upper = self.upper.min(value);
            }
            self.tell(ranked);
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
            self.tell(ranked);
            if value >= beta {
                break;
            }
        }
        Some(best)
    }

    /// Whether a move has the best score too.
    fn keeps(&mut self, child: &Child, score: i32) -> Option<bool> {
        let value = -self.search.narrow(child.own, child.other, -score);
        (!self.search.stopped).then_some(value >= score)
    }

    fn tell(&mut self, ranked: &[Child]) {
        let best = ranked.first().map(|child| Placement::on(child.square));
        let (lower, upper, nodes) = (self.lower, self.upper, self.search.nodes);
        (self.progress)(&Progress { lower, upper, best, nodes });
    }
}

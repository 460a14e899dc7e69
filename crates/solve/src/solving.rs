//! What all solvers have in common: asked for a position, they answer what is proved, or nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quevedo_core::{Game, Oracle, Score, Side};
use quevedo_games::connect4::Column;
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};

use crate::deepening::Deepening;
use crate::hunt::Numbered;
use crate::{Solution, Value, amazons, chess, connect4, fox_geese, hunt, othello};

/// Solves positions of a game.
pub trait Solves<G: Game>: Send {
    /// Whether every answer is only looked up.
    fn is_instant(&self) -> bool {
        false
    }

    /// The solution, however long it takes; `None` if somebody said stop or the position is out of reach for good.
    /// `progress` is told from time to time how many positions were looked at.
    fn solve(&mut self, position: &G, stop: &AtomicBool, progress: &mut dyn FnMut(u64)) -> Option<Solution<G::Move>>;

    /// The solution for who is to move now: if somebody says hurry, some of the best moves will do. Solvers that may be at it
    /// for ever take that for a stop.
    fn solve_to_move(&mut self, position: &G, hurry: &AtomicBool, _stop: &AtomicBool) -> Option<Solution<G::Move>> {
        self.solve(position, hurry, &mut |_| {})
    }
}

/// A game with a solver. The plain one, which deepens a search until it has proved something, does for every game.
pub trait Solvable: Game {
    /// A new solver that uses about so many MiB.
    fn solver(mib: usize) -> Box<dyn Solves<Self>>;

    /// Whether it can be expected to answer within about a second.
    fn is_near(&self) -> bool;

    /// What is wrong with the tables of this game on this machine, in words.
    fn warnings() -> Vec<String> {
        Vec::new()
    }

    /// Exact knowledge that a search can ask at every node, if there is any.
    fn oracle() -> Option<Arc<dyn Oracle<Self>>> {
        None
    }
}

/// Answers out of the complete tables of small games.
struct Complete;

impl<G: Numbered> Solves<G> for Complete {
    fn is_instant(&self) -> bool {
        true
    }

    fn solve(&mut self, position: &G, _: &AtomicBool, _: &mut dyn FnMut(u64)) -> Option<Solution<G::Move>> {
        Some(hunt::solve(position))
    }
}

impl<G: Numbered> Oracle<G> for Complete {
    fn probe(&self, position: &G) -> Option<Score> {
        G::table().probe(position).map(|(value, plies)| value.score(plies))
    }
}

impl Solvable for MouseCats {
    fn solver(_: usize) -> Box<dyn Solves<Self>> {
        Box::new(Complete)
    }

    fn is_near(&self) -> bool {
        true
    }

    fn oracle() -> Option<Arc<dyn Oracle<Self>>> {
        Some(Arc::new(Complete))
    }
}

impl Solvable for HareHounds {
    fn solver(_: usize) -> Box<dyn Solves<Self>> {
        Box::new(Complete)
    }

    fn is_near(&self) -> bool {
        true
    }

    fn oracle() -> Option<Arc<dyn Oracle<Self>>> {
        Some(Arc::new(Complete))
    }
}

/// Answers out of the tables that reach, as long as a number of geese is covered. How long it takes is not known; nobody can
/// delay the end for ever, so that every move which keeps the value wins some day.
struct FoxTables(&'static fox_geese::Tables);

impl Solves<FoxGeese> for FoxTables {
    fn solve(
        &mut self,
        position: &FoxGeese,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Option<Solution<<FoxGeese as Game>::Move>> {
        self.0.solve(position).or_else(|| self.searching().solve(position, stop, progress))
    }

    fn solve_to_move(
        &mut self,
        position: &FoxGeese,
        hurry: &AtomicBool,
        stop: &AtomicBool,
    ) -> Option<Solution<<FoxGeese as Game>::Move>> {
        self.0.solve(position).or_else(|| self.searching().solve_to_move(position, hurry, stop))
    }
}

impl FoxTables {
    /// A search that ends in the tables.
    fn searching(&self) -> Deepening<FoxGeese> {
        Deepening::new(Some(Arc::new(Self(self.0))))
    }
}

impl Oracle<FoxGeese> for FoxTables {
    fn probe(&self, position: &FoxGeese) -> Option<Score> {
        self.0.probe(position).map(Value::distant_score)
    }
}

impl Solvable for FoxGeese {
    fn solver(_: usize) -> Box<dyn Solves<Self>> {
        Box::new(FoxTables(fox_geese::shipped()))
    }

    fn is_near(&self) -> bool {
        fox_geese::shipped().probe(self).is_some()
    }

    fn warnings() -> Vec<String> {
        fox_geese::shipped().warnings()
    }

    fn oracle() -> Option<Arc<dyn Oracle<Self>>> {
        Some(Arc::new(FoxTables(fox_geese::shipped())))
    }
}

/// Othello positions with no more empty squares are solved within about a second.
const NEAR_EMPTIES: u32 = 20;

impl Solves<Othello> for othello::Solver {
    fn solve(
        &mut self,
        position: &Othello,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Option<Solution<<Othello as Game>::Move>> {
        Self::solve(self, position, stop, |so_far| progress(so_far.nodes))
    }

    fn solve_to_move(
        &mut self,
        position: &Othello,
        hurry: &AtomicBool,
        _: &AtomicBool,
    ) -> Option<Solution<<Othello as Game>::Move>> {
        self.solve_one(position, hurry, |_| {})
    }
}

impl Solvable for Othello {
    fn solver(mib: usize) -> Box<dyn Solves<Self>> {
        Box::new(othello::Solver::new(mib))
    }

    fn is_near(&self) -> bool {
        (self.discs(Side::First) | self.discs(Side::Second)).count_zeros() <= NEAR_EMPTIES
    }
}

/// From this many discs on a board of so many squares is solved within about a second: the book of the classic board begins
/// at its first move.
const fn near_discs(squares: usize) -> u32 {
    match squares {
        0..=42 => 0,
        _ => 20,
    }
}

impl<const W: usize, const H: usize> Solves<Connect4<W, H>> for connect4::Solver<W, H> {
    fn solve(
        &mut self,
        position: &Connect4<W, H>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Option<Solution<Column>> {
        self.solve_watched(position, &mut |nodes| {
            progress(nodes);
            !stop.load(Ordering::Relaxed)
        })
    }

    fn solve_to_move(
        &mut self,
        position: &Connect4<W, H>,
        hurry: &AtomicBool,
        stop: &AtomicBool,
    ) -> Option<Solution<Column>> {
        self.solve_to_move(position, &mut |_, is_scored| {
            let end = if is_scored { hurry } else { stop };
            !end.load(Ordering::Relaxed)
        })
    }
}

impl<const W: usize, const H: usize> Solvable for Connect4<W, H> {
    fn solver(mib: usize) -> Box<dyn Solves<Self>> {
        // A damaged book is no reason to give up: the solver needs it only to be quick. It is told by `warnings`.
        Box::new(connect4::Solver::with_book(mib).unwrap_or_else(|_| connect4::Solver::new(mib)))
    }

    fn is_near(&self) -> bool {
        let discs = self.discs(Side::First) | self.discs(Side::Second);
        discs.count_ones() >= near_discs(W * H)
    }

    fn warnings() -> Vec<String> {
        connect4::warnings(W, H)
    }
}

impl Solvable for Chess {
    fn solver(_: usize) -> Box<dyn Solves<Self>> {
        Box::new(chess::Solver)
    }

    fn is_near(&self) -> bool {
        chess::tables().is_some_and(|tables| tables.solve(self).is_some())
    }

    fn warnings() -> Vec<String> {
        chess::warnings()
    }

    fn oracle() -> Option<Arc<dyn Oracle<Self>>> {
        chess::tables().map(|tables| Arc::new(tables) as Arc<dyn Oracle<Self>>)
    }
}

impl<const N: usize> Solvable for Amazons<N> {
    fn solver(mib: usize) -> Box<dyn Solves<Self>> {
        Box::new(amazons::Solver::new(mib))
    }

    fn is_near(&self) -> bool {
        amazons::is_near(self)
    }
}

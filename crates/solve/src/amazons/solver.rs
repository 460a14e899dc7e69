//! The solver as its callers see it.

use std::sync::atomic::AtomicBool;

use quevedo_core::{Game, Side, Value};
use quevedo_games::Amazons;
use quevedo_games::amazons::Shot;

use super::board::{Board, Region};
use super::knowledge::Knowledge;
use super::search::{Search, Stopped};
use super::sum::Sum;
use super::table::Table;
use crate::{Solution, Solves};

/// Solves positions one after another and remembers what it has seen: all of it is proved, so it stays true.
pub struct Solver<const N: usize> {
    knowledge: Knowledge<N>,
    table: Table,
}

impl<const N: usize> Solver<N> {
    /// A solver with tables of about that many MiB.
    pub fn new(mib: usize) -> Self {
        Self { knowledge: Knowledge::new(mib / 2), table: Table::new(mib / 2) }
    }

    /// Whether the side to move wins; `None` if somebody said stop. It takes less time than to find all winning moves.
    pub fn wins(&mut self, position: &Amazons<N>, stop: &AtomicBool, progress: &mut dyn FnMut(u64)) -> Option<bool> {
        self.searching(stop, progress).whole_wins(&Board::whole(position), position.turn()).ok()
    }

    fn searching<'a>(&'a mut self, stop: &'a AtomicBool, progress: &'a mut dyn FnMut(u64)) -> Search<'a, N> {
        Search { knowledge: &mut self.knowledge, table: &mut self.table, stop, progress, nodes: 0 }
    }
}

impl<const N: usize> Search<'_, N> {
    /// Whether the side to move wins on a whole board.
    fn whole_wins(&mut self, board: &Region, turn: Side) -> Result<bool, Stopped> {
        let mut sum = Sum::default();
        self.knowledge.add(board, &mut sum);
        self.wins(&sum, turn)
    }

    /// Every winning move.
    fn winning_moves(&mut self, position: &Amazons<N>) -> Result<Vec<Shot>, Stopped> {
        let mut winning = Vec::new();
        for mv in position.legal_moves() {
            if !self.whole_wins(&Board::after(position, mv), !position.turn())? {
                winning.push(mv);
            }
        }
        Ok(winning)
    }
}

impl<const N: usize> Solves<Amazons<N>> for Solver<N> {
    /// In a lost position every move is as good as any other; how long a game lasts is not known.
    fn solve(
        &mut self,
        position: &Amazons<N>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Option<Solution<Shot>> {
        let mut search = self.searching(stop, progress);
        let wins = search.whole_wins(&Board::whole(position), position.turn()).ok()?;
        let best = if wins { search.winning_moves(position).ok()? } else { position.legal_moves() };
        let value = if wins { Value::Win } else { Value::Loss };
        let plies = best.is_empty().then_some(0);
        Some(Solution { value, plies, score: None, best, nodes: search.nodes })
    }
}

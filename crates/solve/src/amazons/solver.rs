//! The interface of the solver.

use std::sync::atomic::AtomicBool;

use quevedo_core::{Game, Side, Value};
use quevedo_games::Amazons;
use quevedo_games::amazons::AmazonsMove;

use super::board::{Board, Region};
use super::regions::RegionEvaluator;
use super::search::{Search, Stopped};
use super::sum::Sum;
use super::table::PairTable;
use crate::{Solution, SolveProgress, Solver, StopFlags};

/// Solves positions and keeps its tables between them: all entries are proved.
pub struct AmazonsSolver<const N: usize> {
    regions: RegionEvaluator<N>,
    table: PairTable,
}

impl<const N: usize> AmazonsSolver<N> {
    /// A solver with tables of about this size.
    pub fn new(mib: usize) -> Self {
        Self { regions: RegionEvaluator::new(mib / 2), table: PairTable::new(mib / 2) }
    }

    /// Whether the side to move wins; `None` if stopped. This takes less time than finding all winning moves.
    pub fn wins(
        &mut self,
        position: &Amazons<N>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(SolveProgress),
    ) -> Option<bool> {
        self.search(stop, progress).whole_wins(&Board::whole(position), position.turn()).ok()
    }

    /// How many moves the side to move is sure to be ahead of the other one after a move.
    fn moves_ahead(&mut self, position: &Amazons<N>, mv: AmazonsMove) -> i32 {
        let mut sum = Sum::default();
        self.regions.add(&Board::after(position, mv), &mut sum);
        let [lower, upper] = sum.bounds();
        if position.turn() == Side::First { lower } else { -upper }
    }

    fn search<'a>(&'a mut self, stop: &'a AtomicBool, progress: &'a mut dyn FnMut(SolveProgress)) -> Search<'a, N> {
        Search { regions: &mut self.regions, table: &mut self.table, stop, progress, nodes: 0 }
    }
}

impl<const N: usize> Search<'_, N> {
    /// Whether the side to move wins on a whole board.
    fn whole_wins(&mut self, board: &Region, turn: Side) -> Result<bool, Stopped> {
        let mut sum = Sum::default();
        self.regions.add(board, &mut sum);
        self.wins(&sum, turn)
    }

    /// Every winning move.
    fn winning_moves(&mut self, position: &Amazons<N>) -> Result<Vec<AmazonsMove>, Stopped> {
        let mut winning = Vec::new();
        for mv in position.legal_moves() {
            if !self.whole_wins(&Board::after(position, mv), !position.turn())? {
                winning.push(mv);
            }
        }
        Ok(winning)
    }
}

impl<const N: usize> Solver<Amazons<N>> for AmazonsSolver<N> {
    /// In a lost position all moves are equally good. The plies to the end are not known.
    fn solve(
        &mut self,
        position: &Amazons<N>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(SolveProgress),
    ) -> Option<Solution<AmazonsMove>> {
        let mut search = self.search(stop, progress);
        let wins = search.whole_wins(&Board::whole(position), position.turn()).ok()?;
        let best = if wins { search.winning_moves(position).ok()? } else { position.legal_moves() };
        let value = if wins { Value::Win } else { Value::Loss };
        let plies = best.is_empty().then_some(0);
        Some(Solution { value, plies, score: None, best, nodes: search.nodes })
    }

    /// Once no region is shared, only moves that keep as many further moves as possible, in won and in lost positions.
    fn solve_to_move(&mut self, position: &Amazons<N>, stop: StopFlags<'_>) -> Option<Solution<AmazonsMove>> {
        let solution = self.solve(position, stop.soft, &mut |_| {})?;
        if Board::contested(position) != [0, 0] {
            return Some(solution);
        }
        let kept: Vec<i32> = solution.best.iter().map(|mv| self.moves_ahead(position, *mv)).collect();
        let most = kept.iter().max().copied();
        let best = solution.best.into_iter().zip(kept).filter(|(_, kept)| Some(*kept) == most);
        Some(Solution { best: best.map(|(mv, _)| mv).collect(), ..solution })
    }
}

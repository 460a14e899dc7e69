//! The search of the middle game: some plies, then the evaluator. Values are in hundredths of a disc.
//!
//! It orders the moves of the search to the end, and says what Multi-ProbCut may cut.

use quevedo_core::{Score, Side};
use quevedo_games::Othello;
use quevedo_games::othello::lines::placements;

use super::endings::final_score;
use super::order::{Children, FROM_TABLE, children, pick_best};
use super::search::Search;
use super::squares::odd_quadrants;
use super::table::{Key, MiddleEntry};

/// A disc of difference, in points of the evaluator.
pub(super) const DISC: Score = 100;
/// More than every score.
pub(super) const INFINITE: Score = 30_000;
/// From this many plies on there is a table.
const TABLE_FROM: u32 = 2;
/// From this many plies on the stop flag is read.
const POLLED_FROM: u32 = 6;
/// From this many plies on moves are ordered by the evaluator too.
const EVALUATED_FROM: u32 = 3;

impl Search<'_> {
    /// The static value of a position.
    #[inline]
    pub(super) fn evaluation(&mut self, own: u64, other: u64) -> Score {
        self.nodes += 1;
        self.shared.ordering.evaluate(&Othello::from_discs(own, other, Side::First))
    }

    /// The value of a position by alpha-beta of some plies: fail-soft. Meaningless if the search was stopped.
    pub(super) fn middle(&mut self, own: u64, other: u64, plies: u32, alpha: Score, beta: Score) -> Score {
        if plies == 0 {
            return self.evaluation(own, other);
        }
        let moves = placements(own, other);
        if moves == 0 {
            return if placements(other, own) == 0 {
                DISC * final_score(own, other)
            } else {
                -self.middle(other, own, plies, -beta, -alpha)
            };
        }
        if plies < TABLE_FROM {
            return self.best_of(&mut children(own, other, moves), plies, alpha, beta).0;
        }
        self.nodes += 1;
        let key = Key::new(own, other);
        let known = self.shared.tables.middle.probe(key).unwrap_or(MiddleEntry::UNKNOWN).trusted(plies);
        if Score::from(known.lower) >= beta || known.lower == known.upper {
            return known.lower.into();
        }
        if Score::from(known.upper) <= alpha {
            return known.upper.into();
        }
        if plies >= POLLED_FROM && self.must_stop(u32::MAX) {
            return alpha;
        }
        let mut list = children(own, other, moves);
        self.prioritize_middle(&mut list, !(own | other), plies, known.best);
        let (value, best) = self.best_of(&mut list, plies, alpha, beta);
        if self.stopped {
            return value;
        }
        let kept = MiddleEntry::kept(value);
        let lower = if value > alpha { known.lower.max(kept) } else { known.lower };
        let upper = if value < beta { known.upper.min(kept) } else { known.upper };
        self.shared.tables.middle.store(key, plies, MiddleEntry { lower, upper, best, plies: plies as u8 });
        value
    }

    /// Sets the priorities of the moves.
    fn prioritize_middle(&mut self, list: &mut Children, empty: u64, plies: u32, best: u8) {
        let odd = odd_quadrants(empty);
        for child in list {
            child.priority = if child.square == best {
                FROM_TABLE
            } else if plies >= EVALUATED_FROM {
                let value = -self.evaluation(child.own, child.other);
                child.evaluated(value, odd)
            } else {
                child.fastest_first(odd)
            };
        }
    }

    /// The best value of the moves and the square of the best move.
    fn best_of(&mut self, list: &mut Children, plies: u32, mut alpha: Score, beta: Score) -> (Score, u8) {
        let (mut best, mut square) = (-INFINITE, 0);
        while let Some(child) = pick_best(list) {
            let value = -self.middle(child.own, child.other, plies - 1, -beta, -alpha);
            if value > best {
                (best, square) = (value, child.square);
                alpha = alpha.max(best);
            }
            if best >= beta {
                break;
            }
        }
        (best, square)
    }
}

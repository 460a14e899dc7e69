//! The move picker: moves with ordering scores, and the selection of the next one to try.

use std::cmp::Reverse;

use quevedo_core::Tactics;

use crate::ordering::{COUNTERMOVE, GOOD_CAPTURE, LOSING_CAPTURE, TABLE_MOVE};

/// The ordering score of a move that was pruned without a search.
const PRUNED: i32 = i32::MIN;

/// The bit of the lower half that is cleared in a deferred move.
const DEFERRED: u32 = 1 << 31;

/// A generated move with its ordering score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoredMove<M> {
    pub(crate) mv: M,
    /// The ordering score in the upper half. The lower half holds the complement of twice the index in generation
    /// order, so that the first generated of equals comes first, and whether the move is quiet in the last bit.
    rank: i64,
}

impl<M> ScoredMove<M> {
    /// `number` is the index in generation order.
    #[inline]
    pub(crate) fn new(mv: M, score: i32, number: u32, is_quiet: bool) -> Self {
        Self { mv, rank: i64::from(score) << 32 | i64::from(!(number << 1 | u32::from(is_quiet))) }
    }

    /// The index in generation order.
    #[inline]
    pub(crate) fn number(&self) -> u32 {
        (!(self.rank as u32) & !DEFERRED) >> 1
    }

    #[inline]
    fn score(&self) -> i32 {
        (self.rank >> 32) as i32
    }

    /// Whether it is neither a capture nor a promotion.
    #[inline]
    pub(crate) fn is_quiet(&self) -> bool {
        self.rank & 1 == 0
    }

    /// Whether it is a killer or the countermove.
    #[inline]
    pub(crate) fn is_killer(&self) -> bool {
        (COUNTERMOVE..GOOD_CAPTURE / 2).contains(&self.score())
    }

    /// Its history score, if it was ordered by that.
    #[inline]
    pub(crate) fn history(&self) -> Option<i32> {
        Some(self.score()).filter(|score| score.abs() < COUNTERMOVE)
    }

    #[inline]
    pub(crate) fn is_table_move(&self) -> bool {
        self.score() == TABLE_MOVE
    }

    /// Whether it is a capture that loses material by static exchange evaluation.
    #[inline]
    pub(crate) fn is_losing_capture(&self) -> bool {
        self.score() <= LOSING_CAPTURE / 2
    }

    /// Whether it is a capture that has not been found to lose material.
    #[inline]
    fn is_good_capture(&self) -> bool {
        self.score() >= GOOD_CAPTURE / 2 && !self.is_table_move()
    }

    #[inline]
    fn set_score(&mut self, score: i32) {
        self.rank = i64::from(score) << 32 | self.rank & 0xffff_ffff;
    }

    /// Marks it as pruned without a search.
    #[inline]
    pub(crate) fn set_pruned(&mut self) {
        self.set_score(PRUNED);
    }

    /// Marks it as deferred until the other moves are searched, or no longer.
    #[inline]
    pub(crate) fn set_deferred(&mut self, is_deferred: bool) {
        let bit = i64::from(DEFERRED);
        self.rank = if is_deferred { self.rank & !bit } else { self.rank | bit };
    }

    /// Whether it was deferred.
    #[inline]
    pub(crate) fn is_deferred(&self) -> bool {
        self.rank & i64::from(DEFERRED) == 0
    }

    /// Whether it was pruned without a search.
    #[inline]
    pub(crate) fn is_pruned(&self) -> bool {
        self.score() == PRUNED
    }
}

/// Moves that are selected one by one (selection sort), before the rest is sorted.
const SELECTED: usize = 6;
/// Moves of a long list that are sorted first.
const SORTED_FIRST: usize = 48;

/// Brings the best of the moves from index `at` on to `at`, and returns it; `tried` counts the moves picked before. A
/// capture that loses by static exchange evaluation is found out only now, and goes behind the quiet moves.
#[inline]
pub(crate) fn pick_move<G: Tactics>(
    position: &G,
    moves: &mut [ScoredMove<G::Move>],
    at: usize,
    tried: usize,
) -> ScoredMove<G::Move> {
    loop {
        pick_next(moves, at, tried);
        let scored = &mut moves[at];
        if !scored.is_good_capture() || position.exchange_at_least(scored.mv, 0) {
            return *scored;
        }
        scored.set_score(scored.score() - GOOD_CAPTURE + LOSING_CAPTURE);
        if tried >= SELECTED {
            moves[at..].rotate_left(1);
        }
    }
}

/// Brings the best of the moves from index `at` on to `at`. The first few are selected one by one, because most nodes
/// cut off early. Then the best part of the list is sorted, and at last the rest.
#[inline]
pub(crate) fn pick_next<M: Copy>(moves: &mut [ScoredMove<M>], at: usize, tried: usize) {
    let key = |scored: &ScoredMove<M>| Reverse(scored.rank);
    match tried {
        0..SELECTED => {
            let (mut best, mut highest) = (at, i64::MIN);
            for (index, scored) in moves.iter().enumerate().skip(at) {
                best = if scored.rank > highest { index } else { best };
                highest = highest.max(scored.rank);
            }
            moves.swap(at, best);
        }
        SELECTED => {
            let rest = &mut moves[at..];
            if rest.len() > 2 * SORTED_FIRST {
                rest.select_nth_unstable_by_key(SORTED_FIRST, key);
                rest[..SORTED_FIRST].sort_unstable_by_key(key);
            } else {
                rest.sort_unstable_by_key(key);
            }
        }
        _ if tried == SELECTED + SORTED_FIRST => moves[at..].sort_unstable_by_key(key),
        _ => {}
    }
}

//! The move picker: moves with ordering scores, and the selection of the next one to try.

use std::cmp::Reverse;

use crate::ordering::{GOOD_CAPTURE, LOSING_CAPTURE};

/// A generated move with its ordering score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoredMove<M> {
    pub(crate) mv: M,
    /// The ordering score in the upper half. The lower half holds the complement of the index in generation order, so
    /// that the first generated of equals comes first.
    rank: i64,
}

impl<M> ScoredMove<M> {
    /// `number` is the index in generation order.
    #[inline]
    pub(crate) fn new(mv: M, score: i32, number: u32) -> Self {
        Self { mv, rank: i64::from(score) << 32 | i64::from(!number) }
    }

    /// The index in generation order.
    #[inline]
    pub(crate) fn number(&self) -> u32 {
        !(self.rank as u32)
    }

    #[inline]
    fn score(&self) -> i32 {
        (self.rank >> 32) as i32
    }

    /// Whether it is neither the table move nor a capture or promotion.
    #[inline]
    pub(crate) fn is_quiet(&self) -> bool {
        self.score() < GOOD_CAPTURE / 2 && self.score() > LOSING_CAPTURE / 2
    }

    /// Whether it is a capture that loses material by static exchange evaluation.
    #[inline]
    pub(crate) fn is_losing_capture(&self) -> bool {
        self.score() <= LOSING_CAPTURE / 2
    }
}

/// Moves that are selected one by one (selection sort), before the rest is sorted.
const SELECTED: usize = 6;
/// Moves of a long list that are sorted first.
const SORTED_FIRST: usize = 48;

/// Brings the best of the moves from index `at` on to `at`; `tried` counts the moves picked before. The first few are
/// selected one by one, because most nodes cut off early. Then the best part of the list is sorted, and at last the
/// rest.
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

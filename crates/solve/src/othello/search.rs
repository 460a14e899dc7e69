//! The search: principal variation search to the end of the game.
//!
//! How a position is searched depends on the number of empty squares:
//!
//! ```text
//! 12 and more   pvs, null_window   as below, moves ordered by the evaluator, threads spread from 14 on
//! 11            pvs, null_window   as below, Multi-ProbCut in selective phases
//!  7 to 10      null_window        table, stability cut-off, fastest first
//!  5 and 6      few_left           stability cut-off, parity ordering
//!  4 to 1       endings            parity ordering
//! ```
//!
//! Most table probes are for positions with at most ten empty squares, so these have a small one that stays in
//! the cache: with a single large table the search took 1.6 times as long. A value is the final difference in discs
//! with the empty squares counted for the winner, and so it is even.
//!
//! Enhanced transposition cut-off: Plaat, Schaeffer, Pijls and de Bruin, "Exploiting graph properties of game trees" (1996).

use quevedo_games::Bits;
use quevedo_games::othello::lines::{flips, placements};

use super::confidence::Confidence;
use super::endings::{NONE, final_score};
use super::order::{Child, Children, children, pick_best};
use super::shared::{Queue, Shared};
use super::squares::{QUADRANT, odd_quadrants};
use super::stability::Stability;
use super::table::{EndEntry, Key, NO_MOVE, Table};

/// Up to this many empty squares neither a table nor ordering by mobility pays.
const FEW: u32 = 6;
/// From this many empty squares on there are enhanced transposition cut-offs.
const ETC_FROM: u32 = 8;
/// From this many empty squares on positions go to the large table.
const LARGE_FROM: u32 = 11;
/// From this many empty squares on the search may be selective.
pub(super) const SELECTIVE_FROM: u32 = 11;
/// From this many empty squares on threads defer the moves that others search.
const DEFERRED_FROM: u32 = 14;
/// From this many empty squares on the search reads the stop flag.
const STOP_FROM: u32 = 13;

/// One thread's search.
pub(super) struct Search<'a> {
    pub(super) shared: &'a Shared<'a>,
    /// For positions with few empty squares; it stays in the cache.
    small: &'a Table<EndEntry>,
    /// For the others.
    large: &'a Table<EndEntry>,
    /// How sure the values have to be.
    pub(super) confidence: Confidence,
    stability: Stability,
    /// Whether the search was stopped. Its values are meaningless then.
    pub(super) stopped: bool,
    /// Positions visited.
    pub(super) nodes: u64,
}

/// The best of the moves searched.
struct BestMove {
    value: i32,
    square: u8,
}

/// The result of a search by several threads.
enum Among {
    /// Of this thread's search.
    Moves(BestMove),
    /// The bound that another thread proved in the meantime.
    Threads(i32),
}

impl BestMove {
    const NONE: Self = Self { value: NONE, square: NO_MOVE };
}

impl<'a> Search<'a> {
    /// The search of a thread, numbered from 0.
    pub(super) fn new(shared: &'a Shared<'a>, thread: usize) -> Self {
        let (small, large) = (&shared.tables.small[thread], &shared.tables.large);
        Self {
            shared,
            small,
            large,
            confidence: Confidence::Exact,
            stability: Stability::new(),
            stopped: false,
            nodes: 0,
        }
    }

    /// Principal variation search: the value if it is between `alpha` and `beta`; otherwise a bound on the same side.
    pub(super) fn pvs(&mut self, own: u64, other: u64, alpha: i32, beta: i32) -> i32 {
        let empties = (!(own | other)).count_ones();
        if empties <= FEW || beta - alpha <= 1 {
            return self.by_null_windows(own, other, alpha, beta);
        }
        self.nodes += 1;
        if self.must_stop(empties) {
            return 0;
        }
        let key = Key::new(own, other);
        let known = self.known(key, empties);
        if let Some(bound) = table_cutoff(known, alpha, beta) {
            return bound;
        }
        let moves = placements(own, other);
        if moves == 0 {
            return pass(own, other, || -self.pvs(other, own, -beta, -alpha));
        }
        let mut list = children(own, other, moves);
        self.prioritize(&mut list, !(own | other), known, alpha);
        let mut found = BestMove::NONE;
        let mut queue = Queue::new(list);
        while let Some(child) = queue.next(self.shared) {
            let (is_first, alpha) = (found.square == NO_MOVE, alpha.max(found.value));
            let value = self.marked(&child, |search| search.move_value(&child, is_first, alpha, beta));
            if self.stopped {
                return 0;
            }
            if value > found.value {
                found = BestMove { value, square: child.square };
            }
            if value >= beta {
                break;
            }
        }
        self.store(key, empties, known, &found, (alpha, beta));
        found.value
    }

    /// The value of a move: the first by the whole window, others by a null window unless it fails high.
    pub(super) fn move_value(&mut self, child: &Child, first: bool, alpha: i32, beta: i32) -> i32 {
        if !first {
            let value = -self.null_window(child.own, child.other, -alpha - 1);
            if value <= alpha || value >= beta || self.stopped {
                return value;
            }
        }
        -self.pvs(child.own, child.other, -beta, -alpha)
    }

    /// The same as [`Self::pvs`], for small trees.
    fn by_null_windows(&mut self, own: u64, other: u64, mut alpha: i32, beta: i32) -> i32 {
        loop {
            let value = self.null_window(own, other, alpha);
            if value <= alpha || value >= beta || self.stopped {
                return value;
            }
            alpha = value;
        }
    }

    /// Fail-soft null-window search: a lower bound above `alpha`, or an upper bound that is not.
    pub(super) fn null_window(&mut self, own: u64, other: u64, alpha: i32) -> i32 {
        let empties = (!(own | other)).count_ones();
        if empties <= FEW {
            return self.few(own, other, alpha);
        }
        self.nodes += 1;
        if self.must_stop(empties) {
            return 0;
        }
        let key = Key::new(own, other);
        self.table(empties).prefetch(key);
        if let Some(bound) = self.stability_cutoff(own, other, alpha, empties) {
            return bound;
        }
        let known = self.known(key, empties);
        if let Some(bound) = table_cutoff(known, alpha, alpha + 1) {
            return bound;
        }
        let moves = placements(own, other);
        if moves == 0 {
            return pass(own, other, || -self.null_window(other, own, -alpha - 1));
        }
        let mut list = children(own, other, moves);
        if let Some(bound) = self.enhanced_transposition_cutoff(&list, alpha, empties) {
            return bound;
        }
        if let Some(bound) = self.probcut(own, other, alpha, empties) {
            return bound;
        }
        self.prioritize(&mut list, !(own | other), known, alpha);
        let found = if empties >= DEFERRED_FROM && self.shared.has_threads() {
            match self.first_above_among_threads(list, alpha, key, empties) {
                Among::Moves(found) => found,
                Among::Threads(bound) => return bound,
            }
        } else {
            self.first_above(&mut list, alpha)
        };
        if self.stopped {
            return 0;
        }
        self.store(key, empties, known, &found, (alpha, alpha + 1));
        found.value
    }

    /// Searches moves in order until one is above `alpha`.
    #[inline]
    fn first_above(&mut self, list: &mut Children, alpha: i32) -> BestMove {
        let mut found = BestMove::NONE;
        while let Some(child) = pick_best(list) {
            let value = -self.null_window(child.own, child.other, -alpha - 1);
            if value > found.value {
                found = BestMove { value, square: child.square };
            }
            if value > alpha || self.stopped {
                break;
            }
        }
        found
    }

    /// The same where several threads search: moves that others search come last, and what another thread found out about
    /// this position ends the search of it.
    fn first_above_among_threads(&mut self, list: Children, alpha: i32, key: Key, empties: u32) -> Among {
        let mut found = BestMove::NONE;
        let mut queue = Queue::new(list);
        while let Some(child) = queue.next(self.shared) {
            let value = self.marked(&child, |search| -search.null_window(child.own, child.other, -alpha - 1));
            if value > found.value {
                found = BestMove { value, square: child.square };
            }
            if value > alpha || self.stopped {
                break;
            }
            if let Some(bound) = table_cutoff(self.known(key, empties), alpha, alpha + 1) {
                return Among::Threads(bound);
            }
        }
        Among::Moves(found)
    }

    /// Searches a move while the other threads see that it is searched.
    pub(super) fn marked(&mut self, child: &Child, search: impl FnOnce(&mut Self) -> i32) -> i32 {
        let key = Key::new(child.own, child.other);
        self.shared.enter(key);
        let value = search(self);
        self.shared.leave(key);
        value
    }

    #[inline]
    pub(super) fn must_stop(&mut self, empties: u32) -> bool {
        if empties >= STOP_FROM && self.shared.is_stopped() {
            self.stopped = true;
        }
        self.stopped
    }

    #[inline]
    fn table(&self, empties: u32) -> &'a Table<EndEntry> {
        if empties < LARGE_FROM { self.small } else { self.large }
    }

    /// How sure the value of a position has to be: with few empty squares nothing is cut.
    #[inline]
    fn needed(&self, empties: u32) -> Confidence {
        if empties < SELECTIVE_FROM { Confidence::Exact } else { self.confidence }
    }

    /// What the table knows of a position.
    #[inline]
    fn known(&self, key: Key, empties: u32) -> EndEntry {
        let needed = self.needed(empties);
        let unknown = EndEntry { confidence: needed, ..EndEntry::UNKNOWN };
        self.table(empties).probe(key).map_or(unknown, |known| known.trusted(needed))
    }

    /// Stability cut-off: the opponent keeps its stable discs, an upper bound of the value. It is tried only where few of them
    /// are enough to fail low.
    #[inline]
    fn stability_cutoff(&self, own: u64, other: u64, alpha: i32, empties: u32) -> Option<i32> {
        if alpha < 2 * empties as i32 - 2 {
            return None;
        }
        let bound = 64 - 2 * self.stability.stable(other, own).count_ones() as i32;
        (bound <= alpha).then_some(bound)
    }

    /// Enhanced transposition cut-off: a move to a position whose table entry already fails high.
    #[inline]
    fn enhanced_transposition_cutoff(&self, list: &Children, alpha: i32, empties: u32) -> Option<i32> {
        if empties < ETC_FROM {
            return None;
        }
        let table = self.table(empties - 1);
        let keys = list.iter().map(|child| Key::new(child.own, child.other));
        keys.clone().for_each(|key| table.prefetch(key));
        let needed = self.needed(empties - 1);
        let sure = keys.filter_map(|key| table.probe(key)).filter(|known| known.confidence >= needed);
        let mut bounds = sure.map(|known| -i32::from(known.upper));
        bounds.find(|&bound| bound > alpha)
    }

    /// Stores the result of a search within a window, merged with the entry from before. Bounds that were surer stay.
    #[inline]
    fn store(&self, key: Key, empties: u32, known: EndEntry, found: &BestMove, (alpha, beta): (i32, i32)) {
        let second = known.moves[usize::from(known.moves[0] == found.square)];
        let mut entry = EndEntry { moves: [found.square, second], ..known };
        let value = found.value as i8;
        if known.confidence == self.needed(empties) {
            if found.value > alpha {
                entry.lower = known.lower.max(value);
            }
            if found.value < beta {
                entry.upper = known.upper.min(value);
            }
        }
        self.table(empties).store(key, empties, entry);
    }

    /// [`Self::null_window`] with few squares left.
    fn few(&mut self, own: u64, other: u64, alpha: i32) -> i32 {
        let empty = !(own | other);
        match empty.count_ones() {
            0..=3 => self.three_or_fewer(own, other),
            4 => self.four_left(own, other, four_squares(empty, odd_quadrants(empty)), alpha, false),
            _ => self.few_left(own, other, odd_quadrants(empty), alpha),
        }
    }

    /// The value of a position with less than four empty squares: plain negamax, for roots only.
    fn three_or_fewer(&mut self, own: u64, other: u64) -> i32 {
        self.nodes += 1;
        let moves = placements(own, other);
        if moves == 0 {
            return pass(own, other, || -self.three_or_fewer(other, own));
        }
        let after = Bits(moves).map(|square| Child::new(own, other, square));
        after.map(|child| -self.three_or_fewer(child.own, child.other)).max().unwrap_or(NONE)
    }

    /// The value with five squares or a few more left, parity ordering.
    fn few_left(&mut self, own: u64, other: u64, odd: u64, alpha: i32) -> i32 {
        self.nodes += 1;
        let empty = !(own | other);
        let empties = empty.count_ones();
        if let Some(bound) = self.stability_cutoff(own, other, alpha, empties) {
            return bound;
        }
        let moves = placements(own, other);
        if moves == 0 {
            return pass(own, other, || -self.few_left(other, own, odd, -alpha - 1));
        }
        let mut best = NONE;
        for square in Bits(moves & odd).chain(Bits(moves & !odd)) {
            let turned = flips(own, other, square);
            let (next, mine) = (other ^ turned, own ^ turned ^ 1 << square);
            let odd = odd ^ QUADRANT[usize::from(square)];
            let value = if empties == 5 {
                -self.four_left(next, mine, four_squares(empty ^ 1 << square, odd), -alpha - 1, false)
            } else {
                -self.few_left(next, mine, odd, -alpha - 1)
            };
            best = best.max(value);
            if best > alpha {
                break;
            }
        }
        best
    }
}

/// A bound from the table that decides the window.
#[inline]
fn table_cutoff(known: EndEntry, alpha: i32, beta: i32) -> Option<i32> {
    let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
    if lower >= beta || lower == upper {
        return Some(lower);
    }
    (upper <= alpha).then_some(upper)
}

/// The value where there is no move: that after the pass, or that of the finished game.
#[inline]
fn pass(own: u64, other: u64, after: impl FnOnce() -> i32) -> i32 {
    if placements(other, own) == 0 { final_score(own, other) } else { after() }
}

/// The squares of a set of four, those in odd quadrants first.
#[inline]
fn four_squares(empty: u64, odd: u64) -> [u8; 4] {
    let mut squares = Bits(empty & odd).chain(Bits(empty & !odd));
    std::array::from_fn(|_| squares.next().unwrap_or(0))
}

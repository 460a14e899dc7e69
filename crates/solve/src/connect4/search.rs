//! The search: whether a score reaches a goal, answered by a bound on the right side of it (fail-soft, null window).
//!
//! A position is *quiet* when the side to move can neither win at once nor must lose at once, and has a choice. Only
//! quiet positions are nodes; what is forced between them is played out on the spot. A node is worked through in
//! steps:
//!
//! 1. the table;
//! 2. for every safe move, the line of forced moves behind it: it ends the game, or in the book of the opening, or at a
//!    quiet position, whose number of discs or a strategy of the follower (`follower`) may bound the score enough;
//! 3. the table once more, for all quiet positions reached (enhanced transposition cut-offs, Plaat et al., 1996);
//! 4. the moves that are still open: those first that make the most threats, then those with the most lines through
//!    them that can still become four, then those in the middle.
//!
//! The ideas of Pascal Pons' solver are here, and those by which later ones visit fewer positions: steps 2 and 3.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::discs::Discs;
use super::opening::Opening;
use super::range::ScoreRange;
use super::table::RangeTable;

/// Nodes between two calls of the callback.
const CALLBACK_NODES: u64 = 1 << 12;
/// Mirror images share an entry until 1/`MIRROR_PART` of the board is full: later, hardly any transpose.
const MIRROR_PART: i32 = 2;

/// For move ordering, a threat counts as much as this many open lines.
const THREAT_RANK: u32 = 16;

/// Called with the number of nodes from time to time; returns whether to continue.
pub type NodeCallback<'a> = &'a mut dyn FnMut(u64) -> bool;

/// The searches of one position.
pub(super) struct Search<'a, const W: usize, const H: usize> {
    pub(super) table: &'a mut Arc<RangeTable<W, H>>,
    pub(super) opening: Option<&'a Opening>,
    pub(super) callback: NodeCallback<'a>,
    pub(super) nodes: u64,
    /// Entries written since the table grew.
    pub(super) stored: usize,
}

/// A move that may still reach the goal.
struct OpenMove<const W: usize, const H: usize> {
    square: u64,
    /// How many threats it makes.
    threats: u32,
    /// The quiet position behind it.
    quiet: QuietPosition<W, H>,
    place: u64,
    /// Which to search first: the higher, the earlier.
    rank: u32,
}

/// The state of the moves of a node.
struct NodeMoves<const W: usize, const H: usize> {
    goal: i32,
    /// The best bound of the moves that are decided.
    best: i32,
    open: ArrayVec<OpenMove<W, H>, W>,
}

/// Where a line of forced moves ends.
enum ForcedLine<const W: usize, const H: usize> {
    /// The score for the side that moves at the beginning.
    Decided(ScoreRange),
    Quiet(QuietPosition<W, H>),
}

/// A quiet position at the end of a line of forced moves.
struct QuietPosition<const W: usize, const H: usize> {
    discs: Discs<W, H>,
    /// Whether the side that moves at the beginning of the line moves here.
    is_mine: bool,
    /// The squares on which the other side completes four.
    feared: u64,
}

impl<const W: usize, const H: usize> QuietPosition<W, H> {
    /// The goal for the side to move here that decides the one at the beginning of the line.
    #[inline]
    fn goal_here(&self, goal: i32) -> i32 {
        if self.is_mine { goal } else { 1 - goal }
    }

    /// A bound of the side to move here as one at the beginning of the line.
    #[inline]
    fn bound_at_beginning(&self, bound: i32) -> i32 {
        if self.is_mine { bound } else { -bound }
    }

    /// What decides the goal at the beginning of the line without search.
    #[inline]
    fn static_bound(&self, goal: i32) -> Option<i32> {
        let goal = self.goal_here(goal);
        let bound = self.discs.range().bound_for(goal);
        let bound = bound.or_else(|| self.discs.bound_of_follower(self.feared, goal));
        bound.map(|bound| self.bound_at_beginning(bound))
    }
}

impl<const W: usize, const H: usize> Search<'_, W, H> {
    /// Null-window search: a bound that decides whether the score of any position reaches the goal; `None` if stopped.
    pub(super) fn null_window(&mut self, discs: Discs<W, H>, goal: i32) -> Option<i32> {
        match self.begin(discs) {
            ForcedLine::Decided(range) => Some(range.low),
            ForcedLine::Quiet(quiet) => match quiet.static_bound(goal) {
                Some(bound) => Some(bound),
                None => self.search_quiet(&quiet, goal),
            },
        }
    }

    /// The same without a search; `None` where it needs one.
    pub(super) fn probe(&self, discs: Discs<W, H>, goal: i32) -> Option<i32> {
        match self.begin(discs) {
            ForcedLine::Decided(range) => range.bound_for(goal),
            ForcedLine::Quiet(quiet) => quiet.static_bound(goal).or_else(|| {
                let known = self.table.find(Self::place(quiet.discs))?;
                known.bound_for(quiet.goal_here(goal)).map(|bound| quiet.bound_at_beginning(bound))
            }),
        }
    }

    /// The forced line from any position; it may be over, or won at once.
    fn begin(&self, discs: Discs<W, H>) -> ForcedLine<W, H> {
        let count = discs.count();
        if discs.is_lost() {
            return ForcedLine::Decided(ScoreRange::exactly(-Discs::<W, H>::win_now(count - 1)));
        }
        if count == Discs::<W, H>::SQUARES {
            return ForcedLine::Decided(ScoreRange::exactly(0));
        }
        if discs.wins_now() {
            return ForcedLine::Decided(ScoreRange::exactly(Discs::<W, H>::win_now(count)));
        }
        self.play_on(discs, discs.feared())
    }

    #[inline]
    fn search_quiet(&mut self, quiet: &QuietPosition<W, H>, goal: i32) -> Option<i32> {
        let bound = self.node(quiet.discs, quiet.goal_here(goal))?;
        Some(quiet.bound_at_beginning(bound))
    }

    /// Searches a quiet position that no [static bound](QuietPosition::static_bound) decides.
    fn node(&mut self, discs: Discs<W, H>, goal: i32) -> Option<i32> {
        self.count_node()?;
        let place = Self::place(discs);
        let range = discs.range();
        let mut range = self.table.find(place).map_or(range, |known| range.intersect(known));
        if let Some(bound) = range.bound_for(goal) {
            return Some(bound);
        }
        let bound = self.expand(discs, goal)?;
        range.narrow(goal, bound);
        self.store(place, range);
        Some(bound)
    }

    fn expand(&mut self, discs: Discs<W, H>, goal: i32) -> Option<i32> {
        let mut moves_of_node = NodeMoves { goal, best: i32::MIN, open: ArrayVec::new() };
        if self.play_forced_lines(discs, &mut moves_of_node) || self.transposition_cutoff(discs, &mut moves_of_node) {
            return Some(moves_of_node.best);
        }
        while let Some(open_move) = moves_of_node.take_first() {
            let bound = self.search_quiet(&open_move.quiet, goal)?;
            if moves_of_node.close(bound) {
                break;
            }
        }
        Some(moves_of_node.best)
    }

    /// Step 2: plays the forced line behind every move. Returns whether one reaches the goal.
    #[inline]
    fn play_forced_lines(&self, discs: Discs<W, H>, moves_of_node: &mut NodeMoves<W, H>) -> bool {
        let moves = discs.safe_moves();
        for (index, column) in Discs::<W, H>::COLUMNS.into_iter().enumerate() {
            let square = moves & column;
            if square == 0 {
                continue;
            }
            let next = discs.play(square);
            let made = next.feared();
            let decided = match self.play_on(next, made) {
                ForcedLine::Decided(range) => Some(range.swapped().low),
                ForcedLine::Quiet(quiet) => {
                    let quiet = QuietPosition { is_mine: !quiet.is_mine, ..quiet };
                    let place = Self::place(quiet.discs);
                    // Memory is slow: it is asked before it is certain that the entry is needed.
                    self.table.prefetch(place);
                    let decided = quiet.static_bound(moves_of_node.goal);
                    if decided.is_none() {
                        let (threats, rank) = (made.count_ones(), (W - index) as u32);
                        moves_of_node.open.push(OpenMove { square, threats, quiet, place, rank });
                    }
                    decided
                }
            };
            if decided.is_some_and(|bound| moves_of_node.close(bound)) {
                return true;
            }
        }
        false
    }

    /// Step 3: enhanced transposition cut-off. Returns whether an open move reaches the goal, and ranks those left.
    #[inline]
    fn transposition_cutoff(&self, discs: Discs<W, H>, moves_of_node: &mut NodeMoves<W, H>) -> bool {
        let mut index = 0;
        while let Some(open_move) = moves_of_node.open.get_mut(index) {
            let known = self.table.find(open_move.place);
            let bound = known.and_then(|range| range.bound_for(open_move.quiet.goal_here(moves_of_node.goal)));
            if let Some(bound) = bound.map(|bound| open_move.quiet.bound_at_beginning(bound)) {
                moves_of_node.open.swap_remove(index);
                if moves_of_node.close(bound) {
                    return true;
                }
            } else {
                open_move.rank += THREAT_RANK * open_move.threats + discs.open_lines(open_move.square);
                index += 1;
            }
        }
        false
    }

    /// Plays on, from a position without an immediate win, as long as there is only one safe move. `feared` are the squares on
    /// which the other side completes four.
    #[inline]
    fn play_on(&self, mut discs: Discs<W, H>, mut feared: u64) -> ForcedLine<W, H> {
        let mut is_mine = true;
        let known = loop {
            let count = discs.count();
            let moves = discs.safe_moves_against(feared);
            if moves == 0 {
                break ScoreRange::exactly(-Discs::<W, H>::win_now(count + 1));
            }
            if count >= Discs::<W, H>::SQUARES - 2 {
                break ScoreRange::exactly(0);
            }
            if let Some(score) = self.opening.and_then(|opening| opening.score(discs)) {
                break ScoreRange::exactly(score);
            }
            if !moves.is_power_of_two() {
                return ForcedLine::Quiet(QuietPosition { discs, is_mine, feared });
            }
            discs = discs.play(moves);
            feared = discs.feared();
            is_mine = !is_mine;
        };
        ForcedLine::Decided(if is_mine { known } else { known.swapped() })
    }

    #[inline]
    fn place(discs: Discs<W, H>) -> u64 {
        let is_early = discs.count() * MIRROR_PART < Discs::<W, H>::SQUARES;
        RangeTable::<W, H>::place(if is_early { discs.mirrored_key() } else { discs.key() })
    }

    #[inline]
    fn count_node(&mut self) -> Option<()> {
        self.nodes += 1;
        if self.nodes % CALLBACK_NODES == 0 && !(self.callback)(self.nodes) {
            return None;
        }
        Some(())
    }

    #[inline]
    fn store(&mut self, place: u64, range: ScoreRange) {
        self.table.store(place, range);
        self.stored += 1;
        if self.table.is_tight(self.stored) {
            self.grow();
        }
    }

    /// A shared table does not grow.
    #[cold]
    fn grow(&mut self) {
        if let Some(table) = Arc::get_mut(self.table) {
            table.grow();
        }
        self.stored = 0;
    }
}

impl<const W: usize, const H: usize> NodeMoves<W, H> {
    /// Adds the bound of a decided move. Returns whether it reaches the goal.
    #[inline]
    fn close(&mut self, bound: i32) -> bool {
        self.best = self.best.max(bound);
        self.best >= self.goal
    }

    #[inline]
    fn take_first(&mut self) -> Option<OpenMove<W, H>> {
        let first = (0..self.open.len()).max_by_key(|&index| self.open[index].rank)?;
        Some(self.open.swap_remove(first))
    }
}

//! The search: whether a score reaches a goal, answered by a bound on the right side of it (fail-soft, null window).
//!
//! A position is *quiet* when the side to move can neither win at once nor must lose at once, and has a choice. Only
//! quiet positions are nodes; what is forced between them is played out on the spot. A node is worked through in
//! steps:
//!
//! 1. the table;
//! 2. for every safe move, the line of forced moves behind it: it ends the game, or in the book of the opening, or at a
//!    quiet position, of which the count of discs and a follower's strategy may tell enough;
//! 3. the table once more, for all quiet positions reached (enhanced transposition cut-offs, Plaat et al., 1996);
//! 4. the moves that are still open: those first that make the most threats, then those with the most lines through
//!    them that can still become four, then those in the middle.
//!
//! The ideas of Pascal Pons' solver are here, and those by which later ones visit fewer positions: steps 2 and 3.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::discs::Discs;
use super::opening::Opening;
use super::range::Range;
use super::table::Table;

/// How many nodes pass between two looks at the watch.
const WATCH_NODES: u64 = 1 << 12;
/// Mirror images are one position for the table until the board is full by one part in so many: later ones hardly meet.
const MIRROR_PART: i32 = 2;

/// How many open lines through a square a threat made there is worth, for the order of moves.
const THREAT_RANK: u32 = 16;

/// Told the number of nodes now and then; answers whether to go on.
pub type Watch<'a> = &'a mut dyn FnMut(u64) -> bool;

/// One question, or several in a row about one position.
pub(super) struct Search<'a, const W: usize, const H: usize> {
    pub(super) table: &'a mut Arc<Table<W, H>>,
    pub(super) opening: Option<&'a Opening>,
    pub(super) watch: Watch<'a>,
    pub(super) nodes: u64,
    /// Entries written since the table grew.
    pub(super) stored: usize,
}

/// A move that may still reach the goal.
struct Branch<const W: usize, const H: usize> {
    square: u64,
    /// The quiet position behind it.
    quiet: Discs<W, H>,
    /// Whether the side of the node moves there.
    is_mine: bool,
    place: u64,
    /// Which to search first: the higher, the earlier.
    rank: u32,
}

/// Where the moves of a node stand.
struct Options<const W: usize, const H: usize> {
    goal: i32,
    /// The most that the moves give which are not open any more.
    best: i32,
    open: ArrayVec<Branch<W, H>, W>,
}

/// What playing on while there is no choice comes to.
enum Ahead<const W: usize, const H: usize> {
    /// The score for the side that moves at the beginning.
    Known(Range),
    /// A quiet position, and whether that side moves there.
    Quiet(Discs<W, H>, bool),
}

impl<const W: usize, const H: usize> Search<'_, W, H> {
    /// Whether the score of any position reaches the goal; nothing when the watch says stop.
    pub(super) fn ask(&mut self, discs: Discs<W, H>, goal: i32) -> Option<i32> {
        match self.begin(discs) {
            Ahead::Known(range) => Some(range.low),
            Ahead::Quiet(quiet, is_mine) => self.ask_quiet(quiet, is_mine, goal),
        }
    }

    /// The same without a search; nothing where it takes one.
    pub(super) fn known(&self, discs: Discs<W, H>, goal: i32) -> Option<i32> {
        let range = match self.begin(discs) {
            Ahead::Known(range) => range,
            Ahead::Quiet(quiet, true) => self.remembered(quiet, Self::place(quiet)),
            Ahead::Quiet(quiet, false) => self.remembered(quiet, Self::place(quiet)).swapped(),
        };
        range.answer(goal)
    }

    /// What any position comes to that may be over, or won at once.
    fn begin(&self, discs: Discs<W, H>) -> Ahead<W, H> {
        let count = discs.count();
        if discs.is_lost() {
            return Ahead::Known(Range::exactly(-Discs::<W, H>::win_now(count - 1)));
        }
        if count == Discs::<W, H>::SQUARES {
            return Ahead::Known(Range::exactly(0));
        }
        if discs.wins_now() {
            return Ahead::Known(Range::exactly(Discs::<W, H>::win_now(count)));
        }
        self.play_on(discs)
    }

    /// What discs and table tell of a quiet position.
    #[inline]
    fn remembered(&self, discs: Discs<W, H>, place: u64) -> Range {
        let range = discs.range();
        self.table.find(place).map_or(range, |known| range.and(known))
    }

    #[inline]
    fn ask_quiet(&mut self, quiet: Discs<W, H>, is_mine: bool, goal: i32) -> Option<i32> {
        if is_mine { self.node(quiet, goal) } else { self.node(quiet, 1 - goal).map(|bound| -bound) }
    }

    fn node(&mut self, discs: Discs<W, H>, goal: i32) -> Option<i32> {
        self.count_node()?;
        let place = Self::place(discs);
        let mut range = self.remembered(discs, place);
        if let Some(bound) = range.answer(goal) {
            return Some(bound);
        }
        let bound = self.expand(discs, goal)?;
        range.learn(goal, bound);
        self.store(place, range);
        Some(bound)
    }

    fn expand(&mut self, discs: Discs<W, H>, goal: i32) -> Option<i32> {
        let mut options = Options { goal, best: i32::MIN, open: ArrayVec::new() };
        if self.look_ahead(discs, &mut options) || self.look_up(discs, &mut options) {
            return Some(options.best);
        }
        while let Some(branch) = options.take_first() {
            let bound = self.ask_quiet(branch.quiet, branch.is_mine, goal)?;
            if options.close(bound) {
                break;
            }
        }
        Some(options.best)
    }

    /// Step 2: plays out what is forced behind every move. Answers whether one reaches the goal.
    #[inline]
    fn look_ahead(&self, discs: Discs<W, H>, options: &mut Options<W, H>) -> bool {
        let moves = discs.safe_moves();
        for (index, column) in Discs::<W, H>::COLUMNS.into_iter().enumerate() {
            let square = moves & column;
            if square == 0 {
                continue;
            }
            let (range, quiet) = match self.play_on(discs.play(square)) {
                Ahead::Known(range) => (range.swapped(), None),
                Ahead::Quiet(quiet, true) => (quiet.range().swapped(), Some((quiet, false))),
                Ahead::Quiet(quiet, false) => (quiet.range(), Some((quiet, true))),
            };
            match (range.answer(options.goal), quiet) {
                (None, Some((quiet, is_mine))) => {
                    let place = Self::place(quiet);
                    self.table.prefetch(place);
                    options.open.push(Branch { square, quiet, is_mine, place, rank: (W - index) as u32 });
                }
                (bound, _) => {
                    if options.close(bound.unwrap_or(range.high)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Step 3: what the table knows of the branches. Answers whether one reaches the goal, and ranks those left over.
    #[inline]
    fn look_up(&self, discs: Discs<W, H>, options: &mut Options<W, H>) -> bool {
        let mut index = 0;
        while let Some(branch) = options.open.get_mut(index) {
            let known = self.table.find(branch.place);
            let range = known.map(|range| if branch.is_mine { range } else { range.swapped() });
            if let Some(bound) = range.and_then(|range| range.answer(options.goal)) {
                options.open.swap_remove(index);
                if options.close(bound) {
                    return true;
                }
            } else {
                branch.rank += THREAT_RANK * discs.threats_made(branch.square) + discs.open_lines(branch.square);
                index += 1;
            }
        }
        false
    }

    /// Plays on from a position without a win at once for as long as there is no choice.
    #[inline]
    fn play_on(&self, mut discs: Discs<W, H>) -> Ahead<W, H> {
        let mut is_mine = true;
        let known = loop {
            let count = discs.count();
            let moves = discs.safe_moves();
            if moves == 0 {
                break Range::exactly(-Discs::<W, H>::win_now(count + 1));
            }
            if count >= Discs::<W, H>::SQUARES - 2 {
                break Range::exactly(0);
            }
            if let Some(score) = self.opening.and_then(|opening| opening.score(discs)) {
                break Range::exactly(score);
            }
            if !moves.is_power_of_two() {
                return Ahead::Quiet(discs, is_mine);
            }
            discs = discs.play(moves);
            is_mine = !is_mine;
        };
        Ahead::Known(if is_mine { known } else { known.swapped() })
    }

    #[inline]
    fn place(discs: Discs<W, H>) -> u64 {
        let is_early = discs.count() * MIRROR_PART < Discs::<W, H>::SQUARES;
        Table::<W, H>::place(if is_early { discs.mirrored_key() } else { discs.key() })
    }

    #[inline]
    fn count_node(&mut self) -> Option<()> {
        self.nodes += 1;
        if self.nodes % WATCH_NODES == 0 && !(self.watch)(self.nodes) {
            return None;
        }
        Some(())
    }

    #[inline]
    fn store(&mut self, place: u64, range: Range) {
        self.table.store(place, range);
        self.stored += 1;
        if self.table.is_tight(self.stored) {
            self.grow();
        }
    }

    /// A table that others use as well stays as it is.
    #[cold]
    fn grow(&mut self) {
        if let Some(table) = Arc::get_mut(self.table) {
            table.grow();
        }
        self.stored = 0;
    }
}

impl<const W: usize, const H: usize> Options<W, H> {
    /// Learns what one of the moves gives. Answers whether that reaches the goal.
    #[inline]
    fn close(&mut self, bound: i32) -> bool {
        self.best = self.best.max(bound);
        self.best >= self.goal
    }

    #[inline]
    fn take_first(&mut self) -> Option<Branch<W, H>> {
        let first = (0..self.open.len()).max_by_key(|&index| self.open[index].rank)?;
        Some(self.open.swap_remove(first))
    }
}

//! Bounds by a strategy of the side that is not to move, the **follower**: no search, no look ahead.
//!
//! The follower answers above every disc, and where a column has an odd number of open squares, the lowest of such a column
//! by the lowest of another one (Allis, 1988, rule "claimeven"). So it is certain to get every second square of a column, and
//! the side to move gets at most all others:
//!
//! ```text
//!   f f f .        m the side to move, f the follower; in the columns with an odd number of
//!   m m m .        open squares (here the first and the third) either side may take the lowest, ?
//!   f f f .
//!   m m m .
//!   ? f ? .
//!   . m . .
//! ```
//!
//! If four of these and its own are not in line, the side to move does not win. It loses if the follower has a **threat**, a
//! square that completes four: the follower leaves its column alone from the square below the threat upwards, and follows
//! in the others. When they are full, the side to move has to play below the threat (zugzwang). Several such
//! columns may be closed at once. What counts is that the number of squares that are open to both is even:
//!
//! ```text
//!   f x . .        x closed, not played by anybody
//!   m x . .
//!   f t . .        t the threat: the follower wins there with its next disc
//!   m y . .        y where the side to move has to play in the end
//!   f f . .
//!   m m . .
//! ```

use super::discs::{Discs, has_four};

/// No more threats are combined.
const MOST_THREATS: u32 = 4;

impl<const W: usize, const H: usize> Discs<W, H> {
    /// The bits above the columns.
    const GUARD: u64 = Self::BOTTOM << H;

    /// Whether the score of the side to move is below the goal by a strategy of the follower: what it is at most. `feared` are the
    /// squares on which the follower completes four, none of them playable.
    #[inline]
    pub(super) fn bound_of_follower(self, feared: u64, goal: i32) -> Option<i32> {
        let below = (feared & !self.playable()) >> 1;
        let mut lowest = below & !Self::above_lowest(below);
        while lowest.count_ones() > MOST_THREATS {
            lowest &= lowest - 1;
        }
        let open_count = self.open_count(lowest);
        // Without a closed column the follower draws at least, or wins with its last disc.
        let is_follower_last = goal >= 0 && (Self::SQUARES - self.count()) % 2 == 0;
        if self.loss_when_full(open_count) >= goal && !is_follower_last {
            return None;
        }
        let mut chosen = lowest;
        while chosen != 0 {
            if let Some(loss) = self.loss_when_closed(chosen, goal) {
                return Some(loss);
            }
            chosen = (chosen - 1) & lowest;
        }
        if is_follower_last { self.bound_when_all_open(goal) } else { None }
    }

    /// The squares of every column above the lowest one of a set.
    #[inline]
    const fn above_lowest(squares: u64) -> u64 {
        (Self::GUARD.wrapping_sub(squares) ^ squares) & Self::BOARD
    }

    /// How many empty squares are open when the columns are closed from these squares upwards.
    #[inline]
    fn open_count(self, below: u64) -> i32 {
        let closed = below | Self::above_lowest(below);
        Self::SQUARES - self.count() - closed.count_ones() as i32
    }

    /// The score of the side to move when it has to play below a threat once the open squares are full.
    #[inline]
    fn loss_when_full(self, open_count: i32) -> i32 {
        -Self::win_now(self.count() + open_count + 1)
    }

    /// The bound when the follower closes columns from certain squares upwards, at most one in a column, each below a
    /// threat; `None` if it is not below the goal, or no bound.
    #[inline]
    fn loss_when_closed(self, below: u64, goal: i32) -> Option<i32> {
        let open_count = self.open_count(below);
        let loss = self.loss_when_full(open_count);
        if open_count % 2 != 0 || loss >= goal {
            return None;
        }
        // Where the top of what is open is none of the follower's rows, the others of the column are.
        let shifted = below & !(Self::FOLLOWER << 1);
        let shifted_columns = Self::GUARD & !Self::GUARD.wrapping_sub(shifted);
        let swapped = shifted.wrapping_sub(shifted_columns >> H);
        let open = Self::BOARD & !(self.all | below | Self::above_lowest(below));
        let sure = open & (Self::FOLLOWER ^ swapped) & !self.playable();
        (!has_four::<H>(self.own | open & !sure | below)).then_some(loss)
    }

    /// The bound when the follower answers everywhere, below a goal of 0 or more.
    #[inline]
    fn bound_when_all_open(self, goal: i32) -> Option<i32> {
        let empty = Self::BOARD & !self.all;
        let sure = empty & Self::FOLLOWER & !self.playable();
        if has_four::<H>(self.own | empty & !sure) {
            None
        } else if has_four::<H>(self.other() | sure) {
            Some(-1)
        } else {
            (goal > 0).then_some(0)
        }
    }
}

#[cfg(test)]
mod tests {
    use quevedo_core::Rng;

    use super::super::Connect4Solver;
    use super::*;

    /// A random position without four in line, with this many discs or as many as there can be.
    fn random<const W: usize, const H: usize>(rng: &mut Rng, count: i32) -> Discs<W, H> {
        let mut discs = Discs::EMPTY;
        while discs.count() < count {
            let Some(next) = rng.choice(discs.successors().collect::<Vec<_>>()) else { break };
            discs = next;
        }
        discs
    }

    /// Compares the bounds of random positions with at least `from` discs with their scores; how many there are, by whether
    /// they say that the follower wins.
    fn check<const W: usize, const H: usize>(from: i32, positions: usize) -> [usize; 2] {
        let mut rng = Rng::with_seed((W * H) as u64);
        let mut solver = Connect4Solver::<W, H>::new(4);
        let mut found = [0; 2];
        let half = Discs::<W, H>::SQUARES / 2;
        for _ in 0..positions {
            let count = rng.i32(from..2 * half);
            let discs = random::<W, H>(&mut rng, count);
            let feared = discs.feared();
            if discs.wins_now() || feared & discs.playable() != 0 {
                continue;
            }
            let score = solver.try_score_of(discs, &mut |_| true).expect("a search that is not stopped");
            for goal in -half..=half {
                if let Some(bound) = discs.bound_of_follower(feared, goal) {
                    assert!(score <= bound && bound < goal, "{score} is not at most {bound}: {discs:?}");
                    found[usize::from(bound < 0)] += 1;
                }
            }
        }
        found
    }

    #[test]
    fn no_score_is_better_than_the_bound() {
        let found = [
            check::<4, 4>(2, 2_000),
            check::<5, 4>(4, 2_000),
            check::<4, 5>(4, 2_000),
            check::<5, 5>(8, 1_000),
            check::<6, 5>(14, 1_000),
            check::<7, 6>(24, 1_000),
            check::<8, 7>(38, 1_000),
        ];
        assert!(found.iter().all(|[_, lost]| *lost > 20), "{found:?}: too few to mean anything");
    }
}

//! Multi-ProbCut at the end of the game (M. Buro, *Experiments with Multi-ProbCut and a new high-quality evaluation function
//! for Othello*, 1997): a shallow search far outside the window predicts the result of the search to the end.

use quevedo_core::Score;

use super::confidence::Confidence;
use super::middle::DISC;
use super::search::{SELECTIVE_FROM, Search};

/// The static value may be so many hundredths of the margin short of a bound for the shallow search to be tried.
const PROMISING: i32 = 50;

/// The plies of the shallow search: about a quarter of the empty squares, odd where their number is.
fn plies_of_probe(empties: u32) -> u32 {
    empties / 4 / 2 * 2 + empties % 2
}

/// The standard deviation of the exact value from that of the shallow search, in points of the evaluator.
///
/// Fitted to `othello_deviation 14 250` and `othello_deviation 18 250` (`crates/solve-build`) with the shipped evaluator: 8.9 and 8.1
/// discs without a search, 6.4 and 6.0 with four plies, 4.8 and 5.3 with eight. There is no clear difference between the two
/// numbers of squares. A better evaluator makes the stated confidence an understatement.
fn deviation(plies: u32) -> Score {
    237 + 3675 / (plies as Score + 6)
}

impl Search<'_> {
    /// A bound that a shallow search makes likely enough.
    pub(super) fn probcut(&mut self, own: u64, other: u64, alpha: i32, empties: u32) -> Option<i32> {
        if self.confidence == Confidence::Exact || empties < SELECTIVE_FROM {
            return None;
        }
        let plies = plies_of_probe(empties);
        let margin = self.confidence.deviations() * deviation(plies) / 100;
        let (high, low) = (DISC * (alpha + 1) + margin, DISC * alpha - margin);
        let value = self.evaluation(own, other);
        let short = margin * PROMISING / 100;
        if alpha < 64 && value >= high - short && self.middle(own, other, plies, high - 1, high) >= high {
            return Some(alpha + 1);
        }
        if value <= low + short && self.middle(own, other, plies, low, low + 1) <= low {
            return Some(alpha);
        }
        None
    }
}

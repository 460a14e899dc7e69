//! How good a position is for the side to move, as one number.
//!
//! Scores of evaluators stay well below [`WIN`]. A proved win is [`WIN`] less the plies until it is over, so that
//! a nearer win is worth more and a won game gets finished.

/// Points for the side to move; in chess hundredths of a pawn, elsewhere as the evaluator says.
pub type Score = i32;

/// A game won here and now.
pub const WIN: Score = 32_000;
/// Nobody wins.
pub const DRAW: Score = 0;
/// Every proved result is at least this, everything an evaluator says is less.
pub const PROVED: Score = WIN - MOST_PLIES as Score;
/// No proof is longer, and no search deeper.
pub const MOST_PLIES: usize = 1_000;

/// A win that takes `plies` more plies.
#[inline]
pub const fn win_in(plies: usize) -> Score {
    WIN - plies as Score
}

/// A loss after `plies` more plies.
#[inline]
pub const fn loss_in(plies: usize) -> Score {
    plies as Score - WIN
}

/// How many plies until the proved end; `None` for scores that prove nothing.
#[inline]
pub const fn plies_to_end(score: Score) -> Option<usize> {
    if score.abs() >= PROVED { Some((WIN - score.abs()) as usize) } else { None }
}

/// The logistic function: log-odds as a probability. The expected score, 0 to 1, of a score in units of its logistic scale.
#[inline]
pub fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// Brings what an evaluator says into the range below proved results.
#[inline]
pub const fn clamp(score: Score) -> Score {
    if score >= PROVED {
        PROVED - 1
    } else if score <= -PROVED {
        1 - PROVED
    } else {
        score
    }
}

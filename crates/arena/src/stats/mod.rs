//! Estimates of playing strength, with their errors.
//!
//! Games come in pairs from one opening with sides swapped, and the two games of a pair are not independent: an opening
//! that favours one side gives one point to each. So pairs are counted, not games: the *pentanomial* model of engine
//! testing frameworks, with five results of a pair from 0 to 2 points.

mod elo;
mod matrix;
mod ratings;
mod sprt;

use quevedo_core::Text;

pub use elo::{Elo, elo_of, score_of};
pub use ratings::{Rating, Ratings, ScoredGame};
pub use sprt::{Sprt, SprtDecision};

/// How often a pair of games came to 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// The counts.
    pub counts: [u64; 5],
}

impl Pairs {
    /// Counts a pair by its points, in halves: 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.counts[half_points] += 1;
    }

    /// How many pairs there are.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The mean points of a game, from 0 to 1; a half without pairs.
    pub fn score(&self) -> f64 {
        let sum: f64 = self.counts.iter().zip(POINTS).map(|(count, points)| *count as f64 * points).sum();
        if self.total() == 0 { 0.5 } else { sum / self.total() as f64 }
    }

    /// The variance of the points a game, over pairs.
    pub fn variance(&self) -> f64 {
        let mean = self.score();
        let squares = self.counts.iter().zip(POINTS).map(|(count, points)| *count as f64 * (points - mean).powi(2));
        if self.total() == 0 { 0.0 } else { squares.sum::<f64>() / self.total() as f64 }
    }
}

/// Below so many games the intervals, which take scores to be normally distributed, look far more certain than they are.
const FEWEST_GAMES: u64 = 30;

/// Whether there are too few games to say who is stronger. Five wins in six games happen to equal players in one of five
/// such matches.
pub fn is_small_sample(games: u64) -> bool {
    games < FEWEST_GAMES
}

/// What to say beside figures from a small sample.
pub fn small_sample_note(games: u64) -> Text {
    match games {
        0 => Text::EMPTY,
        games if is_small_sample(games) => Text {
            en: "a small sample: fewer than 30 games do not tell who is stronger, whatever the interval",
            es: "una muestra pequeña: menos de 30 partidas no dicen quién es más fuerte, diga lo que diga el intervalo",
        },
        _ => Text::EMPTY,
    }
}

/// Standard errors of a 95 % confidence interval.
const SIGMAS_95: f64 = 1.959_963_984_540_054;

/// Points a game of the five results of a pair.
const POINTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_games_are_a_small_sample() {
        assert!(small_sample_note(6).en.contains("fewer than 30 games"), "thirty is the limit that the words name");
        assert!(is_small_sample(29) && !is_small_sample(30) && small_sample_note(30).is_empty());
        assert!(small_sample_note(0).is_empty(), "before the first game there is no figure");
    }

    #[test]
    fn pairs_know_their_mean_and_spread() {
        let pairs = Pairs { counts: [1, 0, 2, 0, 1] };
        assert!((pairs.score() - 0.5).abs() < 1e-12);
        assert!((pairs.variance() - 0.125).abs() < 1e-12);
        assert!((Pairs::default().score() - 0.5).abs() < 1e-12);
    }
}

//! Ratings of many players from all their games (Bradley and Terry 1952, on Elo's scale), and the advantage of moving first.
//!
//! Player `i`, moving first, is expected to score `1 / (1 + 10^(-(rᵢ - rⱼ + h) / 400))` against `j`. A draw counts as half a
//! win and half a loss. The maximum likelihood ratings are found by Newton's method; they sum to zero. A prior of one draw
//! of every player with the average keeps ratings finite. Errors are those of clustered data (Huber 1967): the games of a
//! pair, from one opening, count as one observation, and draws narrow the interval.

use quevedo_core::score::logistic;

use super::SIGMAS_95;
use super::matrix::{Matrix, invert};

/// Elo points a unit of the natural logarithm of the odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// The draws with the average that are added for every player.
const PRIOR: f64 = 1.0;
const ITERATIONS: usize = 100;
const TOLERANCE: f64 = 1e-10;

/// The result of a game, for the computation of ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoredGame {
    /// Who moved first, by number.
    pub first: usize,
    /// Who moved second.
    pub second: usize,
    /// Points of the one who moved first: 0, a half or 1.
    pub points: f64,
    /// Games with the same number are a pair.
    pub pair: u64,
}

/// A rating, or the advantage of moving first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// In Elo.
    pub elo: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
}

/// The ratings of all players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// By number; the mean is 0.
    pub players: Vec<Rating>,
    /// The advantage of moving first.
    pub first_move: Rating,
}

impl Ratings {
    /// The maximum likelihood ratings.
    pub fn of(players: usize, games: &[ScoredGame]) -> Self {
        let mut model = Model { players, games, values: vec![0.0; players + 1] };
        for _ in 0..ITERATIONS {
            if model.step() < TOLERANCE {
                break;
            }
        }
        let spread = model.covariance();
        let rating = |index: usize| Rating {
            elo: ELO * model.values[index],
            error: ELO * SIGMAS_95 * spread[index][index].max(0.0).sqrt(),
        };
        Self { players: (0..players).map(rating).collect(), first_move: rating(players) }
    }
}

/// Ratings in logarithms of odds; the last value is that of moving first.
struct Model<'a> {
    players: usize,
    games: &'a [ScoredGame],
    values: Vec<f64>,
}

impl Model<'_> {
    fn expected(&self, game: &ScoredGame) -> f64 {
        let ahead = self.values[game.first] - self.values[game.second] + self.values[self.players];
        logistic(ahead)
    }

    /// The derivative of a game's expected score (as a logit) by the values it depends on.
    fn direction(&self, game: &ScoredGame) -> [(usize, f64); 3] {
        [(game.first, 1.0), (game.second, -1.0), (self.players, 1.0)]
    }

    /// One step of Newton's method; returns its size.
    fn step(&mut self) -> f64 {
        let mut gradient = self.gradient(self.games);
        for (slope, value) in gradient.iter_mut().zip(&self.values).take(self.players) {
            *slope += PRIOR * (0.5 - logistic(*value));
        }
        let inverse = invert(self.hessian());
        let step: Vec<f64> = inverse.iter().map(|row| row.iter().zip(&gradient).map(|(a, b)| a * b).sum()).collect();
        for (value, part) in self.values.iter_mut().zip(&step) {
            *value += part.clamp(-1.0, 1.0);
        }
        self.centre();
        step.iter().fold(0.0, |largest, part| part.abs().max(largest))
    }

    /// Ratings are differences: their mean is 0.
    fn centre(&mut self) {
        let mean = self.values[..self.players].iter().sum::<f64>() / self.players.max(1) as f64;
        self.values[..self.players].iter_mut().for_each(|value| *value -= mean);
    }

    /// The negative Hessian of the log-likelihood.
    fn hessian(&self) -> Matrix {
        let size = self.players + 1;
        let mut matrix = vec![vec![0.0; size]; size];
        for game in self.games {
            let expected = self.expected(game);
            let weight = expected * (1.0 - expected);
            for (row, row_sign) in self.direction(game) {
                for (column, column_sign) in self.direction(game) {
                    matrix[row][column] += weight * row_sign * column_sign;
                }
            }
        }
        for (index, row) in matrix.iter_mut().enumerate() {
            row[index] += if index < self.players { PRIOR / 4.0 } else { 1e-9 };
        }
        matrix
    }

    /// The covariance of the values, with pairs as observations.
    fn covariance(&self) -> Matrix {
        let inverse = invert(self.hessian());
        let size = self.players + 1;
        let mut scatter = vec![vec![0.0; size]; size];
        let mut at = 0;
        while at < self.games.len() {
            let pair = self.games[at].pair;
            let count = self.games[at..].iter().take_while(|game| game.pair == pair).count();
            let gradient = self.gradient(&self.games[at..at + count]);
            for (row, a) in gradient.iter().enumerate() {
                for (column, b) in gradient.iter().enumerate() {
                    scatter[row][column] += a * b;
                }
            }
            at += count;
        }
        multiply(&multiply(&inverse, &scatter), &inverse)
    }

    /// The gradient of the log-likelihood of games.
    fn gradient(&self, games: &[ScoredGame]) -> Vec<f64> {
        let mut gradient = vec![0.0; self.players + 1];
        for game in games {
            let residual = game.points - self.expected(game);
            for (index, sign) in self.direction(game) {
                gradient[index] += sign * residual;
            }
        }
        gradient
    }
}

fn multiply(a: &Matrix, b: &Matrix) -> Matrix {
    let cell = |row: &[f64], column: usize| row.iter().zip(b).map(|(value, other)| value * other[column]).sum();
    a.iter().map(|row| (0..b.len()).map(|column| cell(row, column)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use quevedo_core::Rng;

    use super::*;

    /// Pairs of games between all players, drawn from known ratings in logarithms of odds.
    fn tournament(truth: &[f64], first_move: f64, pairs: u64, rng: &mut Rng) -> Vec<ScoredGame> {
        let mut games = Vec::new();
        let mut pair = 0;
        for one in 0..truth.len() {
            for other in 0..one {
                for _ in 0..pairs {
                    for (first, second) in [(one, other), (other, one)] {
                        let chance = logistic(truth[first] - truth[second] + first_move);
                        games.push(ScoredGame { first, second, points: f64::from(u8::from(rng.f64() < chance)), pair });
                    }
                    pair += 1;
                }
            }
        }
        games
    }

    /// Two players, 75 points of 100: 190.85 Elo apart, as the scale says (the prior pulls a little).
    #[test]
    fn two_players_differ_as_the_elo_scale_says() {
        let game = |index: u64| {
            let (first, second) = if index % 2 == 0 { (0, 1) } else { (1, 0) };
            let won = index % 8 < 6;
            let points = f64::from(u8::from(won == (first == 0)));
            ScoredGame { first, second, points, pair: index / 2 }
        };
        let ratings = Ratings::of(2, &(0..4000).map(game).collect::<Vec<_>>());
        let difference = ratings.players[0].elo - ratings.players[1].elo;
        assert!((difference - 190.85).abs() < 0.5, "{ratings:?}");
        assert!(ratings.first_move.elo.abs() < 1.0, "{ratings:?}");
    }

    #[test]
    fn intervals_cover_the_truth() {
        let truth = [0.6, 0.1, -0.2, -0.5];
        let mut rng = Rng::with_seed(5);
        let (rounds, mut covered, mut first_covered) = (400, 0, 0);
        for _ in 0..rounds {
            let ratings = Ratings::of(4, &tournament(&truth, 0.3, 30, &mut rng));
            let holds = |rating: &Rating, truth: f64| (rating.elo - ELO * truth).abs() <= rating.error;
            covered += truth.iter().zip(&ratings.players).filter(|(truth, rating)| holds(rating, **truth)).count();
            first_covered += usize::from(holds(&ratings.first_move, 0.3));
        }
        let share = covered as f64 / (4 * rounds) as f64;
        assert!((0.92..=0.98).contains(&share), "{share}");
        assert!((0.90..=0.98).contains(&(first_covered as f64 / rounds as f64)));
    }

    #[test]
    fn a_player_that_always_wins_has_a_finite_rating() {
        let games: Vec<ScoredGame> =
            (0..20).map(|pair| ScoredGame { first: 0, second: 1, points: 1.0, pair }).collect();
        let ratings = Ratings::of(3, &games);
        assert!(ratings.players.iter().all(|rating| rating.elo.is_finite()));
        assert!(ratings.players[0].elo > ratings.players[2].elo && ratings.players[2].elo > ratings.players[1].elo);
    }
}

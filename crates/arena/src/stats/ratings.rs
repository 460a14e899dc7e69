//! Ratings of many players from all their games (Bradley and Terry 1952, with Elo's scale), and what moving first is worth.
//!
//! Player `i`, moving first, is expected to score `1 / (1 + 10^(-(rᵢ - rⱼ + h) / 400))` against `j`. A draw counts as half a
//! win and half a loss. The most likely ratings are found by Newton's method; they sum to zero, and one imaginary draw of
//! every player with the average keeps those finite who always won. Errors are those of clustered data (Huber 1967): the
//! games of a pair, from one opening, count as one observation, and draws narrow the interval as they should.

use super::SIGMAS_95;
use super::matrix::{Matrix, invert};

/// Elo points a unit of the natural logarithm of the odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// The imaginary draws with the average.
const PRIOR: f64 = 1.0;
const ITERATIONS: usize = 100;
const CLOSE_ENOUGH: f64 = 1e-10;

/// A game as ratings see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// Who moved first, by number.
    pub first: usize,
    /// Who moved second.
    pub second: usize,
    /// Points of the one who moved first: 0, a half or 1.
    pub points: f64,
    /// Games with the same number are a pair.
    pub pair: u64,
}

/// What a player, or moving first, is worth.
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
    /// The worth of moving first.
    pub first_move: Rating,
}

impl Ratings {
    /// The most likely ratings of so many players.
    pub fn of(players: usize, games: &[Scored]) -> Self {
        let mut model = Model { players, games, values: vec![0.0; players + 1] };
        for _ in 0..ITERATIONS {
            if model.step() < CLOSE_ENOUGH {
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
    games: &'a [Scored],
    values: Vec<f64>,
}

impl Model<'_> {
    fn expected(&self, game: &Scored) -> f64 {
        let ahead = self.values[game.first] - self.values[game.second] + self.values[self.players];
        1.0 / (1.0 + (-ahead).exp())
    }

    /// Which values a game pulls, and in which direction.
    fn direction(&self, game: &Scored) -> [(usize, f64); 3] {
        [(game.first, 1.0), (game.second, -1.0), (self.players, 1.0)]
    }

    /// One step of Newton's method; how far it went.
    fn step(&mut self) -> f64 {
        let mut slope = vec![0.0; self.players + 1];
        for game in self.games {
            let surprise = game.points - self.expected(game);
            for (index, sign) in self.direction(game) {
                slope[index] += sign * surprise;
            }
        }
        for (slope, value) in slope.iter_mut().zip(&self.values).take(self.players) {
            *slope += PRIOR * (0.5 - 1.0 / (1.0 + (-value).exp()));
        }
        let inverse = invert(self.curvature());
        let way: Vec<f64> = inverse.iter().map(|row| row.iter().zip(&slope).map(|(a, b)| a * b).sum()).collect();
        for (value, way) in self.values.iter_mut().zip(&way) {
            *value += way.clamp(-1.0, 1.0);
        }
        self.centre();
        way.iter().fold(0.0, |farthest, way| way.abs().max(farthest))
    }

    /// Ratings are differences: their mean is 0.
    fn centre(&mut self) {
        let mean = self.values[..self.players].iter().sum::<f64>() / self.players.max(1) as f64;
        self.values[..self.players].iter_mut().for_each(|value| *value -= mean);
    }

    /// How fast the likelihood bends.
    fn curvature(&self) -> Matrix {
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
        let inverse = invert(self.curvature());
        let size = self.players + 1;
        let mut scatter = vec![vec![0.0; size]; size];
        let mut at = 0;
        while at < self.games.len() {
            let pair = self.games[at].pair;
            let twins = self.games[at..].iter().take_while(|game| game.pair == pair).count();
            let pull = self.pull(&self.games[at..at + twins]);
            for (row, a) in pull.iter().enumerate() {
                for (column, b) in pull.iter().enumerate() {
                    scatter[row][column] += a * b;
                }
            }
            at += twins;
        }
        multiply(&multiply(&inverse, &scatter), &inverse)
    }

    /// What a pair of games alone would change.
    fn pull(&self, games: &[Scored]) -> Vec<f64> {
        let mut pull = vec![0.0; self.players + 1];
        for game in games {
            let surprise = game.points - self.expected(game);
            for (index, sign) in self.direction(game) {
                pull[index] += sign * surprise;
            }
        }
        pull
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
    fn tournament(truth: &[f64], first_move: f64, pairs: u64, rng: &mut Rng) -> Vec<Scored> {
        let mut games = Vec::new();
        let mut pair = 0;
        for one in 0..truth.len() {
            for other in 0..one {
                for _ in 0..pairs {
                    for (first, second) in [(one, other), (other, one)] {
                        let chance = 1.0 / (1.0 + (truth[second] - truth[first] - first_move).exp());
                        games.push(Scored { first, second, points: f64::from(u8::from(rng.f64() < chance)), pair });
                    }
                    pair += 1;
                }
            }
        }
        games
    }

    /// Two players, 75 points of 100: 190.85 Elo apart, as the scale says (the imaginary draws pull a little).
    #[test]
    fn two_players_are_as_far_apart_as_the_scale_says() {
        let game = |index: u64| {
            let (first, second) = if index % 2 == 0 { (0, 1) } else { (1, 0) };
            let won = index % 8 < 6;
            let points = f64::from(u8::from(won == (first == 0)));
            Scored { first, second, points, pair: index / 2 }
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
    fn who_always_wins_has_a_finite_rating() {
        let games: Vec<Scored> = (0..20).map(|pair| Scored { first: 0, second: 1, points: 1.0, pair }).collect();
        let ratings = Ratings::of(3, &games);
        assert!(ratings.players.iter().all(|rating| rating.elo.is_finite()));
        assert!(ratings.players[0].elo > ratings.players[2].elo && ratings.players[2].elo > ratings.players[1].elo);
    }
}

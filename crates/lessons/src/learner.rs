//! A linear evaluation that learns from games of random moves: one weight for every piece on every square, and one for the
//! move. (Games of its own choice would all look alike, and the weights would tell more of the choice than of the squares.)
//!
//! The sum of the weights is a logit, the log-odds that the side to move wins. After every game each of its positions is an
//! example: the logit of the position, and what the game brought to that side (1, ½ or 0). The weights go a small step down
//! the gradient of the logistic loss (Robbins and Monro, 1951). The loss of a game is taken before it is learned from, so
//! that it tells how well the evaluation foresees games it has not seen.

use quevedo_catalog::{GameEntry, Session};
use quevedo_core::score::logistic;
use quevedo_core::{Outcome, Rng, Side};

/// The step size, shared by the weights that take part: a full board must not learn faster than an empty one.
const RATE: f64 = 0.1;

/// A learner and its evaluation.
#[derive(Debug)]
pub struct Learner {
    game: GameEntry,
    /// One for each feature, then the weight of having the move.
    weights: Vec<f64>,
    rng: Rng,
    games: u64,
}

/// What a learner has come to after some games.
#[derive(Clone, Debug, PartialEq)]
pub struct Generation {
    /// Games it has learned from so far.
    pub games: u64,
    /// The mean logistic loss of the positions of the last games, each taken before it was learned from.
    pub loss: f64,
    /// The share of the points against random moves.
    pub score: f64,
    /// What an own piece of the first kind on each square adds to the logit; rows from the bottom.
    pub own: Vec<f64>,
}

/// A position as the numbers of its active features, and who moves there.
struct Example {
    features: Vec<usize>,
    turn: Side,
}

impl Learner {
    /// A learner that knows nothing.
    pub fn new(game: &GameEntry, seed: u64) -> Self {
        let weights = vec![0.0; game.input_spec().features() + 1];
        Self { game: game.clone(), weights, rng: Rng::with_seed(seed), games: 0 }
    }

    /// Plays `games` of random moves and learns from each, then plays `tests` games against random moves.
    pub fn run(&mut self, games: u64, tests: u64) -> Generation {
        let losses: Vec<f64> = (0..games).map(|_| self.learn_from_game()).collect();
        let points: f64 = (0..tests).map(|number| self.test_game(number)).sum();
        Generation {
            games: self.games,
            loss: losses.iter().sum::<f64>() / losses.len().max(1) as f64,
            score: points / tests.max(1) as f64,
            own: self.weights[..self.game.input_spec().squares()].to_vec(),
        }
    }

    /// Plays a game and learns from it; the mean loss of its positions before.
    fn learn_from_game(&mut self) -> f64 {
        let mut session = self.game.session(None).expect("the start position opens");
        let mut examples = Vec::new();
        let outcome = loop {
            examples.push(self.example(&*session));
            session.play_random(&mut self.rng);
            if let Some(outcome) = session.outcome() {
                break outcome;
            }
        };
        self.games += 1;
        let losses: Vec<f64> = examples.iter().map(|example| self.loss(example, outcome)).collect();
        for example in &examples {
            self.step(example, outcome);
        }
        losses.iter().sum::<f64>() / losses.len() as f64
    }

    /// The points of a game against random moves, from 0 to 1; the learner moves first in the even ones.
    fn test_game(&mut self, number: u64) -> f64 {
        let mut session = self.game.session(None).expect("the start position opens");
        let own = if number % 2 == 0 { Side::First } else { Side::Second };
        loop {
            if session.turn() == own {
                self.play_best(&mut *session);
            } else {
                session.play_random(&mut self.rng);
            }
            if let Some(outcome) = session.outcome() {
                return points(outcome, own);
            }
        }
    }

    /// Plays a move that the evaluation likes best; one of several by chance.
    fn play_best(&mut self, session: &mut dyn Session) {
        let mover = session.turn();
        let value = |text: &str| {
            let mut after = session.fork();
            after.play(text).expect("a legal move is played");
            match after.outcome().map(|outcome| outcome.winner) {
                Some(None) => 0.0,
                Some(Some(winner)) => {
                    if winner == mover {
                        f64::INFINITY
                    } else {
                        f64::NEG_INFINITY
                    }
                }
                None => self.logit(&self.example(&*after)) * if after.turn() == mover { 1.0 } else { -1.0 },
            }
        };
        let valued = |text: String| (value(&text), text);
        let mut moves: Vec<(f64, String)> = session.legal().into_iter().map(|mv| valued(mv.text)).collect();
        self.rng.shuffle(&mut moves);
        let best = moves.into_iter().max_by(|one, other| one.0.total_cmp(&other.0));
        let (_, text) = best.expect("a game that goes on has a move");
        session.play(&text).expect("a legal move is played");
    }

    fn example(&self, session: &dyn Session) -> Example {
        let squares = self.game.input_spec().squares();
        let planes = self.game.encode(session).planes;
        let active = |(plane, set): (usize, &u128)| -> Vec<usize> {
            (0..squares).filter(|square| set >> square & 1 == 1).map(|square| plane * squares + square).collect()
        };
        Example { features: planes.iter().enumerate().flat_map(active).collect(), turn: session.turn() }
    }

    fn logit(&self, example: &Example) -> f64 {
        let to_move = self.weights.last().copied().unwrap_or_default();
        to_move + example.features.iter().map(|feature| self.weights[*feature]).sum::<f64>()
    }

    fn loss(&self, example: &Example, outcome: Outcome) -> f64 {
        let (target, share) = (points(outcome, example.turn), logistic(self.logit(example)));
        -(target * share.ln() + (1.0 - target) * (1.0 - share).ln())
    }

    fn step(&mut self, example: &Example, outcome: Outcome) {
        let error = points(outcome, example.turn) - logistic(self.logit(example));
        let step = RATE * error / (example.features.len() + 1) as f64;
        let last = self.weights.len() - 1;
        for weight in example.features.iter().copied().chain([last]) {
            self.weights[weight] += step;
        }
    }
}

/// What an end brings to a side: 1, ½ or 0.
fn points(outcome: Outcome, side: Side) -> f64 {
    outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)))
}

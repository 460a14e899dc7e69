//! Tuned terms: multipliers for the terms of a hand-made evaluator, by logistic regression.
//!
//! The trained weights are the differences of the multipliers from 1, so that weight decay pulls towards the hand-made
//! evaluator.

use std::collections::HashMap;

use super::examples::split;
use super::parameters::{Parameter, Parameters};
use super::threads::parallel_map;
use super::{Batch, Model, Split, logistic_loss};

/// Examples that a thread processes at once.
const CHUNK: usize = 4096;

/// Positions as the terms that an evaluator finds in them, all for the first player.
#[derive(Clone, Debug, Default)]
pub struct TermExamples {
    /// The names of the terms, in the order in which they were met.
    pub names: Vec<String>,
    numbers: HashMap<String, usize>,
    rows: Vec<Vec<f32>>,
    targets: Vec<f32>,
    games: Vec<u32>,
}

impl TermExamples {
    /// No examples.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a position. Terms that are not named are 0.
    pub fn push<'a>(&mut self, terms: impl IntoIterator<Item = (&'a str, f64)>, target: f32, game: u32) {
        let mut row = vec![0.0; self.names.len()];
        for (name, value) in terms {
            let number = self.number(name);
            row.resize(self.names.len(), 0.0);
            row[number] += value as f32;
        }
        self.rows.push(row);
        self.targets.push(target);
        self.games.push(game);
    }

    fn number(&mut self, name: &str) -> usize {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        self.numbers.insert(name.into(), self.names.len());
        self.names.push(name.into());
        self.names.len() - 1
    }

    /// The number of examples.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Splits the games at random; about `share` of them are in the validation set.
    pub fn split(&self, share: f64, seed: u64) -> Split {
        split(&self.games, share, seed)
    }

    /// A hash of all examples.
    pub fn fingerprint(&self) -> u64 {
        let numbers = self.rows.iter().flatten().chain(&self.targets).map(|number| u64::from(number.to_bits()));
        let games = self.games.iter().map(|game| u64::from(*game));
        numbers.chain(games).fold(self.len() as u64, quevedo_core::hash::combine)
    }
}

/// Multipliers with the examples they are fitted to.
#[derive(Debug)]
pub struct Terms<'a> {
    examples: &'a TermExamples,
    scale: f32,
}

impl<'a> Terms<'a> {
    /// Multipliers of points, of which `scale` are worth one unit of log-odds.
    pub fn new(examples: &'a TermExamples, scale: f32) -> Self {
        Self { examples, scale }
    }

    /// The weights as a file holds them: multipliers, and a bias in points.
    pub fn exported(&self, weights: &Parameters) -> Parameters {
        let mut all = weights.clone();
        all.0[0].values.iter_mut().for_each(|multiplier| *multiplier += 1.0);
        all.0[1].values.iter_mut().for_each(|bias| *bias *= self.scale);
        all
    }

    fn errors(&self, weights: &Parameters, examples: &[u32], mut each: impl FnMut(u32, f32)) -> f64 {
        let mut sum = 0.0;
        for example in examples {
            let row = &self.examples.rows[*example as usize];
            let points: f32 = row.iter().zip(weights.values(0)).map(|(term, more)| term * (1.0 + more)).sum();
            let logit = points / self.scale + weights.values(1)[0];
            let (loss, derivative) = logistic_loss(logit, self.examples.targets[*example as usize]);
            sum += loss;
            each(*example, derivative);
        }
        sum
    }

    fn learn_part(&self, weights: &Parameters, examples: &[u32]) -> (f64, Vec<f32>) {
        // The last number is that of the bias.
        let mut gradients = vec![0.0; self.examples.names.len() + 1];
        let loss = self.errors(weights, examples, |example, derivative| {
            let row = &self.examples.rows[example as usize];
            gradients.iter_mut().zip(row).for_each(|(sum, term)| *sum += derivative * term / self.scale);
            gradients[self.examples.names.len()] += derivative;
        });
        (loss, gradients)
    }
}

impl Model for Terms<'_> {
    fn start(&self, _seed: u64) -> Parameters {
        let count = self.examples.names.len();
        Parameters(vec![Parameter::filled("weight", &[count], 0.0), Parameter::filled("bias", &[1], 0.0)])
    }

    fn learn(&self, weights: &Parameters, batch: Batch<'_>, gradient: &mut Parameters) -> f64 {
        let chunks = batch.examples.chunks(CHUNK).collect();
        let parts = parallel_map(batch.threads, chunks, |examples| self.learn_part(weights, examples));
        gradient.0.iter_mut().for_each(|parameter| parameter.values.fill(0.0));
        for (_, gradients) in &parts {
            let sums = gradient.0.iter_mut().flat_map(|parameter| &mut parameter.values);
            sums.zip(gradients).for_each(|(sum, derivative)| *sum += derivative);
        }
        parts.iter().map(|(loss, _)| loss).sum()
    }

    fn loss(&self, weights: &Parameters, batch: Batch<'_>) -> f64 {
        let chunks = batch.examples.chunks(CHUNK).collect();
        parallel_map(batch.threads, chunks, |examples| self.errors(weights, examples, |_, _| ())).iter().sum()
    }
}

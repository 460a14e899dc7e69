//! Patterns: a weight for every content of every pattern in every phase, after Buro (Experiments with Multi-ProbCut and
//! a new high-quality evaluation function for Othello, 1997), fitted by logistic regression.
//!
//! The gradient is computed in two passes, so that no results of threads are added: first the error of every example, then
//! the gradient of every pattern, in the order of the examples.

use super::parameters::{Parameter, Parameters};
use super::pattern_set::PatternSet;
use super::threads::parallel_map;
use super::{Batch, Examples, Model, logistic_loss};
use quevedo_core::hash::{combine, mix};

/// Examples that a thread processes at once.
const CHUNK: usize = 1024;
/// What an input of each plane puts on its square.
const OWN_AND_OTHER: usize = 2;

/// A linear model of patterns with the examples it is fitted to.
#[derive(Debug)]
pub struct Patterns {
    set: PatternSet,
    phases: usize,
    blend: usize,
    most: usize,
    targets: Vec<f32>,
    pieces: Vec<u8>,
    /// The contents at all places of every example, tied.
    contents: Vec<u16>,
    /// Where the places of each pattern begin among those of an example, and where the last end.
    begins: Vec<usize>,
}

impl Patterns {
    /// Prepares examples. An example is learned from as if it had up to `blend` pieces more or fewer, so that
    /// neighbouring phases learn from each other. The game must have planes of own and other pieces alone.
    pub fn new(examples: &Examples, set: PatternSet, phases: usize, blend: usize) -> Option<Self> {
        if examples.encoding.planes != OWN_AND_OTHER || phases == 0 {
            return None;
        }
        let mut begins = vec![0];
        for places in &set.places {
            begins.push(begins[begins.len() - 1] + places.len());
        }
        let numbers = 0..examples.len() as u32;
        let mut contents = Vec::with_capacity(set.lookups() * examples.len());
        let mut board = vec![0; examples.encoding.squares()];
        for example in numbers.clone() {
            read_contents(&set, examples.inputs(example), &mut board, &mut contents);
        }
        Some(Self {
            phases,
            blend,
            most: examples.encoding.max_active_features,
            targets: numbers.clone().map(|example| examples.target(example)).collect(),
            pieces: numbers.map(|example| examples.inputs(example).len() as u8).collect(),
            contents,
            begins,
            set,
        })
    }

    /// The weights with what is tied written out, as a file holds them.
    pub fn exported(&self, weights: &Parameters) -> Parameters {
        let mut all = weights.clone();
        for (parameter, tied) in all.0.iter_mut().zip(&self.set.tied) {
            for phase in parameter.values.chunks_mut(tied.len()) {
                for content in 0..tied.len() {
                    phase[content] = phase[usize::from(tied[content])];
                }
            }
        }
        all
    }

    /// The patterns.
    pub fn set(&self) -> &PatternSet {
        &self.set
    }

    fn phase(&self, example: u32, noise: Option<u64>) -> usize {
        let pieces = usize::from(self.pieces[example as usize]);
        let drawn =
            noise.map_or(self.blend, |seed| mix(combine(seed, u64::from(example))) as usize % (2 * self.blend + 1));
        (pieces + drawn).saturating_sub(self.blend).min(self.most) * self.phases / (self.most + 1)
    }

    fn contents(&self, example: u32) -> &[u16] {
        let lookups = self.begins[self.begins.len() - 1];
        &self.contents[example as usize * lookups..][..lookups]
    }

    fn logit(&self, weights: &Parameters, example: u32, phase: usize) -> f32 {
        let contents = self.contents(example);
        let mut sum = weights.values(self.set.places.len())[phase];
        for (pattern, tied) in self.set.tied.iter().enumerate() {
            let table = &weights.values(pattern)[phase * tied.len()..][..tied.len()];
            let places = &contents[self.begins[pattern]..self.begins[pattern + 1]];
            sum += places.iter().map(|content| table[usize::from(*content)]).sum::<f32>();
        }
        sum
    }

    /// The loss of some examples, and for each its phase and the derivative of its loss.
    fn errors(&self, weights: &Parameters, examples: &[u32], noise: Option<u64>) -> (f64, Vec<(usize, f32)>) {
        let mut sum = 0.0;
        let error = |example: &u32| {
            let phase = self.phase(*example, noise);
            let (loss, derivative) =
                logistic_loss(self.logit(weights, *example, phase), self.targets[*example as usize]);
            sum += loss;
            (phase, derivative)
        };
        let errors = examples.iter().map(error).collect();
        (sum, errors)
    }

    /// Adds the gradients of one pattern, or of the biases after the last pattern.
    fn gather(&self, slot: usize, examples: &[u32], errors: &[(usize, f32)], gradient: &mut [f32]) {
        gradient.fill(0.0);
        let Some(size) = self.set.tied.get(slot).map(Vec::len) else {
            for (phase, derivative) in errors {
                gradient[*phase] += derivative;
            }
            return;
        };
        let places = self.begins[slot]..self.begins[slot + 1];
        for (example, (phase, derivative)) in examples.iter().zip(errors) {
            let table = &mut gradient[phase * size..][..size];
            for content in &self.contents(*example)[places.clone()] {
                table[usize::from(*content)] += derivative;
            }
        }
    }
}

/// The configuration of every place of every pattern.
fn read_contents(set: &PatternSet, inputs: &[u16], board: &mut [usize], contents: &mut Vec<u16>) {
    board.fill(0);
    for input in inputs.iter().map(|input| usize::from(*input)) {
        board[input % board.len()] = 1 + input / board.len();
    }
    for (places, tied) in set.places.iter().zip(&set.tied) {
        let content = |place: &Vec<usize>| place.iter().rev().fold(0, |sum, square| 3 * sum + board[*square]);
        contents.extend(places.iter().map(|place| tied[content(place)]));
    }
}

impl Model for Patterns {
    fn start(&self, _seed: u64) -> Parameters {
        let pattern = |(index, tied): (usize, &Vec<u16>)| {
            Parameter::filled(format!("pattern.{index}"), &[self.phases, tied.len()], 0.0)
        };
        let patterns = self.set.tied.iter().enumerate().map(pattern);
        Parameters(patterns.chain([Parameter::filled("bias", &[self.phases], 0.0)]).collect())
    }

    fn learn(&self, weights: &Parameters, batch: Batch<'_>, gradient: &mut Parameters) -> f64 {
        let chunks = batch.examples.chunks(CHUNK).collect();
        let found = parallel_map(batch.threads, chunks, |examples| self.errors(weights, examples, batch.noise));
        let loss = found.iter().map(|(loss, _)| loss).sum();
        let errors: Vec<(usize, f32)> = found.into_iter().flat_map(|(_, errors)| errors).collect();
        let slots = gradient.0.iter_mut().enumerate().collect();
        parallel_map(batch.threads, slots, |(slot, parameter): (usize, &mut Parameter)| {
            self.gather(slot, batch.examples, &errors, &mut parameter.values);
        });
        loss
    }

    fn loss(&self, weights: &Parameters, batch: Batch<'_>) -> f64 {
        let chunks = batch.examples.chunks(CHUNK).collect();
        parallel_map(batch.threads, chunks, |examples| self.errors(weights, examples, batch.noise).0).iter().sum()
    }
}

//! Simultaneous perturbation stochastic approximation (SPSA, Spall 1992), with the schedule and the conventions of fishtest
//! and `OpenBench`.
//!
//! Pair `k` of `N` plays `theta + c_k delta` against `theta - c_k delta`, where every component of `delta` is 1 or -1 at
//! random. `points` are the won games of the first less its lost games, from -2 to 2.
//!
//! ```text
//! c_k = c_end (N / k)^0.101
//! a_k = r_end c_end^2 ((A + N) / (A + k))^0.602    A = N / 10
//! theta += a_k / c_k * points * delta
//! ```
//!
//! `c_end` is the perturbation of the last pair, and `r_end` its step for a point as a share of `c_end`.

use quevedo_core::Rng;
use quevedo_core::hash::combine;
use serde::{Deserialize, Serialize};

/// The exponent of the step sizes (Spall 1998).
const ALPHA: f64 = 0.602;
/// The exponent of the perturbations (Spall 1998).
const GAMMA: f64 = 0.101;
/// The stability constant `A`, as a share of all pairs.
const STABILITY: f64 = 0.1;

/// A parameter to tune.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaParam {
    /// Its name.
    pub name: String,
    /// The value to begin with.
    pub start: i32,
    /// The least value.
    pub min: i32,
    /// The greatest value.
    pub max: i32,
    /// The perturbation of the last pair. Below 0.5 the two players of a pair can be the same.
    pub c_end: f64,
}

/// The state of the optimization.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    params: Vec<SpsaParam>,
    /// The number of pairs, `N`.
    pairs: u64,
    r_end: f64,
    seed: u64,
    values: Vec<f64>,
}

impl Spsa {
    /// Begins with the start values. `pairs` is the number of pairs of the whole run.
    pub fn new(params: &[SpsaParam], pairs: u64, r_end: f64, seed: u64) -> Self {
        let values = params.iter().map(|param| f64::from(param.start)).collect();
        Self { params: params.to_vec(), pairs, r_end, seed, values }
    }

    /// The values so far.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The values so far, rounded.
    pub fn rounded(&self) -> Vec<i32> {
        self.values.iter().map(|value| value.round() as i32).collect()
    }

    /// The values of the two players of a pair, counted from 0. They are rounded at random, so that a perturbation smaller than
    /// 1 has its effect on average.
    pub fn players(&self, pair: u64) -> [Vec<i32>; 2] {
        let perturbations = self.perturbations(pair);
        [1.0, -1.0].map(|sign| {
            let value = |(index, (delta, offset)): (usize, &(f64, f64))| {
                let param = &self.params[index];
                let value = self.values[index] + sign * delta * self.c(param, pair);
                ((value + offset).floor() as i32).clamp(param.min, param.max)
            };
            perturbations.iter().enumerate().map(value).collect()
        })
    }

    /// Moves the values after some pairs, each with its points. All of these pairs were played around the present values.
    pub fn update(&mut self, results: &[(u64, i32)]) {
        let mut steps = vec![0.0; self.params.len()];
        for (pair, points) in results {
            let perturbations = self.perturbations(*pair);
            for ((step, param), (delta, _)) in steps.iter_mut().zip(&self.params).zip(perturbations) {
                *step += self.a(param, *pair) / self.c(param, *pair) * f64::from(*points) * delta;
            }
        }
        for ((value, param), step) in self.values.iter_mut().zip(&self.params).zip(steps) {
            *value = (*value + step).clamp(f64::from(param.min), f64::from(param.max));
        }
    }

    /// The perturbation of a pair.
    fn c(&self, param: &SpsaParam, pair: u64) -> f64 {
        param.c_end * (self.pairs as f64 / (pair + 1) as f64).powf(GAMMA)
    }

    /// The gain of a pair.
    fn a(&self, param: &SpsaParam, pair: u64) -> f64 {
        let (all, number) = (self.pairs as f64, (pair + 1) as f64);
        let stability = STABILITY * all;
        self.r_end * param.c_end.powi(2) * ((stability + all) / (stability + number)).powf(ALPHA)
    }

    /// For every parameter the direction of its perturbation, 1 or -1, and a number from 0 to 1 for rounding.
    fn perturbations(&self, pair: u64) -> Vec<(f64, f64)> {
        let mut rng = Rng::with_seed(combine(self.seed, pair));
        self.params.iter().map(|_| (if rng.bool() { 1.0 } else { -1.0 }, rng.f64())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn param(name: &str, start: i32, min: i32, max: i32) -> SpsaParam {
        let c_end = (f64::from(max - min) / 20.0).max(0.5);
        SpsaParam { name: name.into(), start, min, max, c_end }
    }

    /// The points of a pair of games between players of some strength in Elo, with draws. One game ends by chance.
    fn play_pair(strength: [f64; 2], rng: &mut Rng) -> i32 {
        let expected = 1.0 / (1.0 + 10f64.powf((strength[1] - strength[0]) / 400.0));
        let game = |rng: &mut Rng| {
            let draw = 0.3 * (1.0 - (2.0 * expected - 1.0).abs());
            let number = rng.f64();
            if number < draw { 0 } else { 2 * i32::from(number < expected + draw / 2.0) - 1 }
        };
        game(rng) + game(rng)
    }

    /// Tunes against a known optimum; `elo` is the strength lost by a parameter at the end of its range.
    fn tune(params: &[SpsaParam], best: &[f64], elo: f64, pairs: u64, seed: u64) -> Vec<f64> {
        let strength = |values: &[i32]| -> f64 {
            let lost = |((value, best), param): ((&i32, &f64), &SpsaParam)| {
                elo * ((f64::from(*value) - best) / f64::from(param.max - param.min)).powi(2)
            };
            -values.iter().zip(best).zip(params).map(lost).sum::<f64>()
        };
        let mut rng = Rng::with_seed(combine(seed, 99));
        let mut spsa = Spsa::new(params, pairs, 0.02, seed);
        for batch in 0..pairs / 4 {
            let play = |pair: u64, rng: &mut Rng| {
                (pair, play_pair(spsa.players(pair).each_ref().map(|values| strength(values)), rng))
            };
            let results: Vec<(u64, i32)> = (4 * batch..4 * batch + 4).map(|pair| play(pair, &mut rng)).collect();
            spsa.update(&results);
        }
        spsa.values().to_vec()
    }

    #[test]
    fn spoiled_parameters_are_found_again_in_noise() {
        // Two are spoiled; one is right and stays; one makes no difference.
        let params = [param("a", 950, 0, 1000), param("b", -90, -100, 300), param("c", 6, 1, 12), param("d", 5, 0, 10)];
        let best = [300.0, 120.0, 6.0];
        for seed in 1..=5 {
            let found = tune(&params, &best, 600.0, 4000, seed);
            let miss =
                |index: usize| (found[index] - best[index]).abs() / f64::from(params[index].max - params[index].min);
            assert!((0..3).all(|index| miss(index) < 0.12), "seed {seed}: {found:?}");
        }
    }

    #[test]
    fn without_a_signal_the_values_stay_near_the_start() {
        let params = [param("a", 500, 0, 1000), param("b", 50, 0, 100)];
        for seed in 1..=5 {
            let found = tune(&params, &[500.0, 50.0], 0.0, 1000, seed);
            assert!((found[0] - 500.0).abs() < 150.0 && (found[1] - 50.0).abs() < 15.0, "seed {seed}: {found:?}");
        }
    }

    #[test]
    fn the_players_of_a_pair_differ_in_every_parameter_and_stay_in_range() {
        let params = [param("a", 0, 0, 1000), param("b", 1, 1, 3), param("c", 7, 0, 10)];
        let spsa = Spsa::new(&params, 100, 0.02, 1);
        for pair in 0..100 {
            let [plus, minus] = spsa.players(pair);
            assert_ne!(plus[2], minus[2], "pair {pair}");
            for (param, values) in params.iter().zip(plus.iter().zip(&minus)) {
                let range = param.min..=param.max;
                assert!(range.contains(values.0) && range.contains(values.1), "pair {pair}: {values:?}");
            }
        }
    }

    #[test]
    fn the_schedule_is_that_of_fishtest() {
        // By hand: N = 100, c_end = 2, r_end = 0.01; A = 10; the last pair has k = N.
        let params = [SpsaParam { c_end: 2.0, ..param("a", 50, 0, 100) }];
        let spsa = Spsa::new(&params, 100, 0.01, 1);
        let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
        near(spsa.c(&params[0], 99), 2.0);
        near(spsa.a(&params[0], 99), 0.04);
        near(spsa.c(&params[0], 0), 2.0 * 100f64.powf(0.101));
        near(spsa.a(&params[0], 0), 0.04 * 10f64.powf(0.602));
        // A won pair moves the value towards the winner by 2 r_end c_end.
        let mut after = spsa.clone();
        after.update(&[(99, 2)]);
        let direction = spsa.perturbations(99)[0].0;
        near(after.values()[0], 50.0 + direction * 2.0 * 0.01 * 2.0);
        // A drawn one does not move it.
        after.update(&[(98, 0)]);
        near(after.values()[0], 50.0 + direction * 0.04);
    }
}

//! The regression of Multi-ProbCut: how far the value of a deep search is from that of a shallow one.

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use quevedo_catalog::{AlphaBetaSpec, GameEntry, PlayerSpec};
use quevedo_core::hash::combine;
use quevedo_core::score::PROVED;
use quevedo_core::{Rng, Score};
use serde::Serialize;

use crate::MatchError;

/// What to measure.
#[derive(Clone, Debug)]
pub struct ProbcutSettings {
    /// The game.
    pub game: GameEntry,
    /// How many positions.
    pub positions: u64,
    /// The greatest depth.
    pub depth: u32,
    /// Random plies before a game.
    pub random_plies: u32,
    /// Positions are taken up to this ply.
    pub max_ply: u32,
    /// Plies of a phase of the game.
    pub phase: u32,
    /// Nodes a move of the games that lead to the positions.
    pub nodes: u64,
    /// The seed of positions.
    pub seed: u64,
    /// Positions searched at once.
    pub threads: usize,
}

/// The values of one position by depth, from depth 1 on.
struct Sample {
    ply: u32,
    values: Vec<Score>,
}

/// The regression `deep = slope · shallow + intercept` over the positions of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Regression {
    /// The first ply of the phase.
    pub from_ply: u32,
    /// The depth of the deep search.
    pub deep: u32,
    /// The depth of the shallow one.
    pub shallow: u32,
    /// How many positions.
    pub positions: usize,
    /// The slope.
    pub slope: f64,
    /// The intercept, in points.
    pub intercept: f64,
    /// The standard deviation of the residuals, in points.
    pub deviation: f64,
}

/// Measures the regressions of a game, by phase and depths. The same settings give the same result on any number of
/// threads.
pub fn probcut_regressions(
    settings: &ProbcutSettings,
    on_position: &(dyn Fn() + Sync),
) -> Result<Vec<Regression>, MatchError> {
    let next = AtomicU64::new(0);
    let samples: Mutex<BTreeMap<u64, Sample>> = Mutex::default();
    let work = || -> Result<(), MatchError> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= settings.positions {
                return Ok(());
            }
            if let Some(sample) = sample(settings, number)? {
                samples.lock().unwrap_or_else(PoisonError::into_inner).insert(number, sample);
            }
            on_position();
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..settings.threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })?;
    let samples: Vec<Sample> = samples.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect();
    Ok(regressions(settings, &samples))
}

/// Plays a game up to a random ply and searches the position to every depth. `None` where the game is over before, or
/// a value is proved.
fn sample(settings: &ProbcutSettings, number: u64) -> Result<Option<Sample>, MatchError> {
    let ProbcutSettings { game, random_plies, max_ply, nodes, .. } = settings;
    let never = AtomicBool::new(false);
    let bad = |problem: String| MatchError::BadOpening { problem };
    let mut session = game.session(None).map_err(|error| bad(error.to_string()))?;
    let mut rng = Rng::with_seed(combine(settings.seed, number));
    for _ in 0..*random_plies {
        session.play_random(&mut rng);
    }
    let ply = rng.u32(*random_plies..=(*max_ply).max(*random_plies));
    let spec = AlphaBetaSpec { nodes: Some(*nodes), hash: Some(4), ..AlphaBetaSpec::default() };
    let mut player = game.player(&PlayerSpec::AlphaBeta(spec))?;
    for _ in *random_plies..ply {
        let Some(found) = player.search_until(&*session, &never) else { return Ok(None) };
        session.play(&found.mv).map_err(|error| bad(error.to_string()))?;
    }
    let mut values = Vec::new();
    for depth in 1..=settings.depth {
        // Nothing that leaves out or shortens lines by a guess: these are the values that ProbCut predicts.
        let full = AlphaBetaSpec {
            depth: Some(depth),
            hash: Some(16),
            lmr: Some(false),
            iir: Some(false),
            probcut: Some(false),
            ..AlphaBetaSpec::default()
        };
        let found = game.player(&PlayerSpec::AlphaBeta(full))?.search_until(&*session, &never);
        match found.and_then(|found| found.score).filter(|score| score.abs() < PROVED) {
            Some(score) => values.push(score),
            None => return Ok(None),
        }
    }
    Ok(Some(Sample { ply, values }))
}

/// The regressions of all phases and pairs of depths that differ by an even number.
fn regressions(settings: &ProbcutSettings, samples: &[Sample]) -> Vec<Regression> {
    let phases = settings.max_ply / settings.phase.max(1) + 1;
    let mut all = Vec::new();
    for phase in 0..phases {
        let in_phase: Vec<&Sample> =
            samples.iter().filter(|sample| sample.ply / settings.phase.max(1) == phase).collect();
        for deep in 3..=settings.depth {
            for shallow in (1..deep).filter(|shallow| (deep - shallow) % 2 == 0) {
                let pairs = in_phase.iter().map(|sample| {
                    let value = |depth: u32| f64::from(sample.values[depth as usize - 1]);
                    (value(shallow), value(deep))
                });
                let pairs: Vec<(f64, f64)> = pairs.collect();
                if let Some((slope, intercept, deviation)) = least_squares(&pairs) {
                    let (from_ply, positions) = (phase * settings.phase, pairs.len());
                    all.push(Regression { from_ply, deep, shallow, positions, slope, intercept, deviation });
                }
            }
        }
    }
    all
}

/// Slope, intercept and standard deviation of the residuals; `None` for fewer than three points or equal abscissas.
fn least_squares(pairs: &[(f64, f64)]) -> Option<(f64, f64, f64)> {
    let count = pairs.len() as f64;
    if pairs.len() < 3 {
        return None;
    }
    let mean = |value: fn(&(f64, f64)) -> f64| pairs.iter().map(value).sum::<f64>() / count;
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let covariance = pairs.iter().map(|pair| (pair.0 - x) * (pair.1 - y)).sum::<f64>();
    let variance = pairs.iter().map(|pair| (pair.0 - x).powi(2)).sum::<f64>();
    if variance == 0.0 {
        return None;
    }
    let slope = covariance / variance;
    let intercept = y - slope * x;
    let residuals = pairs.iter().map(|pair| (pair.1 - slope * pair.0 - intercept).powi(2)).sum::<f64>();
    Some((slope, intercept, (residuals / (count - 2.0)).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_squares_finds_a_line_and_its_noise() {
        let on_line: Vec<_> = (0..9).map(|x| (f64::from(x), 0.9 * f64::from(x) + 5.0)).collect();
        let (slope, intercept, deviation) = least_squares(&on_line).unwrap();
        assert!((slope - 0.9).abs() < 1e-9 && (intercept - 5.0).abs() < 1e-9 && deviation < 1e-9);
        // Three points about a level line: residuals 1, -2, 1 with one degree of freedom.
        let (_, _, deviation) = least_squares(&[(0.0, 1.0), (1.0, -2.0), (2.0, 1.0)]).unwrap();
        assert!((deviation - 6f64.sqrt()).abs() < 1e-9);
        assert_eq!(least_squares(&[(1.0, 2.0); 4]), None, "no line through equal abscissas");
    }
}

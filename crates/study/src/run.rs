//! Running experiments within a budget of time.
//!
//! Every experiment gets a share of the remaining time, by weight; time that it does not need is left to the others. In the
//! first round each gets at least its smallest unit (a pair of games, a position), whatever the budget; further rounds
//! spend the rest on experiments that are not complete.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quevedo_arena::{MatchError, WorkerPool};

/// Rounds through all experiments, at most.
const ROUNDS: usize = 4;
/// No further round is made when less than this share of the budget is left.
const MIN_REST: f64 = 0.02;

/// A measurement in small units.
pub(crate) trait Experiment {
    /// Whether it is complete.
    fn is_done(&self) -> bool;

    /// Continues until the deadline or until it is complete; measures at least one unit the first time.
    fn advance(&mut self, slice: &TimeSlice<'_>) -> Result<(), MatchError>;
}

/// The time that an experiment gets, and the pool that plays its games.
pub(crate) struct TimeSlice<'a> {
    /// Plays the games.
    pub(crate) pool: &'a dyn WorkerPool,
    /// Set to end at once.
    pub(crate) stop: &'a AtomicBool,
    /// When to end.
    pub(crate) deadline: Instant,
}

impl TimeSlice<'_> {
    /// Whether it is time to end.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || Instant::now() >= self.deadline
    }
}

/// An experiment with its name and its share of the time.
pub(crate) struct WeightedExperiment<'a> {
    pub(crate) name: String,
    pub(crate) weight: f64,
    pub(crate) experiment: &'a mut dyn Experiment,
}

/// Called when an experiment begins, with its name, its number and the number of experiments.
pub type Progress<'a> = &'a (dyn Fn(&str, usize, usize) + Sync);

/// Runs all experiments within the budget, or until `stop` is set.
pub(crate) fn run_all(
    mut all: Vec<WeightedExperiment<'_>>,
    budget: Duration,
    pool: &dyn WorkerPool,
    stop: &AtomicBool,
    progress: Progress<'_>,
) -> Result<(), MatchError> {
    let end = Instant::now() + budget;
    for round in 0..ROUNDS {
        let left = end.saturating_duration_since(Instant::now());
        if round > 0 && left < budget.mul_f64(MIN_REST) {
            break;
        }
        let mut open_weight: f64 = all.iter().filter(|one| !one.experiment.is_done()).map(|one| one.weight).sum();
        let count = all.len();
        for (index, one) in all.iter_mut().enumerate().filter(|(_, one)| !one.experiment.is_done()) {
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let left = end.saturating_duration_since(Instant::now());
            if round > 0 && left.is_zero() {
                return Ok(());
            }
            progress(&one.name, index, count);
            let deadline = Instant::now() + left.mul_f64((one.weight / open_weight).clamp(0.0, 1.0));
            open_weight -= one.weight;
            match one.experiment.advance(&TimeSlice { pool, stop, deadline }) {
                Err(MatchError::Stopped) => return Ok(()),
                result => result?,
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use quevedo_arena::ThreadPool;
    use quevedo_catalog::Catalog;

    use super::*;

    /// Needs a number of units, each of a millisecond.
    struct Sleeper {
        wanted: u64,
        done: u64,
    }

    impl Experiment for Sleeper {
        fn is_done(&self) -> bool {
            self.done >= self.wanted
        }

        fn advance(&mut self, slice: &TimeSlice<'_>) -> Result<(), MatchError> {
            while !self.is_done() && (self.done == 0 || !slice.is_over()) {
                std::thread::sleep(Duration::from_millis(1));
                self.done += 1;
            }
            Ok(())
        }
    }

    fn run(wanted: &[u64], budget_ms: u64) -> Vec<u64> {
        let mut all: Vec<Sleeper> = wanted.iter().map(|wanted| Sleeper { wanted: *wanted, done: 0 }).collect();
        let weighted = all.iter_mut().map(|experiment| WeightedExperiment {
            name: String::new(),
            weight: 1.0,
            experiment: experiment as &mut dyn Experiment,
        });
        let (pool, stop) = (ThreadPool::new(&Catalog::new(), 1), AtomicBool::new(false));
        run_all(weighted.collect(), Duration::from_millis(budget_ms), &pool, &stop, &|_, _, _| {}).unwrap();
        all.iter().map(|one| one.done).collect()
    }

    #[test]
    fn every_experiment_measures_one_unit_without_any_time() {
        assert_eq!(run(&[5, 5, 5], 0), [1, 1, 1]);
    }

    #[test]
    fn unneeded_time_goes_to_the_others() {
        let done = run(&[100_000, 1, 1], 200);
        assert_eq!(done[1..], [1, 1]);
        // A third of the time in the first round, then nearly all of the rest: far more than a third in all, unless
        // this machine sleeps twenty times longer than asked.
        assert!(done[0] >= 5, "{done:?}");
    }

    #[test]
    fn a_stop_ends_the_run() {
        let mut one = Sleeper { wanted: 3, done: 0 };
        let weighted = vec![WeightedExperiment { name: String::new(), weight: 1.0, experiment: &mut one }];
        let stop = AtomicBool::new(true);
        run_all(weighted, Duration::from_secs(1), &ThreadPool::new(&Catalog::new(), 1), &stop, &|_, _, _| {}).unwrap();
        assert_eq!(one.done, 0);
    }
}

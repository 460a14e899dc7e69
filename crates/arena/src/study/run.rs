//! Running experiments within a budget of time.
//!
//! Every experiment gets its share of what is left, by weight; what one does not need is left to the others. The first
//! round gives each at least its smallest unit (a pair of games, a position), whatever the budget; further rounds spend
//! what remains on those that wanted more.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::{MatchError, WorkerPool};

/// Rounds through all experiments, at most.
const ROUNDS: usize = 4;
/// What is left of the budget is not worth another round below this share.
const REST: f64 = 0.02;

/// Something that is measured bit by bit.
pub(super) trait Experiment {
    /// Whether all that was asked for is measured.
    fn is_done(&self) -> bool;

    /// Goes on until the deadline, or until all is measured; at least one unit if nothing is measured yet.
    fn advance(&mut self, bench: &Bench<'_>) -> Result<(), MatchError>;
}

/// Where experiments are made.
pub(super) struct Bench<'a> {
    /// Those who play the games.
    pub(super) pool: &'a dyn WorkerPool,
    /// Set by anyone: end now.
    pub(super) stop: &'a AtomicBool,
    /// When to end.
    pub(super) deadline: Instant,
}

impl Bench<'_> {
    /// Whether it is time to end.
    pub(super) fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || Instant::now() >= self.deadline
    }
}

/// An experiment with its name and its share of the time.
pub(super) struct Weighed<'a> {
    pub(super) name: String,
    pub(super) weight: f64,
    pub(super) experiment: &'a mut dyn Experiment,
}

/// Told which experiment begins: its name, its number and how many there are.
pub type Progress<'a> = &'a (dyn Fn(&str, usize, usize) + Sync);

/// Makes all experiments within the budget, or until somebody says stop.
pub(super) fn run_all(
    mut all: Vec<Weighed<'_>>,
    budget: Duration,
    pool: &dyn WorkerPool,
    stop: &AtomicBool,
    progress: Progress<'_>,
) -> Result<(), MatchError> {
    let end = Instant::now() + budget;
    for round in 0..ROUNDS {
        let left = end.saturating_duration_since(Instant::now());
        if round > 0 && left < budget.mul_f64(REST) {
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
            match one.experiment.advance(&Bench { pool, stop, deadline }) {
                Err(MatchError::Stopped) => return Ok(()),
                result => result?,
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Threads;

    /// Wants so many units, each of a millisecond.
    struct Waiting {
        wanted: u64,
        done: u64,
    }

    impl Experiment for Waiting {
        fn is_done(&self) -> bool {
            self.done >= self.wanted
        }

        fn advance(&mut self, bench: &Bench<'_>) -> Result<(), MatchError> {
            while !self.is_done() && (self.done == 0 || !bench.is_over()) {
                std::thread::sleep(Duration::from_millis(1));
                self.done += 1;
            }
            Ok(())
        }
    }

    fn run(wanted: &[u64], budget_ms: u64) -> Vec<u64> {
        let mut all: Vec<Waiting> = wanted.iter().map(|wanted| Waiting { wanted: *wanted, done: 0 }).collect();
        let weighed = all.iter_mut().map(|experiment| Weighed {
            name: String::new(),
            weight: 1.0,
            experiment: experiment as &mut dyn Experiment,
        });
        let (pool, stop) = (Threads::new(1), AtomicBool::new(false));
        run_all(weighed.collect(), Duration::from_millis(budget_ms), &pool, &stop, &|_, _, _| {}).unwrap();
        all.iter().map(|one| one.done).collect()
    }

    #[test]
    fn everybody_gets_something_without_any_time() {
        assert_eq!(run(&[5, 5, 5], 0), [1, 1, 1]);
    }

    #[test]
    fn what_one_does_not_need_goes_to_the_others() {
        let done = run(&[100_000, 1, 1], 200);
        assert_eq!(done[1..], [1, 1]);
        // A third of the time in the first round, then nearly all of the rest: far more than a third in all, unless
        // this machine sleeps twenty times longer than asked.
        assert!(done[0] >= 5, "{done:?}");
    }

    #[test]
    fn a_stop_is_heard() {
        let mut one = Waiting { wanted: 3, done: 0 };
        let weighed = vec![Weighed { name: String::new(), weight: 1.0, experiment: &mut one }];
        let stop = AtomicBool::new(true);
        run_all(weighed, Duration::from_secs(1), &Threads::new(1), &stop, &|_, _, _| {}).unwrap();
        assert_eq!(one.done, 0);
    }
}

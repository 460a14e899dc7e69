//! Quotas: how much a visitor may ask for.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::messages;
use crate::problem::Problem;
use crate::token_bucket::{Rate, TokenBucket};

/// What a visitor may ask for.
#[derive(Clone, Copy, Debug)]
pub struct Quotas {
    /// Games that may be made at once.
    pub games_burst: f64,
    /// Games a second that may be made for long.
    pub games_rate: f64,
    /// Games of a visitor that may be unfinished.
    pub unfinished_games: i64,
    /// Seconds of engine time that may be used at once.
    pub engine_burst: f64,
    /// Seconds of engine time a second that may be used for long.
    pub engine_rate: f64,
    /// Memory for the engines between their moves, in MiB, for all visitors together.
    pub engine_memory_mib: u64,
}

impl Default for Quotas {
    fn default() -> Self {
        Self {
            games_burst: 40.0,
            games_rate: 0.5,
            unfinished_games: 300,
            engine_burst: 600.0,
            engine_rate: 1.5,
            engine_memory_mib: 1024,
        }
    }
}

/// Beyond this many buckets the full ones are dropped.
const MANY: usize = 10_000;

/// The buckets of all visitors.
pub(crate) struct Limits {
    quotas: Quotas,
    games: Mutex<Buckets>,
    engine: Mutex<Buckets>,
}

impl Limits {
    pub(crate) fn new(quotas: Quotas) -> Self {
        let buckets = |burst, rate| Mutex::new(Buckets { rate: Rate { burst, rate }, all: HashMap::new() });
        let games = buckets(quotas.games_burst, quotas.games_rate);
        let engine = buckets(quotas.engine_burst, quotas.engine_rate);
        Self { quotas, games, engine }
    }

    pub(crate) fn quotas(&self) -> &Quotas {
        &self.quotas
    }

    /// Counts a game that a visitor makes; refuses one too many.
    pub(crate) fn make_game(&self, visitor: &str) -> Result<(), Problem> {
        let taken = lock(&self.games).take(visitor, 1.0, Instant::now());
        taken.map_err(|wait| Problem::too_many(wait, messages::too_many_games))
    }

    /// Counts engine time that was used.
    pub(crate) fn charge_engine(&self, visitor: &str, time: Duration) {
        lock(&self.engine).spend(visitor, time.as_secs_f64(), Instant::now());
    }

    /// How long a visitor must wait until an engine works for them again.
    pub(crate) fn engine_wait(&self, visitor: &str) -> Duration {
        lock(&self.engine).wait(visitor, Instant::now())
    }

    /// Refuses a visitor who has used up the engine time.
    pub(crate) fn check_engine(&self, visitor: &str) -> Result<(), Problem> {
        match self.engine_wait(visitor) {
            Duration::ZERO => Ok(()),
            wait => Err(Problem::too_many(wait, messages::engine_time)),
        }
    }
}

fn lock(buckets: &Mutex<Buckets>) -> MutexGuard<'_, Buckets> {
    buckets.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A token bucket for every visitor. One that is not here is full.
struct Buckets {
    rate: Rate,
    all: HashMap<String, TokenBucket>,
}

impl Buckets {
    fn bucket(&self, visitor: &str, now: Instant) -> TokenBucket {
        self.all.get(visitor).copied().unwrap_or_else(|| TokenBucket::full(self.rate, now))
    }

    fn put(&mut self, visitor: &str, bucket: TokenBucket, now: Instant) {
        self.all.insert(visitor.to_owned(), bucket);
        if self.all.len() > MANY {
            let rate = self.rate;
            self.all.retain(|_, bucket| !bucket.is_full(rate, now));
        }
    }

    fn spend(&mut self, visitor: &str, amount: f64, now: Instant) {
        let mut bucket = self.bucket(visitor, now);
        bucket.spend(amount, self.rate, now);
        self.put(visitor, bucket, now);
    }

    fn take(&mut self, visitor: &str, amount: f64, now: Instant) -> Result<(), Duration> {
        let mut bucket = self.bucket(visitor, now);
        bucket.take(amount, self.rate, now)?;
        self.put(visitor, bucket, now);
        Ok(())
    }

    /// How long until nothing is owed any more.
    fn wait(&self, visitor: &str, now: Instant) -> Duration {
        self.bucket(visitor, now).wait(0.0, self.rate, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visitors_do_not_share_a_bucket() {
        let mut buckets = Buckets { rate: Rate { burst: 1.0, rate: 0.5 }, all: HashMap::new() };
        let now = Instant::now();
        assert!(buckets.take("a", 1.0, now).is_ok() && buckets.take("b", 1.0, now).is_ok());
        assert_eq!(buckets.take("a", 1.0, now), Err(Duration::from_secs(2)));
        buckets.spend("b", 1.0, now);
        assert_eq!((buckets.wait("a", now), buckets.wait("b", now)), (Duration::ZERO, Duration::from_secs(2)));
    }
}

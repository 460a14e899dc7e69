//! How much a visitor may ask for: buckets that fill with time and are emptied by requests.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::problem::Problem;

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
    /// Memory for the machine players between their moves, in MiB, for all visitors together.
    pub machine_memory_mib: u64,
}

impl Default for Quotas {
    fn default() -> Self {
        Self {
            games_burst: 40.0,
            games_rate: 0.5,
            unfinished_games: 300,
            engine_burst: 600.0,
            engine_rate: 1.5,
            machine_memory_mib: 1024,
        }
    }
}

/// Beyond this many buckets the full ones are forgotten.
const MANY: usize = 10_000;

/// The buckets of all visitors.
pub(crate) struct Limits {
    quotas: Quotas,
    games: Mutex<Buckets>,
    engine: Mutex<Buckets>,
}

impl Limits {
    pub(crate) fn new(quotas: Quotas) -> Self {
        let buckets = |burst, rate| Mutex::new(Buckets { burst, rate, all: HashMap::new() });
        let games = buckets(quotas.games_burst, quotas.games_rate);
        let engine = buckets(quotas.engine_burst, quotas.engine_rate);
        Self { quotas, games, engine }
    }

    pub(crate) fn quotas(&self) -> &Quotas {
        &self.quotas
    }

    /// Counts a game that a visitor makes; refuses one too many.
    pub(crate) fn make_game(&self, visitor: &str) -> Result<(), Problem> {
        let wait = lock(&self.games).take(visitor, 1.0, Instant::now());
        wait.map_err(|wait| {
            let (en, es) = ("You are making too many games.", "Estás creando demasiadas partidas.");
            Problem::too_many("too_many_games", wait.as_secs() + 1, en, es)
        })
    }

    /// Counts engine time that was used.
    pub(crate) fn charge_engine(&self, visitor: &str, time: Duration) {
        lock(&self.engine).spend(visitor, time.as_secs_f64(), Instant::now());
    }

    /// How long a visitor must wait before an engine works for them again.
    pub(crate) fn engine_wait(&self, visitor: &str) -> Duration {
        lock(&self.engine).wait(visitor, Instant::now())
    }

    /// Refuses a visitor who has used up the engine time.
    pub(crate) fn check_engine(&self, visitor: &str) -> Result<(), Problem> {
        match self.engine_wait(visitor) {
            Duration::ZERO => Ok(()),
            wait => {
                let (en, es) = ("You have used up your engine time.", "Has agotado tu tiempo de motor.");
                Err(Problem::too_many("engine_time", wait.as_secs() + 1, en, es))
            }
        }
    }
}

fn lock(buckets: &Mutex<Buckets>) -> MutexGuard<'_, Buckets> {
    buckets.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Buckets of one kind.
struct Buckets {
    burst: f64,
    rate: f64,
    /// What is in each, and when that was so.
    all: HashMap<String, (f64, Instant)>,
}

impl Buckets {
    /// What a visitor has now.
    fn level(&self, visitor: &str, now: Instant) -> f64 {
        let Some((level, then)) = self.all.get(visitor) else { return self.burst };
        (level + now.duration_since(*then).as_secs_f64() * self.rate).min(self.burst)
    }

    fn spend(&mut self, visitor: &str, amount: f64, now: Instant) {
        let level = self.level(visitor, now) - amount;
        self.all.insert(visitor.to_owned(), (level, now));
        if self.all.len() > MANY {
            let (rate, burst) = (self.rate, self.burst);
            self.all.retain(|_, (level, then)| *level + now.duration_since(*then).as_secs_f64() * rate < burst);
        }
    }

    /// Spends, or says how long to wait.
    fn take(&mut self, visitor: &str, amount: f64, now: Instant) -> Result<(), Duration> {
        let missing = amount - self.level(visitor, now);
        if missing > 0.0 {
            return Err(Duration::from_secs_f64(missing / self.rate.max(1e-6)));
        }
        self.spend(visitor, amount, now);
        Ok(())
    }

    /// How long until anything is there again.
    fn wait(&self, visitor: &str, now: Instant) -> Duration {
        Duration::from_secs_f64((-self.level(visitor, now)).max(0.0) / self.rate.max(1e-6))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills() {
        let mut buckets = Buckets { burst: 2.0, rate: 0.5, all: HashMap::new() };
        let now = Instant::now();
        assert!(buckets.take("a", 1.0, now).is_ok() && buckets.take("a", 1.0, now).is_ok());
        assert_eq!(buckets.take("a", 1.0, now), Err(Duration::from_secs(2)));
        assert!(buckets.take("b", 1.0, now).is_ok(), "visitors do not share");
        assert!(buckets.take("a", 1.0, now + Duration::from_secs(2)).is_ok());
    }

    #[test]
    fn engine_time_may_be_owed() {
        let mut buckets = Buckets { burst: 1.0, rate: 0.5, all: HashMap::new() };
        let now = Instant::now();
        assert_eq!(buckets.wait("a", now), Duration::ZERO);
        buckets.spend("a", 3.0, now);
        assert_eq!(buckets.wait("a", now), Duration::from_secs(4));
    }
}

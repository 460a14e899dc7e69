//! Token buckets: they fill with time and are emptied by requests.

use std::time::{Duration, Instant};

/// How fast a bucket fills, and how much it holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    /// Tokens of a full bucket.
    pub(crate) burst: f64,
    /// Tokens a second.
    pub(crate) rate: f64,
}

/// A token bucket.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenBucket {
    /// Tokens at `since`; negative where more was spent than there was.
    tokens: f64,
    since: Instant,
}

impl TokenBucket {
    /// A full bucket.
    pub(crate) fn full(rate: Rate, now: Instant) -> Self {
        Self { tokens: rate.burst, since: now }
    }

    fn tokens(&self, rate: Rate, now: Instant) -> f64 {
        (self.tokens + now.duration_since(self.since).as_secs_f64() * rate.rate).min(rate.burst)
    }

    /// Whether it is full.
    pub(crate) fn is_full(&self, rate: Rate, now: Instant) -> bool {
        self.tokens(rate, now) >= rate.burst
    }

    /// Spends tokens, even those that are not there.
    pub(crate) fn spend(&mut self, amount: f64, rate: Rate, now: Instant) {
        *self = Self { tokens: self.tokens(rate, now) - amount, since: now };
    }

    /// Spends tokens, or says how long to wait for them.
    pub(crate) fn take(&mut self, amount: f64, rate: Rate, now: Instant) -> Result<(), Duration> {
        match self.wait(amount, rate, now) {
            Duration::ZERO => {
                self.spend(amount, rate, now);
                Ok(())
            }
            wait => Err(wait),
        }
    }

    /// How long until so many tokens are there.
    pub(crate) fn wait(&self, amount: f64, rate: Rate, now: Instant) -> Duration {
        Duration::from_secs_f64((amount - self.tokens(rate, now)).max(0.0) / rate.rate.max(1e-6))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills() {
        let (rate, now) = (Rate { burst: 2.0, rate: 0.5 }, Instant::now());
        let mut bucket = TokenBucket::full(rate, now);
        assert!(bucket.take(1.0, rate, now).is_ok() && bucket.take(1.0, rate, now).is_ok());
        assert_eq!(bucket.take(1.0, rate, now), Err(Duration::from_secs(2)));
        assert!(!bucket.is_full(rate, now + Duration::from_secs(3)));
        assert!(bucket.is_full(rate, now + Duration::from_secs(4)));
        assert!(bucket.take(1.0, rate, now + Duration::from_secs(2)).is_ok());
    }

    #[test]
    fn tokens_may_be_owed() {
        let (rate, now) = (Rate { burst: 1.0, rate: 0.5 }, Instant::now());
        let mut bucket = TokenBucket::full(rate, now);
        assert_eq!(bucket.wait(0.0, rate, now), Duration::ZERO);
        bucket.spend(3.0, rate, now);
        assert_eq!(bucket.wait(0.0, rate, now), Duration::from_secs(4));
    }
}

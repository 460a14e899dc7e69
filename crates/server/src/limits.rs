//! Quotas: how much a visitor may ask for, and how much all visitors of one address together, so that a dropped cookie
//! brings nothing.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::clients::{ClientAddress, LastAddresses};
use crate::messages;
use crate::problem::Problem;
use crate::token_bucket::{Rate, TokenBucket};

/// What a visitor may ask for, and what the server carries.
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
    /// How many visitors one address counts as, whatever their number: a school or an office has one address.
    pub visitors_per_address: f64,
    /// Requests from one address at once, and a second for long.
    pub requests_burst: f64,
    /// Requests a second from one address for long.
    pub requests_rate: f64,
    /// Live connections from one address.
    pub connections_per_address: usize,
    /// Live connections in all.
    pub connections: usize,
    /// Games that are open at once. No new game begins beyond three quarters of it.
    pub rooms: usize,
    /// Analyses that may wait for a thread.
    pub waiting_analyses: usize,
    /// Analyses of one visitor that may wait for a thread.
    pub waiting_analyses_of_visitor: usize,
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
            visitors_per_address: 4.0,
            requests_burst: 600.0,
            requests_rate: 50.0,
            connections_per_address: 200,
            connections: 10_000,
            rooms: 4_000,
            waiting_analyses: 60,
            waiting_analyses_of_visitor: 8,
            engine_memory_mib: 1024,
        }
    }
}

/// Beyond this many buckets the full ones are dropped.
const MANY: usize = 10_000;
/// Beyond this many buckets all are dropped: a flood of addresses must not fill the memory.
const TOO_MANY: usize = 500_000;

/// The buckets of all visitors and addresses.
pub(crate) struct Limits {
    quotas: Quotas,
    addresses: Mutex<LastAddresses>,
    games: Quota,
    engine: Quota,
    requests: Mutex<Buckets<ClientAddress>>,
    connections: Mutex<Connections>,
}

impl Limits {
    pub(crate) fn new(quotas: Quotas) -> Self {
        let quota = |burst, rate| Quota::new(Rate { burst, rate }, quotas.visitors_per_address);
        Self {
            quotas,
            addresses: Mutex::default(),
            games: quota(quotas.games_burst, quotas.games_rate),
            engine: quota(quotas.engine_burst, quotas.engine_rate),
            requests: Mutex::new(Buckets::new(Rate { burst: quotas.requests_burst, rate: quotas.requests_rate })),
            connections: Mutex::default(),
        }
    }

    pub(crate) fn quotas(&self) -> &Quotas {
        &self.quotas
    }

    /// Refuses an address that sends too many requests.
    pub(crate) fn check_requests(&self, address: ClientAddress) -> Result<(), Problem> {
        let taken = lock(&self.requests).take(&address, 1.0, Instant::now());
        taken.map_err(|wait| Problem::too_many(wait, messages::too_many_requests))
    }

    /// Remembers where a visitor is. What the visitor uses is counted there, too.
    pub(crate) fn remember_address(&self, visitor: &str, address: ClientAddress) {
        lock(&self.addresses).put(visitor, address);
    }

    /// Where a visitor came from last; `None` for this machine, and for visitors of before a restart.
    pub(crate) fn address_of(&self, visitor: &str) -> Option<ClientAddress> {
        lock(&self.addresses).get(visitor)
    }

    /// Whose turn it is when a visitor's jobs are: that of the address, where it is known.
    pub(crate) fn payer(&self, visitor: &str) -> String {
        self.address_of(visitor).map_or_else(|| visitor.to_owned(), |address| address.to_string())
    }

    /// Whether two visitors are the same, or come from the same address.
    pub(crate) fn is_same_client(&self, one: &str, other: &str) -> bool {
        one == other || self.address_of(one).is_some_and(|address| self.address_of(other) == Some(address))
    }

    /// Counts a game that a visitor makes; refuses one too many.
    pub(crate) fn make_game(&self, visitor: &str) -> Result<(), Problem> {
        let taken = self.games.take(visitor, self.address_of(visitor), 1.0, Instant::now());
        taken.map_err(|wait| Problem::too_many(wait, messages::too_many_games))
    }

    /// Counts engine time that was used.
    pub(crate) fn charge_engine(&self, visitor: &str, time: Duration) {
        self.engine.spend(visitor, self.address_of(visitor), time.as_secs_f64(), Instant::now());
    }

    /// How long a visitor must wait until an engine works for them again.
    pub(crate) fn engine_wait(&self, visitor: &str) -> Duration {
        self.engine.wait(visitor, self.address_of(visitor), Instant::now())
    }

    /// Refuses a visitor who has used up the engine time.
    pub(crate) fn check_engine(&self, visitor: &str) -> Result<(), Problem> {
        match self.engine_wait(visitor) {
            Duration::ZERO => Ok(()),
            wait => Err(Problem::too_many(wait, messages::engine_time)),
        }
    }

    /// Counts a live connection until the answer is dropped; refuses one too many.
    pub(crate) fn connect(self: &Arc<Self>, visitor: &str) -> Result<ConnectionCount, Problem> {
        let address = self.address_of(visitor);
        let mut connections = lock(&self.connections);
        let own = address.map_or(0, |address| connections.of_address.get(&address).copied().unwrap_or(0));
        if own >= self.quotas.connections_per_address {
            return Err(Problem::too_many(FULL, |_| messages::too_many_connections()));
        }
        if connections.all >= self.quotas.connections {
            return Err(Problem::busy(FULL));
        }
        connections.all += 1;
        if let Some(address) = address {
            *connections.of_address.entry(address).or_default() += 1;
        }
        Ok(ConnectionCount { limits: Arc::clone(self), address })
    }

    /// How many live connections there are.
    pub(crate) fn connections(&self) -> usize {
        lock(&self.connections).all
    }
}

/// How long to wait where nobody knows when there will be room.
pub(crate) const FULL: Duration = Duration::from_secs(20);

/// The live connections.
#[derive(Default)]
struct Connections {
    all: usize,
    of_address: HashMap<ClientAddress, usize>,
}

/// A live connection that counts.
pub(crate) struct ConnectionCount {
    limits: Arc<Limits>,
    address: Option<ClientAddress>,
}

impl Drop for ConnectionCount {
    fn drop(&mut self) {
        let mut connections = lock(&self.limits.connections);
        connections.all -= 1;
        let Some(address) = self.address else { return };
        if let Some(count) = connections.of_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                connections.of_address.remove(&address);
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a visitor spends, and what an address spends.
struct Quota {
    visitors: Mutex<Buckets<String>>,
    addresses: Mutex<Buckets<ClientAddress>>,
}

impl Quota {
    fn new(rate: Rate, visitors_per_address: f64) -> Self {
        let shared = Rate { burst: rate.burst * visitors_per_address, rate: rate.rate * visitors_per_address };
        Self { visitors: Mutex::new(Buckets::new(rate)), addresses: Mutex::new(Buckets::new(shared)) }
    }

    fn spend(&self, visitor: &str, address: Option<ClientAddress>, amount: f64, now: Instant) {
        lock(&self.visitors).spend(&visitor.to_owned(), amount, now);
        if let Some(address) = address {
            lock(&self.addresses).spend(&address, amount, now);
        }
    }

    /// Spends from both buckets or from none.
    fn take(&self, visitor: &str, address: Option<ClientAddress>, amount: f64, now: Instant) -> Result<(), Duration> {
        let mut addresses = lock(&self.addresses);
        if let Some(wait) = address.map(|address| addresses.wait(&address, amount, now)).filter(|wait| !wait.is_zero())
        {
            return Err(wait);
        }
        lock(&self.visitors).take(&visitor.to_owned(), amount, now)?;
        if let Some(address) = address {
            addresses.spend(&address, amount, now);
        }
        Ok(())
    }

    /// How long until nothing is owed any more.
    fn wait(&self, visitor: &str, address: Option<ClientAddress>, now: Instant) -> Duration {
        let own = lock(&self.visitors).wait(&visitor.to_owned(), 0.0, now);
        own.max(address.map_or(Duration::ZERO, |address| lock(&self.addresses).wait(&address, 0.0, now)))
    }
}

/// A token bucket for each of many. One that is not here is full.
struct Buckets<K> {
    rate: Rate,
    all: HashMap<K, TokenBucket>,
    /// Beyond this many the full ones are dropped.
    prune_at: usize,
}

impl<K: Clone + Eq + Hash> Buckets<K> {
    fn new(rate: Rate) -> Self {
        Self { rate, all: HashMap::new(), prune_at: MANY }
    }

    fn bucket(&self, key: &K, now: Instant) -> TokenBucket {
        self.all.get(key).copied().unwrap_or_else(|| TokenBucket::full(self.rate, now))
    }

    fn put(&mut self, key: &K, bucket: TokenBucket, now: Instant) {
        self.all.insert(key.clone(), bucket);
        if self.all.len() <= self.prune_at {
            return;
        }
        let rate = self.rate;
        self.all.retain(|_, bucket| !bucket.is_full(rate, now));
        if self.all.len() > TOO_MANY {
            self.all.clear();
        }
        // It grows by as much again before it is looked through once more.
        self.prune_at = (2 * self.all.len()).max(MANY);
    }

    fn spend(&mut self, key: &K, amount: f64, now: Instant) {
        let mut bucket = self.bucket(key, now);
        bucket.spend(amount, self.rate, now);
        self.put(key, bucket, now);
    }

    fn take(&mut self, key: &K, amount: f64, now: Instant) -> Result<(), Duration> {
        let mut bucket = self.bucket(key, now);
        bucket.take(amount, self.rate, now)?;
        self.put(key, bucket, now);
        Ok(())
    }

    /// How long until so much is there.
    fn wait(&self, key: &K, amount: f64, now: Instant) -> Duration {
        self.bucket(key, now).wait(amount, self.rate, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visitors_do_not_share_a_bucket() {
        let mut buckets = Buckets::new(Rate { burst: 1.0, rate: 0.5 });
        let now = Instant::now();
        assert!(buckets.take(&"a", 1.0, now).is_ok() && buckets.take(&"b", 1.0, now).is_ok());
        assert_eq!(buckets.take(&"a", 1.0, now), Err(Duration::from_secs(2)));
        buckets.spend(&"b", 1.0, now);
        assert_eq!(
            (buckets.wait(&"a", 0.0, now), buckets.wait(&"b", 0.0, now)),
            (Duration::ZERO, Duration::from_secs(2))
        );
    }

    #[test]
    fn a_flood_of_visitors_does_not_fill_the_memory() {
        let mut buckets = Buckets::new(Rate { burst: 1.0, rate: 1e-9 });
        let now = Instant::now();
        for number in 0..3 * TOO_MANY {
            buckets.spend(&number, 1.0, now);
        }
        assert!(buckets.all.len() <= 2 * TOO_MANY, "{}", buckets.all.len());
    }

    fn address(text: &str) -> ClientAddress {
        crate::clients::tests::address(text)
    }

    #[test]
    fn a_dropped_cookie_brings_nothing() {
        let limits =
            Limits::new(Quotas { games_burst: 2.0, games_rate: 1e-6, visitors_per_address: 1.5, ..Quotas::default() });
        let home = address("192.0.2.1");
        let make = |visitor: &str, address| {
            limits.remember_address(visitor, address);
            limits.make_game(visitor).is_ok()
        };
        let made = ["a", "b", "c", "d"].map(|visitor| make(visitor, home));
        assert_eq!(made, [true, true, true, false], "three games from one address");
        assert!(make("e", address("192.0.2.2")), "elsewhere there are others");
        assert!(make("d", address("192.0.2.3")), "nothing was taken from the one who was refused");
    }

    #[test]
    fn engine_time_is_owed_by_the_address_too() {
        let limits = Limits::new(Quotas { engine_burst: 1.0, engine_rate: 1.0, ..Quotas::default() });
        for visitor in ["a", "b"] {
            limits.remember_address(visitor, address("2001:db8::1"));
        }
        limits.charge_engine("a", Duration::from_secs(10));
        assert!(limits.check_engine("a").is_err() && limits.check_engine("b").is_err());
        assert!(limits.check_engine("c").is_ok(), "who is at this machine has a bucket of their own only");
    }

    #[test]
    fn connections_are_counted_until_they_end() {
        let limits = Arc::new(Limits::new(Quotas { connections: 3, connections_per_address: 2, ..Quotas::default() }));
        limits.remember_address("a", address("192.0.2.1"));
        let first = limits.connect("a").ok().unwrap();
        let second = limits.connect("a").ok().unwrap();
        assert!(limits.connect("a").is_err());
        let third = limits.connect("b").ok().unwrap();
        assert!(limits.connect("c").is_err(), "the server is full");
        drop((first, third));
        assert!(limits.connect("a").is_ok() && limits.connections() == 1);
        drop(second);
        assert!(lock(&limits.connections).of_address.is_empty());
    }
}

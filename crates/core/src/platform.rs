//! What differs between machines: the clock, threads, and files that are part of the program.
//!
//! In a browser the program has no clock, no threads and no files: who starts it there gives it a `Host`.

use std::panic::resume_unwind;
use std::thread;
#[cfg(not(target_arch = "wasm32"))]
pub use std::time::Instant;

#[cfg(target_arch = "wasm32")]
pub use host::{Host, Instant, read_file, set_host};

/// Milliseconds since 1970.
#[cfg(not(target_arch = "wasm32"))]
pub fn now_ms() -> i64 {
    use std::time::{SystemTime, UNIX_EPOCH};
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// Milliseconds since 1970.
#[cfg(target_arch = "wasm32")]
pub fn now_ms() -> i64 {
    host::read_clock().as_millis() as i64
}

/// Threads that can run at once: one where the program cannot start any.
pub fn max_threads() -> usize {
    if cfg!(target_arch = "wasm32") { 1 } else { usize::MAX }
}

/// What a thread of [`run_together`] does.
pub type Task<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Runs `own` on this thread and each of the others on a thread of its own, and returns when all have ended. A panic of one of
/// them is passed on.
///
/// Tasks are boxed, so that starting threads is compiled once, and not once for each game and search.
pub fn run_together<'a>(own: Box<dyn FnOnce() + 'a>, others: Vec<Task<'a>>) {
    thread::scope(|scope| {
        let running: Vec<_> = others.into_iter().map(|task| scope.spawn(task)).collect();
        own();
        for thread in running {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}

#[cfg(target_arch = "wasm32")]
mod host {
    use std::collections::BTreeMap;
    use std::ops::{Add, AddAssign, Sub};
    use std::sync::{Mutex, OnceLock, PoisonError};
    use std::time::Duration;

    static HOST: OnceLock<Host> = OnceLock::new();
    static FILES: Mutex<BTreeMap<String, &'static [u8]>> = Mutex::new(BTreeMap::new());

    /// What the program in a browser is given.
    #[derive(Clone, Copy, Debug)]
    pub struct Host {
        /// Milliseconds since 1970; never runs backwards.
        pub clock: fn() -> f64,
        /// The content of a file, by a relative path; `None` if it cannot be had now.
        pub read_file: fn(&str) -> Option<Vec<u8>>,
    }

    /// Sets the host, once at the start.
    pub fn set_host(host: Host) {
        let _ = HOST.set(host);
    }

    /// A file that is part of the program but comes later, when it is needed. It stays in memory.
    pub fn read_file(path: &str) -> Option<&'static [u8]> {
        let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = files.get(path) {
            return Some(bytes);
        }
        let bytes: &'static [u8] = (HOST.get()?.read_file)(path)?.leak();
        files.insert(path.to_owned(), bytes);
        Some(bytes)
    }

    pub(super) fn read_clock() -> Duration {
        Duration::from_secs_f64(HOST.get().map_or(0.0, |host| (host.clock)().max(0.0)) / 1000.0)
    }

    /// A moment, as `std::time::Instant` where there is one.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// The present moment.
        pub fn now() -> Self {
            Self(read_clock())
        }

        /// The time since this moment.
        pub fn elapsed(&self) -> Duration {
            Self::now().duration_since(*self)
        }

        /// The time since an earlier moment; none if it is later.
        pub fn duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The time since an earlier moment; none if it is later.
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.duration_since(earlier)
        }

        /// A later moment; `None` if it is too late to be told.
        pub fn checked_add(&self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Self)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, time: Duration) -> Self {
            Self(self.0 + time)
        }
    }

    impl AddAssign<Duration> for Instant {
        fn add_assign(&mut self, time: Duration) {
            self.0 += time;
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Self) -> Duration {
            self.duration_since(earlier)
        }
    }
}

//! The time. In a browser the program has no clock of its own: who starts it there gives it one.

#[cfg(not(target_arch = "wasm32"))]
pub use std::time::Instant;

#[cfg(target_arch = "wasm32")]
pub use browser::{Instant, set_clock};

/// Milliseconds since 1970.
#[cfg(not(target_arch = "wasm32"))]
pub fn now_ms() -> i64 {
    use std::time::{SystemTime, UNIX_EPOCH};
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// Milliseconds since 1970.
#[cfg(target_arch = "wasm32")]
pub fn now_ms() -> i64 {
    browser::read().as_millis() as i64
}

/// Threads that can run at once: one where the program cannot start any.
pub fn max_threads() -> usize {
    if cfg!(target_arch = "wasm32") { 1 } else { usize::MAX }
}

#[cfg(target_arch = "wasm32")]
mod browser {
    use std::ops::{Add, AddAssign, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> f64> = OnceLock::new();

    /// Sets the clock, once at the start: it tells the milliseconds since 1970, and never runs backwards.
    pub fn set_clock(clock: fn() -> f64) {
        let _ = CLOCK.set(clock);
    }

    pub(super) fn read() -> Duration {
        Duration::from_secs_f64(CLOCK.get().map_or(0.0, |clock| clock().max(0.0)) / 1000.0)
    }

    /// A moment, as `std::time::Instant` where there is one.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// The present moment.
        pub fn now() -> Self {
            Self(read())
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

//! The stop flags of a solver, set by a thread that watches the time. Where there are no threads, reading a flag looks at the
//! clock from time to time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quevedo_search::time::Timer;

use crate::solving::StopFlags;

/// When each flag of [`StopFlags`] is set.
#[derive(Clone, Copy)]
pub(crate) struct Deadlines {
    pub(crate) soft: Duration,
    pub(crate) hard: Duration,
    pub(crate) over: Duration,
}

/// Whether a flag is set.
#[inline]
pub(crate) fn is_set(flag: &AtomicBool) -> bool {
    #[cfg(target_arch = "wasm32")]
    polled::poll();
    flag.load(Ordering::Relaxed)
}

/// Runs a solver under deadlines.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn run(deadlines: Deadlines, timer: Timer, stop_request: &AtomicBool, solve: &mut dyn FnMut(StopFlags<'_>)) {
    /// How often the timer thread checks the limits.
    const POLL_INTERVAL: Duration = Duration::from_millis(2);
    let [soft, hard, over, done] = [const { AtomicBool::new(false) }; 4];
    std::thread::scope(|scope| {
        let timer_thread = scope.spawn(|| {
            let is_over = |time| timer.elapsed() >= time || stop_request.load(Ordering::Relaxed);
            let deadlines_of = [(&soft, deadlines.soft), (&hard, deadlines.hard), (&over, deadlines.over)];
            let is_waiting = || deadlines_of.iter().any(|(flag, _)| !flag.load(Ordering::Relaxed));
            while !done.load(Ordering::Relaxed) && is_waiting() {
                for (flag, time) in deadlines_of {
                    flag.store(is_over(time), Ordering::Relaxed);
                }
                std::thread::park_timeout(POLL_INTERVAL.min(deadlines.soft));
            }
        });
        solve(StopFlags { soft: &soft, hard: &hard, over: &over });
        done.store(true, Ordering::Relaxed);
        timer_thread.thread().unpark();
    });
}

/// Runs a solver under deadlines. Nobody can set the stop request while it runs.
#[cfg(target_arch = "wasm32")]
pub(crate) fn run(
    deadlines: Deadlines,
    timer: Timer,
    _stop_request: &AtomicBool,
    solve: &mut dyn FnMut(StopFlags<'_>),
) {
    polled::begin(deadlines, timer);
    solve(polled::flags());
    polled::end();
}

#[cfg(target_arch = "wasm32")]
mod polled {
    use std::cell::Cell;
    use std::sync::atomic::{AtomicBool, Ordering};

    use quevedo_search::time::Timer;

    use super::Deadlines;
    use crate::solving::StopFlags;

    /// How many reads of a flag there are to one of the clock.
    const READS: u32 = 256;

    static FLAGS: [AtomicBool; 3] = [const { AtomicBool::new(false) }; 3];

    thread_local! {
        static RUNNING: Cell<Option<(Deadlines, Timer)>> = const { Cell::new(None) };
        static COUNT: Cell<u32> = const { Cell::new(0) };
    }

    pub(super) fn begin(deadlines: Deadlines, timer: Timer) {
        FLAGS.iter().for_each(|flag| flag.store(false, Ordering::Relaxed));
        RUNNING.set(Some((deadlines, timer)));
    }

    pub(super) fn end() {
        RUNNING.set(None);
    }

    pub(super) fn flags() -> StopFlags<'static> {
        StopFlags { soft: &FLAGS[0], hard: &FLAGS[1], over: &FLAGS[2] }
    }

    pub(super) fn poll() {
        COUNT.set(COUNT.get().wrapping_add(1));
        let Some((deadlines, timer)) = RUNNING.get().filter(|_| COUNT.get() % READS == 0) else { return };
        let elapsed = timer.elapsed();
        for (flag, time) in FLAGS.iter().zip([deadlines.soft, deadlines.hard, deadlines.over]) {
            flag.store(elapsed >= time, Ordering::Relaxed);
        }
    }
}

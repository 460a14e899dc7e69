//! Long calls: the work runs on a thread of its own, so that the interpreter is free and Ctrl-C is heard.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often signals are looked at.
const INTERVAL: Duration = Duration::from_millis(50);

/// Does the work without the interpreter. When a signal raises an exception, `stop` is set, and the exception is the result.
pub(crate) fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&Arc<AtomicBool>) -> T + Send) -> PyResult<T> {
    interruptible_for(py, None, work)
}

/// The same; `stop` is set when the time is over, too.
pub(crate) fn interruptible_for<T: Send>(
    py: Python<'_>,
    limit: Option<Duration>,
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send,
) -> PyResult<T> {
    let begin = Instant::now();
    let stop = Arc::new(AtomicBool::new(false));
    thread::scope(|scope| {
        let (sender, mut receiver) = mpsc::sync_channel(1);
        let flag = &stop;
        scope.spawn(move || sender.send(catch_unwind(AssertUnwindSafe(|| work(flag)))));
        loop {
            let left = limit.map(|limit| limit.saturating_sub(begin.elapsed()));
            if left.is_some_and(|left| left.is_zero()) {
                stop.store(true, Ordering::Relaxed);
            }
            // What is stopped ends soon.
            let interval = left.filter(|left| !left.is_zero()).map_or(INTERVAL, |left| left.min(INTERVAL));
            let received;
            (receiver, received) = py.detach(move || {
                let received = receiver.recv_timeout(interval);
                (receiver, received)
            });
            match received {
                Ok(Ok(result)) => return Ok(result),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(signal) = py.check_signals() {
                        stop.store(true, Ordering::Relaxed);
                        py.detach(move || receiver.recv().is_ok());
                        return Err(signal);
                    }
                }
                Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err(
                        "a fault inside of the program; its message is on standard error",
                    ));
                }
            }
        }
    })
}

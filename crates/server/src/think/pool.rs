//! The threads that think.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;

use super::Priority;
use super::queue::Queue;
use crate::limits::Limits;

/// Something to think about.
pub(crate) struct Job {
    /// The visitor for whom it is done, who pays for it with engine time.
    pub(crate) who: String,
    pub(crate) priority: Priority,
    /// After this time it is stopped.
    pub(crate) limit: Duration,
    /// Set by anyone at any time: come to an end.
    pub(crate) stop: Arc<AtomicBool>,
    /// What is done. It must heed the flag.
    pub(crate) work: Box<dyn FnOnce(&AtomicBool) + Send>,
}

/// A bounded number of threads that think.
#[derive(Clone)]
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
    /// Studies that may run at once: one thread is always there for the games.
    most_studies: usize,
    limits: Arc<Limits>,
    runtime: Handle,
}

#[derive(Default)]
struct State {
    queue: Queue<Job>,
    studies: usize,
    running: Vec<Arc<AtomicBool>>,
    closed: bool,
}

impl Pool {
    /// Starts the threads, one for each core and at least two.
    pub(crate) fn start(limits: Arc<Limits>) -> Self {
        let threads = thread::available_parallelism().map_or(2, usize::from).max(2);
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            wake: Condvar::new(),
            most_studies: threads - 1,
            limits,
            runtime: Handle::current(),
        });
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            let builder = thread::Builder::new().name(format!("thinker {number}")).stack_size(16 << 20);
            builder.spawn(move || shared.serve()).expect("a thread can be started");
        }
        Self { shared }
    }

    /// Puts a job into the queue.
    pub(crate) fn submit(&self, job: Job) {
        let mut state = self.shared.lock();
        let (who, priority) = (job.who.clone(), job.priority);
        state.queue.push(&who, priority, job);
        drop(state);
        self.shared.wake.notify_one();
    }

    /// Stops everything. Jobs that wait are dropped.
    pub(crate) fn close(&self) {
        let mut state = self.shared.lock();
        state.closed = true;
        state.queue = Queue::default();
        for stop in &state.running {
            stop.store(true, Ordering::Relaxed);
        }
        drop(state);
        self.shared.wake.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The life of a thread.
    fn serve(&self) {
        while let Some((priority, job)) = self.next() {
            let stop = Arc::clone(&job.stop);
            self.run(job);
            let mut state = self.lock();
            state.running.retain(|flag| !Arc::ptr_eq(flag, &stop));
            if priority == Priority::Study {
                state.studies -= 1;
                drop(state);
                self.wake.notify_one();
            }
        }
    }

    fn next(&self) -> Option<(Priority, Job)> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            let may_study = state.studies < self.most_studies;
            if let Some((priority, job)) = state.queue.pop(may_study) {
                state.studies += usize::from(priority == Priority::Study);
                state.running.push(Arc::clone(&job.stop));
                return Some((priority, job));
            }
            state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn run(&self, job: Job) {
        let begin = Instant::now();
        let (stop, limit) = (Arc::clone(&job.stop), job.limit);
        let alarm = self.runtime.spawn(async move {
            tokio::time::sleep(limit).await;
            stop.store(true, Ordering::Relaxed);
        });
        // Whoever waits for a job that panicked sees its end of the channel close.
        if catch_unwind(AssertUnwindSafe(|| (job.work)(&job.stop))).is_err() {
            eprintln!("error: a thinker failed");
        }
        alarm.abort();
        self.limits.charge_engine(&job.who, begin.elapsed());
    }
}

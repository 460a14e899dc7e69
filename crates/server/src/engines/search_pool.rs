//! The worker pool on which engines search.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;

use super::Priority;
use super::job_queue::JobQueue;
use crate::limits::Limits;

/// A search, or several.
pub(crate) struct Job {
    /// The visitor whose engine time it uses.
    pub(crate) visitor: String,
    pub(crate) priority: Priority,
    /// After this time it is stopped.
    pub(crate) limit: Duration,
    /// Stops it when it is set.
    pub(crate) stop: Arc<AtomicBool>,
    /// The work. It must obey the stop flag.
    pub(crate) work: Box<dyn FnOnce(&AtomicBool) + Send>,
}

/// A bounded number of threads that run jobs.
#[derive(Clone)]
pub(crate) struct SearchPool {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
    /// Analyses that may run at once. One thread is always left for the moves of games.
    max_analyses: usize,
    limits: Arc<Limits>,
    runtime: Handle,
}

#[derive(Default)]
struct State {
    queue: JobQueue<Job>,
    analyses: usize,
    running: Vec<Arc<AtomicBool>>,
    closed: bool,
}

impl SearchPool {
    /// Starts the threads, one for each core and at least two.
    pub(crate) fn start(limits: Arc<Limits>) -> Self {
        let threads = thread::available_parallelism().map_or(2, usize::from).max(2);
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            wake: Condvar::new(),
            max_analyses: threads - 1,
            limits,
            runtime: Handle::current(),
        });
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            let builder = thread::Builder::new().name(format!("search {number}")).stack_size(16 << 20);
            builder.spawn(move || shared.work()).expect("a thread can be started");
        }
        Self { shared }
    }

    /// Puts a job into the queue.
    pub(crate) fn submit(&self, job: Job) {
        let mut state = self.shared.lock();
        let (visitor, priority) = (job.visitor.clone(), job.priority);
        state.queue.push(&visitor, priority, job);
        drop(state);
        self.shared.wake.notify_one();
    }

    /// Stops everything. Jobs that wait are dropped.
    pub(crate) fn close(&self) {
        let mut state = self.shared.lock();
        state.closed = true;
        state.queue = JobQueue::default();
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

    /// Runs jobs until the pool is closed.
    fn work(&self) {
        while let Some((priority, job)) = self.next() {
            let stop = Arc::clone(&job.stop);
            self.run(job);
            let mut state = self.lock();
            state.running.retain(|flag| !Arc::ptr_eq(flag, &stop));
            if priority == Priority::Analysis {
                state.analyses -= 1;
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
            let allow_analysis = state.analyses < self.max_analyses;
            if let Some((priority, job)) = state.queue.pop(allow_analysis) {
                state.analyses += usize::from(priority == Priority::Analysis);
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
        // The caller of a job that panicked sees its end of the channel close, or gets an empty answer.
        if catch_unwind(AssertUnwindSafe(|| (job.work)(&job.stop))).is_err() {
            eprintln!("error: a search failed");
        }
        alarm.abort();
        self.limits.charge_engine(&job.visitor, begin.elapsed());
    }
}

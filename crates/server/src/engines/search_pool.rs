//! The worker pool on which engines search.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::histogram::Histogram;
use tokio::runtime::Handle;

use super::Priority;
use super::job_queue::JobQueue;
use crate::limits::Limits;
use crate::metrics::{self, Metrics};
use crate::problem::Problem;

/// How much the last search counts in the mean time of a search.
const NEWEST: f64 = 0.1;
/// The mean before the first search, in seconds.
const FIRST_MEAN: f64 = 2.0;
/// Nobody is told to wait longer.
const LONGEST_WAIT: Duration = Duration::from_mins(2);

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
    threads: usize,
    /// Analyses that may run at once. One thread is always left for the moves of games.
    max_analyses: usize,
    limits: Arc<Limits>,
    runtime: Handle,
    times: Histogram,
    panics: Counter,
}

struct State {
    queue: JobQueue<Job>,
    analyses: usize,
    running: Vec<Arc<AtomicBool>>,
    /// The mean time of a search, in seconds.
    mean: f64,
    closed: bool,
}

/// What the pool has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PoolLoad {
    pub(crate) waiting: usize,
    pub(crate) running: usize,
}

impl SearchPool {
    /// Starts the threads, one for each core and at least two.
    pub(crate) fn start(limits: Arc<Limits>) -> Self {
        let threads = thread::available_parallelism().map_or(2, usize::from).max(2);
        let shared = Arc::new(Shared {
            state: Mutex::new(State {
                queue: JobQueue::default(),
                analyses: 0,
                running: Vec::new(),
                mean: FIRST_MEAN,
                closed: false,
            }),
            threads,
            wake: Condvar::new(),
            max_analyses: threads - 1,
            limits,
            runtime: Handle::current(),
            times: metrics::seconds(),
            panics: Counter::default(),
        });
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            let builder = thread::Builder::new().name(format!("search {number}")).stack_size(16 << 20);
            builder.spawn(move || shared.work()).expect("a thread can be started");
        }
        Self { shared }
    }

    /// Shows what the pool counts.
    pub(crate) fn register(&self, metrics: &mut Metrics) {
        metrics.register("search_seconds", "Time of searches", self.shared.times.clone());
        metrics.register("search_panics", "Searches that panicked", self.shared.panics.clone());
    }

    /// Puts an analysis into the queue; refuses one too many.
    pub(crate) fn submit(&self, job: Job) -> Result<(), Problem> {
        let payer = self.shared.limits.payer(&job.visitor);
        let state = self.shared.lock();
        self.shared.check_room(&state, &payer)?;
        self.shared.push(state, &payer, job);
        Ok(())
    }

    /// Puts the search of a move into the queue. None is refused: its game is open already, and open games are counted.
    pub(crate) fn submit_move(&self, job: Job) {
        let payer = self.shared.limits.payer(&job.visitor);
        self.shared.push(self.shared.lock(), &payer, job);
    }

    /// Refuses a new game with a machine while too many jobs wait.
    pub(crate) fn check_moves(&self) -> Result<(), Problem> {
        let state = self.shared.lock();
        let wait = self.shared.wait(&state);
        if wait >= LONGEST_WAIT { Err(Problem::busy(wait)) } else { Ok(()) }
    }

    /// What the pool has to do.
    pub(crate) fn load(&self) -> PoolLoad {
        let state = self.shared.lock();
        PoolLoad { waiting: state.queue.len(), running: state.running.len() }
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

    fn push(&self, mut state: MutexGuard<'_, State>, payer: &str, job: Job) {
        state.queue.push(payer, job.priority, job);
        drop(state);
        self.wake.notify_one();
    }

    /// Refuses an analysis while too many wait, of all visitors or of this one.
    fn check_room(&self, state: &State, payer: &str) -> Result<(), Problem> {
        let quotas = self.limits.quotas();
        let is_full = state.queue.analyses() >= quotas.waiting_analyses
            || state.queue.analyses_of(payer) >= quotas.waiting_analyses_of_visitor;
        if is_full { Err(Problem::busy(self.wait(state))) } else { Ok(()) }
    }

    /// About how long until a job that comes now is begun.
    fn wait(&self, state: &State) -> Duration {
        let seconds = state.queue.len() as f64 * state.mean / self.threads as f64;
        Duration::from_secs_f64(seconds.ceil()).min(LONGEST_WAIT)
    }

    /// Runs jobs until the pool is closed.
    fn work(&self) {
        while let Some((priority, job)) = self.next() {
            let stop = Arc::clone(&job.stop);
            let time = self.run(job);
            let mut state = self.lock();
            state.mean += NEWEST * (time.as_secs_f64() - state.mean);
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

    fn run(&self, job: Job) -> Duration {
        let begin = Instant::now();
        let (stop, limit) = (Arc::clone(&job.stop), job.limit);
        let alarm = self.runtime.spawn(async move {
            tokio::time::sleep(limit).await;
            stop.store(true, Ordering::Relaxed);
        });
        // The caller of a job that panicked sees its end of the channel close, or gets an empty answer.
        if catch_unwind(AssertUnwindSafe(|| (job.work)(&job.stop))).is_err() {
            self.panics.inc();
            tracing::error!("a search panicked");
        }
        alarm.abort();
        let time = begin.elapsed();
        self.times.observe(time.as_secs_f64());
        self.limits.charge_engine(&job.visitor, time);
        time
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::limits::Quotas;

    fn analysis(visitor: &str, work: impl FnOnce(&AtomicBool) + Send + 'static) -> Job {
        Job {
            visitor: visitor.into(),
            priority: Priority::Analysis,
            limit: Duration::from_mins(1),
            stop: Arc::default(),
            work: Box::new(work),
        }
    }

    #[tokio::test]
    async fn the_queue_has_an_end() {
        let quotas = Quotas { waiting_analyses: 5, waiting_analyses_of_visitor: 3, ..Quotas::default() };
        let pool = SearchPool::start(Arc::new(Limits::new(quotas)));
        let (begun, begins) = mpsc::channel();
        let gate = Arc::new(Mutex::new(()));
        let closed = gate.lock().unwrap();
        for _ in 0..pool.shared.max_analyses {
            let (begun, gate) = (begun.clone(), Arc::clone(&gate));
            let job = analysis("a", move |_| {
                begun.send(()).unwrap();
                drop(gate.lock());
            });
            assert!(pool.submit(job).is_ok());
            begins.recv().unwrap();
        }
        let refused: Vec<bool> =
            ["a", "a", "a", "a", "b", "b", "c"].map(|visitor| pool.submit(analysis(visitor, |_| {})).is_err()).to_vec();
        assert_eq!(refused, [false, false, false, true, false, false, true]);
        assert_eq!(pool.load(), PoolLoad { waiting: 5, running: pool.shared.max_analyses });
        let mv = Job { priority: Priority::Move, ..analysis("a", move |_| begun.send(()).unwrap()) };
        pool.submit_move(mv);
        begins.recv().unwrap();
        drop(closed);
        pool.close();
    }
}

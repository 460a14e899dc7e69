//! Those who play the games of a run: threads of this program, or workers elsewhere.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use crate::{EnginePool, GameJob, GameReport, MatchError, PlayedMove, play_game};

/// Jobs, in the order in which they are to be begun.
pub type Jobs<'a> = &'a mut (dyn Iterator<Item = Result<GameJob, MatchError>> + Send);
/// Told of every game that ends, in any order; may break the run off.
pub type Done<'a> = &'a mut dyn FnMut(GameJob, GameReport) -> ControlFlow<()>;

/// Those who play.
pub trait WorkerPool: Sync {
    /// Plays all jobs, and returns when the last has been told or the run has been broken off. Every job is told
    /// exactly once; after a stop some are not, and [`MatchError::Stopped`] says so.
    fn play(&self, jobs: Jobs<'_>, done: Done<'_>) -> Result<(), MatchError>;
}

/// Somebody who watches games while they are played; called on the threads that play them.
pub type Watch<'a> = &'a (dyn Fn(&GameJob, &PlayedMove) + Sync);

/// Threads of this program.
pub struct Threads<'a> {
    /// How many.
    pub count: usize,
    /// Set by anyone: give up the games that are being played. Set, too, when a run is broken off.
    pub stop: Arc<AtomicBool>,
    /// Told of every move.
    pub watch: Option<Watch<'a>>,
}

impl Threads<'_> {
    /// Threads that nobody watches or stops.
    pub fn new(count: usize) -> Self {
        Self { count, stop: Arc::default(), watch: None }
    }
}

type Played = Result<(GameJob, GameReport), MatchError>;

impl WorkerPool for Threads<'_> {
    fn play(&self, jobs: Jobs<'_>, done: Done<'_>) -> Result<(), MatchError> {
        let jobs = Mutex::new(jobs);
        thread::scope(|scope| {
            let (sender, games) = mpsc::channel();
            for _ in 0..self.count.max(1) {
                let sender = sender.clone();
                let jobs = &jobs;
                scope.spawn(move || self.work(jobs, &sender));
            }
            drop(sender);
            let ended = collect(&games, done);
            if !matches!(ended, Ok(ControlFlow::Continue(()))) {
                self.stop.store(true, Ordering::Relaxed);
            }
            ended.map(drop)
        })
    }
}

impl Threads<'_> {
    /// Plays the next job until there is none, one cannot be played, or nobody listens any more.
    fn work(&self, jobs: &Mutex<Jobs<'_>>, games: &mpsc::Sender<Played>) {
        let mut engines = EnginePool::new();
        loop {
            let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(job) = job else { return };
            let played = job.and_then(|job| self.play_job(job, &mut engines));
            let goes_on = played.is_ok();
            if games.send(played).is_err() || !goes_on {
                return;
            }
        }
    }

    fn play_job(&self, job: GameJob, engines: &mut EnginePool) -> Played {
        if self.stop.load(Ordering::Relaxed) {
            return Err(MatchError::Stopped);
        }
        let mut watch = |mv: &PlayedMove| self.watch.into_iter().for_each(|watch| watch(&job, mv));
        let report = play_game(&job, engines, &self.stop, &mut watch)?;
        Ok((job, report))
    }
}

fn collect(games: &mpsc::Receiver<Played>, done: Done<'_>) -> Result<ControlFlow<()>, MatchError> {
    let mut ended = Ok(ControlFlow::Continue(()));
    for played in games {
        match played {
            Ok((job, report)) => {
                if done(job, report).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            // Another thread may have come to the end of its game just before it heard the stop.
            Err(MatchError::Stopped) => ended = Err(MatchError::Stopped),
            Err(error) => return Err(error),
        }
    }
    ended
}

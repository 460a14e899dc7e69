//! Worker pools: they play the games of a run, on threads of this program or on other machines.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use quevedo_catalog::Catalog;
use quevedo_core::platform;

use crate::{EnginePool, GameJob, GameReport, MatchError, PlayedMove, play_game};

/// Jobs, in the order in which they are to be started.
pub type Jobs<'a> = &'a mut (dyn Iterator<Item = Result<GameJob, MatchError>> + Send);
/// Called with every finished game, in any order; may break off the run.
pub type OnGame<'a> = &'a mut dyn FnMut(GameJob, GameReport) -> ControlFlow<()>;
/// Called with every move, on the thread that plays the game.
pub type OnMove<'a> = &'a (dyn Fn(&GameJob, &PlayedMove) + Sync);

/// Plays jobs.
pub trait WorkerPool: Sync {
    /// Plays all jobs. Returns when the last one is reported or the run is broken off. Every job is reported exactly
    /// once; after a stop some are not, and the result is [`MatchError::Stopped`].
    fn play(&self, jobs: Jobs<'_>, on_game: OnGame<'_>) -> Result<(), MatchError>;
}

/// Threads of this program.
pub struct ThreadPool<'a> {
    /// The catalog that resolves the games of jobs.
    pub catalog: Catalog,
    /// The number of threads.
    pub threads: usize,
    /// Set it to abort the games in progress. It is also set when a run is broken off.
    pub stop: Arc<AtomicBool>,
    /// Called with every move.
    pub on_move: Option<OnMove<'a>>,
}

impl ThreadPool<'_> {
    /// A pool without callback, whose stop flag nothing sets.
    pub fn new(catalog: &Catalog, threads: usize) -> Self {
        Self { catalog: catalog.clone(), threads, stop: Arc::default(), on_move: None }
    }
}

type Played = Result<(GameJob, GameReport), MatchError>;

impl WorkerPool for ThreadPool<'_> {
    fn play(&self, jobs: Jobs<'_>, on_game: OnGame<'_>) -> Result<(), MatchError> {
        let jobs = Mutex::new(jobs);
        if platform::max_threads() == 1 {
            return self.play_here(&jobs, on_game);
        }
        thread::scope(|scope| {
            let (sender, games) = mpsc::channel();
            for _ in 0..self.threads.max(1) {
                let sender = sender.clone();
                let jobs = &jobs;
                scope.spawn(move || self.work(jobs, &sender));
            }
            drop(sender);
            let ended = collect(&games, on_game);
            if !matches!(ended, Ok(ControlFlow::Continue(()))) {
                self.stop.store(true, Ordering::Relaxed);
            }
            ended.map(drop)
        })
    }
}

impl ThreadPool<'_> {
    /// Plays everything on the thread of the caller.
    fn play_here(&self, jobs: &Mutex<Jobs<'_>>, on_game: OnGame<'_>) -> Result<(), MatchError> {
        let mut engines = EnginePool::new();
        let mut ended = Ok(ControlFlow::Continue(()));
        while matches!(ended, Ok(ControlFlow::Continue(()))) {
            let Some(job) = jobs.lock().unwrap_or_else(PoisonError::into_inner).next() else { break };
            let (sender, games) = mpsc::channel();
            let _ = sender.send(job.and_then(|job| self.play_job(job, &mut engines)));
            drop(sender);
            ended = collect(&games, on_game);
        }
        ended.map(drop)
    }

    /// Plays one job after the other until there is none left, one fails, or the receiver is gone.
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
        let mut on_move = |mv: &PlayedMove| self.on_move.into_iter().for_each(|on_move| on_move(&job, mv));
        let report = play_game(&self.catalog, &job, engines, &self.stop, &mut on_move)?;
        Ok((job, report))
    }
}

fn collect(games: &mpsc::Receiver<Played>, on_game: OnGame<'_>) -> Result<ControlFlow<()>, MatchError> {
    let mut ended = Ok(ControlFlow::Continue(()));
    for played in games {
        match played {
            Ok((job, report)) => {
                if on_game(job, report).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            // Another thread may have finished its game just before it read the stop flag.
            Err(MatchError::Stopped) => ended = Err(MatchError::Stopped),
            Err(error) => return Err(error),
        }
    }
    ended
}

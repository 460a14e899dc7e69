//! The threads of a worker.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quevedo_arena::{EnginePool, GameJob, GameReport, MatchError, play_game};
use quevedo_catalog::Catalog;
use tokio::sync::oneshot;

/// The result of a game, and its time.
pub(crate) type Played = (Result<GameReport, MatchError>, Duration);

/// A game for a thread.
struct Task {
    job: GameJob,
    stop: Arc<AtomicBool>,
    played: oneshot::Sender<Played>,
}

/// The threads. They end when this is dropped and their games are over.
pub(crate) struct GameThreads {
    tasks: Sender<Task>,
}

impl GameThreads {
    pub(crate) fn start(catalog: &Catalog, count: usize) -> Self {
        let (tasks, queue) = mpsc::channel();
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..count.max(1) {
            let (catalog, queue) = (catalog.clone(), Arc::clone(&queue));
            thread::spawn(move || work(&catalog, &queue));
        }
        Self { tasks }
    }

    /// Plays a game as soon as a thread is free.
    pub(crate) async fn play(&self, job: GameJob, stop: Arc<AtomicBool>) -> Played {
        let (played, result) = oneshot::channel();
        let stopped = || (Err(MatchError::Stopped), Duration::ZERO);
        if self.tasks.send(Task { job, stop, played }).is_err() {
            return stopped();
        }
        result.await.unwrap_or_else(|_| stopped())
    }
}

fn work(catalog: &Catalog, queue: &Mutex<Receiver<Task>>) {
    let mut engines = EnginePool::new();
    loop {
        let task = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Task { job, stop, played }) = task else { return };
        let begin = Instant::now();
        let game = catch_unwind(AssertUnwindSafe(|| play_game(catalog, &job, &mut engines, &stop, &mut |_| {})));
        let game = game.unwrap_or_else(|_| {
            engines = EnginePool::new();
            Err(MatchError::Queue { problem: "a player panicked: this is a bug of the program".into() })
        });
        // The receiver is gone when the worker ends; then the game is not needed.
        let _ = played.send((game, begin.elapsed()));
    }
}

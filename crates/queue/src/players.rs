//! The threads of a worker, which play one game after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quevedo_arena::{EnginePool, GameJob, GameReport, MatchError, play_game};
use tokio::sync::oneshot;

/// What came of a game, and how long it took.
pub(crate) type Played = (Result<GameReport, MatchError>, Duration);

/// A game for a thread.
struct Task {
    job: GameJob,
    stop: Arc<AtomicBool>,
    played: oneshot::Sender<Played>,
}

/// The threads; they end when this is dropped and their games are over.
pub(crate) struct Players {
    tasks: Sender<Task>,
}

impl Players {
    pub(crate) fn start(count: usize) -> Self {
        let (tasks, waiting) = mpsc::channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..count.max(1) {
            let waiting = Arc::clone(&waiting);
            thread::spawn(move || work(&waiting));
        }
        Self { tasks }
    }

    /// Plays a game as soon as a thread is free.
    pub(crate) async fn play(&self, job: GameJob, stop: Arc<AtomicBool>) -> Played {
        let (played, answer) = oneshot::channel();
        let gone = || (Err(MatchError::Stopped), Duration::ZERO);
        if self.tasks.send(Task { job, stop, played }).is_err() {
            return gone();
        }
        answer.await.unwrap_or_else(|_| gone())
    }
}

fn work(waiting: &Mutex<Receiver<Task>>) {
    let mut engines = EnginePool::new();
    loop {
        let task = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Task { job, stop, played }) = task else { return };
        let begin = Instant::now();
        let game = catch_unwind(AssertUnwindSafe(|| play_game(&job, &mut engines, &stop, &mut |_| {})));
        let game = game.unwrap_or_else(|_| {
            engines = EnginePool::new();
            Err(MatchError::Queue { problem: "a player broke down, which is a fault of the program".into() })
        });
        // Nobody may be listening any more; then nobody needs the game.
        let _ = played.send((game, begin.elapsed()));
    }
}

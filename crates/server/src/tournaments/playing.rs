//! The games of a tournament that are being played now.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use quevedo_arena::tournament::Plan;
use quevedo_arena::{GameJob, Jobs, MatchError, OnGame, PlayedMove, ThreadPool, WorkerPool};
use quevedo_catalog::{Catalog, Session};

use crate::wire::TournamentBoard;

/// So many boards are shown; more are more than one can follow.
const SHOWN: usize = 4;

/// The games being played now. Those who play note moves as text, which costs them nothing; boards are made for who
/// looks.
#[derive(Default)]
pub(crate) struct Boards {
    games: Mutex<BTreeMap<u64, Playing>>,
    version: AtomicU64,
}

struct Playing {
    job: GameJob,
    session: Option<Box<dyn Session>>,
    /// Moves that the session has not seen yet.
    unseen: Vec<String>,
    moved_at: Instant,
}

impl Boards {
    fn games(&self) -> MutexGuard<'_, BTreeMap<u64, Playing>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes with every move, and with every game that begins or ends.
    pub(crate) fn version(&self) -> u64 {
        self.version.load(Ordering::Relaxed)
    }

    fn changed(&self) {
        self.version.fetch_add(1, Ordering::Relaxed);
    }

    fn begin(&self, job: &GameJob) {
        let playing = Playing { job: job.clone(), session: None, unseen: Vec::new(), moved_at: Instant::now() };
        self.games().insert(job.number, playing);
        self.changed();
    }

    /// Somebody has moved.
    pub(super) fn moved(&self, job: &GameJob, mv: &PlayedMove) {
        if let Some(playing) = self.games().get_mut(&job.number) {
            playing.unseen.push(mv.mv.clone());
            playing.moved_at = Instant::now();
        }
        self.changed();
    }

    fn end(&self, number: u64) {
        self.games().remove(&number);
        self.changed();
    }

    /// How long the player that thinks longest has been thinking.
    pub(super) fn longest_thought(&self) -> Duration {
        self.games().values().map(|playing| playing.moved_at.elapsed()).max().unwrap_or_default()
    }

    /// The first few, as boards.
    pub(crate) fn show(&self, catalog: &Catalog, plan: &Plan) -> Vec<TournamentBoard> {
        self.games().values_mut().take(SHOWN).filter_map(|playing| playing.show(catalog, plan)).collect()
    }
}

impl Playing {
    fn show(&mut self, catalog: &Catalog, plan: &Plan) -> Option<TournamentBoard> {
        if self.session.is_none() {
            self.session = self.job.opening.open(catalog.find(&self.job.game).ok()?).ok();
        }
        let session = self.session.as_mut()?;
        for mv in self.unseen.drain(..) {
            session.play(&mv).ok()?;
        }
        Some(TournamentBoard {
            number: self.job.number + 1,
            players: names(plan, &self.job),
            turn: session.turn().into(),
            plies: session.history().len(),
            board: session.board().into(),
            last_move: session.history().last().map(|mv| mv.taps.clone()).unwrap_or_default(),
        })
    }
}

/// What the players of a job are called. One whose spec another has, too, is called by its spec: a job does not say which
/// of the two it is.
pub(super) fn names(plan: &Plan, job: &GameJob) -> [String; 2] {
    job.players.each_ref().map(|spec| {
        let mut same = plan.players.iter().filter(|player| player.spec == *spec);
        match (same.next(), same.next()) {
            (Some(player), None) => player.display_name(),
            _ => spec.to_string(),
        }
    })
}

/// Threads whose games are noted from their beginning to their end.
pub(super) struct Watched<'a> {
    pub(super) threads: ThreadPool<'a>,
    pub(super) boards: &'a Boards,
}

impl WorkerPool for Watched<'_> {
    fn play(&self, jobs: Jobs<'_>, done: OnGame<'_>) -> Result<(), MatchError> {
        let mut noted = jobs.inspect(|job| job.iter().for_each(|job| self.boards.begin(job)));
        let mut told = |job: GameJob, report| -> ControlFlow<()> {
            let number = job.number;
            let next = done(job, report);
            self.boards.end(number);
            next
        };
        self.threads.play(&mut noted, &mut told)
    }
}

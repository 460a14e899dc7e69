//! The games of a tournament that are being played now.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use quevedo_arena::tournament::Plan;
use quevedo_arena::{GameJob, Jobs, MatchError, OnGame, PlayedMove, ThreadPool, WorkerPool};
use quevedo_catalog::{Catalog, Session};

use crate::wire::{Board, TournamentBoard};

/// How many boards are shown: as many as a person can follow.
const MAX_SHOWN: usize = 4;

/// The games being played now. Workers add moves as text, which is cheap; boards are made when they are shown.
#[derive(Default)]
pub(crate) struct LiveBoards {
    games: Mutex<BTreeMap<u64, RunningGame>>,
    version: AtomicU64,
}

struct RunningGame {
    job: GameJob,
    session: Option<Box<dyn Session>>,
    /// Moves that the session does not have yet.
    new_moves: Vec<String>,
    moved_at: Instant,
}

impl LiveBoards {
    fn games(&self) -> MutexGuard<'_, BTreeMap<u64, RunningGame>> {
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
        let game = RunningGame { job: job.clone(), session: None, new_moves: Vec::new(), moved_at: Instant::now() };
        self.games().insert(job.number, game);
        self.changed();
    }

    /// Adds a move.
    pub(super) fn moved(&self, job: &GameJob, mv: &PlayedMove) {
        if let Some(game) = self.games().get_mut(&job.number) {
            game.new_moves.push(mv.mv.clone());
            game.moved_at = Instant::now();
        }
        self.changed();
    }

    fn end(&self, number: u64) {
        self.games().remove(&number);
        self.changed();
    }

    /// How long the longest search has been running.
    pub(super) fn longest_search(&self) -> Duration {
        self.games().values().map(|game| game.moved_at.elapsed()).max().unwrap_or_default()
    }

    /// The first few, as boards.
    pub(crate) fn show(&self, catalog: &Catalog, plan: &Plan) -> Vec<TournamentBoard> {
        self.games().values_mut().take(MAX_SHOWN).filter_map(|game| game.show(catalog, plan)).collect()
    }
}

impl RunningGame {
    fn show(&mut self, catalog: &Catalog, plan: &Plan) -> Option<TournamentBoard> {
        if self.session.is_none() {
            self.session = self.job.opening.open(catalog.find(&self.job.game).ok()?).ok();
        }
        let session = self.session.as_mut()?;
        for mv in self.new_moves.drain(..) {
            session.play(&mv).ok()?;
        }
        Some(TournamentBoard {
            number: self.job.number + 1,
            players: names(plan, &self.job),
            turn: session.turn().into(),
            plies: session.history().len(),
            board: Board::of(&**session),
            last_move: session.history().last().map(|mv| mv.taps.clone()).unwrap_or_default(),
        })
    }
}

/// The names of the players of a job. If two players have the same spec, the name is the spec: a job does not say which of
/// them it is.
pub(super) fn names(plan: &Plan, job: &GameJob) -> [String; 2] {
    job.players.each_ref().map(|spec| {
        let mut same = plan.players.iter().filter(|player| player.spec == *spec);
        match (same.next(), same.next()) {
            (Some(player), None) => player.display_name(),
            _ => spec.to_string(),
        }
    })
}

/// A thread pool whose games are on the live boards from their beginning to their end.
pub(super) struct ObservedPool<'a> {
    pub(super) threads: ThreadPool<'a>,
    pub(super) boards: &'a LiveBoards,
}

impl WorkerPool for ObservedPool<'_> {
    fn play(&self, jobs: Jobs<'_>, on_game: OnGame<'_>) -> Result<(), MatchError> {
        let mut observed = jobs.inspect(|job| job.iter().for_each(|job| self.boards.begin(job)));
        let mut observe_end = |job: GameJob, report| -> ControlFlow<()> {
            let number = job.number;
            let next = on_game(job, report);
            self.boards.end(number);
            next
        };
        self.threads.play(&mut observed, &mut observe_end)
    }
}

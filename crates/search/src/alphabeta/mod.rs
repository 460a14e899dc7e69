//! The skeleton: iterative deepening of a principal variation search with a transposition table.
//!
//! It is written once, for every game. What differs between games (which moves are noisy, whether passing is
//! worse than moving, which cuts suit it) the game says itself, by [`Tactics`].
//!
//! * Knuth and Moore 1975 (alpha-beta), Marsland and Campbell 1982 (principal variation search), Slate and
//!   Atkin 1977 (iterative deepening), Akl and Newborn 1977 (killers), Schaeffer 1983 (history), Donninger 1993
//!   (null move).

mod quiet;
mod root;
mod worker;

use std::path::PathBuf;
use std::sync::Arc;

use quevedo_core::score::plies_to_end;
use quevedo_core::{Evaluator, Line, Oracle, Rng, SearchRequest, SearchResult, Strategy, Tactics};

use crate::order::{Habits, History};
use crate::table::Table;
use crate::time::{Brake, Limits, Timer};
use root::Root;
use worker::{Work, Worker};

/// Which techniques are on. All of them by default; each can be switched off to see what it is worth. Those a
/// game does not allow stay off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches")]
pub struct Switches {
    /// The transposition table.
    pub tt: bool,
    /// Moves ordered by how they did elsewhere.
    pub history: bool,
    /// Killer moves and countermoves.
    pub killers: bool,
    /// Passing to see whether the position is good enough anyway.
    pub nullmove: bool,
    /// Late moves searched less deep.
    pub lmr: bool,
    /// Noisy moves followed to their end before judging.
    pub quiescence: bool,
    /// A narrow window around the last score.
    pub aspiration: bool,
    /// Hopeless quiet moves left out near the leaves.
    pub pruning: bool,
    /// Threatened and forced positions searched deeper.
    pub extensions: bool,
}

impl Switches {
    /// Everything on.
    pub const ALL: Self = Self {
        tt: true,
        history: true,
        killers: true,
        nullmove: true,
        lmr: true,
        quiescence: true,
        aspiration: true,
        pruning: true,
        extensions: true,
    };

    /// Only what cannot change the value: the search returns what plain minimax returns.
    pub const EXACT: Self =
        Self { nullmove: false, lmr: false, quiescence: false, pruning: false, extensions: false, ..Self::ALL };

    /// Whether values are those of plain minimax.
    pub const fn is_exact(self) -> bool {
        !(self.nullmove || self.lmr || self.quiescence || self.pruning || self.extensions)
    }
}

/// How the skeleton searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How far.
    pub limits: Limits,
    /// The size of the table in MiB.
    pub hash: usize,
    /// How many threads search at once.
    pub threads: usize,
    /// How many best lines are wanted.
    pub lines: usize,
    /// Breaks ties between equally good moves; without one the first wins.
    pub seed: Option<u64>,
    /// Where the history table is kept between games.
    pub table: Option<PathBuf>,
    /// The techniques.
    pub switches: Switches,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            hash: 64,
            threads: 1,
            lines: 1,
            seed: None,
            table: None,
            switches: Switches::ALL,
        }
    }
}

/// The skeleton as a player.
pub struct AlphaBeta<G: Tactics, E> {
    judge: E,
    oracle: Option<Arc<dyn Oracle<G>>>,
    settings: Settings,
    table: Option<Table>,
    /// Each thread's history, kept from move to move.
    histories: Vec<History>,
    rng: Option<Rng>,
    saw_everything: bool,
}

impl<G: Tactics, E: Evaluator<G>> AlphaBeta<G, E> {
    /// A player that judges by `judge`. The history table on disk, if one is asked for and there, is read.
    pub fn new(judge: E, settings: Settings) -> std::io::Result<Self> {
        let saved = match &settings.table {
            Some(path) if path.exists() => History::load(path, G::HISTORY_KEYS)?,
            _ => History::new(G::HISTORY_KEYS),
        };
        Ok(Self {
            judge,
            oracle: None,
            table: settings.switches.tt.then(|| Table::new(settings.hash)),
            histories: vec![saved; settings.threads.max(1)],
            rng: settings.seed.map(Rng::with_seed),
            saw_everything: false,
            settings,
        })
    }

    /// The same player, that asks somebody who knows exact values wherever its search comes.
    #[must_use]
    pub fn asking(mut self, oracle: Option<Arc<dyn Oracle<G>>>) -> Self {
        self.oracle = oracle;
        self
    }

    /// Whether the last search saw every game to its end, so that its scores are no guesses. A draw that only the table
    /// remembers does not count: it may have been one by repetition, on another way there.
    pub fn saw_everything(&self) -> bool {
        self.saw_everything
    }

    /// Searches with all threads, and returns the root of the first one with the work of all.
    fn search(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<(Root<G::Move>, Work)> {
        let mut root = Root::new(request.moves(line.position()), self.rng.as_mut())?;
        let limits = self.settings.limits.intersect(request.limits);
        let brake = Brake::new(Timer::start(limits.time, request.clock), request.stop);
        let told = worker::Told::default();
        if let Some(table) = &self.table {
            table.begin_search();
        }
        let habits = Habits { history: self.settings.switches.history, killers: self.settings.switches.killers };
        // Of a position whose value is known already, only the distance is worth asking for.
        let tells_more =
            |oracle: &&dyn Oracle<G>| oracle.probe(line.position()).is_none_or(|score| plies_to_end(score).is_some());
        let shared = worker::Shared {
            judge: &self.judge,
            oracle: self.oracle.as_deref().filter(tells_more),
            table: self.table.as_ref(),
            settings: &self.settings,
            limits,
            clock: request.clock.is_some(),
            brake: &brake,
            told: &told,
        };
        let (first, rest) = self.histories.split_first_mut()?;
        let work = std::thread::scope(|scope| {
            for (number, history) in rest.iter_mut().enumerate() {
                let (mut root, shared) = (root.clone(), &shared);
                scope.spawn(move || {
                    let mut worker = Worker::new(shared, line, std::mem::replace(history, History::new(0)), habits);
                    root.deepen(&mut worker, line.position(), number as u32 + 1, &mut |_| {});
                    *history = worker.into_history();
                });
            }
            let mut worker = Worker::new(&shared, line, std::mem::replace(first, History::new(0)), habits);
            root.deepen(&mut worker, line.position(), 0, request.report);
            brake.pull();
            let work = worker.all_work();
            *first = worker.into_history();
            work
        });
        Some((root, work))
    }
}

impl<G: Tactics, E: Evaluator<G>> Strategy<G> for AlphaBeta<G, E> {
    fn choose(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        let (root, work) = self.search(line, request)?;
        self.saw_everything = root.saw_everything;
        if let Some(path) = &self.settings.table {
            // A table that cannot be written costs its memory, not the game.
            let _ = self.histories[0].save(path);
        }
        Some(root.choice(work, self.table.as_ref()))
    }
}

//! Alpha-beta: iterative deepening of a principal variation search with a transposition table.
//!
//! It is written once, for every game. Each game says by [`Tactics`] what differs: which moves are noisy, whether a
//! null move is sound, which pruning suits it.
//!
//! * Knuth and Moore 1975 (alpha-beta), Slate and Atkin 1977 (iterative deepening), Marsland and Campbell 1982
//!   (principal variation search), Akl and Newborn 1977 (killer heuristic), Schaeffer 1983 (history heuristic),
//!   Uiterwijk 1992 (countermove heuristic), Donninger 1993 (null-move pruning), Heinz 1998 (futility pruning).
//!
//! | file | content |
//! |---|---|
//! | `root` | iterative deepening, aspiration windows, MultiPV, time management |
//! | `negamax` | the search of a node in numbered steps; pruning and reduction of moves |
//! | `node_pruning` | razoring, reverse futility pruning, null-move pruning, ProbCut, Multi-ProbCut |
//! | `singular` | singular extensions and multicut |
//! | `quiescence` | leaves and quiescence search |
//! | `worker` | the state of a thread |
//! | `observed` | the slow path of a node: polls the stop signal, tells the observer |
//! | `deferral` | the moves that threads are searching now (simplified ABDADA) |
//! | `lmr_table` | the table of late move reductions |
//! | `switches` | the techniques that can be switched off |

mod deferral;
mod lmr_table;
mod negamax;
mod node_pruning;
mod observed;
mod quiescence;
mod root;
mod singular;
mod switches;
mod worker;

pub use switches::Switches;

use std::path::PathBuf;
use std::sync::Arc;

use quevedo_core::platform::{self, Task};
use quevedo_core::score::plies_to_end;
use quevedo_core::{Evaluator, Line, Oracle, Rng, SearchParams, SearchRequest, SearchResult, Strategy, Tactics};

use crate::history::{Histories, History};
use crate::ordering::OrderingSwitches;
use crate::time::{Limits, StopSignal, Timer};
use crate::transposition_table::TranspositionTable;
use deferral::CurrentlySearching;
use lmr_table::LmrTable;
use root::Root;
use worker::{Counters, Shared, SharedCounters, Worker};

/// The settings of an alpha-beta player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The limits of every search.
    pub limits: Limits,
    /// The size of the transposition table in MiB.
    pub hash: usize,
    /// Threads of a search.
    pub threads: usize,
    /// The number of best lines to find (`MultiPV`).
    pub lines: usize,
    /// Breaks ties between equally good moves at random; without a seed the first move wins.
    pub seed: Option<u64>,
    /// The file that keeps the history table between games.
    pub history_file: Option<PathBuf>,
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
            history_file: None,
            switches: Switches::ALL,
        }
    }
}

/// An alpha-beta player.
pub struct AlphaBeta<G: Tactics, E> {
    evaluator: E,
    oracle: Option<Arc<dyn Oracle<G>>>,
    settings: Settings,
    params: SearchParams,
    lmr_table: LmrTable,
    table: Option<TranspositionTable>,
    /// The histories of each thread, kept from move to move.
    histories: Vec<Histories>,
    rng: Option<Rng>,
    is_exhaustive: bool,
}

impl<G: Tactics, E: Evaluator<G>> AlphaBeta<G, E> {
    /// A player with this evaluator. Reads the history file if there is one.
    pub fn new(evaluator: E, settings: Settings) -> std::io::Result<Self> {
        let history = match &settings.history_file {
            Some(path) if path.exists() => History::load(path, G::HISTORY_KEYS)?,
            _ => History::new(G::HISTORY_KEYS),
        };
        Ok(Self {
            evaluator,
            oracle: None,
            params: G::PARAMS,
            lmr_table: LmrTable::new(&G::PARAMS),
            table: settings.switches.tt.then(|| TranspositionTable::new(settings.hash)),
            histories: vec![Histories::new::<G>(history); settings.threads.clamp(1, platform::max_threads())],
            rng: settings.seed.map(Rng::with_seed),
            is_exhaustive: false,
            settings,
        })
    }

    /// Adds an oracle that is probed at every node for exact values.
    #[must_use]
    pub fn with_oracle(mut self, oracle: Option<Arc<dyn Oracle<G>>>) -> Self {
        self.oracle = oracle;
        self
    }

    /// Replaces the search parameters of the game. Its flags stay: what they exclude is not compiled.
    #[must_use]
    pub fn with_params(mut self, params: SearchParams) -> Self {
        self.params = params;
        self.lmr_table = LmrTable::new(&params);
        self
    }

    /// Whether the last search reached the end of the game on every line, so that its scores are exact. A draw from the
    /// transposition table does not count: it may have been a repetition on another path.
    pub fn is_exhaustive(&self) -> bool {
        self.is_exhaustive
    }

    /// Searches with all threads, or with one if it is observed. Returns the root of the thread that got deepest and the counters of all.
    fn search(
        &mut self,
        line: &Line<G>,
        request: &mut SearchRequest<'_, G::Move>,
    ) -> Option<(Root<G::Move>, Counters)> {
        let mut root = Root::new(request.moves(line.position()), self.rng.as_mut())?;
        let limits = self.settings.limits.intersect(request.limits);
        let stop = StopSignal::new(Timer::start(limits.time, request.clock), request.stop);
        let counters = SharedCounters::default();
        if let Some(table) = &self.table {
            table.begin_search();
        }
        let Switches { history, killers, continuation, captures, .. } = self.settings.switches;
        let killers = killers && !self.params.no_killers;
        let ordering = OrderingSwitches { history, killers, continuation, capture_history: captures };
        // An oracle that knows the root's value but not the distance to the end cannot lead there, and is left out.
        let knows_distance =
            |oracle: &&dyn Oracle<G>| oracle.probe(line.position()).is_none_or(|score| plies_to_end(score).is_some());
        let is_observed = request.observer.is_some();
        let searching = (self.histories.len() > 1 && !is_observed).then(CurrentlySearching::new);
        let shared = Shared {
            evaluator: &self.evaluator,
            oracle: self.oracle.as_deref().filter(knows_distance),
            table: self.table.as_ref(),
            searching: searching.as_ref(),
            settings: &self.settings,
            params: &self.params,
            lmr_table: &self.lmr_table,
            limits,
            has_clock: request.clock.is_some(),
            stop: &stop,
            counters: &counters,
        };
        let (first, rest) = self.histories.split_first_mut()?;
        let rest = if is_observed { &mut [] } else { rest };
        let mut roots = vec![root.clone(); rest.len()];
        let mut helpers: Vec<Task<'_>> = Vec::new();
        for (root, histories) in roots.iter_mut().zip(rest) {
            let shared = &shared;
            helpers.push(Box::new(move || {
                let mut worker = Worker::new(shared, line, std::mem::take(histories), ordering, None);
                root.deepen(&mut worker, line.position(), None);
                *histories = worker.finish();
            }));
        }
        let observer = request.observer.as_mut().map(|observer| &mut **observer as _);
        let mut worker = Worker::new(&shared, line, std::mem::take(first), ordering, observer);
        let report = &mut *request.report;
        platform::run_together(Box::new(|| root.deepen(&mut worker, line.position(), Some(report))), helpers);
        let counters = worker.total_counters();
        *first = worker.finish();
        Some((roots.into_iter().fold(root, Root::deeper), counters))
    }
}

impl<G: Tactics, E: Evaluator<G>> Strategy<G> for AlphaBeta<G, E> {
    fn choose(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        let (root, counters) = self.search(line, request)?;
        self.is_exhaustive = root.is_exhaustive;
        if let Some(path) = &self.settings.history_file {
            // The game goes on if the file cannot be written.
            let _ = self.histories[0].quiets.save(path);
        }
        Some(root.result(counters, self.table.as_ref()))
    }
}

//! The solver of every game without a special one: iterative deepening with exact alpha-beta until the value is proved. It
//! finds mates and the ends of small games, the shortest first.
//!
//! A win or a loss is proved by its score. A draw score may also come from the evaluator, or from a line that was cut at the
//! deepest ply; it is a proof only if every line was searched to the end of the game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quevedo_core::score::{DRAW, PROVED, plies_to_end};
use quevedo_core::{
    Evaluator, Game, HasEvaluators, Limits, Line, Oracle, SearchRequest, SearchResult, Strategy, Tactics,
};
use quevedo_search::AlphaBeta;
use quevedo_search::alphabeta::{Settings, Switches};

use crate::deadline::is_set;
use crate::solving::{Solver, StopFlags};
use crate::{Solution, SolveProgress, Value};

/// MiB of the transposition table.
const HASH: usize = 256;

/// A search whose scores can be proofs.
pub trait ProvingSearch<G: Game>: Strategy<G> {
    /// Whether the last search reached the end of the game on every line.
    fn is_exhaustive(&self) -> bool;
}

impl<G: Tactics, E: Evaluator<G>> ProvingSearch<G> for AlphaBeta<G, E> {
    fn is_exhaustive(&self) -> bool {
        Self::is_exhaustive(self)
    }
}

/// Makes a search with these settings that probes the oracle, if there is one; `None` if it cannot be made.
pub type NewSearch<G> = fn(Settings, Option<Arc<dyn Oracle<G>>>) -> Option<Box<dyn ProvingSearch<G>>>;

/// Alpha-beta with the first hand-made evaluator of the game.
pub(crate) fn handmade_search<G: Tactics + HasEvaluators>(
    settings: Settings,
    oracle: Option<Arc<dyn Oracle<G>>>,
) -> Option<Box<dyn ProvingSearch<G>>> {
    let evaluator = G::EVALUATORS.first()?.evaluator;
    Some(Box::new(AlphaBeta::<G, _>::new(evaluator, settings).ok()?.with_oracle(oracle)))
}

/// Searches deeper and deeper until the value is proved.
pub struct DeepeningSolver<G: Game> {
    search: NewSearch<G>,
    oracle: Option<Arc<dyn Oracle<G>>>,
    uses_table: bool,
}

/// How the caller stops a search and follows it.
struct Control<'a> {
    stop: &'a AtomicBool,
    progress: &'a mut dyn FnMut(SolveProgress),
}

impl Control<'_> {
    fn is_stopped(&self) -> bool {
        is_set(self.stop)
    }
}

/// The settings of one search.
#[derive(Clone, Copy)]
struct SearchSetup {
    depth: Option<u32>,
    /// Principal variations (`MultiPV`).
    lines: usize,
    /// With the transposition table. Without it every draw is searched to the end of the game.
    table: bool,
}

/// The result of one search.
struct SearchOutcome<M> {
    result: SearchResult<M>,
    is_exhaustive: bool,
}

/// A value, and the result of the search that proved it.
struct ProvedValue<M> {
    value: Value,
    plies: Option<u32>,
    result: SearchResult<M>,
}

impl<M> ProvedValue<M> {
    /// The solution with its best moves, and the nodes of the search for these.
    fn solution(self, (best, nodes): (Vec<M>, u64)) -> Solution<M> {
        let Self { value, plies, result } = self;
        Solution { value, plies, score: None, best, nodes: result.nodes + nodes }
    }
}

impl<G: Tactics + HasEvaluators> DeepeningSolver<G> {
    /// A solver that probes the oracle, if there is one, at every node.
    pub fn new(oracle: Option<Arc<dyn Oracle<G>>>) -> Self {
        Self::searching_with(handmade_search, oracle)
    }
}

impl<G: Game> DeepeningSolver<G> {
    /// The same with another search.
    pub fn searching_with(search: NewSearch<G>, oracle: Option<Arc<dyn Oracle<G>>>) -> Self {
        Self { search, oracle, uses_table: true }
    }

    /// The same without a transposition table: slower, and correct where the hash leaves part of a position out.
    #[must_use]
    pub fn without_table(self) -> Self {
        Self { uses_table: false, ..self }
    }
}

impl<G: Game> DeepeningSolver<G> {
    /// One search with only those techniques that cannot change a value; `None` if it found no move or was stopped.
    fn search(&self, position: &G, setup: SearchSetup, control: &mut Control<'_>) -> Option<SearchOutcome<G::Move>> {
        let SearchSetup { depth, lines, table } = setup;
        let limits = Limits { depth, ..Limits::default() };
        let switches = Switches { tt: table, ..Switches::EXACT };
        let settings = Settings { limits, lines, hash: HASH, switches, ..Settings::default() };
        let mut player = (self.search)(settings, self.oracle.clone())?;
        let mut report = |result: &SearchResult<G::Move>| {
            let SearchResult { nodes, depth, .. } = *result;
            (control.progress)(SolveProgress { nodes, depth: Some(depth), bounds: None });
        };
        let result = player.choose(&Line::new(position.clone()), &mut SearchRequest::new(control.stop, &mut report))?;
        let is_exhaustive = player.is_exhaustive();
        (!control.is_stopped()).then_some(SearchOutcome { result, is_exhaustive })
    }

    /// Who wins. A draw score is searched again without the transposition table, whose entries may come from other lines.
    fn prove(&self, position: &G, control: &mut Control<'_>) -> Option<ProvedValue<G::Move>> {
        let setup = SearchSetup { depth: None, lines: 1, table: self.uses_table };
        let outcome = self.search(position, setup, control)?;
        if outcome.result.score != Some(DRAW) || outcome.is_exhaustive || !self.uses_table {
            return proved_value(outcome);
        }
        proved_value(self.search(position, SearchSetup { table: false, ..setup }, control)?)
    }

    /// Every move as good as the one of the proof: searched to the depth of the proof or, for a draw, to the end.
    fn all_best(
        &self,
        position: &G,
        proved: &ProvedValue<G::Move>,
        control: &mut Control<'_>,
    ) -> Option<(Vec<G::Move>, u64)> {
        let lines = position.count_moves() as usize;
        if lines == 1 {
            return Some((vec![proved.result.mv], 0));
        }
        let is_draw = proved.value == Value::Draw;
        let depth = (!is_draw).then_some(proved.result.depth);
        let setup = SearchSetup { depth, lines, table: self.uses_table && !is_draw };
        let all = self.search(position, setup, control)?;
        let is_certain = all.is_exhaustive || !is_draw;
        let best = all.result.lines.iter().filter(|line| Some(line.score) == proved.result.score);
        is_certain.then(|| (best.map(|line| line.pv[0]).collect(), all.result.nodes))
    }
}

impl<G: Game> Solver<G> for DeepeningSolver<G> {
    fn solve(
        &mut self,
        position: &G,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(SolveProgress),
    ) -> Option<Solution<G::Move>> {
        if let Some(finished) = Solution::of_finished(position) {
            return Some(finished);
        }
        let mut control = Control { stop, progress };
        let proved = self.prove(position, &mut control)?;
        let all = self.all_best(position, &proved, &mut control)?;
        Some(proved.solution(all))
    }

    fn solve_to_move(&mut self, position: &G, stop: StopFlags<'_>) -> Option<Solution<G::Move>> {
        if let Some(finished) = Solution::of_finished(position) {
            return Some(finished);
        }
        let mut control = Control { stop: stop.soft, progress: &mut |_| {} };
        let proved = self.prove(position, &mut control)?;
        let all = self.all_best(position, &proved, &mut control);
        let one = (vec![proved.result.mv], 0);
        Some(proved.solution(all.unwrap_or(one)))
    }
}

/// The value that a search proves, if it proves one.
fn proved_value<M>(outcome: SearchOutcome<M>) -> Option<ProvedValue<M>> {
    let SearchOutcome { result, is_exhaustive } = outcome;
    let score = result.score?;
    let plies = plies_to_end(score).map(|plies| plies as u32);
    let value = match score {
        DRAW if is_exhaustive => Value::Draw,
        _ if score >= PROVED => Value::Win,
        _ if score <= -PROVED => Value::Loss,
        _ => return None,
    };
    Some(ProvedValue { value, plies, result })
}

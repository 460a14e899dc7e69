//! The plain solver: a search without a guess, deeper and deeper, until the end is proved. It finds mates and the ends of
//! small games, the shortest first.
//!
//! A win or a loss is proved by its score. A score of a draw may as well be a guess, or what the search made of a game that goes
//! on below its deepest ply; it is a proof only if every game was seen to its end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quevedo_core::score::{DRAW, PROVED, plies_to_end};
use quevedo_core::{Game, HasEvaluators, Limits, Line, Oracle, SearchRequest, SearchResult, Strategy, Tactics};
use quevedo_search::AlphaBeta;
use quevedo_search::alphabeta::{Settings, Switches};

use crate::solving::Solves;
use crate::{Solution, Value};

/// MiB of the table.
const HASH: usize = 256;

/// Searches until the end is proved.
pub struct Deepening<G: Game> {
    oracle: Option<Arc<dyn Oracle<G>>>,
    remembers: bool,
}

/// Who is asking, and who is told how far the search is.
struct Caller<'a> {
    stop: &'a AtomicBool,
    progress: &'a mut dyn FnMut(u64),
}

impl Caller<'_> {
    fn said_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// How a search is made.
#[derive(Clone, Copy)]
struct Plan {
    depth: Option<u32>,
    lines: usize,
    /// With the table; without it draws are seen to their end.
    table: bool,
}

/// What a search found.
struct Found<M> {
    choice: SearchResult<M>,
    saw_everything: bool,
}

/// A value, and what the search chose that proved it.
struct Proved<M> {
    value: Value,
    plies: Option<u32>,
    choice: SearchResult<M>,
}

impl<M> Proved<M> {
    /// The solution with the best moves that are known, and the nodes that it took to find these.
    fn solution(self, (best, nodes): (Vec<M>, u64)) -> Solution<M> {
        let Self { value, plies, choice } = self;
        Solution { value, plies, score: None, best, nodes: choice.nodes + nodes }
    }
}

impl<G: Game> Deepening<G> {
    /// A solver that asks an oracle, if there is one, where its search comes.
    pub fn new(oracle: Option<Arc<dyn Oracle<G>>>) -> Self {
        Self { oracle, remembers: true }
    }

    /// The same without a table: slower, and right where a hash does not tell all of a position.
    #[must_use]
    pub fn without_table(self) -> Self {
        Self { remembers: false, ..self }
    }
}

impl<G: Tactics + HasEvaluators> Deepening<G> {
    /// One search with only those techniques that cannot change a value; `None` if it found no move or was stopped.
    fn search(&self, position: &G, plan: Plan, caller: &mut Caller<'_>) -> Option<Found<G::Move>> {
        let Plan { depth, lines, table } = plan;
        let limits = Limits { depth, ..Limits::default() };
        let switches = Switches { tt: table, ..Switches::EXACT };
        let settings = Settings { limits, lines, hash: HASH, switches, ..Settings::default() };
        let judge = G::EVALUATORS.first()?.evaluator;
        let mut player = AlphaBeta::<G, _>::new(judge, settings).ok()?.with_oracle(self.oracle.clone());
        let mut tell = |choice: &SearchResult<G::Move>| (caller.progress)(choice.nodes);
        let choice = player.choose(&Line::new(position.clone()), &mut SearchRequest::new(caller.stop, &mut tell))?;
        let saw_everything = player.is_exhaustive();
        (!caller.said_stop()).then_some(Found { choice, saw_everything })
    }

    /// Who wins. What looks like a draw is searched again without the table, which may know it by other ways only.
    fn prove(&self, position: &G, caller: &mut Caller<'_>) -> Option<Proved<G::Move>> {
        let plan = Plan { depth: None, lines: 1, table: self.remembers };
        let found = self.search(position, plan, caller)?;
        if found.choice.score != Some(DRAW) || found.saw_everything || !self.remembers {
            return proved(found);
        }
        proved(self.search(position, Plan { table: false, ..plan }, caller)?)
    }

    /// Every move that is as good as the one of the proof: searched as deep as that or, for a draw, to the end.
    fn all_best(&self, position: &G, proof: &Proved<G::Move>, caller: &mut Caller<'_>) -> Option<(Vec<G::Move>, u64)> {
        let lines = position.count_moves() as usize;
        if lines == 1 {
            return Some((vec![proof.choice.mv], 0));
        }
        let is_draw = proof.value == Value::Draw;
        let plan = Plan { depth: (!is_draw).then_some(proof.choice.depth), lines, table: self.remembers && !is_draw };
        let all = self.search(position, plan, caller)?;
        let is_certain = all.saw_everything || !is_draw;
        let best = all.choice.lines.iter().filter(|line| Some(line.score) == proof.choice.score);
        is_certain.then(|| (best.map(|line| line.pv[0]).collect(), all.choice.nodes))
    }
}

impl<G: Tactics + HasEvaluators> Solves<G> for Deepening<G> {
    fn solve(&mut self, position: &G, stop: &AtomicBool, progress: &mut dyn FnMut(u64)) -> Option<Solution<G::Move>> {
        if let Some(over) = Solution::of_finished(position) {
            return Some(over);
        }
        let mut caller = Caller { stop, progress };
        let proof = self.prove(position, &mut caller)?;
        let all = self.all_best(position, &proof, &mut caller)?;
        Some(proof.solution(all))
    }

    fn solve_to_move(&mut self, position: &G, hurry: &AtomicBool, _: &AtomicBool) -> Option<Solution<G::Move>> {
        if let Some(over) = Solution::of_finished(position) {
            return Some(over);
        }
        let mut caller = Caller { stop: hurry, progress: &mut |_| {} };
        let proof = self.prove(position, &mut caller)?;
        let all = self.all_best(position, &proof, &mut caller);
        let one = (vec![proof.choice.mv], 0);
        Some(proof.solution(all.unwrap_or(one)))
    }
}

/// What a search proves.
fn proved<M>(found: Found<M>) -> Option<Proved<M>> {
    let Found { choice, saw_everything } = found;
    let score = choice.score?;
    let plies = plies_to_end(score).map(|plies| plies as u32);
    let value = match score {
        DRAW if saw_everything => Value::Draw,
        _ if score >= PROVED => Value::Win,
        _ if score <= -PROVED => Value::Loss,
        _ => return None,
    };
    Some(Proved { value, plies, choice })
}

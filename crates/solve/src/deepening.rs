//! The plain solver: a search without a guess, deeper and deeper, until the end is proved. It finds mates and the ends of
//! small games, the shortest first.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quevedo_core::score::{DRAW, PROVED, plies_to_end};
use quevedo_core::{Choice, Game, Judged, Limits, Line, Oracle, Request, Score, Strategy, Tactics};
use quevedo_search::AlphaBeta;
use quevedo_search::alphabeta::{Settings, Switches};

use crate::solving::Solves;
use crate::{Solution, Value};

/// MiB of the table.
const HASH: usize = 256;

/// Searches until the end is proved.
pub struct Deepening<G: Game> {
    oracle: Option<Arc<dyn Oracle<G>>>,
}

impl<G: Game> Deepening<G> {
    /// A solver that asks an oracle, if there is one, where its search comes.
    pub fn new(oracle: Option<Arc<dyn Oracle<G>>>) -> Self {
        Self { oracle }
    }
}

impl<G: Tactics + Judged> Deepening<G> {
    /// One search with only those techniques that cannot change a value; `None` if it found no move.
    fn search(
        &self,
        position: &G,
        limits: Limits,
        lines: usize,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Option<Choice<G::Move>> {
        let settings = Settings { limits, lines, hash: HASH, switches: Switches::EXACT, ..Settings::default() };
        let judge = G::JUDGES.first()?.judge;
        let mut player = AlphaBeta::<G, _>::new(judge, settings).ok()?.asking(self.oracle.clone());
        let mut tell = |choice: &Choice<G::Move>| progress(choice.nodes);
        player.choose(&Line::new(position.clone()), &mut Request::new(stop, &mut tell))
    }
}

impl<G: Tactics + Judged> Solves<G> for Deepening<G> {
    fn solve(&mut self, position: &G, stop: &AtomicBool, progress: &mut dyn FnMut(u64)) -> Option<Solution<G::Move>> {
        if let Some(outcome) = position.outcome() {
            let value = Value::of(outcome, position.turn());
            return Some(Solution { value, plies: Some(0), score: None, best: Vec::new(), nodes: 0 });
        }
        let found = self.search(position, Limits::default(), 1, stop, progress)?;
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let (value, plies) = proved(found.score?)?;
        // Every move as deep as the proof, to see which others are as good.
        let moves = position.count_moves() as usize;
        let limits = Limits { depth: Some(found.depth), ..Limits::default() };
        let all = self.search(position, limits, moves, stop, progress)?;
        let best = all.lines.iter().filter(|line| Some(line.score) == found.score).map(|line| line.pv[0]);
        let best: Vec<_> = if all.lines.is_empty() { vec![found.mv] } else { best.collect() };
        Some(Solution { value, plies, score: None, best, nodes: found.nodes + all.nodes })
    }
}

/// What a score proves. A draw is proved when the search ended by itself: everything was seen.
fn proved(score: Score) -> Option<(Value, Option<u32>)> {
    let plies = plies_to_end(score).map(|plies| plies as u32);
    match score {
        DRAW => Some((Value::Draw, None)),
        _ if score >= PROVED => Some((Value::Win, plies)),
        _ if score <= -PROVED => Some((Value::Loss, plies)),
        _ => None,
    }
}

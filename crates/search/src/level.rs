//! Weaker on purpose, the way people are: a short look ahead and a taste for all good moves, not only the best.

use std::sync::Arc;

use quevedo_core::score::PROVED;
use quevedo_core::{Evaluator, Line, Oracle, Rng, Score, SearchRequest, SearchResult, Strategy, Tactics};

use crate::AlphaBeta;
use crate::alphabeta::Settings;

/// How many of the best moves a weaker player considers.
const CANDIDATES: usize = 8;

/// The skeleton, choosing among its best lines by a softmax: a move that is `temperature` points worse than the
/// best is chosen e times less often.
pub struct Leveled<G: Tactics, E> {
    search: AlphaBeta<G, E>,
    temperature: f64,
    rng: Rng,
}

impl<G: Tactics, E: Evaluator<G>> Leveled<G, E> {
    /// A player of limited strength. At temperature 0 it always plays its best move.
    pub fn new(judge: E, settings: Settings, temperature: f64) -> std::io::Result<Self> {
        let rng = settings.seed.map_or_else(Rng::new, Rng::with_seed);
        let lines = if temperature > 0.0 { CANDIDATES } else { 1 };
        Ok(Self { search: AlphaBeta::new(judge, Settings { lines, ..settings })?, temperature, rng })
    }

    /// The same player, that asks somebody who knows exact values wherever its search comes.
    #[must_use]
    pub fn asking(mut self, oracle: Option<Arc<dyn Oracle<G>>>) -> Self {
        self.search = self.search.asking(oracle);
        self
    }

    /// How likely a line is to be chosen, next to the best. Wins are taken, losses avoided where they are seen.
    fn weight(&self, score: Score, best: Score) -> f64 {
        let sees_an_end = best.abs() >= PROVED || score <= -PROVED;
        if sees_an_end && score != best { 0.0 } else { (f64::from(score - best) / self.temperature).exp() }
    }
}

impl<G: Tactics, E: Evaluator<G>> Strategy<G> for Leveled<G, E> {
    fn choose(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        let mut choice = self.search.choose(line, request)?;
        let Some(best) = choice.lines.first().map(|line| line.score) else { return Some(choice) };
        let weights: Vec<f64> = choice.lines.iter().map(|line| self.weight(line.score, best)).collect();
        let mut left = self.rng.f64() * weights.iter().sum::<f64>();
        let chosen = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        let taken = choice.lines.get(chosen.unwrap_or(0))?.clone();
        (choice.mv, choice.score, choice.pv) = (taken.pv[0], Some(taken.score), taken.pv);
        Some(choice)
    }
}

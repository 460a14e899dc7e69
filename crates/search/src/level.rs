//! Limited strength: alpha-beta that chooses among its best lines by a softmax instead of always playing the best.

use std::sync::Arc;

use quevedo_core::score::PROVED;
use quevedo_core::{Evaluator, Line, Oracle, Rng, Score, SearchRequest, SearchResult, Strategy, Tactics};

use crate::AlphaBeta;
use crate::alphabeta::Settings;

/// The number of best lines that enter the softmax.
const CANDIDATES: usize = 8;

/// Alpha-beta with a softmax over its best lines: a move that is `temperature` points worse than the best is chosen e
/// times less often.
pub struct Leveled<G: Tactics, E> {
    search: AlphaBeta<G, E>,
    temperature: f64,
    rng: Rng,
}

impl<G: Tactics, E: Evaluator<G>> Leveled<G, E> {
    /// A player of limited strength. At temperature 0 it always plays its best move.
    pub fn new(evaluator: E, settings: Settings, temperature: f64) -> std::io::Result<Self> {
        let rng = settings.seed.map_or_else(Rng::new, Rng::with_seed);
        let lines = if temperature > 0.0 { CANDIDATES } else { 1 };
        Ok(Self { search: AlphaBeta::new(evaluator, Settings { lines, ..settings })?, temperature, rng })
    }

    /// Adds an oracle that is probed at every node: see [`AlphaBeta::with_oracle`].
    #[must_use]
    pub fn with_oracle(mut self, oracle: Option<Arc<dyn Oracle<G>>>) -> Self {
        self.search = self.search.with_oracle(oracle);
        self
    }

    /// The softmax weight of a line, 1 for the best. When the best line is proved, or this one is a proved loss, only
    /// lines that are equal to the best have a weight.
    fn softmax_weight(&self, score: Score, best: Score) -> f64 {
        let is_proved = best.abs() >= PROVED || score <= -PROVED;
        if is_proved && score != best { 0.0 } else { (f64::from(score - best) / self.temperature).exp() }
    }
}

impl<G: Tactics, E: Evaluator<G>> Strategy<G> for Leveled<G, E> {
    fn choose(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        let mut result = self.search.choose(line, request)?;
        let Some(best) = result.lines.first().map(|line| line.score) else { return Some(result) };
        let weights: Vec<f64> = result.lines.iter().map(|line| self.softmax_weight(line.score, best)).collect();
        let mut left = self.rng.f64() * weights.iter().sum::<f64>();
        let drawn = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        let chosen = result.lines.get(drawn.unwrap_or(0))?.clone();
        (result.mv, result.score, result.pv) = (chosen.pv[0], Some(chosen.score), chosen.pv);
        Some(result)
    }
}

//! Limited strength: alpha-beta that overlooks quiet moves, and chooses among its best lines by a softmax instead of always
//! playing the best.

use std::sync::Arc;

use quevedo_core::score::PROVED;
use quevedo_core::{Evaluator, Line, Oracle, Rng, Score, SearchRequest, SearchResult, Strategy, Tactics};

use crate::AlphaBeta;
use crate::alphabeta::Settings;

/// The number of best lines that enter the softmax.
const CANDIDATES: usize = 8;

/// How a player errs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Handicap {
    /// A move that is so many points worse than the best is chosen e times less often. At 0 the best one is played.
    pub temperature: f64,
    /// The probability that a move is overlooked which neither captures, nor threatens (gives check), nor answers a threat.
    pub oversight: f64,
}

/// Alpha-beta with a handicap.
pub struct Leveled<G: Tactics, E> {
    search: AlphaBeta<G, E>,
    handicap: Handicap,
    rng: Rng,
}

impl<G: Tactics, E: Evaluator<G>> Leveled<G, E> {
    /// A player of limited strength. Without a handicap it always plays its best move.
    pub fn new(evaluator: E, settings: Settings, handicap: Handicap) -> std::io::Result<Self> {
        let rng = settings.seed.map_or_else(Rng::new, Rng::with_seed);
        let lines = if handicap.temperature > 0.0 { CANDIDATES } else { 1 };
        Ok(Self { search: AlphaBeta::new(evaluator, Settings { lines, ..settings })?, handicap, rng })
    }

    /// Adds an oracle that is probed at every node: see [`AlphaBeta::with_oracle`].
    #[must_use]
    pub fn with_oracle(mut self, oracle: Option<Arc<dyn Oracle<G>>>) -> Self {
        self.search = self.search.with_oracle(oracle);
        self
    }

    /// The moves that are not overlooked; empty for all of them.
    fn noticed(&mut self, position: &G, request: &SearchRequest<'_, G::Move>) -> Vec<G::Move> {
        let oversight = self.handicap.oversight;
        if oversight == 0.0 || position.is_threatened() {
            return request.search_moves.to_vec();
        }
        let mut moves = request.moves(position);
        moves.retain(|&mv| is_forcing(position, mv) || self.rng.f64() >= oversight);
        if moves.is_empty() { request.search_moves.to_vec() } else { moves }
    }
}

/// Draws one of the lines with these scores, the best first, by a softmax; its index. When the best line is proved, or another one
/// is a proved loss, only lines that are equal to the best have a weight.
fn draw(scores: &[Score], temperature: f64, rng: &mut Rng) -> usize {
    let best = scores.first().copied().unwrap_or(0);
    let weight = |score: &Score| {
        let is_proved = best.abs() >= PROVED || *score <= -PROVED;
        if is_proved && *score != best { 0.0 } else { (f64::from(score - best) / temperature).exp() }
    };
    let weights: Vec<f64> = scores.iter().map(weight).collect();
    let mut left = rng.f64() * weights.iter().sum::<f64>();
    let drawn = weights.iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    drawn.unwrap_or(0)
}

/// Whether a move captures or threatens something.
fn is_forcing<G: Tactics>(position: &G, mv: G::Move) -> bool {
    let mut next = position.clone();
    next.play(mv);
    position.is_noisy(mv) || next.is_threatened()
}

/// The same request for some of the moves.
fn restricted<'a, M>(request: &'a mut SearchRequest<'_, M>, search_moves: &'a [M]) -> SearchRequest<'a, M> {
    SearchRequest {
        clock: request.clock,
        limits: request.limits,
        search_moves,
        stop: request.stop,
        report: &mut *request.report,
        observer: request.observer.as_mut().map(|observer| &mut **observer as _),
    }
}

impl<G: Tactics, E: Evaluator<G>> Strategy<G> for Leveled<G, E> {
    fn choose(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        let noticed = self.noticed(line.position(), request);
        let mut result = self.search.choose(line, &mut restricted(request, &noticed))?;
        if self.handicap.temperature == 0.0 || result.lines.is_empty() {
            return Some(result);
        }
        let mut scores = Vec::new();
        for line in &result.lines {
            scores.push(line.score);
        }
        let chosen = result.lines[draw(&scores, self.handicap.temperature, &mut self.rng)].clone();
        (result.mv, result.score, result.pv) = (chosen.pv[0], Some(chosen.score), chosen.pv);
        Some(result)
    }
}

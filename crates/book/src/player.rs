//! The player that plays from a book.

use std::sync::Arc;

use quevedo_core::{Line, RankedLine, Rng, Score, SearchRequest, SearchResult, Strategy, Tactics, sort_by_number};

use crate::Book;
use crate::children::{Child, children};

/// A move of the book may be worth this part of a unit of the game less than the best one.
const MARGIN_OF_UNIT: Score = 4;
/// The longest principal variation.
const MAX_PV: usize = 40;
/// How many moves are reported as lines of their own.
const MAX_LINES: usize = 5;

/// Plays from a book, and by another strategy where the book has no answer: the position is not in it, or the best move
/// leads out of it, whose value is that of one short search.
///
/// Among moves of nearly the same value it chooses at random, the better ones more often.
pub struct BookPlayer<G: Tactics> {
    book: Arc<Book>,
    rng: Rng,
    fallback: Option<Box<dyn Strategy<G>>>,
}

/// A move of the book.
struct BookMove<G: Tactics> {
    child: Child<G>,
    value: Score,
    /// Whether the position it leads to is in the book.
    is_expanded: bool,
}

impl<G: Tactics> BookPlayer<G> {
    /// Plays from a book, and by `fallback` elsewhere. The same seed makes the same choices.
    pub fn new(book: Arc<Book>, fallback: Box<dyn Strategy<G>>, seed: Option<u64>) -> Self {
        Self { fallback: Some(fallback), ..Self::book_only(book, seed) }
    }

    /// Plays from a book, and has no answer elsewhere.
    pub fn book_only(book: Arc<Book>, seed: Option<u64>) -> Self {
        Self { book, rng: seed.map_or_else(Rng::new, Rng::with_seed), fallback: None }
    }

    /// The moves of a position in the book, the best first; none where it is not in it.
    fn moves(&self, position: &G) -> Vec<BookMove<G>> {
        let Some(known) = self.book.get(position.symmetric_hash()) else { return Vec::new() };
        let children = children(position);
        if children.len() != known.values.len() {
            return Vec::new();
        }
        let pairs = children.into_iter().zip(&known.values);
        let mut moves: Vec<BookMove<G>> = pairs
            .map(|(child, value)| BookMove {
                value: Score::from(*value),
                is_expanded: self.book.get(child.key).is_some(),
                child,
            })
            .collect();
        sort_by_number(&mut moves, |mv| -i128::from(mv.value));
        moves
    }

    fn book_move(&mut self, line: &Line<G>, request: &SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        if !request.search_moves.is_empty() {
            return None;
        }
        let moves = self.moves(line.position());
        moves.first().filter(|best| best.is_expanded)?;
        let values: Vec<Option<Score>> = moves.iter().map(|mv| mv.is_expanded.then_some(mv.value)).collect();
        let chosen = &moves[draw(&values, G::PARAMS.unit / MARGIN_OF_UNIT, &mut self.rng)?];
        let mv = *chosen.child.moves.get(self.rng.usize(0..chosen.child.moves.len()))?;
        let lines = moves
            .iter()
            .take(MAX_LINES)
            .map(|known| RankedLine { score: known.value, pv: self.line(line.position(), known.child.moves[0]) });
        let lines: Vec<RankedLine<G::Move>> = lines.collect();
        let pv = self.line(line.position(), mv);
        let depth = pv.len() as u32;
        Some(SearchResult { score: Some(chosen.value), depth, pv, lines, book: true, ..SearchResult::of_move(mv) })
    }

    /// The best moves of the book from a move on.
    fn line(&self, position: &G, mv: G::Move) -> Vec<G::Move> {
        let (mut line, mut position) = (vec![mv], position.clone());
        position.play(mv);
        while line.len() < MAX_PV {
            let moves = self.moves(&position);
            let Some(best) = moves.first() else { break };
            line.push(best.child.moves[0]);
            position = best.child.position.clone();
        }
        line
    }
}

/// Draws one of the values that are at most the margin below the first of all, the better ones more often; its index.
fn draw(values: &[Option<Score>], margin: Score, rng: &mut Rng) -> Option<usize> {
    let best = (*values.first()?)?;
    let weights: Vec<u64> = values
        .iter()
        .map(|value| value.map_or(0, |value| (value + margin + 1 - best).max(0).unsigned_abs().into()))
        .collect();
    let mut left = rng.u64(0..weights.iter().sum());
    weights.iter().position(|weight| {
        let is_drawn = left < *weight;
        left = left.saturating_sub(*weight);
        is_drawn
    })
}

impl<G: Tactics> Strategy<G> for BookPlayer<G> {
    fn choose(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        self.book_move(line, request).or_else(|| self.fallback.as_mut()?.choose(line, request))
    }
}

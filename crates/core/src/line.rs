//! A game as it is being played: where it began, the moves so far, the position now.

use crate::{Game, Outcome, Side, reasons};

/// A start position and the moves played from it, with every position between.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    positions: Vec<G>,
    moves: Vec<G::Move>,
}

impl<G: Game> Line<G> {
    /// A game about to begin.
    pub fn new(start: G) -> Self {
        Self { positions: vec![start], moves: Vec::new() }
    }

    /// The position now.
    pub fn position(&self) -> &G {
        self.positions.last().expect("a line keeps its start position")
    }

    /// The position before any move.
    pub fn start(&self) -> &G {
        &self.positions[0]
    }

    /// Every position from the start to now.
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    /// The moves so far.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Who moves now.
    pub fn turn(&self) -> Side {
        self.position().turn()
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        let mut next = self.position().clone();
        next.play(mv);
        self.positions.push(next);
        self.moves.push(mv);
    }

    /// Takes the last move back; `None` at the start.
    pub fn undo(&mut self) -> Option<G::Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// How often the position now has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        let earlier = self.positions.iter().rev().skip(1).take(now.reversible_plies());
        1 + earlier.filter(|position| *position == now).count()
    }

    /// The outcome, repetition included.
    pub fn outcome(&self) -> Option<Outcome> {
        let repeated = || self.occurrences() >= G::REPETITION_LIMIT;
        self.position().outcome().or_else(|| repeated().then(|| Outcome::draw(&reasons::REPETITION)))
    }
}

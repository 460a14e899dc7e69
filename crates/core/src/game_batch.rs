//! Many games of one kind, played side by side: what a vectorised environment is made of.

use crate::actions::{NO_ACTION, write_actions};
use crate::{Game, Outcome, Planes, Rng, reasons};

/// One of many games: its position with everything that is asked of it at every step.
#[derive(Clone, Debug)]
pub struct BatchGame<G: Game> {
    position: G,
    outcome: Option<Outcome>,
    legal: Vec<G::Move>,
    actions: Vec<u32>,
    played: Vec<G::Move>,
    /// Hashes of the positions that can be repeated, the present one last.
    hashes: Vec<u64>,
    number: u64,
}

impl<G: Planes> BatchGame<G> {
    /// A game from a position. The number tells the games apart that are played one after the other in one place.
    pub fn new(start: G, number: u64) -> Self {
        let (legal, actions, played, hashes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut game = Self { position: start, outcome: None, legal, actions, played, hashes, number };
        game.update();
        game
    }

    /// The position now.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The end, repetition included.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The legal moves; none once the game is over.
    pub fn legal(&self) -> &[G::Move] {
        &self.legal
    }

    /// The [actions](crate::actions) of the legal moves, in the same order.
    pub fn actions(&self) -> &[u32] {
        &self.actions
    }

    /// The moves so far.
    pub fn played(&self) -> &[G::Move] {
        &self.played
    }

    /// The hashes of the positions that can be repeated, the present one last.
    pub fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// The number of the game.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The legal move of an action.
    pub fn move_of(&self, action: u32) -> Option<G::Move> {
        let index = self.actions.iter().position(|known| *known == action && action != NO_ACTION)?;
        Some(self.legal[index])
    }

    /// A random legal action; `None` once the game is over.
    pub fn random_action(&self, rng: &mut Rng) -> Option<u32> {
        let index = |rng: &mut Rng| rng.usize(0..self.actions.len());
        // The first move of its steps always has an action, so this ends.
        (!self.actions.is_empty()).then(|| {
            std::iter::repeat_with(|| self.actions[index(rng)]).find(|action| *action != NO_ACTION).unwrap_or(NO_ACTION)
        })
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        self.position.play(mv);
        self.played.push(mv);
        self.update();
    }

    /// Begins the next game from a position.
    pub fn restart(&mut self, start: &G) {
        self.position.clone_from(start);
        self.played.clear();
        self.hashes.clear();
        self.number += 1;
        self.update();
    }

    /// Brings what follows from the position up to date.
    fn update(&mut self) {
        let back = self.position.reversible_plies();
        if back == 0 {
            self.hashes.clear();
        }
        self.hashes.push(self.position.hash());
        self.legal.clear();
        self.actions.clear();
        self.outcome = self.position.ended();
        if self.outcome.is_some() {
            return;
        }
        let Self { position, legal, .. } = self;
        position.each_move(|mv| legal.push(mv));
        self.outcome = if legal.is_empty() { Some(self.position.stuck()) } else { self.repetition(back) };
        match self.outcome {
            Some(_) => self.legal.clear(),
            None => write_actions(&self.position, &self.legal, &mut self.actions),
        }
    }

    /// The draw by repetition.
    fn repetition(&self, back: usize) -> Option<Outcome> {
        let (now, earlier) = self.hashes.split_last()?;
        let occurrences = 1 + earlier.iter().rev().take(back).filter(|hash| *hash == now).count();
        (occurrences >= G::REPETITION_LIMIT).then(|| Outcome::draw(&reasons::REPETITION))
    }
}

//! Many games of one kind, played side by side: what a vectorised environment is made of.

use std::sync::OnceLock;

use crate::actions::{NO_ACTION, write_actions};
use crate::{Game, Outcome, Planes, Rng, reasons};

/// The legal moves of a position, and their actions in the same order.
#[derive(Clone, Debug)]
struct Legal<M> {
    moves: Vec<M>,
    actions: Vec<u32>,
}

impl<M> Default for Legal<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), actions: Vec::new() }
    }
}

/// One of many games: its position with everything that is asked of it at every step.
#[derive(Clone, Debug)]
pub struct BatchGame<G: Game> {
    position: G,
    outcome: Option<Outcome>,
    /// The list; of games that find moves without it, only once it was asked for.
    legal: OnceLock<Legal<G::Move>>,
    played: Vec<G::Move>,
    /// Hashes of the positions that can be repeated, the present one last.
    hashes: Vec<u64>,
    number: u64,
}

impl<G: Planes> BatchGame<G> {
    /// A game from a position. The number tells the games apart that are played one after the other in one place.
    pub fn new(start: G, number: u64) -> Self {
        let (legal, played, hashes) = (OnceLock::new(), Vec::new(), Vec::new());
        let mut game = Self { position: start, outcome: None, legal, played, hashes, number };
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
        &self.list().moves
    }

    /// The [actions](crate::actions) of the legal moves, in the same order.
    pub fn actions(&self) -> &[u32] {
        &self.list().actions
    }

    fn list(&self) -> &Legal<G::Move> {
        self.legal.get_or_init(|| {
            let mut legal = Legal::default();
            if self.outcome.is_none() {
                self.position.each_move(|mv| legal.moves.push(mv));
                write_actions(&self.position, &legal.moves, &mut legal.actions);
            }
            legal
        })
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
        if G::FINDS_MOVES && self.legal.get().is_none() {
            return self.outcome.is_none().then(|| self.position.move_of_action(action as usize)).flatten();
        }
        let Legal { moves, actions } = self.list();
        let index = actions.iter().position(|known| *known == action && action != NO_ACTION)?;
        Some(moves[index])
    }

    /// A random legal move; `None` once the game is over.
    pub fn random_move(&self, rng: &mut Rng) -> Option<G::Move> {
        if G::FINDS_MOVES {
            return self.outcome.is_none().then(|| self.position.random_move(rng)).flatten();
        }
        let moves = self.legal();
        (!moves.is_empty()).then(|| moves[rng.usize(0..moves.len())])
    }

    /// A random legal action; `None` once the game is over.
    pub fn random_action(&self, rng: &mut Rng) -> Option<u32> {
        if G::FINDS_MOVES {
            let mv = self.random_move(rng)?;
            return Some(G::action(self.position.steps(mv)) as u32);
        }
        let actions = self.actions();
        let index = |rng: &mut Rng| rng.usize(0..actions.len());
        // The first move of its steps always has an action, so this ends.
        (!actions.is_empty()).then(|| {
            std::iter::repeat_with(|| actions[index(rng)]).find(|action| *action != NO_ACTION).unwrap_or(NO_ACTION)
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
        let list = self.legal.take();
        self.outcome = self.position.ended();
        if self.outcome.is_some() {
            return;
        }
        let is_stuck =
            if G::FINDS_MOVES { !self.position.has_moves() } else { self.write_list(list.unwrap_or_default()) };
        self.outcome = if is_stuck { Some(self.position.stuck()) } else { self.repetition(back) };
        if self.outcome.is_some() {
            self.legal.take();
        }
    }

    /// Writes the list where another was. Returns whether there is no move.
    fn write_list(&mut self, mut list: Legal<G::Move>) -> bool {
        list.moves.clear();
        self.position.each_move(|mv| list.moves.push(mv));
        write_actions(&self.position, &list.moves, &mut list.actions);
        let is_empty = list.moves.is_empty();
        self.legal = OnceLock::from(list);
        is_empty
    }

    /// The draw by repetition.
    fn repetition(&self, back: usize) -> Option<Outcome> {
        let (now, earlier) = self.hashes.split_last()?;
        let occurrences = 1 + earlier.iter().rev().take(back).filter(|hash| *hash == now).count();
        (occurrences >= G::REPETITION_LIMIT).then(|| Outcome::draw(&reasons::REPETITION))
    }
}

//! A toy game where a side may move twice.

use quevedo_core::hash::mix;
use quevedo_core::{Game, Outcome, Side, Tactics, reasons};

/// A walk in steps of 1 to 3 up to 14 or beyond. A step of 1 keeps the turn.
/// The side that cannot step loses, except at 14, which is a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveTwice {
    at: u64,
    turn: Side,
}

impl Game for MoveTwice {
    type Move = u64;

    fn start() -> Self {
        Self { at: 0, turn: Side::First }
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn each_move(&self, visit: impl FnMut(u64)) {
        if self.at < 14 {
            (1..=3).for_each(visit);
        }
    }

    fn play(&mut self, step: u64) {
        self.at += step;
        if step != 1 {
            self.turn = !self.turn;
        }
    }

    fn ended(&self) -> Option<Outcome> {
        None
    }

    fn stuck(&self) -> Outcome {
        match self.at {
            14 => Outcome::draw(&reasons::NO_MOVES),
            _ => Outcome::win(!self.turn, &reasons::NO_MOVES),
        }
    }

    fn hash(&self) -> u64 {
        mix(self.at * 2 + self.turn as u64)
    }

    fn hash_from_scratch(&self) -> u64 {
        self.hash()
    }
}

impl Tactics for MoveTwice {
    const HISTORY_KEYS: usize = 4;

    fn history_keys(&self, step: u64) -> [usize; 2] {
        [step as usize; 2]
    }
}

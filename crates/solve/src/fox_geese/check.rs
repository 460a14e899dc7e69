//! Checking the tables against the rules, by a way of their own: the moves and ends of games come from [`Game`], not from the
//! code that built the tables.

use quevedo_core::{Game, Notation, Rng, Side};
use quevedo_games::FoxGeese;
use rayon::prelude::*;

use super::FEWEST_GEESE;
use super::board::{Bits, CROSS};
use super::tables::Tables;
use crate::Value;

/// Positions that share a random number generator.
const BATCH: u64 = 1000;

/// What a check has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Check {
    /// Positions looked at.
    pub samples: u64,
    /// Those the geese win.
    pub geese_wins: u64,
    /// Moves looked at.
    pub moves: u64,
    /// Positions whose value is not the best of their moves, or that could not be looked up.
    pub wrong: Vec<String>,
}

impl Check {
    fn join(mut self, other: Self) -> Self {
        self.samples += other.samples;
        self.geese_wins += other.geese_wins;
        self.moves += other.moves;
        self.wrong.extend(other.wrong);
        self
    }
}

impl Tables {
    /// Checks random positions with so many geese: a position is won if some move leads to one that is lost, else lost,
    /// and finished games are as the rules say. The same seed gives the same positions.
    pub fn check(&self, geese: u32, samples: u64, seed: u64) -> Check {
        let batch = |number: u64| {
            let mut rng = Rng::with_seed(seed.wrapping_add(number << 32));
            let mut check = Check::default();
            for _ in 0..BATCH.min(samples - number * BATCH) {
                self.check_position(&random_position(geese, &mut rng), &mut check);
            }
            check
        };
        (0..samples.div_ceil(BATCH)).into_par_iter().map(batch).reduce(Check::default, Check::join)
    }

    /// Checks every position of random games from a position on, so of those that matter. Half of the moves are any,
    /// the others keep the value.
    pub fn check_games(&self, start: &FoxGeese, games: u64, seed: u64) -> Check {
        let game = |number: u64| {
            let mut rng = Rng::with_seed(seed.wrapping_add(number << 32));
            let (mut check, mut position) = (Check::default(), *start);
            loop {
                self.check_position(&position, &mut check);
                let kept = if rng.bool() { self.solve(&position).map(|solution| solution.best) } else { None };
                let chosen = kept.and_then(|moves| rng.choice(moves)).or_else(|| position.random_move(&mut rng));
                let Some(mv) = chosen else { return check };
                position.play(mv);
            }
        };
        (0..games).into_par_iter().map(game).reduce(Check::default, Check::join)
    }

    /// Checks one position.
    fn check_position(&self, position: &FoxGeese, check: &mut Check) {
        check.samples += 1;
        let value = self.probe(position);
        if value.is_none() || value != self.best_of_moves(position, check) {
            check.wrong.push(position.show());
        }
        check.geese_wins +=
            u64::from(value == Some(if position.turn() == Side::First { Value::Win } else { Value::Loss }));
    }

    /// The value by the rules and the values of the positions one move later.
    fn best_of_moves(&self, position: &FoxGeese, check: &mut Check) -> Option<Value> {
        if let Some(outcome) = position.outcome() {
            return Some(if outcome.winner == Some(position.turn()) { Value::Win } else { Value::Loss });
        }
        let mut value = Some(Value::Loss);
        position.each_move(|mv| {
            // One winning move is enough, and one that cannot be looked up is too much.
            if value == Some(Value::Loss) {
                check.moves += 1;
                let mut next = *position;
                next.play(mv);
                value = self.probe(&next).map(|next| if next == Value::Loss { Value::Win } else { Value::Loss });
            }
        });
        value
    }
}

/// A position with so many geese, or with the fewest at least; finished games among them.
fn random_position(geese: u32, rng: &mut Rng) -> FoxGeese {
    let mut points: Vec<u8> = Bits(CROSS).collect();
    rng.shuffle(&mut points);
    let fox = points[0];
    let flock = &points[1..=geese.max(FEWEST_GEESE - 1) as usize];
    let placed = flock.iter().fold(0, |geese, point| geese | 1 << point);
    let turn = if rng.bool() { Side::First } else { Side::Second };
    FoxGeese::placed(placed, fox, turn, rng.u8(0..=10)).unwrap_or_else(FoxGeese::start)
}

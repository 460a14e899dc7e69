//! Checks the tables against the rules, independently of the builder: moves and ends of games come from [`Game`].

use quevedo_core::{Game, Notation, Rng, Side, Value};
use quevedo_games::{Bits, FoxGeese};
use quevedo_solve::fox_geese::board::CROSS;
use quevedo_solve::fox_geese::{FEWEST_GEESE, FoxGeeseTables};
use rayon::prelude::*;

/// Positions that share a random number generator.
const BATCH: u64 = 1000;

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// Positions checked.
    pub samples: u64,
    /// Those the geese win.
    pub geese_wins: u64,
    /// Moves checked.
    pub moves: u64,
    /// Positions whose value is not the best of their moves, or that no table covers.
    pub wrong: Vec<String>,
}

impl CheckReport {
    fn join(mut self, other: Self) -> Self {
        self.samples += other.samples;
        self.geese_wins += other.geese_wins;
        self.moves += other.moves;
        self.wrong.extend(other.wrong);
        self
    }
}

/// Checks random positions with a number of geese: a position is won if some move leads to one that is lost, else lost,
/// and finished games are as the rules say. The same seed gives the same positions.
pub fn check_positions(tables: &FoxGeeseTables, geese: u32, samples: u64, seed: u64) -> CheckReport {
    let batch = |number: u64| {
        let mut rng = Rng::with_seed(seed.wrapping_add(number << 32));
        let mut check = CheckReport::default();
        for _ in 0..BATCH.min(samples - number * BATCH) {
            check_position(tables, &random_position(geese, &mut rng), &mut check);
        }
        check
    };
    (0..samples.div_ceil(BATCH)).into_par_iter().map(batch).reduce(CheckReport::default, CheckReport::join)
}

/// Checks every position of random games from a position on, which are positions that occur in play. Half of the moves are
/// random, the others keep the value.
pub fn check_games(tables: &FoxGeeseTables, start: &FoxGeese, games: u64, seed: u64) -> CheckReport {
    let game = |number: u64| {
        let mut rng = Rng::with_seed(seed.wrapping_add(number << 32));
        let (mut check, mut position) = (CheckReport::default(), *start);
        loop {
            check_position(tables, &position, &mut check);
            let kept = if rng.bool() { tables.solve(&position).map(|solution| solution.best) } else { None };
            let chosen = kept.and_then(|moves| rng.choice(moves)).or_else(|| position.random_move(&mut rng));
            let Some(mv) = chosen else { return check };
            position.play(mv);
        }
    };
    (0..games).into_par_iter().map(game).reduce(CheckReport::default, CheckReport::join)
}

/// Checks one position.
fn check_position(tables: &FoxGeeseTables, position: &FoxGeese, check: &mut CheckReport) {
    check.samples += 1;
    let value = tables.probe(position);
    if value.is_none() || value != best_of_moves(tables, position, check) {
        check.wrong.push(position.show());
    }
    check.geese_wins += u64::from(value == Some(if position.turn() == Side::First { Value::Win } else { Value::Loss }));
}

/// The value by the rules and the values of the positions one move later.
fn best_of_moves(tables: &FoxGeeseTables, position: &FoxGeese, check: &mut CheckReport) -> Option<Value> {
    if let Some(outcome) = position.outcome() {
        return Some(if outcome.winner == Some(position.turn()) { Value::Win } else { Value::Loss });
    }
    let mut value = Some(Value::Loss);
    position.each_move(|mv| {
        // Stops at the first winning move, and at the first move that no table covers.
        if value == Some(Value::Loss) {
            check.moves += 1;
            let mut next = *position;
            next.play(mv);
            value = tables.probe(&next).map(|next| if next == Value::Loss { Value::Win } else { Value::Loss });
        }
    });
    value
}

/// A random position with this number of geese, at least three; some are finished games.
fn random_position(geese: u32, rng: &mut Rng) -> FoxGeese {
    let mut points: Vec<u8> = Bits(CROSS).collect();
    rng.shuffle(&mut points);
    let fox = points[0];
    let flock = &points[1..=geese.max(FEWEST_GEESE - 1) as usize];
    let placed = flock.iter().fold(0, |geese, point| geese | 1 << point);
    let turn = if rng.bool() { Side::First } else { Side::Second };
    FoxGeese::placed(placed, fox, turn, rng.u8(0..=10)).unwrap_or_else(FoxGeese::start)
}

//! Measures how far exact values of Othello positions are from searches of a few plies: the deviation of the selective phases
//! of the solver (`quevedo_solve::othello`, `probcut.rs`).

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Parser;
use quevedo_core::{Game, Rng};
use quevedo_games::Othello;
use quevedo_nets::{BEST, GameEvaluator};
use quevedo_solve::othello::OthelloSolver;

const TABLE_MIB: usize = 256;
/// The random plies at the beginning of a game.
const RANDOM_PLIES: u32 = 12;
/// One move in so many is random later on.
const RANDOM_MOVES: u32 = 10;
/// The plies of the search that chooses the others.
const PLAYED_PLIES: u32 = 2;
/// The plies of the searches that are measured.
const MEASURED_PLIES: [u32; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/// Measures how far exact values of Othello positions are from searches of a few plies
#[derive(Parser)]
struct Arguments {
    /// The number of empty squares
    empties: u32,
    /// How many positions
    #[arg(default_value_t = 300)]
    positions: u32,
}

/// A position with so many empty squares, from a game with some random moves; `None` if the game ends before.
fn sample(solver: &mut OthelloSolver, empties: u32, rng: &mut Rng) -> Option<Othello> {
    let mut position = Othello::start();
    for ply in 0.. {
        let empty = (position.discs(position.turn()) | position.discs(!position.turn())).count_zeros();
        if empty <= empties && position.placements() != 0 {
            return Some(position);
        }
        let random = position.random_move(rng)?;
        let is_random = ply < RANDOM_PLIES || rng.u32(0..RANDOM_MOVES) == 0;
        position.play(if is_random { random } else { best_move(solver, &position).unwrap_or(random) });
    }
    None
}

fn best_move(solver: &mut OthelloSolver, position: &Othello) -> Option<<Othello as Game>::Move> {
    let mut moves = Vec::new();
    position.each_move(|mv| moves.push(mv));
    moves.into_iter().max_by_key(|&mv| {
        let mut child = *position;
        child.play(mv);
        -solver.middle_value(&child, PLAYED_PLIES)
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let evaluator = GameEvaluator::<Othello>::named(BEST).ok_or("there is no evaluator")??;
    let mut solver = OthelloSolver::with_ordering(TABLE_MIB, Arc::new(evaluator));
    let mut rng = Rng::with_seed(1);
    let mut squares = [0.0; MEASURED_PLIES.len()];
    let mut count = 0;
    while count < arguments.positions {
        let Some(position) = sample(&mut solver, arguments.empties, &mut rng) else { continue };
        let exact = solver.solve_one(&position, &AtomicBool::new(false), |_| ()).and_then(|solved| solved.score);
        let exact = f64::from(exact.ok_or("stopped")?);
        for (sum, plies) in squares.iter_mut().zip(MEASURED_PLIES) {
            let value = f64::from(solver.middle_value(&position, plies)) / 100.0;
            *sum += (value - exact).powi(2);
        }
        count += 1;
    }
    for (sum, plies) in squares.into_iter().zip(MEASURED_PLIES) {
        println!("{} empty squares, {plies} plies: {:.2} discs", arguments.empties, (sum / f64::from(count)).sqrt());
    }
    Ok(())
}

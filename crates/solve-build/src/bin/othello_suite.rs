//! Solves a file of Othello endgames and says how long each took.
//!
//! A line is a position, the side to move, and moves with their scores, the best first: `…XO- X; A2:+38; C7:+36;`.

use std::error::Error;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Parser;
use quevedo_core::Notation;
use quevedo_games::Othello;
use quevedo_solve::othello::OthelloSolver;

const TABLE_MIB: usize = 256;

/// Solves a file of Othello endgames and says how long each took.
#[derive(Parser)]
struct Arguments {
    /// The file, a line an endgame: `…XO- X; A2:+38; C7:+36;`
    file: PathBuf,
    /// How many of its lines to solve; all if left out
    lines: Option<usize>,
}

/// The position of a line and its best score.
fn endgame(line: &str) -> Option<(&str, i32)> {
    let (position, moves) = line.split_once(';')?;
    let (_, score) = moves.split(';').next()?.split_once(':')?;
    Some((position.trim(), score.trim().parse().ok()?))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let mut solver = OthelloSolver::new(TABLE_MIB);
    let (mut seconds, mut wrong) = (0.0, 0);
    for line in std::fs::read_to_string(arguments.file)?.lines().take(arguments.lines.unwrap_or(usize::MAX)) {
        let (text, expected) = endgame(line).ok_or_else(|| format!("no endgame with scores: {line}"))?;
        let position = Othello::parse(text)?;
        let start = Instant::now();
        let solution = solver.solve_one(&position, &AtomicBool::new(false), |_| ()).ok_or("stopped")?;
        let elapsed = start.elapsed().as_secs_f64();
        let score = solution.score.unwrap_or_default();
        let best = solution.best.first().map_or_else(String::new, |&mv| position.show_move(mv));
        let mark = if score == expected { "" } else { "  WRONG" };
        println!("{text}  {score:+3} {best:4} {:11} nodes {elapsed:8.3} s{mark}", solution.nodes);
        seconds += elapsed;
        wrong += usize::from(score != expected);
    }
    let nodes = solver.nodes() as f64 / 1e6;
    println!("{nodes:.1} M nodes, {seconds:.2} s, {:.1} M nodes/s, {wrong} wrong", nodes / seconds);
    Ok(())
}

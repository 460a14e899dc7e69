//! Who wins the Amazons on a small board, of any width and height up to thirty squares.
//!
//! The search shares nothing with the solver of `quevedo-solve`, so that each checks the other.

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use quevedo_solve_build::amazons_plain::{PlainSearch, Position};

/// Says who wins positions of the Amazons on boards of up to thirty squares, and by which first move.
#[derive(Parser)]
struct Arguments {
    /// Positions such as `q3/4/4/3Q w`: ranks from the top, `Q` White, `q` Black, `*` arrow, numbers for empties, then `w` or `b`
    #[arg(required = true)]
    positions: Vec<String>,
    /// Entries of the table, as a power of two; eight bytes each
    #[arg(long, default_value_t = 26, value_parser = clap::value_parser!(u32).range(8..=32))]
    table: u32,
}

fn report(text: &str, table: u32) -> Result<(), String> {
    let (board, position) = Position::parse(text)?;
    let begin = Instant::now();
    let mut search = PlainSearch::new(board, table);
    let wins = search.wins(position);
    let winner = if wins == position.is_white { "White" } else { "Black" };
    let first = if wins { search.winning_move(position).unwrap_or_default() } else { "no move holds".into() };
    println!("{text}: {winner} wins ({first}), {} nodes, {:.1} s", search.nodes, begin.elapsed().as_secs_f64());
    Ok(())
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    for text in &arguments.positions {
        if let Err(error) = report(text, arguments.table) {
            eprintln!("{text}: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

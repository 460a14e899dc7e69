//! Builds an opening book of Connect-4.
//!
//! Every minute, and at the end, it writes the positions solved so far. A second run resumes from that file.

use std::io::Write as _;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Parser;
use quevedo_solve::book::Book;
use quevedo_solve_build::connect4_book::BookBuilder;

const SAVE_EVERY: Duration = Duration::from_mins(1);

/// Builds an opening book of Connect-4; positions that the file already holds are not solved again
#[derive(Parser)]
struct Arguments {
    /// The book
    out: PathBuf,
    /// The board: 7x6 or 8x7
    #[arg(long, default_value = "7x6")]
    board: String,
    /// The discs of its positions
    #[arg(long, default_value_t = 10)]
    discs: usize,
    /// Threads to use
    #[arg(long, default_value_t = all_threads())]
    threads: NonZero<usize>,
    /// Memory of the table of positions
    #[arg(long, default_value_t = 1024)]
    table_mib: usize,
}

fn all_threads() -> NonZero<usize> {
    std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

fn build<const W: usize, const H: usize>(arguments: &Arguments) -> Result<(), String> {
    let builder = BookBuilder::<W, H>::new(arguments.discs);
    if arguments.out.exists() {
        let resumed = Book::read(&arguments.out).map_err(Into::into).and_then(|book| builder.resume_from(book));
        resumed.map_err(|error| format!("cannot resume from {}: {error}", arguments.out.display()))?;
    }
    // An unwritable path is an error now, not after an hour.
    builder.book().write(&arguments.out).map_err(|error| error.to_string())?;
    let (total, before) = (builder.len(), builder.solved());
    println!("{W}x{H}, {} discs: {total} positions, {before} known", arguments.discs);
    let start = Instant::now();
    let mut saved = Instant::now();
    builder.run(arguments.threads, arguments.table_mib, |builder| {
        let (solved, seconds) = (builder.solved(), start.elapsed().as_secs_f64());
        let left = seconds / (solved - before).max(1) as f64 * (total - solved) as f64;
        print!("\r{solved} of {total} in {seconds:.0} s, {left:.0} s left    ");
        let _ = std::io::stdout().flush();
        if saved.elapsed() < SAVE_EVERY {
            return true;
        }
        saved = Instant::now();
        builder.book().write(&arguments.out).inspect_err(|error| eprintln!("{error}")).is_ok()
    });
    let book = builder.book();
    book.write(&arguments.out).map_err(|error| error.to_string())?;
    println!("\n{} positions in {} bytes: {}", book.len(), book.to_bytes().len(), arguments.out.display());
    Ok(())
}

fn main() -> Result<(), String> {
    let arguments = Arguments::parse();
    match arguments.board.as_str() {
        "7x6" => build::<7, 6>(&arguments),
        "8x7" => build::<8, 7>(&arguments),
        other => Err(format!("{other}: the board must be 7x6 or 8x7")),
    }
}

//! Makes a book of the opening of Connect-4.
//!
//! Every minute, and at the end, the book of what is solved so far is written; run again, it goes on from there.

use std::io::Write as _;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Parser;
use quevedo_solve::book::Book;
use quevedo_solve::connect4::BookMaker;

const SAVE_EVERY: Duration = Duration::from_mins(1);

/// Makes a book of the opening of Connect-4; what the file holds already is not solved again.
#[derive(Parser)]
struct Order {
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

fn make<const W: usize, const H: usize>(order: &Order) -> Result<(), String> {
    let maker = BookMaker::<W, H>::new(order.discs);
    if order.out.exists() {
        let taken = Book::read(&order.out).and_then(|book| maker.take_up(book));
        taken.map_err(|error| format!("{} is left as it is: {error}", order.out.display()))?;
    }
    // A place that cannot be written to is known now, not in an hour.
    maker.book().write(&order.out).map_err(|error| error.to_string())?;
    let (total, before) = (maker.len(), maker.solved());
    println!("{W}x{H}, {} discs: {total} positions, {before} known", order.discs);
    let start = Instant::now();
    let mut saved = Instant::now();
    maker.run(order.threads, order.table_mib, |maker| {
        let (solved, seconds) = (maker.solved(), start.elapsed().as_secs_f64());
        let left = seconds / (solved - before).max(1) as f64 * (total - solved) as f64;
        print!("\r{solved} of {total} in {seconds:.0} s, {left:.0} s left    ");
        let _ = std::io::stdout().flush();
        if saved.elapsed() < SAVE_EVERY {
            return true;
        }
        saved = Instant::now();
        maker.book().write(&order.out).inspect_err(|error| eprintln!("{error}")).is_ok()
    });
    let book = maker.book();
    book.write(&order.out).map_err(|error| error.to_string())?;
    println!("\n{} positions in {} bytes: {}", book.len(), book.to_bytes().len(), order.out.display());
    Ok(())
}

fn main() -> Result<(), String> {
    let order = Order::parse();
    match order.board.as_str() {
        "7x6" => make::<7, 6>(&order),
        "8x7" => make::<8, 7>(&order),
        other => Err(format!("{other}: a book is made for 7x6 or 8x7")),
    }
}

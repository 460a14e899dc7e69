//! Makes a book of the opening of Connect-4.
//!
//! `connect4_book OUT [--board 7x6|8x7] [--discs 8] [--threads 16] [--table-mib 4096]`
//!
//! Every minute, and at the end, the book of what is solved so far is written; run again, it goes on from there.

use std::io::Write as _;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use quevedo_solve::book::{Book, BookError};
use quevedo_solve::connect4::BookMaker;

const SAVE_EVERY: Duration = Duration::from_mins(1);

struct Order {
    out: PathBuf,
    board: String,
    discs: usize,
    threads: NonZero<usize>,
    table_mib: usize,
}

fn read_order() -> Result<Order, String> {
    let threads = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let mut order = Order { out: PathBuf::new(), board: "7x6".into(), discs: 8, threads, table_mib: 1024 };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        let wrong = |error: std::num::ParseIntError| format!("{word}: {error}");
        match word.as_str() {
            "--board" => order.board = value()?,
            "--discs" => order.discs = value()?.parse().map_err(wrong)?,
            "--threads" => order.threads = value()?.parse().map_err(wrong)?,
            "--table-mib" => order.table_mib = value()?.parse().map_err(wrong)?,
            _ => order.out = word.into(),
        }
    }
    if order.out.as_os_str().is_empty() {
        return Err("where to? connect4_book OUT [--board 7x6] [--discs 8] [--threads N] [--table-mib N]".into());
    }
    Ok(order)
}

fn make<const W: usize, const H: usize>(order: &Order) -> Result<(), BookError> {
    let maker = BookMaker::<W, H>::new(order.discs);
    if order.out.exists() {
        maker.take_up(Book::read(&order.out)?)?;
    }
    // A place that cannot be written to is known now, not in an hour.
    maker.book().write(&order.out)?;
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
    book.write(&order.out)?;
    println!("\n{} positions in {} bytes: {}", book.len(), book.to_bytes().len(), order.out.display());
    Ok(())
}

fn main() -> Result<(), String> {
    let order = read_order()?;
    match order.board.as_str() {
        "7x6" => make::<7, 6>(&order),
        "8x7" => make::<8, 7>(&order),
        other => return Err(format!("{other}: a book is made for 7x6 or 8x7")),
    }
    .map_err(|error| error.to_string())
}

//! The program as a library: games, players and measurements from the command line, the terminal and the page, for any
//! catalog of games. A program of one's own games is three lines, see [`run`].
//!
//! Features: `tui` (the board in the terminal), `server` (the page), `queue` (games on other machines), `train`
//! (networks), `study` (tables of the literature); what remains without them is the engine.
//!
//! Results go to standard output, progress and errors to standard error. Exit status 0: done; 1: a check failed;
//! 2: bad input, with one line that says what was wrong and what would be right; 130: interrupted.

mod args;
mod board;
mod commands;
mod converse;
mod cpu;
mod environment;
mod interrupt;
mod meter;
mod output;
#[cfg(feature = "tui")]
mod terminal;
#[cfg(test)]
mod testing;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use quevedo_catalog::Catalog;

const CHECK_FAILED: u8 = 1;
const BAD_INPUT: u8 = 2;

/// Runs the program with the games of `catalog`: the whole of a `main` function.
///
/// ```no_run
/// use quevedo_catalog::Catalog;
///
/// fn main() -> std::process::ExitCode {
///     quevedo::run(Catalog::standard)
/// }
/// ```
pub fn run(catalog: impl FnOnce() -> Catalog) -> ExitCode {
    let missing = cpu::missing();
    if !missing.is_empty() {
        return fail(&format!(
            "this processor lacks {}: build with RUSTFLAGS=\"-C target-cpu=x86-64\"",
            missing.join(", ")
        ));
    }
    run_command(catalog)
}

/// All the rest, in a function of its own so that nothing compiled for a newer processor runs before the check.
#[inline(never)]
fn run_command(catalog: impl FnOnce() -> Catalog) -> ExitCode {
    let catalog = catalog();
    let args = match args::parse(&catalog) {
        Ok(args) => args,
        Err(error) if error.use_stderr() => return fail(&error.to_string()),
        Err(help) => {
            // A closed output is no error here.
            let _ = help.print();
            return ExitCode::SUCCESS;
        }
    };
    environment::apply();
    let mut out = BufWriter::new(io::stdout());
    let result = commands::run(args.command, &catalog, &mut out).and_then(|()| Ok(out.flush()?));
    match result {
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<output::CheckFailed>() => ExitCode::from(CHECK_FAILED),
        Err(error) if interrupt::is_cause_of(&error) => stop(&output::with_causes(&error)),
        Err(error) if error.is::<io::Error>() => {
            fail(&format!("cannot read or write: {}", output::with_causes(&error)))
        }
        Err(error) => fail(&output::with_causes(&error)),
        Ok(()) => ExitCode::SUCCESS,
    }
}

/// What was interrupted is not wrong.
fn stop(message: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "{}", output::one_line(message));
    ExitCode::from(interrupt::INTERRUPTED)
}

fn fail(message: &str) -> ExitCode {
    let message = output::one_line(message);
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    let _ = writeln!(io::stderr(), "error: {message}");
    ExitCode::from(BAD_INPUT)
}

//! Ctrl-C during a match. The match gets the signal once, from us, ends its engines and reports the finished games.

use std::io;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// The match that is running; 0 between matches.
static MATCH: AtomicU32 = AtomicU32::new(0);

/// Runs a match to its end. It is in a process group of its own, so that a signal from the terminal reaches it only through us.
pub(super) fn run(command: &mut Command) -> io::Result<Output> {
    // A second call finds the handler already set.
    let _ = ctrlc::set_handler(forward);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let child = command.spawn()?;
    MATCH.store(child.id(), Ordering::Relaxed);
    let output = child.wait_with_output();
    MATCH.store(0, Ordering::Relaxed);
    output
}

/// Asks the match to stop. Without one this program ends.
#[cfg(unix)]
fn forward() {
    use rustix::process::{Pid, Signal, kill_process};

    let pid = i32::try_from(MATCH.load(Ordering::Relaxed)).ok().and_then(Pid::from_raw);
    match pid {
        // One that has just ended cannot be asked.
        Some(pid) => drop(kill_process(pid, Signal::INT)),
        None => std::process::exit(super::INTERRUPTED.into()),
    }
}

/// The match gets Ctrl-C from the console.
#[cfg(not(unix))]
fn forward() {
    if MATCH.load(Ordering::Relaxed) == 0 {
        std::process::exit(super::INTERRUPTED.into());
    }
}

//! What happens to games when the program is asked to end, by Ctrl-C or by the system.
//!
//! The first time the games stop, external engines are ended, and the finished games are kept and reported; the second
//! time the program ends at once.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use quevedo_arena::{MatchError, dismiss_engines};

/// The exit status of a program that was interrupted, as shells have it.
pub(crate) const INTERRUPTED: u8 = 130;

/// Whether the program was asked to end.
static ASKED: AtomicBool = AtomicBool::new(false);
/// Stops the games. A pool sets it as well when a run is broken off.
static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Listens from now on; the flag is set when the program is asked to end. Call it before any external engine is
/// started: engines do not get Ctrl-C themselves.
pub(crate) fn stop_flag() -> Arc<AtomicBool> {
    let listen_once = || {
        let stop = Arc::default();
        listen(Arc::clone(&stop));
        stop
    };
    Arc::clone(STOP.get_or_init(listen_once))
}

/// Whether something went wrong because the program was asked to end.
pub(crate) fn is_cause_of(error: &anyhow::Error) -> bool {
    ASKED.load(Ordering::Relaxed) || error.downcast_ref() == Some(&MatchError::Stopped)
}

fn listen(stop: Arc<AtomicBool>) {
    let on_signal = move || {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
        stop.store(true, Ordering::Relaxed);
        dismiss_engines();
        let _ = writeln!(io::stderr(), "stopping; Ctrl-C once more ends at once");
    };
    // Without a handler Ctrl-C ends the program at once, as ever.
    let _ = ctrlc::set_handler(on_signal);
}

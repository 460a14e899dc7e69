//! External programs as players.
//!
//! `uci:cmd=…` is an engine that speaks the UCI protocol, in every game that it knows; `nboard:cmd=…` one that speaks
//! the `NBoard` protocol. A program is started once for each thread and runs from game to game. One that crashes, does
//! not answer or makes an illegal move loses the game it is in; a dead one is started again for the next.

mod group;
mod messages;
mod nboard;
mod position_command;
mod process;
mod uci;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quevedo_catalog::{GameEntry, PlayerSpec, Session};
use quevedo_core::{Clock, MoveError, SearchResult};

use self::nboard::NBoard;
use self::uci::Uci;
use crate::engine_pool::MoveFailure;
use crate::{FaultKind, MatchError};

/// The tolerated delay beyond the time limit, unless the spec says otherwise.
const GRACE: Duration = Duration::from_secs(5);
/// The timeout without a time limit, in units of the grace.
const GRACES_WITHOUT_LIMIT: u32 = 12;
/// How long a program may take to answer a stop.
const STOP_TIMEOUT: Duration = Duration::from_millis(500);
/// The stop flag of requests that are not interrupted.
static NEVER: AtomicBool = AtomicBool::new(false);
/// Set when this program is about to end.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Call this when the program is about to end. Engines that are only being checked belong to no run that could be
/// stopped; from now on nothing waits for their answers, and they are ended.
pub fn dismiss_engines() {
    ENDING.store(true, Ordering::Relaxed);
}

/// A running program that plays one game after the other.
pub(crate) trait Engine: Send {
    /// Announces a new game.
    fn new_game(&mut self, stop: &AtomicBool) -> Result<(), MoveFailure>;

    /// Asks for a move. `clocks` are those of both sides.
    fn search(
        &mut self,
        session: &dyn Session,
        clocks: Option<[Clock; 2]>,
        stop: &AtomicBool,
    ) -> Result<SearchResult<String>, MoveFailure>;

    /// Whether it can be asked again.
    fn is_alive(&self) -> bool;
}

/// Starts the program of a spec and sets the game. Players that are no external programs are refused.
pub(crate) fn start(game: &GameEntry, spec: &PlayerSpec, stop: &AtomicBool) -> Result<Box<dyn Engine>, MoveFailure> {
    match spec {
        PlayerSpec::Uci(spec) => Ok(Box::new(Uci::start(game, spec, stop)?)),
        PlayerSpec::NBoard(spec) => Ok(Box::new(NBoard::start(game, spec, stop)?)),
        other => Err(unusable(&command(other), "it is not an external engine")),
    }
}

/// Starts the program of a spec, checks that it can play the game, and ends it.
pub(crate) fn check(game: &GameEntry, spec: &PlayerSpec) -> Result<(), MatchError> {
    match start(game, spec, &ENDING) {
        Ok(_) => Ok(()),
        Err(MoveFailure::Error(error)) => Err(error),
        Err(MoveFailure::Stopped) => Err(MatchError::Stopped),
        Err(MoveFailure::Fault(_, problem)) => {
            Err(MatchError::Engine { engine: command(spec), problem: problem.to_string() })
        }
    }
}

/// The command of an external engine, for error messages.
fn command(spec: &PlayerSpec) -> String {
    match spec {
        PlayerSpec::Uci(spec) => spec.cmd.clone(),
        PlayerSpec::NBoard(spec) => spec.cmd.clone(),
        other => other.to_string(),
    }
}

/// A program that cannot be used at all, in whatever game.
fn unusable(engine: &str, problem: impl Into<String>) -> MoveFailure {
    MoveFailure::Error(MatchError::Engine { engine: engine.into(), problem: problem.into() })
}

/// An answer that is no legal move.
fn illegal(answer: &str, error: &MoveError) -> MoveFailure {
    let answer = quevedo_core::notation::clip(answer);
    MoveFailure::Fault(FaultKind::Illegal, messages::no_legal_move(answer, error.message()))
}

/// The result of a search that has found nothing yet.
fn empty_result() -> SearchResult<String> {
    SearchResult { pv: Vec::new(), ..SearchResult::of_move(String::new()) }
}

/// How long an answer is waited for.
#[derive(Clone, Copy, Debug)]
struct Timeouts {
    grace: Duration,
}

impl Timeouts {
    fn new(grace: Option<Duration>) -> Self {
        Self { grace: grace.unwrap_or(GRACE) }
    }

    /// The timeout of an answer with a time limit, or without one.
    fn with_limit(self, limit: Option<Duration>) -> Duration {
        limit.map_or(self.grace * GRACES_WITHOUT_LIMIT, |limit| limit + self.grace)
    }
}

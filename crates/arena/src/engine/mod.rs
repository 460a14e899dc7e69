//! Programs from outside as players.
//!
//! `uci:cmd=…` speaks the Universal Chess Interface in every game that the program knows, `nboard:cmd=…` the `NBoard`
//! protocol of Othello. A program is started once for each thread that plays, and stays from game to game; one that
//! crashes, falls silent or breaks the rules loses the game it is in, and a dead one is started again for the next.

mod command;
mod group;
mod nboard;
mod process;
mod script;
mod uci;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quevedo_catalog::{GameEntry, PlayerSpec, Session, Thought};
use quevedo_core::score::plies_to_end;
use quevedo_core::{Clock, MoveError, Score};

use self::nboard::NBoard;
use self::uci::Uci;
use crate::engine_pool::MoveFailure;
use crate::{FaultKind, MatchError};

/// How long a program may stay silent beyond its time, unless its spec says otherwise.
const GRACE: Duration = Duration::from_secs(5);
/// How many times that it may be silent where nobody knows how long it will take.
const WITHOUT_A_TIME: u32 = 12;
/// How long a program may take to answer when it is stopped.
const STOPPING: Duration = Duration::from_millis(500);
/// For questions that nobody interrupts.
static NEVER: AtomicBool = AtomicBool::new(false);
/// Set when this whole program is to end.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Says that this program is about to end. Players that are only being looked at belong to no run that could be stopped;
/// now nobody waits for their answers any longer, and they are let go.
pub fn dismiss_engines() {
    ENDING.store(true, Ordering::Relaxed);
}

/// A running program that plays one game after the other.
pub(crate) trait Engine: Send {
    /// Announces a game.
    fn new_game(&mut self, stop: &AtomicBool) -> Result<(), MoveFailure>;

    /// Asks for a move. `clocks` are those of both sides.
    fn think(
        &mut self,
        session: &dyn Session,
        clocks: Option<[Clock; 2]>,
        stop: &AtomicBool,
    ) -> Result<Thought, MoveFailure>;

    /// Whether it can be asked again.
    fn is_alive(&self) -> bool;
}

/// Starts the program of a spec and introduces it to the game.
pub(crate) fn start(
    game: &'static GameEntry,
    spec: &PlayerSpec,
    stop: &AtomicBool,
) -> Result<Box<dyn Engine>, MoveFailure> {
    Ok(match spec.name() {
        "nboard" => Box::new(NBoard::start(game, spec, stop)?),
        _ => Box::new(Uci::start(game, spec, stop)?),
    })
}

/// Starts the program of a spec, hears whether it can play the game, and lets it go.
pub(crate) fn check(game: &'static GameEntry, spec: &PlayerSpec) -> Result<(), MatchError> {
    match start(game, spec, &ENDING) {
        Ok(_) => Ok(()),
        Err(MoveFailure::Error(error)) => Err(error),
        Err(MoveFailure::Stopped) => Err(MatchError::Stopped),
        Err(MoveFailure::Fault(_, problem)) => Err(error(spec, problem)),
    }
}

fn error(spec: &PlayerSpec, problem: impl Into<String>) -> MatchError {
    MatchError::Engine { engine: spec.word("cmd").unwrap_or_default().into(), problem: problem.into() }
}

/// A program that cannot be used at all, whatever game it is in.
fn unfit(spec: &PlayerSpec, problem: impl Into<String>) -> MoveFailure {
    MoveFailure::Error(error(spec, problem))
}

/// An answer that is no legal move.
fn illegal(answer: &str, error: &MoveError) -> MoveFailure {
    let answer = quevedo_core::notation::clip(answer);
    MoveFailure::Fault(FaultKind::Illegal, format!("it answered `{answer}`: {error}"))
}

/// How long a program is waited for.
#[derive(Clone, Copy, Debug)]
struct Patience {
    grace: Duration,
}

impl Patience {
    fn of(spec: &PlayerSpec) -> Self {
        Self { grace: spec.time("grace").unwrap_or(GRACE) }
    }

    /// For an answer that is to come within a time, or at some time.
    fn with(self, time: Option<Duration>) -> Duration {
        time.map_or(self.grace * WITHOUT_A_TIME, |time| time + self.grace)
    }
}

/// What a program has told of its search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Findings {
    score: Option<Score>,
    depth: u32,
    nodes: u64,
}

impl Findings {
    fn thought(self, mv: String, time: Duration) -> Thought {
        Thought {
            pv: vec![mv.clone()],
            mv,
            score: self.score,
            plies_to_end: self.score.and_then(plies_to_end),
            depth: self.depth,
            nodes: self.nodes,
            time_ms: time.as_millis() as u64,
            nps: (self.nodes as f64 / time.as_secs_f64().max(1e-6)) as u64,
            lines: Vec::new(),
            visits: Vec::new(),
            tt_hits: None,
            hashfull: None,
            seldepth: None,
            proof: None,
        }
    }
}

//! The players of one thread: ours are made anew for every game, in the memory of those before; programs from outside
//! stay until they fail.

use std::sync::atomic::AtomicBool;

use quevedo_catalog::{Ask, GameEntry, Player, PlayerSpec, Session, Thought};
use quevedo_core::Clock;

use crate::engine::{self, Engine};
use crate::{FaultKind, MatchError};

/// Programs that wait for their next game. With more of them the one that has waited longest goes.
const MOST_IDLE: usize = 32;
/// Players of a game, and so tables that the next game can use again.
const SEATS: usize = 2;

/// Where the players of one thread are kept between games. It belongs to the thread that made it.
pub struct EnginePool {
    idle: Vec<ExternalEngine>,
}

/// A program from outside.
pub(crate) struct ExternalEngine {
    game: &'static GameEntry,
    spec: PlayerSpec,
    engine: Box<dyn Engine>,
}

/// Why a player did not move.
pub(crate) enum MoveFailure {
    /// Its own fault, by which it loses.
    Fault(FaultKind, String),
    /// Somebody said stop.
    Stopped,
    /// Something that must not be.
    Error(MatchError),
}

/// A player during one game.
pub(crate) enum Seat {
    Own(Box<dyn Player>),
    Outside(ExternalEngine),
    /// A program that did not come, and why.
    Empty(FaultKind, String),
}

impl EnginePool {
    /// A engines of this thread.
    #[expect(clippy::new_without_default, reason = "it changes how the thread keeps its memory")]
    pub fn new() -> Self {
        quevedo_catalog::recycle_tables(SEATS);
        Self { idle: Vec::new() }
    }

    /// Brings a player to its seat. A program that cannot be used at all is an error, one that fails to come loses.
    pub(crate) fn seat(
        &mut self,
        game: &'static GameEntry,
        spec: &PlayerSpec,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Seat, MatchError> {
        if spec.is_external() {
            return match self.invite(game, spec, stop) {
                Ok(guest) => Ok(Seat::Outside(guest)),
                Err(MoveFailure::Fault(kind, text)) => Ok(Seat::Empty(kind, text)),
                Err(MoveFailure::Error(error)) => Err(error),
                Err(MoveFailure::Stopped) => Err(MatchError::Stopped),
            };
        }
        let seeded = spec.clone().with_seed(seed);
        Ok(Seat::Own(game.player(&seeded)?.ok_or(MatchError::Human)?))
    }

    /// The program that waits for such a game, or a new one.
    fn invite(
        &mut self,
        game: &'static GameEntry,
        spec: &PlayerSpec,
        stop: &AtomicBool,
    ) -> Result<ExternalEngine, MoveFailure> {
        let fits = |guest: &ExternalEngine| guest.game == game && guest.spec == *spec;
        if let Some(place) = self.idle.iter().rposition(fits) {
            let mut guest = self.idle.remove(place);
            // One that has died since its last game is replaced and nothing is lost.
            match guest.engine.new_game(stop) {
                Ok(()) => return Ok(guest),
                Err(MoveFailure::Stopped) => return Err(MoveFailure::Stopped),
                Err(_) => {}
            }
        }
        let mut engine = engine::start(game, spec, stop)?;
        engine.new_game(stop)?;
        Ok(ExternalEngine { game, spec: spec.clone(), engine })
    }

    /// Takes a player back after the game.
    pub(crate) fn leave(&mut self, seat: Seat) {
        if let Seat::Outside(guest) = seat
            && guest.engine.is_alive()
        {
            self.idle.push(guest);
            if self.idle.len() > MOST_IDLE {
                self.idle.remove(0);
            }
        }
    }
}

impl Seat {
    /// Asks for a move.
    pub(crate) fn think(
        &mut self,
        session: &dyn Session,
        clocks: Option<[Clock; 2]>,
        stop: &AtomicBool,
    ) -> Result<Thought, MoveFailure> {
        match self {
            Self::Own(player) => {
                let clock = clocks.map(|clocks| clocks[session.turn().index()]);
                player
                    .think(session, &mut Ask { clock, stop, report: &mut |_| {} })
                    .ok_or_else(|| MoveFailure::Error(MatchError::NoMove { position: session.position() }))
            }
            Self::Outside(guest) => guest.engine.think(session, clocks, stop),
            Self::Empty(kind, text) => Err(MoveFailure::Fault(*kind, text.clone())),
        }
    }
}

/// Refuses a player that cannot play this game at all, before anything is played. A program from outside is started for
/// that, and let go.
pub fn check_player(game: &'static GameEntry, spec: &PlayerSpec) -> Result<(), MatchError> {
    if spec.is_human() {
        return Err(MatchError::Human);
    }
    if spec.is_external() {
        return engine::check(game, spec);
    }
    game.player(spec)?;
    Ok(())
}

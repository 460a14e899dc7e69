//! The players of one thread. Our own are made for every game and reuse the memory of those before; external engines
//! keep running from game to game until they fail.

use std::sync::atomic::AtomicBool;

use quevedo_catalog::{GameEntry, Player, PlayerSpec, Role, Session};
use quevedo_core::{Clock, Message, SearchRequest, SearchResult};

use crate::engine::{self, Engine};
use crate::{FaultKind, MatchError};

/// External engines that may be idle at once. With more of them the one that is idle longest is ended.
const MAX_IDLE: usize = 32;
/// Players of a game, and so transposition tables that the next game can use again.
const PLAYERS: usize = 2;

/// Keeps the external engines of one thread between games. It belongs to the thread that made it.
pub struct EnginePool {
    idle: Vec<ExternalEngine>,
}

/// A running engine process and the player it was started for.
pub(crate) struct ExternalEngine {
    game: GameEntry,
    spec: PlayerSpec,
    engine: Box<dyn Engine>,
}

/// Why a player made no move.
pub(crate) enum MoveFailure {
    /// A fault of the player; it loses the game.
    Fault(FaultKind, Message),
    /// The stop flag was set.
    Stopped,
    /// The game cannot be played at all.
    Error(MatchError),
}

/// A player during one game.
pub(crate) enum GamePlayer {
    /// A strategy of this program.
    Internal(Box<dyn Player>),
    /// Another program.
    External(Box<ExternalEngine>),
    /// Another program that could not be started for this game.
    Failed(FaultKind, Message),
}

impl EnginePool {
    /// An empty pool. From now on this thread keeps the tables of its players for the next game.
    #[expect(clippy::new_without_default, reason = "it changes how the thread keeps its memory")]
    pub fn new() -> Self {
        quevedo_catalog::recycle_tables(PLAYERS);
        Self { idle: Vec::new() }
    }

    /// The player of a spec for one game. A program that cannot be used at all is an error; one that fails to start
    /// loses the game.
    pub(crate) fn acquire(
        &mut self,
        game: &GameEntry,
        spec: &PlayerSpec,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<GamePlayer, MatchError> {
        match spec.role() {
            Role::Human => Err(MatchError::Human),
            Role::Engine => Ok(GamePlayer::Internal(game.player(&spec.clone().with_seed(seed))?)),
            Role::External => match self.acquire_external(game, spec, stop) {
                Ok(engine) => Ok(GamePlayer::External(Box::new(engine))),
                Err(MoveFailure::Fault(kind, fault)) => Ok(GamePlayer::Failed(kind, fault)),
                Err(MoveFailure::Error(error)) => Err(error),
                Err(MoveFailure::Stopped) => Err(MatchError::Stopped),
            },
        }
    }

    /// An idle engine of the same spec and game, or a new one.
    fn acquire_external(
        &mut self,
        game: &GameEntry,
        spec: &PlayerSpec,
        stop: &AtomicBool,
    ) -> Result<ExternalEngine, MoveFailure> {
        let fits = |engine: &ExternalEngine| engine.game == *game && engine.spec == *spec;
        if let Some(index) = self.idle.iter().rposition(fits) {
            let mut idle = self.idle.remove(index);
            // One that died since its last game is replaced; it loses nothing by that.
            match idle.engine.new_game(stop) {
                Ok(()) => return Ok(idle),
                Err(MoveFailure::Stopped) => return Err(MoveFailure::Stopped),
                Err(MoveFailure::Fault(..) | MoveFailure::Error(_)) => {}
            }
        }
        let mut engine = engine::start(game, spec, stop)?;
        engine.new_game(stop)?;
        Ok(ExternalEngine { game: game.clone(), spec: spec.clone(), engine })
    }

    /// Keeps an external engine that is still running for the next game.
    pub(crate) fn release(&mut self, player: GamePlayer) {
        if let GamePlayer::External(engine) = player
            && engine.engine.is_alive()
        {
            self.idle.push(*engine);
            if self.idle.len() > MAX_IDLE {
                self.idle.remove(0);
            }
        }
    }
}

impl GamePlayer {
    /// Searches for a move.
    pub(crate) fn search(
        &mut self,
        session: &dyn Session,
        clocks: Option<[Clock; 2]>,
        stop: &AtomicBool,
    ) -> Result<SearchResult<String>, MoveFailure> {
        match self {
            Self::Internal(player) => {
                let clock = clocks.map(|clocks| clocks[session.turn().index()]);
                let mut report = |_: &SearchResult<String>| {};
                let mut request = SearchRequest { clock, ..SearchRequest::new(stop, &mut report) };
                player
                    .search(session, &mut request)
                    .ok_or_else(|| MoveFailure::Error(MatchError::NoMove { position: session.position() }))
            }
            Self::External(external) => external.engine.search(session, clocks, stop),
            Self::Failed(kind, fault) => Err(MoveFailure::Fault(*kind, fault.clone())),
        }
    }
}

/// Refuses a player that cannot play this game at all, before anything is played. An external engine is started for
/// that, and ended again.
pub fn check_player(game: &GameEntry, spec: &PlayerSpec) -> Result<(), MatchError> {
    match spec.role() {
        Role::Human => Err(MatchError::Human),
        Role::Engine => Ok(game.player(spec).map(drop)?),
        Role::External => engine::check(game, spec),
    }
}

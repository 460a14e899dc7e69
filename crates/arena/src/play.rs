//! Playing one game.

use quevedo_core::platform::Instant;
use std::sync::atomic::{AtomicBool, Ordering};

use quevedo_catalog::{Catalog, Session};
use quevedo_core::{Message, Outcome, Side, reasons};

use crate::clock::Clocks;
use crate::engine_pool::{GamePlayer, MoveFailure};
use crate::{EnginePool, Fault, FaultKind, GameJob, GameReport, MatchError, PlayedMove};

/// Plays a game. `on_move` is called with every move. When `stop` is set the game is aborted with
/// [`MatchError::Stopped`].
pub fn play_game(
    catalog: &Catalog,
    job: &GameJob,
    engines: &mut EnginePool,
    stop: &AtomicBool,
    on_move: &mut dyn FnMut(&PlayedMove),
) -> Result<GameReport, MatchError> {
    let game = catalog.find(&job.game)?;
    let session = job.opening.open(game).map_err(|problem| MatchError::BadOpening { problem })?;
    let mut players = Vec::new();
    for (spec, seed) in job.players.iter().zip(job.seeds) {
        players.push(engines.acquire(game, spec, seed, stop)?);
    }
    let clocks = job.clock.map(Clocks::new);
    let mut playing = GameInProgress { job, session, clocks, moves: Vec::new(), stop };
    let ended = playing.play(&mut players, on_move);
    for player in players {
        engines.release(player);
    }
    let (outcome, fault) = ended?;
    Ok(GameReport { number: job.number, outcome: outcome.record(), moves: playing.moves, fault })
}

struct GameInProgress<'a> {
    job: &'a GameJob,
    session: Box<dyn Session>,
    clocks: Option<Clocks>,
    moves: Vec<PlayedMove>,
    stop: &'a AtomicBool,
}

/// The end of a game, with the fault that caused it, if there was one.
type Ended = (Outcome, Option<Fault>);

impl GameInProgress<'_> {
    fn play(&mut self, players: &mut [GamePlayer], on_move: &mut dyn FnMut(&PlayedMove)) -> Result<Ended, MatchError> {
        loop {
            if let Some(outcome) = self.session.outcome() {
                return Ok((outcome, None));
            }
            if self.stop.load(Ordering::Relaxed) {
                return Err(MatchError::Stopped);
            }
            if let Some(ended) = self.play_move(&mut players[self.session.turn().index()])? {
                return Ok(ended);
            }
            self.moves.last().into_iter().for_each(&mut *on_move);
        }
    }

    /// Plays one move. Returns the end of the game where something else than its rules ends it.
    fn play_move(&mut self, player: &mut GamePlayer) -> Result<Option<Ended>, MatchError> {
        let turn = self.session.turn();
        let begin = Instant::now();
        let found = player.search(&*self.session, self.clocks.as_ref().map(Clocks::by_side), self.stop);
        let time = begin.elapsed();
        if matches!(found, Err(MoveFailure::Stopped)) || self.stop.load(Ordering::Relaxed) {
            return Err(MatchError::Stopped);
        }
        if self.clocks.as_mut().is_some_and(|clocks| !clocks.spend(turn, time)) {
            return Ok(Some((self.session.flag_fall(turn), None)));
        }
        let found = match found {
            Ok(found) => found,
            Err(MoveFailure::Fault(kind, fault)) => return Ok(Some(forfeit(turn, kind, &fault))),
            Err(MoveFailure::Error(error)) => return Err(error),
            Err(MoveFailure::Stopped) => return Err(MatchError::Stopped),
        };
        if let Err(error) = self.session.play(&found.mv) {
            return Ok(Some(forfeit(turn, FaultKind::Illegal, &error.message())));
        }
        self.moves.push(PlayedMove::new(&found, time));
        let plies = self.session.history().len();
        let unit = self.session.entry().unit();
        Ok(self.job.adjudication.decide(unit, &self.moves, turn, plies).map(|outcome| (outcome, None)))
    }
}

fn forfeit(turn: Side, kind: FaultKind, fault: &Message) -> Ended {
    (Outcome::win(!turn, &reasons::FORFEIT), Some(Fault::new(turn.index(), kind, fault)))
}

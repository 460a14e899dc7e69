//! Playing one game.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use quevedo_catalog::Session;
use quevedo_core::{Outcome, Reason, Side};

use crate::clock::Clocks;
use crate::engine_pool::{MoveFailure, Seat};
use crate::{EnginePool, Fault, FaultKind, GameJob, GameReport, MatchError, PlayedMove};

/// Plays a game. `watch` is told of every move; when `stop` is set the game is given up with [`MatchError::Stopped`].
pub fn play_game(
    job: &GameJob,
    engines: &mut EnginePool,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&PlayedMove),
) -> Result<GameReport, MatchError> {
    let session = job.opening.open(job.game).map_err(|problem| MatchError::BadOpening { problem })?;
    let mut seats = Vec::new();
    for (seat, spec) in job.players.iter().enumerate() {
        seats.push(engines.seat(job.game, spec, job.seeds[seat], stop)?);
    }
    let clocks = job.clock.map(Clocks::new);
    let mut game = Playing { job, session, clocks, moves: Vec::new(), stop };
    let ended = game.play(&mut seats, watch);
    for seat in seats {
        engines.leave(seat);
    }
    let (outcome, fault) = ended?;
    Ok(GameReport { number: job.number, outcome, moves: game.moves, fault })
}

/// A game that is being played.
struct Playing<'a> {
    job: &'a GameJob,
    session: Box<dyn Session>,
    clocks: Option<Clocks>,
    moves: Vec<PlayedMove>,
    stop: &'a AtomicBool,
}

/// How a game ended, and whose fault it was, if it was a fault.
type Ended = (Outcome, Option<Fault>);

impl Playing<'_> {
    fn play(&mut self, seats: &mut [Seat], watch: &mut dyn FnMut(&PlayedMove)) -> Result<Ended, MatchError> {
        loop {
            if let Some(outcome) = self.session.outcome() {
                return Ok((outcome, None));
            }
            if self.stop.load(Ordering::Relaxed) {
                return Err(MatchError::Stopped);
            }
            if let Some(ended) = self.step(&mut seats[self.session.turn().index()])? {
                return Ok(ended);
            }
            self.moves.last().into_iter().for_each(&mut *watch);
        }
    }

    /// One move; the end of the game if it ends otherwise than by its rules.
    fn step(&mut self, seat: &mut Seat) -> Result<Option<Ended>, MatchError> {
        let turn = self.session.turn();
        let begin = Instant::now();
        let thought = seat.think(&*self.session, self.clocks.as_ref().map(Clocks::see), self.stop);
        let time = begin.elapsed();
        if matches!(thought, Err(MoveFailure::Stopped)) || self.stop.load(Ordering::Relaxed) {
            return Err(MatchError::Stopped);
        }
        if self.clocks.as_mut().is_some_and(|clocks| !clocks.spend(turn, time)) {
            return Ok(Some((self.session.flag_fall(turn), None)));
        }
        let thought = match thought {
            Ok(thought) => thought,
            Err(MoveFailure::Fault(kind, text)) => return Ok(Some(forfeit(turn, kind, text))),
            Err(MoveFailure::Error(error)) => return Err(error),
            Err(MoveFailure::Stopped) => return Err(MatchError::Stopped),
        };
        if let Err(error) = self.session.play(&thought.mv) {
            return Ok(Some(forfeit(turn, FaultKind::Illegal, error.to_string())));
        }
        self.moves.push(PlayedMove::new(&thought, time));
        let plies = self.session.history().len();
        Ok(self.job.adjudication.judge(self.job.game, &self.moves, turn, plies).map(|outcome| (outcome, None)))
    }
}

fn forfeit(turn: Side, kind: FaultKind, text: String) -> Ended {
    let fault = Fault { seat: turn.index(), kind, text };
    (Outcome::win(!turn, Reason::Forfeit), Some(fault))
}

//! Positions beside games: what a search looks at, and games do not show.
//!
//! Games are made of good moves, so who learns from them alone never sees what becomes of bad ones, and a search finds
//! the bad move that looks best. Therefore a few other moves are drawn wherever a player moved, and the positions behind
//! them searched like those of the game. Each of these searches is a job, a game that is over after its first move, so
//! whoever plays the games does this as well, wherever that is.

use std::ops::ControlFlow;

use quevedo_arena::{Adjudication, Draw, GameJob, GameReport, Opening, PlayedMove, WorkerPool};
use quevedo_core::Rng;
use quevedo_core::hash::combine;

use super::{DataError, DataPlan};

/// What sets these draws apart from all other random numbers of a run.
const BESIDE: u64 = 0x6265_7369_6465;

/// Level, whatever the scores: a game that is over after its first move.
const AT_ONCE: Draw = Draw { units: 0.0, moves: 0, after: 0 };

/// A game that has been played, and what was looked at beside it.
pub(super) struct Finished {
    pub(super) job: GameJob,
    pub(super) report: GameReport,
    /// In the order of the moves in whose place they were drawn.
    pub(super) beside: Vec<Beside>,
}

/// A move that was drawn and not played.
pub(super) struct Beside {
    /// How many moves of the players came before it.
    pub(super) after: usize,
    /// In move notation.
    pub(super) mv: String,
    /// What would have been answered; none where the player failed.
    pub(super) answer: Option<PlayedMove>,
}

impl Finished {
    pub(super) fn new(job: GameJob, report: GameReport) -> Self {
        Self { job, report, beside: Vec::new() }
    }

    /// How long was thought about all of it, in microseconds.
    pub(super) fn thinking_us(&self) -> u64 {
        let answers = self.beside.iter().filter_map(|beside| beside.answer.as_ref());
        self.report.moves.iter().chain(answers).map(|played| played.time_us).sum()
    }

    /// Draws moves beside those of the game; the jobs that ask for the answers, numbered from `first`.
    fn draw(&mut self, plan: &DataPlan, first: u64) -> Result<Vec<GameJob>, String> {
        let mut rng = Rng::with_seed(combine(combine(plan.seed, BESIDE), self.job.number));
        let mut session = self.job.opening.open(&plan.game)?;
        let mut jobs = Vec::new();
        for (after, played) in self.report.moves.iter().enumerate() {
            let mut known = vec![played.mv.clone()];
            for _ in 0..plan.beside {
                let Some(mv) = session.play_random(&mut rng) else { break };
                if !known.contains(&mv.text) && session.outcome().is_none() {
                    jobs.push(self.one_move(first + jobs.len() as u64, session.position()));
                    known.push(mv.text.clone());
                    self.beside.push(Beside { after, mv: mv.text, answer: None });
                }
                session.undo();
            }
            session.play(&played.mv).map_err(|error| error.to_string())?;
        }
        Ok(jobs)
    }

    /// The first move of a game from a position, as a job.
    fn one_move(&self, number: u64, position: String) -> GameJob {
        let nth = self.beside.len() as u64;
        GameJob {
            number,
            seeds: self.job.seeds.map(|seed| combine(combine(seed, BESIDE), nth)),
            opening: Opening { position: Some(position), moves: Vec::new() },
            adjudication: Adjudication { draw: Some(AT_ONCE), ..Adjudication::default() },
            ..self.job.clone()
        }
    }
}

/// Looks beside all moves of some games. `watch` is told of every answer.
pub(super) fn look_beside(
    plan: &DataPlan,
    games: &mut [Finished],
    pool: &dyn WorkerPool,
    watch: &mut dyn FnMut(),
) -> Result<(), DataError> {
    let mut jobs = Vec::new();
    for game in games.iter_mut().filter(|game| game.report.fault.is_none()) {
        let drawn = game.draw(plan, jobs.len() as u64);
        jobs.extend(drawn.map_err(|problem| DataError::Replay { number: game.job.number, problem })?);
    }
    let mut asked: Vec<&mut Beside> = games.iter_mut().flat_map(|game| &mut game.beside).collect();
    pool.play(&mut jobs.into_iter().map(Ok), &mut |_, report| {
        asked[report.number as usize].answer = report.moves.into_iter().next().filter(|_| report.fault.is_none());
        watch();
        ControlFlow::Continue(())
    })?;
    Ok(())
}

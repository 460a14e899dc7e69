//! Sibling positions: those after moves that were not played.
//!
//! Games consist of good moves. A network that learns from them alone has never seen the positions after bad moves, and
//! a search finds the bad move that it overrates. So a few other moves are drawn for every move that was played, and the
//! positions after them are searched as well. Each of these searches is a job: a game that is adjudicated after its first
//! move. Any worker pool can play it.

use std::ops::ControlFlow;

use quevedo_arena::{Adjudication, Draw, GameJob, GameReport, Opening, PlayedMove, WorkerPool};
use quevedo_core::Rng;
use quevedo_core::hash::combine;

use super::{DataError, DataPlan};

/// The stream of random numbers of these draws.
const SIBLING: u64 = 0x6265_7369_6465;

/// Ends a game after its first move, whatever the score.
const AT_ONCE: Draw = Draw { units: 0.0, moves: 0, after: 0 };

/// A finished game with its sibling moves.
pub(super) struct PlayedGame {
    pub(super) job: GameJob,
    pub(super) report: GameReport,
    /// In the order of the moves that they replace.
    pub(super) siblings: Vec<SiblingMove>,
}

/// A move that was drawn, but not played.
pub(super) struct SiblingMove {
    /// The number of moves of the players before it.
    pub(super) after: usize,
    /// In move notation.
    pub(super) mv: String,
    /// The reply of the player; `None` where the player failed.
    pub(super) answer: Option<PlayedMove>,
}

impl PlayedGame {
    pub(super) fn new(job: GameJob, report: GameReport) -> Self {
        Self { job, report, siblings: Vec::new() }
    }

    /// The time of all searches, in microseconds.
    pub(super) fn thinking_us(&self) -> u64 {
        let answers = self.siblings.iter().filter_map(|sibling| sibling.answer.as_ref());
        self.report.moves.iter().chain(answers).map(|played| played.time_us).sum()
    }

    /// Draws sibling moves; returns the jobs that search them, numbered from `first`.
    fn draw(&mut self, plan: &DataPlan, first: u64) -> Result<Vec<GameJob>, String> {
        let mut rng = Rng::with_seed(combine(combine(plan.seed, SIBLING), self.job.number));
        let mut session = self.job.opening.open(&plan.game)?;
        let mut jobs = Vec::new();
        for (after, played) in self.report.moves.iter().enumerate() {
            let mut known = vec![played.mv.clone()];
            for _ in 0..plan.sibling_moves {
                let Some(mv) = session.play_random(&mut rng) else { break };
                if !known.contains(&mv.text) && session.outcome().is_none() {
                    jobs.push(self.one_move(first + jobs.len() as u64, session.position()));
                    known.push(mv.text.clone());
                    self.siblings.push(SiblingMove { after, mv: mv.text, answer: None });
                }
                session.undo();
            }
            session.play(&played.mv).map_err(|error| error.to_string())?;
        }
        Ok(jobs)
    }

    /// The first move of a game from a position, as a job.
    fn one_move(&self, number: u64, position: String) -> GameJob {
        let nth = self.siblings.len() as u64;
        GameJob {
            number,
            seeds: self.job.seeds.map(|seed| combine(combine(seed, SIBLING), nth)),
            opening: Opening { position: Some(position), moves: Vec::new() },
            adjudication: Adjudication { draw: Some(AT_ONCE), ..Adjudication::default() },
            ..self.job.clone()
        }
    }
}

/// Draws and searches the sibling moves of some games. `on_search` is called after every search.
pub(super) fn search_siblings(
    plan: &DataPlan,
    games: &mut [PlayedGame],
    pool: &dyn WorkerPool,
    on_search: &mut dyn FnMut(),
) -> Result<(), DataError> {
    let mut jobs = Vec::new();
    for game in games.iter_mut().filter(|game| game.report.fault.is_none()) {
        let drawn = game.draw(plan, jobs.len() as u64);
        jobs.extend(drawn.map_err(|problem| DataError::Replay { number: game.job.number, problem })?);
    }
    let mut asked: Vec<&mut SiblingMove> = games.iter_mut().flat_map(|game| &mut game.siblings).collect();
    pool.play(&mut jobs.into_iter().map(Ok), &mut |_, report| {
        asked[report.number as usize].answer = report.moves.into_iter().next().filter(|_| report.fault.is_none());
        on_search();
        ControlFlow::Continue(())
    })?;
    Ok(())
}

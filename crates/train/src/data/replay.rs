//! Games become samples: every position in which a player moved, and its siblings.
//!
//! ```text
//! a position of the game ──┬─ the next one ──┬─ …      result: that of the game
//!                          └ siblings         └ …       result: the sign of the score
//! ```
//!
//! The samples of a game are in the order of their plies: a position, the siblings of the next one, the next one.

use quevedo_arena::PlayedMove;
use quevedo_catalog::{Prober, Session};
use quevedo_core::hash::combine;
use quevedo_core::score::plies_to_end;
use quevedo_core::{Score, Side, Value};

use super::sibling::{PlayedGame, SiblingMove};
use super::{DataError, DataPlan, Flags, NO_MOVE, Sample, stored_steps};

/// After this many positions out of reach of the solver, earlier ones are not tried.
const MAX_MISSES: u32 = 2;

/// Replays games by a plan.
pub(super) struct Replay<'a> {
    plan: &'a DataPlan,
    prober: Option<Box<dyn Prober>>,
}

/// A position of a game, and the sibling moves drawn there with the positions after them.
struct PlayedPosition {
    sample: Sample,
    siblings: Vec<(String, Sample)>,
}

impl<'a> Replay<'a> {
    pub(super) fn new(plan: &'a DataPlan) -> Self {
        Self { plan, prober: plan.exact.then(|| plan.game.prober()) }
    }

    /// The positions of a game to keep. A game that ended by a fault gives none.
    pub(super) fn samples(&mut self, game: &PlayedGame) -> Result<Vec<Sample>, DataError> {
        let PlayedGame { job, report, siblings } = game;
        if report.fault.is_some() {
            return Ok(Vec::new());
        }
        let failed = |problem: String| DataError::Replay { number: report.number, problem };
        let mut session = job.opening.open(&self.plan.game).map_err(failed)?;
        let mut positions = Vec::with_capacity(report.moves.len());
        let mut siblings = siblings.iter().peekable();
        for (after, played) in report.moves.iter().enumerate() {
            let result = result_for(report.outcome.winner, session.turn());
            let sample = self.sample(&*session, played, result).map_err(failed)?;
            let here = std::iter::from_fn(|| siblings.next_if(|sibling| sibling.after == after));
            let siblings = self.siblings(&mut *session, here).map_err(failed)?;
            positions.push(PlayedPosition { sample, siblings });
            session.play(&played.mv).map_err(|error| failed(error.to_string()))?;
        }
        self.label(&mut *session, &mut positions);
        let samples = positions.into_iter().flat_map(|position| {
            std::iter::once(position.sample).chain(position.siblings.into_iter().map(|(_, sample)| sample))
        });
        Ok(samples.filter(|sample| !self.plan.quiet || is_quiet(sample)).collect())
    }

    /// A position with the result of its search and of its game.
    fn sample(&self, session: &dyn Session, played: &PlayedMove, result: i8) -> Result<Sample, String> {
        let game = &self.plan.game;
        let encoded = game.encode(session);
        let is_noisy = game.is_noisy(session, &played.mv).map_err(|error| error.to_string())?;
        let flags = Flags::default()
            .with(Flags::NOISY, is_noisy)
            .with(Flags::THREATENED, encoded.is_threatened)
            .with(Flags::SECOND, encoded.turn == Side::Second);
        Ok(Sample {
            planes: encoded.planes,
            score: played.score.and_then(as_points),
            result,
            best: game.move_steps(session, &played.mv).map_or(NO_MOVE, |steps| stored_steps(&steps)),
            ply: session.history().len().min(u16::MAX.into()) as u16,
            flags,
            policy: Vec::new(),
            text: session.position(),
        })
    }

    /// The positions after sibling moves. They have no game result, so the sign of the score is the result; without a
    /// score they are left out.
    fn siblings<'b>(
        &self,
        session: &mut dyn Session,
        moves: impl Iterator<Item = &'b SiblingMove>,
    ) -> Result<Vec<(String, Sample)>, String> {
        let mut samples = Vec::new();
        for SiblingMove { mv, answer, .. } in moves {
            let Some((answer, score)) = answer.as_ref().and_then(|answer| Some((answer, answer.score?))) else {
                continue;
            };
            session.play(mv).map_err(|error| error.to_string())?;
            let mut sample = self.sample(session, answer, score.signum() as i8)?;
            sample.flags = sample.flags.with(Flags::SIBLING, true);
            samples.push((mv.clone(), sample));
            session.undo();
        }
        Ok(samples)
    }

    /// Labels the positions that the solver reaches, from the end of the game backwards.
    fn label(&mut self, session: &mut dyn Session, positions: &mut [PlayedPosition]) {
        let (unit, nodes) = (self.plan.game.unit(), self.plan.exact_nodes);
        let Some(prober) = &mut self.prober else { return };
        let mut misses = 0;
        for PlayedPosition { sample, siblings } in positions.iter_mut().rev() {
            session.undo();
            let is_solved = label_one(&mut **prober, session, nodes, unit, sample);
            for (mv, sample) in siblings {
                if session.play(mv).is_ok() {
                    label_one(&mut **prober, session, nodes, unit, sample);
                    session.undo();
                }
            }
            misses = if is_solved { 0 } else { misses + 1 };
            if misses == MAX_MISSES {
                return;
            }
        }
    }
}

/// Labels a position if the solver reaches it; returns whether it does.
fn label_one(prober: &mut dyn Prober, session: &dyn Session, nodes: u64, unit: Score, sample: &mut Sample) -> bool {
    let Some(solved) = prober.probe(session, nodes) else { return false };
    // An exact margin replaces the score. Without one the score is dropped: the result is exact.
    let margin = solved.score.filter(|_| solved.plies.is_none());
    sample.score = margin.and_then(|margin| as_points(margin * unit));
    sample.result = points(solved.value);
    sample.flags = sample.flags.with(Flags::EXACT, true);
    true
}

/// Whether a static evaluation can be right: no threat, no noisy move, no proved score.
fn is_quiet(sample: &Sample) -> bool {
    let is_loud = sample.flags.has(Flags::THREATENED) || sample.flags.has(Flags::NOISY);
    !is_loud && sample.score.is_none_or(|score| plies_to_end(score.into()).is_none())
}

/// The result of a game for a side: 1, 0 or -1.
pub(crate) fn result_for(winner: Option<Side>, side: Side) -> i8 {
    winner.map_or(0, |winner| if winner == side { 1 } else { -1 })
}

/// 1, 0 or -1.
pub(crate) fn points(value: Value) -> i8 {
    match value {
        Value::Win => 1,
        Value::Draw => 0,
        Value::Loss => -1,
    }
}

/// A score as shards keep it.
pub(crate) fn as_points(score: Score) -> Option<i16> {
    i16::try_from(score).ok().filter(|score| *score != i16::MIN)
}

/// A hash of the encoded position.
pub(crate) fn fingerprint(planes: impl IntoIterator<Item = u128>) -> u64 {
    planes.into_iter().fold(0, |hash, plane| combine(combine(hash, plane as u64), (plane >> 64) as u64))
}

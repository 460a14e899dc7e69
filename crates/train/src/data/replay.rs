//! Games become samples: every position of a game in which a player moved, and those that were looked at beside it.
//!
//! ```text
//! a position of the game ──┬─ the next one ──┬─ …      result: how the game ended
//!                          └ beside           └ beside  result: who is ahead by its score
//! ```
//!
//! The samples of a game are in the order of their plies: a position, those beside the move that was played there, the next.

use quevedo_arena::PlayedMove;
use quevedo_catalog::{Prober, Session};
use quevedo_core::hash::combine;
use quevedo_core::score::plies_to_end;
use quevedo_core::{Score, Side, Value};

use super::beside::{Beside, Finished};
use super::{DataError, DataPlan, Flags, NO_MOVE, Sample, stored_steps};

/// A solver labels a position if it needs no more; a few milliseconds.
const PROBE_NODES: u64 = 20_000;
/// After so many positions that were too far for the solver, those before them are too far as well.
const MOST_MISSES: u32 = 2;

/// Replays games by a plan.
pub(super) struct Replay<'a> {
    plan: &'a DataPlan,
    prober: Option<Box<dyn Prober>>,
}

/// A position of a game, and those behind moves that were drawn beside the one played there, with these moves.
struct Moment {
    sample: Sample,
    beside: Vec<(String, Sample)>,
}

impl<'a> Replay<'a> {
    pub(super) fn new(plan: &'a DataPlan) -> Self {
        Self { plan, prober: plan.exact.then(|| plan.game.prober()) }
    }

    /// The positions of a game that are worth keeping. A game that ended by a fault says nothing.
    pub(super) fn samples(&mut self, game: &Finished) -> Result<Vec<Sample>, DataError> {
        let Finished { job, report, beside } = game;
        if report.fault.is_some() {
            return Ok(Vec::new());
        }
        let failed = |problem: String| DataError::Replay { number: report.number, problem };
        let mut session = job.opening.open(&self.plan.game).map_err(failed)?;
        let mut moments = Vec::with_capacity(report.moves.len());
        let mut beside = beside.iter().peekable();
        for (after, played) in report.moves.iter().enumerate() {
            let result = result_for(report.outcome.winner, session.turn());
            let sample = self.sample(&*session, played, result).map_err(failed)?;
            let here = std::iter::from_fn(|| beside.next_if(|beside| beside.after == after));
            moments.push(Moment { sample, beside: self.beside(&mut *session, here).map_err(failed)? });
            session.play(&played.mv).map_err(|error| failed(error.to_string()))?;
        }
        self.label(&mut *session, &mut moments);
        let samples = moments.into_iter().flat_map(|moment| {
            std::iter::once(moment.sample).chain(moment.beside.into_iter().map(|(_, sample)| sample))
        });
        Ok(samples.filter(|sample| !self.plan.quiet || is_quiet(sample)).collect())
    }

    /// A position with what its player and its game say of it.
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

    /// The positions behind moves that were not played. No game went on from there, so the score says who is ahead;
    /// where there is none, there is nothing to learn.
    fn beside<'b>(
        &self,
        session: &mut dyn Session,
        moves: impl Iterator<Item = &'b Beside>,
    ) -> Result<Vec<(String, Sample)>, String> {
        let mut samples = Vec::new();
        for Beside { mv, answer, .. } in moves {
            let Some((answer, score)) = answer.as_ref().and_then(|answer| Some((answer, answer.score?))) else {
                continue;
            };
            session.play(mv).map_err(|error| error.to_string())?;
            let mut sample = self.sample(session, answer, score.signum() as i8)?;
            sample.flags = sample.flags.with(Flags::BESIDE, true);
            samples.push((mv.clone(), sample));
            session.undo();
        }
        Ok(samples)
    }

    /// Labels by the solver what is near enough, going back from the end of the game.
    fn label(&mut self, session: &mut dyn Session, moments: &mut [Moment]) {
        let unit = self.plan.game.unit();
        let Some(prober) = &mut self.prober else { return };
        let mut misses = 0;
        for Moment { sample, beside } in moments.iter_mut().rev() {
            session.undo();
            let is_solved = label_one(&mut **prober, session, unit, sample);
            for (mv, sample) in beside {
                if session.play(mv).is_ok() {
                    label_one(&mut **prober, session, unit, sample);
                    session.undo();
                }
            }
            misses = if is_solved { 0 } else { misses + 1 };
            if misses == MOST_MISSES {
                return;
            }
        }
    }
}

/// Labels a position by the solver; whether it was near enough.
fn label_one(prober: &mut dyn Prober, session: &dyn Session, unit: Score, sample: &mut Sample) -> bool {
    let Some(solved) = prober.probe(session, PROBE_NODES) else { return false };
    // A margin is the best score there is; a mere result speaks for itself, and needs no guess beside it.
    let margin = solved.score.filter(|_| solved.plies.is_none());
    sample.score = margin.and_then(|margin| as_points(margin * unit));
    sample.result = points(solved.value);
    sample.flags = sample.flags.with(Flags::EXACT, true);
    true
}

/// Whether a judgement without search can be expected to be right: no threat, no noisy move, no end in sight that only a
/// search can see.
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

/// A number for what a network sees; positions that look alike have the same.
pub(crate) fn fingerprint(planes: impl IntoIterator<Item = u128>) -> u64 {
    planes.into_iter().fold(0, |hash, plane| combine(combine(hash, plane as u64), (plane >> 64) as u64))
}

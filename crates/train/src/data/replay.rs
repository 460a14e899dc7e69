//! Games become samples: every position of a game in which a player moved.

use quevedo_arena::{GameJob, GameReport, PlayedMove};
use quevedo_catalog::{Prober, Session};
use quevedo_core::hash::combine;
use quevedo_core::score::plies_to_end;
use quevedo_core::{Outcome, Score, Side, Value};

use super::{DataError, DataPlan, Flags, NO_MOVE, Sample};

/// A solver labels a position if it needs no more; a few milliseconds.
const PROBE_NODES: u64 = 20_000;
/// After so many positions that were too far for the solver, those before them are too far as well.
const MOST_MISSES: u32 = 2;

/// Replays games by a plan.
pub(super) struct Replay<'a> {
    plan: &'a DataPlan,
    prober: Option<Box<dyn Prober>>,
}

impl<'a> Replay<'a> {
    pub(super) fn new(plan: &'a DataPlan) -> Self {
        Self { plan, prober: plan.exact.then(|| plan.game.prober()) }
    }

    /// The positions of a game that are worth keeping. A game that ended by a fault says nothing.
    pub(super) fn samples(&mut self, job: &GameJob, report: &GameReport) -> Result<Vec<Sample>, DataError> {
        if report.fault.is_some() {
            return Ok(Vec::new());
        }
        let failed = |problem: String| DataError::Replay { number: report.number, problem };
        let mut session = job.opening.open(job.game).map_err(failed)?;
        let mut samples = Vec::with_capacity(report.moves.len());
        for played in &report.moves {
            samples.push(self.sample(&*session, played, report.outcome).map_err(failed)?);
            session.play(&played.mv).map_err(|error| failed(error.to_string()))?;
        }
        self.label(&mut *session, &mut samples);
        let keep = |sample: &Sample| !self.plan.quiet || is_quiet(sample);
        Ok(samples.into_iter().filter(keep).collect())
    }

    /// A position with what its player and its game say of it.
    fn sample(&self, session: &dyn Session, played: &PlayedMove, outcome: Outcome) -> Result<Sample, String> {
        let game = self.plan.game;
        let look = game.look(session);
        let is_noisy = game.is_noisy(session, &played.mv).map_err(|error| error.to_string())?;
        let flags = Flags::default()
            .with(Flags::NOISY, is_noisy)
            .with(Flags::THREATENED, look.is_threatened)
            .with(Flags::SECOND, look.turn == Side::Second);
        Ok(Sample {
            planes: look.planes,
            score: played.score.and_then(as_points),
            result: points(Value::of(outcome, look.turn)),
            best: game.steps(session, &played.mv).unwrap_or(NO_MOVE),
            ply: session.history().len().min(u16::MAX.into()) as u16,
            flags,
            policy: Vec::new(),
            text: session.position(),
        })
    }

    /// Labels by the solver what is near enough, going back from the end of the game.
    fn label(&mut self, session: &mut dyn Session, samples: &mut [Sample]) {
        let Some(prober) = &mut self.prober else { return };
        let mut misses = 0;
        for sample in samples.iter_mut().rev() {
            session.undo();
            match prober.probe(session, PROBE_NODES) {
                Some(solved) => {
                    // A margin is the best score there is; a mere result speaks for itself, and needs no guess beside it.
                    let margin = solved.score.filter(|_| solved.plies.is_none());
                    sample.score = margin.and_then(|margin| as_points(margin * self.plan.game.unit()));
                    sample.result = points(solved.value);
                    sample.flags = sample.flags.with(Flags::EXACT, true);
                    misses = 0;
                }
                None if misses + 1 == MOST_MISSES => return,
                None => misses += 1,
            }
        }
    }
}

/// Whether a judgement without search can be expected to be right: no threat, no noisy move, no end in sight that only a
/// search can see.
fn is_quiet(sample: &Sample) -> bool {
    let is_loud = sample.flags.has(Flags::THREATENED) || sample.flags.has(Flags::NOISY);
    !is_loud && sample.score.is_none_or(|score| plies_to_end(score.into()).is_none())
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
pub(crate) fn fingerprint(planes: &[u128]) -> u64 {
    planes.iter().fold(0, |hash, plane| combine(combine(hash, *plane as u64), (*plane >> 64) as u64))
}

//! Choosing openings from which neither side is much better off.
//!
//! Openings are drawn at random and judged by a player; those nearest to equality are kept. Where a proof is found the game
//! is not equal at all: such openings come last, the longest fights first.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use quevedo_catalog::{GameEntry, PlayerSpec};
use quevedo_core::Score;

use crate::{MatchError, Opening, Openings, check_player};

/// What to choose from.
#[derive(Clone, Debug)]
pub struct Draws {
    /// The game.
    pub game: &'static GameEntry,
    /// How many plies an opening has.
    pub plies: u32,
    /// How many are drawn.
    pub draws: u64,
    /// How many are kept.
    pub keep: usize,
    /// Who judges them.
    pub judge: PlayerSpec,
    /// Where random numbers come from.
    pub seed: u64,
    /// How many are judged at once.
    pub threads: usize,
}

/// An opening and what the judge said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedOpening {
    /// The opening.
    pub opening: Opening,
    /// Its score for the side to move after it.
    pub score: Score,
    /// How many plies the end is away, where it is proved.
    pub plies_to_end: Option<usize>,
}

impl JudgedOpening {
    /// Smaller is better balanced.
    fn imbalance(&self) -> (Reverse<usize>, Score) {
        (Reverse(self.plies_to_end.unwrap_or(usize::MAX)), self.score.abs())
    }
}

/// Draws and judges openings and keeps the best balanced ones, best first. The result does not depend on the number of
/// threads as long as the judge does not look at a clock.
pub fn balanced_openings(draws: &Draws, on_judged: &(dyn Fn() + Sync)) -> Result<Vec<JudgedOpening>, MatchError> {
    check_player(draws.game, &draws.judge)?;
    let source = Openings::Random { plies: draws.plies };
    let (mut seen, mut candidates) = (BTreeSet::new(), Vec::new());
    for draw in 0..draws.draws {
        let opening = source.get(draws.game, draws.seed, draw)?;
        let session = opening.open(draws.game).map_err(|problem| MatchError::BadOpening { problem })?;
        if seen.insert(session.position()) {
            candidates.push(opening);
        }
    }
    let next = AtomicU64::new(0);
    let judged = Mutex::new(Vec::new());
    let work = || -> Result<(), MatchError> {
        while let Some(opening) = candidates.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
            let opinion = judge(draws, opening)?;
            judged.lock().unwrap_or_else(PoisonError::into_inner).extend(opinion);
            on_judged();
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..draws.threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or(Err(MatchError::Stopped)))
    })?;
    let mut judged = judged.into_inner().unwrap_or_else(PoisonError::into_inner);
    judged.sort_by(|a, b| (a.imbalance(), &a.opening.moves).cmp(&(b.imbalance(), &b.opening.moves)));
    judged.truncate(draws.keep);
    Ok(judged)
}

/// What the judge says; nothing where it does not speak in scores.
fn judge(draws: &Draws, opening: &Opening) -> Result<Option<JudgedOpening>, MatchError> {
    let session = opening.open(draws.game).map_err(|problem| MatchError::BadOpening { problem })?;
    let mut player = draws.game.player(&draws.judge)?.ok_or(MatchError::Human)?;
    let stop = std::sync::atomic::AtomicBool::new(false);
    let mut ask = quevedo_catalog::Ask { clock: None, stop: &stop, report: &mut |_| {} };
    let thought = player.think(&*session, &mut ask);
    Ok(thought.and_then(|thought| {
        let score = thought.score?;
        Some(JudgedOpening { opening: opening.clone(), score, plies_to_end: thought.plies_to_end })
    }))
}

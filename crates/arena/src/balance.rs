//! Balanced openings: positions in which neither side has a large advantage.
//!
//! Openings are drawn at random and evaluated by a player; those nearest to equality are kept. An opening with a proved
//! result comes last, the longest way to the end first.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use quevedo_catalog::{GameEntry, PlayerSpec};
use quevedo_core::Score;

use crate::{MatchError, Opening, Openings, check_player};

/// How balanced openings are found.
#[derive(Clone, Debug)]
pub struct BalanceSettings {
    /// The game.
    pub game: GameEntry,
    /// How many plies an opening has.
    pub plies: u32,
    /// How many openings are drawn.
    pub candidates: u64,
    /// How many are kept.
    pub keep: usize,
    /// The player that evaluates them.
    pub player: PlayerSpec,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
}

/// An opening and its evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluatedOpening {
    /// The opening.
    pub opening: Opening,
    /// Its score for the side to move after it.
    pub score: Score,
    /// Plies to the end of the game, where the score proves it.
    pub plies_to_end: Option<usize>,
}

impl EvaluatedOpening {
    /// Smaller is better balanced.
    fn imbalance(&self) -> (Reverse<usize>, Score) {
        (Reverse(self.plies_to_end.unwrap_or(usize::MAX)), self.score.abs())
    }
}

/// Draws and evaluates openings and keeps the best balanced ones, best first. The result does not depend on the number
/// of threads as long as the player has no time limit.
pub fn balanced_openings(
    settings: &BalanceSettings,
    on_evaluated: &(dyn Fn() + Sync),
) -> Result<Vec<EvaluatedOpening>, MatchError> {
    let BalanceSettings { game, player, .. } = settings;
    check_player(game, player)?;
    let source = Openings::Random { plies: settings.plies };
    let (mut seen, mut candidates) = (BTreeSet::new(), Vec::new());
    for number in 0..settings.candidates {
        let opening = source.get(game, settings.seed, number)?;
        let session = opening.open(game).map_err(|problem| MatchError::BadOpening { problem })?;
        if seen.insert(session.position()) {
            candidates.push(opening);
        }
    }
    let next = AtomicU64::new(0);
    let evaluated = Mutex::new(Vec::new());
    let work = || -> Result<(), MatchError> {
        while let Some(opening) = candidates.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
            let found = evaluate(game, player, opening)?;
            evaluated.lock().unwrap_or_else(PoisonError::into_inner).extend(found);
            on_evaluated();
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..settings.threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or(Err(MatchError::Stopped)))
    })?;
    let mut evaluated = evaluated.into_inner().unwrap_or_else(PoisonError::into_inner);
    evaluated.sort_by(|a, b| (a.imbalance(), &a.opening.moves).cmp(&(b.imbalance(), &b.opening.moves)));
    evaluated.truncate(settings.keep);
    Ok(evaluated)
}

/// Evaluates an opening; `None` where the player reports no score.
fn evaluate(game: &GameEntry, player: &PlayerSpec, opening: &Opening) -> Result<Option<EvaluatedOpening>, MatchError> {
    let session = opening.open(game).map_err(|problem| MatchError::BadOpening { problem })?;
    let found = game.player(player)?.search_until(&*session, &AtomicBool::new(false));
    Ok(found.and_then(|found| {
        let score = found.score?;
        Some(EvaluatedOpening { opening: opening.clone(), score, plies_to_end: found.plies_to_end() })
    }))
}

//! Move accuracy: how often a move of a player keeps the value of the position, by the solver of the game.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use quevedo_catalog::{GameEntry, PlayerSpec, Prober, Session};
use quevedo_core::hash::combine;
use quevedo_core::{Rng, Value};
use serde::Serialize;

use super::ZeroError;

/// Random plies before a position: the middle of a game.
const PLIES: std::ops::RangeInclusive<u32> = 8..=24;
/// How many random openings are tried before it is an error that all of them end the game.
const ATTEMPTS: u64 = 200;

/// How often the moves of a player keep the value of the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MoveAccuracy {
    /// Positions.
    pub positions: u64,
    /// Moves that keep the value: a won position stays won, a drawn one drawn.
    pub kept: u64,
    /// Positions in which some legal move does not keep the value.
    pub hard: u64,
    /// Moves that keep the value in these.
    pub hard_kept: u64,
}

impl MoveAccuracy {
    /// The share of the moves that keep the value.
    pub fn share(&self) -> f64 {
        self.kept as f64 / self.positions.max(1) as f64
    }

    fn add(&mut self, is_hard: bool, is_kept: bool) {
        self.positions += 1;
        self.kept += u64::from(is_kept);
        self.hard += u64::from(is_hard);
        self.hard_kept += u64::from(is_hard && is_kept);
    }
}

/// Measures a player on random positions from the middle of the game. The same seed is the same positions. `on_position` is
/// called after each, on any thread.
pub fn move_accuracy(
    game: &GameEntry,
    player: &PlayerSpec,
    positions: u64,
    seed: u64,
    threads: usize,
    on_position: &(dyn Fn() + Sync),
) -> Result<MoveAccuracy, ZeroError> {
    let next = AtomicU64::new(0);
    let sum = Mutex::new(MoveAccuracy::default());
    let work = || -> Result<(), ZeroError> {
        let mut prober = game.prober();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= positions {
                return Ok(());
            }
            let session = draw(game, combine(seed, number))?;
            let player = player.clone().with_seed(combine(seed, number));
            let (is_hard, is_kept) = check_move(&*session, &player, &mut *prober)?;
            sum.lock().unwrap_or_else(PoisonError::into_inner).add(is_hard, is_kept);
            on_position();
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("measuring does not panic"))
    })?;
    Ok(sum.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// A position from the middle of a random game.
fn draw(game: &GameEntry, seed: u64) -> Result<Box<dyn Session>, ZeroError> {
    let none = ZeroError::NoGame { plies: *PLIES.start() };
    for attempt in 0..ATTEMPTS {
        let mut rng = Rng::with_seed(combine(seed, attempt));
        let Ok(mut session) = game.session(None) else { break };
        let plies = rng.u32(PLIES);
        let played = (0..plies).map_while(|_| session.play_random(&mut rng)).count();
        if played == plies as usize && session.outcome().is_none() {
            return Ok(session);
        }
    }
    Err(none)
}

/// Whether some legal move does not keep the value, and whether the move of the player does.
fn check_move(session: &dyn Session, player: &PlayerSpec, prober: &mut dyn Prober) -> Result<(bool, bool), ZeroError> {
    let game = session.entry();
    let value = prober.probe(session, u64::MAX).ok_or(ZeroError::NoSolver { game: game.id().into() })?.value;
    let chosen = game.player(player)?.choose(session);
    let (mut is_hard, mut is_kept) = (false, false);
    for mv in session.legal() {
        let keeps = value_of(session, &mv.text, prober)? == value;
        is_hard |= !keeps;
        is_kept |= keeps && chosen.as_deref() == Some(mv.text.as_str());
    }
    Ok((is_hard, is_kept))
}

/// The value of a move for the side that makes it.
fn value_of(session: &dyn Session, mv: &str, prober: &mut dyn Prober) -> Result<Value, ZeroError> {
    let (game, turn) = (session.entry(), session.turn());
    let mut after = session.fork();
    // A legal move of this very session.
    let _ = after.play(mv);
    if let Some(outcome) = after.outcome() {
        return Ok(Value::of(outcome, turn));
    }
    let value = prober.probe(&*after, u64::MAX).ok_or(ZeroError::NoSolver { game: game.id().into() })?.value;
    Ok(match value {
        _ if after.turn() == turn => value,
        Value::Win => Value::Loss,
        Value::Draw => Value::Draw,
        Value::Loss => Value::Win,
    })
}

//! A match: many games between two players, on many threads, in one order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use quevedo_catalog::{GameEntry, PlayerSpec};
use quevedo_core::Reason;

use crate::clock::TimeControl;
use crate::game::{MatchError, PlayedGame, opening, play_game};
use crate::stats::{Elo, Pairs};

/// What a match is. Everything in it but the number of threads and the date decides which games are played.
#[derive(Clone, Debug)]
pub struct MatchSettings {
    /// The game.
    pub game: &'static GameEntry,
    /// The two players. Results are told from the view of the first.
    pub players: [PlayerSpec; 2],
    /// How many games; they alternate who begins.
    pub games: u64,
    /// How many random plies open each pair of games.
    pub random_plies: u32,
    /// Where all random numbers come from.
    pub seed: u64,
    /// How many games are played at once.
    pub threads: usize,
    /// The clocks, if there are any.
    pub clock: Option<TimeControl>,
    /// The date the records carry.
    pub date: String,
}

impl MatchSettings {
    /// Refuses what cannot be played, before anything is: people, no games, openings that leave nothing to play.
    pub fn check(&self) -> Result<(), MatchError> {
        if self.players.iter().any(PlayerSpec::is_human) {
            return Err(MatchError::Human);
        }
        for spec in &self.players {
            self.game.player(spec)?;
        }
        if self.games == 0 {
            return Err(MatchError::NoGames);
        }
        opening(self, 0).map(|_| ())
    }
}

/// What a match came to, from the view of the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchResult {
    /// Games played.
    pub games: u64,
    /// Won by the first player.
    pub wins: u64,
    /// Won by nobody.
    pub draws: u64,
    /// Won by the second player.
    pub losses: u64,
    /// Won by the side that moves first, and by the other, whoever played it.
    pub side_wins: [u64; 2],
    /// Games in which a clock ran out, for the first player and for the second.
    pub time_losses: [u64; 2],
    /// Plies played in all, openings included.
    pub plies: u64,
    /// The pairs that are complete, by their points.
    pub pairs: Pairs,
    /// Points of the game that waits for its twin, in halves.
    half_pair: Option<usize>,
}

impl MatchResult {
    /// The share of the points the first player made: 1 for a win, a half for a draw; a half of nothing.
    pub fn score(&self) -> f64 {
        if self.games == 0 { 0.5 } else { (self.wins as f64 + self.draws as f64 / 2.0) / self.games as f64 }
    }

    /// How much stronger the first player is, by the complete pairs.
    pub fn elo(&self) -> Elo {
        Elo::of(&self.pairs)
    }

    /// Games are counted in order, so that twins follow each other.
    fn count_pair(&mut self, game: &PlayedGame) {
        let half_points = game.outcome.winner.map_or(1, |winner| 2 * usize::from(winner == game.side));
        match self.half_pair.take() {
            Some(first) => self.pairs.add(first + half_points),
            None => self.half_pair = Some(half_points),
        }
    }

    fn count(&mut self, game: &PlayedGame) {
        self.games += 1;
        self.count_pair(game);
        self.plies += game.plies as u64;
        if game.outcome.reason == Reason::Time {
            // Whoever has not won was late; a draw on time is the fault of nobody in particular.
            let late = usize::from(game.outcome.winner == Some(game.side));
            self.time_losses[late] += u64::from(game.outcome.winner.is_some());
        }
        match game.outcome.winner {
            None => self.draws += 1,
            Some(winner) => {
                self.side_wins[winner.index()] += 1;
                *(if winner == game.side { &mut self.wins } else { &mut self.losses }) += 1;
            }
        }
    }
}

/// Plays a match. `on_game` sees every game in order with the result so far, on the calling thread, and may break the
/// match off.
pub fn play_match(
    settings: &MatchSettings,
    mut on_game: impl FnMut(&PlayedGame, &MatchResult) -> ControlFlow<()>,
) -> Result<MatchResult, MatchError> {
    settings.check()?;
    let next = AtomicU64::new(0);
    let threads = settings.threads.clamp(1, usize::try_from(settings.games).unwrap_or(usize::MAX));
    thread::scope(|scope| {
        let (sender, games) = mpsc::channel();
        for _ in 0..threads {
            let sender = sender.clone();
            let next = &next;
            scope.spawn(move || play_games(settings, next, &sender));
        }
        drop(sender);
        let result = collect(&games, &mut on_game);
        next.store(settings.games, Ordering::Relaxed);
        result
    })
}

type Played = (u64, Result<PlayedGame, MatchError>);

/// Plays the next game nobody has begun until there is none, or until nobody listens any more.
fn play_games(settings: &MatchSettings, next: &AtomicU64, games: &Sender<Played>) {
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        if index >= settings.games || games.send((index, play_game(settings, index))).is_err() {
            return;
        }
    }
}

/// Counts the games in order; those that end ahead of their turn wait.
fn collect(
    games: &Receiver<Played>,
    on_game: &mut impl FnMut(&PlayedGame, &MatchResult) -> ControlFlow<()>,
) -> Result<MatchResult, MatchError> {
    let mut result = MatchResult::default();
    let mut waiting = BTreeMap::new();
    for (index, played) in games {
        waiting.insert(index, played);
        while let Some(played) = waiting.remove(&result.games) {
            let game = played?;
            result.count(&game);
            if on_game(&game, &result).is_break() {
                return Ok(result);
            }
        }
    }
    Ok(result)
}

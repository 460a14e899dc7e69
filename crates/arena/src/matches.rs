//! A match: many games between two players.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use quevedo_catalog::PlayerSpec;
use quevedo_core::{Reason, Side};

use crate::stats::{Elo, Pairs};
use crate::{GameJob, GameReport, MatchError, Terms, WorkerPool, check_player};

/// What a match is; the same settings are the same games.
#[derive(Clone, Debug)]
pub struct MatchSettings {
    /// What the games have in common.
    pub terms: Terms,
    /// The two players. Results are told from the view of the first.
    pub players: [PlayerSpec; 2],
    /// How many games; they alternate who begins.
    pub games: u64,
}

impl MatchSettings {
    /// Refuses what cannot be played, before anything is: people, no games, openings that leave nothing to play.
    pub fn check(&self) -> Result<(), MatchError> {
        for spec in &self.players {
            check_player(self.terms.game, spec)?;
        }
        if self.games == 0 {
            return Err(MatchError::NoGames);
        }
        self.job(0).map(drop)
    }

    /// The side of the first player in a game. Games come in pairs from the same opening; the first player moves first
    /// in the even ones.
    pub fn side(number: u64) -> Side {
        if number % 2 == 0 { Side::First } else { Side::Second }
    }

    /// A game of the match.
    pub fn job(&self, number: u64) -> Result<GameJob, MatchError> {
        let [first, second] = &self.players;
        let (players, names) = match Self::side(number) {
            Side::First => ([first, second], [0, 1]),
            Side::Second => ([second, first], [1, 0]),
        };
        self.terms.job(number, players, names, number / 2)
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
    /// Games lost by a crash, an illegal move or silence, by the first player and by the second.
    pub faults: [u64; 2],
    /// Moves of the players in all.
    pub moves: u64,
    /// The pairs that are complete, by their points.
    pub pairs: Pairs,
    /// The pair whose second game has not been counted, and the points of its first, in halves.
    half_pair: Option<(u64, usize)>,
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
    fn count(&mut self, game: &GameReport) {
        let side = MatchSettings::side(game.number);
        self.games += 1;
        self.moves += game.moves.len() as u64;
        let half_points = game.outcome.winner.map_or(1, |winner| 2 * usize::from(winner == side));
        let pair = game.number / 2;
        match self.half_pair.take() {
            Some((known, first)) if known == pair => self.pairs.add(first + half_points),
            _ => self.half_pair = Some((pair, half_points)),
        }
        let Some(winner) = game.outcome.winner else {
            self.draws += 1;
            return;
        };
        self.side_wins[winner.index()] += 1;
        *(if winner == side { &mut self.wins } else { &mut self.losses }) += 1;
        let loser = usize::from(winner == side);
        self.time_losses[loser] += u64::from(game.outcome.reason == Reason::Time);
        self.faults[loser] += u64::from(game.fault.is_some());
    }
}

/// Plays a match, but for the games that are `known` from an earlier run. `on_game` sees every game in order with the
/// result so far, on the calling thread, and may break the match off. After a stop it sees those that have ended, too,
/// though others before them have not.
pub fn play_match(
    settings: &MatchSettings,
    pool: &dyn WorkerPool,
    known: Vec<GameReport>,
    mut on_game: impl FnMut(&GameJob, &GameReport, &MatchResult) -> ControlFlow<()>,
) -> Result<MatchResult, MatchError> {
    settings.check()?;
    let mut result = MatchResult::default();
    let mut waiting = BTreeMap::new();
    for report in known {
        waiting.insert(report.number, (settings.job(report.number)?, report));
    }
    let missing: Vec<u64> = (0..settings.games).filter(|number| !waiting.contains_key(number)).collect();
    let mut tell = |waiting: &mut BTreeMap<u64, (GameJob, GameReport)>| {
        while let Some((job, report)) = waiting.remove(&result.games) {
            result.count(&report);
            on_game(&job, &report, &result)?;
        }
        ControlFlow::Continue(())
    };
    if tell(&mut waiting).is_break() {
        return Ok(result);
    }
    let mut jobs = missing.into_iter().map(|number| settings.job(number));
    let played = pool.play(&mut jobs, &mut |job, report| {
        waiting.insert(job.number, (job, report));
        tell(&mut waiting)
    });
    if played == Err(MatchError::Stopped) {
        for (job, report) in waiting.into_values() {
            result.count(&report);
            if on_game(&job, &report, &result).is_break() {
                break;
            }
        }
    }
    played.map(|()| result)
}

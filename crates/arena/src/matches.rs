//! A match: many games between two players.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use quevedo_catalog::PlayerSpec;
use quevedo_core::{Side, reasons};
use serde::{Deserialize, Serialize};

use crate::plan::{Entrant, OpeningSource, Plan, RunIdentity};
use crate::stats::{Elo, Pairs};
use crate::{
    GameConditions, GameJob, GameReport, Journal, JournalError, MatchError, Openings, WorkerPool, check_player,
};

/// Which side the players of a match have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sides {
    /// Games come in pairs from the same opening; the first player moves first in the even ones.
    #[default]
    Alternating,
    /// The first player has the side that begins the game in every one; each game has an opening of its own.
    Fixed,
}

impl Sides {
    /// The side of the first player in a game.
    pub fn of_first(self, number: u64) -> Side {
        match self {
            Self::Alternating if number % 2 == 1 => Side::Second,
            _ => Side::First,
        }
    }

    /// The number of the opening of a game.
    fn opening(self, number: u64) -> u64 {
        match self {
            Self::Alternating => number / 2,
            Self::Fixed => number,
        }
    }
}

/// The settings of a match. The same settings are the same games.
#[derive(Clone, Debug)]
pub struct MatchSettings {
    /// What the games have in common.
    pub conditions: GameConditions,
    /// The two players. Results are from the view of the first.
    pub players: [PlayerSpec; 2],
    /// How many games.
    pub games: u64,
    /// Which side the players have.
    pub sides: Sides,
}

impl MatchSettings {
    /// A match in which the players alternate in moving first.
    pub fn new(conditions: GameConditions, players: [PlayerSpec; 2], games: u64) -> Self {
        Self { conditions, players, games, sides: Sides::default() }
    }

    /// Refuses a match that cannot be played: people, no games, openings that end the game.
    pub fn check(&self) -> Result<(), MatchError> {
        for spec in &self.players {
            check_player(&self.conditions.game, spec)?;
        }
        if self.games == 0 {
            return Err(MatchError::NoGames);
        }
        self.job(0).map(drop)
    }

    /// Identifies the games of the match, whatever their number: more can be played later.
    pub fn identity(&self) -> RunIdentity {
        let GameConditions { game, openings, seed, clock, adjudication } = &self.conditions;
        let plan = Plan {
            // The identity has the content of a list of openings, not its name.
            openings: match openings {
                Openings::Random { plies } => OpeningSource::Random(*plies),
                Openings::List(_) => OpeningSource::File(String::new()),
            },
            seed: *seed,
            clock: *clock,
            adjudication: *adjudication,
            players: self.players.each_ref().map(|spec| Entrant::new(spec.clone())).into(),
            ..Plan::new(game.id())
        };
        RunIdentity::new(&plan, openings).with_sides(self.sides)
    }

    /// Opens the journal of the match, or creates it. Play the match with a [`JournalingPool`](crate::JournalingPool)
    /// and the known games, and it continues where it was interrupted.
    pub fn open_journal(&self, path: &Path) -> Result<MatchJournal, JournalError> {
        let is_resumed = path.exists();
        let (journal, mut known) = Journal::open(path, &self.identity())?;
        known.retain(|report| report.number < self.games);
        Ok(MatchJournal { journal, known, is_resumed })
    }

    /// A game of the match.
    pub fn job(&self, number: u64) -> Result<GameJob, MatchError> {
        let [first, second] = &self.players;
        let (players, names) = match self.sides.of_first(number) {
            Side::First => ([first, second], [0, 1]),
            Side::Second => ([second, first], [1, 0]),
        };
        self.conditions.job(number, players, names, self.sides.opening(number))
    }
}

/// The journal of a match.
#[derive(Debug)]
pub struct MatchJournal {
    /// Where finished games are written.
    pub journal: Journal,
    /// The games of earlier runs.
    pub known: Vec<GameReport>,
    /// Whether there was an earlier run.
    pub is_resumed: bool,
}

/// The result of a match, from the view of the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchResult {
    /// Games played.
    pub games: u64,
    /// Won by the first player.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by the second player.
    pub losses: u64,
    /// Won by the side that moves first, and by the other side.
    pub side_wins: [u64; 2],
    /// Games lost on time by the first player and by the second.
    pub time_losses: [u64; 2],
    /// Games lost by a fault (crash, illegal move, no answer) of the first player and of the second.
    pub faults: [u64; 2],
    /// Moves of the players in all.
    pub moves: u64,
    /// The complete pairs, by their points; with fixed sides of games that have nothing to do with each other.
    pub pairs: Pairs,
    /// The pair whose second game has not been counted, and the points of its first, in halves.
    half_pair: Option<(u64, usize)>,
}

impl MatchResult {
    /// The share of the points of the first player: 1 for a win, a half for a draw; a half without games.
    pub fn score(&self) -> f64 {
        if self.games == 0 { 0.5 } else { (self.wins as f64 + self.draws as f64 / 2.0) / self.games as f64 }
    }

    /// The Elo difference of the first player, by the complete pairs.
    pub fn elo(&self) -> Elo {
        Elo::of(&self.pairs)
    }

    /// Counts a game in which the first player had this side. Games come in order, so that those of a pair follow each other.
    fn count(&mut self, game: &GameReport, side: Side) {
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
        self.time_losses[loser] += u64::from(game.outcome.reason == reasons::TIME.code);
        self.faults[loser] += u64::from(game.fault.is_some());
    }
}

/// Plays a match, without the games that are `known` from an earlier run. `on_game` is called with every game, in order
/// and with the result so far, on the calling thread; it may break the match off. After a stop it is called with the
/// remaining finished games as well, although games between them are missing.
pub fn play_match(
    settings: &MatchSettings,
    pool: &dyn WorkerPool,
    known: Vec<GameReport>,
    mut on_game: impl FnMut(&GameJob, &GameReport, &MatchResult) -> ControlFlow<()>,
) -> Result<MatchResult, MatchError> {
    settings.check()?;
    let mut result = MatchResult::default();
    let mut finished = BTreeMap::new();
    for report in known {
        finished.insert(report.number, (settings.job(report.number)?, report));
    }
    let missing: Vec<u64> = (0..settings.games).filter(|number| !finished.contains_key(number)).collect();
    let mut report_in_order = |finished: &mut BTreeMap<u64, (GameJob, GameReport)>| {
        while let Some((job, report)) = finished.remove(&result.games) {
            result.count(&report, settings.sides.of_first(report.number));
            on_game(&job, &report, &result)?;
        }
        ControlFlow::Continue(())
    };
    if report_in_order(&mut finished).is_break() {
        return Ok(result);
    }
    let mut jobs = missing.into_iter().map(|number| settings.job(number));
    let played = pool.play(&mut jobs, &mut |job, report| {
        finished.insert(job.number, (job, report));
        report_in_order(&mut finished)
    });
    if played == Err(MatchError::Stopped) {
        for (job, report) in finished.into_values() {
            result.count(&report, settings.sides.of_first(report.number));
            if on_game(&job, &report, &result).is_break() {
                break;
            }
        }
    }
    played.map(|()| result)
}

//! The standings of a tournament: points, ratings, the cross table, and the figures of the searches.

use std::fmt;

use quevedo_core::{Side, reasons};
use serde::Serialize;

use super::{PlayedGame, Spread, Tally};
use crate::PlayedMove;
use crate::stats::{Rating, Ratings, ScoredGame, is_small_sample};

/// The standings of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "StandingsState"), schema(as = StandingsState))]
pub struct Standings {
    /// Games played.
    pub games: u64,
    /// Games in all.
    pub planned: u64,
    /// Whether some player has played too few games for its rating to say anything.
    pub is_small_sample: bool,
    /// The players, best first.
    pub rows: Vec<StandingsRow>,
    /// The cross table, in the order of `rows`: `cross[a][b]` is the result of `a` against `b`.
    pub cross: Vec<Vec<Wdl>>,
    /// The results of the side that moves first.
    pub first_side: Wdl,
    /// The advantage of moving first, in Elo.
    pub first_move_elo: f64,
    /// Half the 95 % interval of that.
    pub first_move_error: f64,
    /// Plies of a game, the opening included.
    pub mean_plies: f64,
}

/// A player in the standings.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct StandingsRow {
    /// Its number in the plan, from 0.
    pub player: usize,
    /// Its name.
    pub name: String,
    /// Its spec.
    pub spec: String,
    /// Games played.
    pub games: u64,
    /// Their results.
    #[serde(flatten)]
    pub score: Wdl,
    /// Rounds without an opponent.
    pub byes: u64,
    /// 1 for a win, a half for a draw; a bye counts like a won pairing.
    pub points: f64,
    /// The maximum likelihood rating, the mean of all players being 0; none before the first game.
    pub elo: Option<f64>,
    /// Half its 95 % interval.
    pub elo_error: Option<f64>,
    /// Games lost by a crash, an illegal move or a missing answer.
    pub faults: u64,
    /// Games lost on time.
    pub time_losses: u64,
    /// Microseconds a move.
    pub time_us: Option<Spread>,
    /// Nodes or simulations a move, over the moves that report them.
    pub nodes: Option<Spread>,
    /// Depth in plies, over the moves that report it.
    pub depth: Option<Spread>,
}

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "WdlState"), schema(as = WdlState))]
pub struct Wdl {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// As tables write it: `3-1-2`.
impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.wins, self.draws, self.losses)
    }
}

impl Wdl {
    /// Counts a game by its winner, from the view of a player of the game, 0 or 1.
    pub(super) fn add(&mut self, winner: Option<Side>, player: usize) {
        let count = match winner {
            None => &mut self.draws,
            Some(winner) if winner.index() == player => &mut self.wins,
            Some(_) => &mut self.losses,
        };
        *count += 1;
    }

    /// Their sum.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, from 0 to 1; a half without games.
    pub fn share(self) -> f64 {
        if self.games() == 0 { 0.5 } else { (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64 }
    }
}

impl Tally<'_> {
    /// The standings. Slow for many games: ratings are computed each time.
    pub fn standings(&self) -> Standings {
        let names = self.tournament().names();
        let ratings = Ratings::of(names.len(), &self.games().map(scored).collect::<Vec<_>>());
        let mut rows: Vec<StandingsRow> =
            (0..names.len()).map(|player| self.row(player, ratings.players[player])).collect();
        rows.sort_by(|one, other| {
            let elo = |row: &StandingsRow| row.elo.unwrap_or(0.0);
            other
                .points
                .total_cmp(&one.points)
                .then(elo(other).total_cmp(&elo(one)))
                .then(one.player.cmp(&other.player))
        });
        let plies: usize = self.games().map(PlayedGame::plies).sum();
        let mut first_side = Wdl::default();
        self.games().for_each(|game| first_side.add(game.report.outcome.winner, 0));
        Standings {
            games: self.count(),
            planned: self.tournament().games(),
            is_small_sample: rows.iter().any(|row| row.games > 0 && is_small_sample(row.games)),
            cross: self.cross(&rows),
            rows,
            first_side,
            first_move_elo: ratings.first_move.elo,
            first_move_error: ratings.first_move.error,
            mean_plies: plies as f64 / self.count().max(1) as f64,
        }
    }

    fn row(&self, player: usize, rating: Rating) -> StandingsRow {
        let entrant = &self.tournament().plan().players[player];
        let games = || self.games().filter_map(move |game| Some((game, index_in(game, player)?)));
        let mut score = Wdl::default();
        games().for_each(|(game, index)| score.add(game.report.outcome.winner, index));
        let lost = |why: fn(&PlayedGame) -> bool| {
            games().filter(|(game, index)| game.loser() == Some(*index) && why(game)).count() as u64
        };
        let spread = |figure: fn(&PlayedMove) -> Option<u64>| {
            Spread::of(games().flat_map(|(game, index)| game.moves_of(index)).filter_map(figure).collect())
        };
        let rated = |number: f64| (score.games() > 0).then_some(number);
        StandingsRow {
            player,
            name: entrant.display_name(),
            spec: entrant.spec.to_string(),
            games: score.games(),
            score,
            byes: self.byes(player),
            points: self.half_points(player) as f64 / 2.0,
            elo: rated(rating.elo),
            elo_error: rated(rating.error),
            faults: lost(|game| game.report.fault.is_some()),
            time_losses: lost(|game| game.report.outcome.reason == reasons::TIME.code),
            time_us: spread(|mv| Some(mv.time_us)),
            nodes: spread(|mv| Some(mv.nodes).filter(|nodes| *nodes > 0)),
            depth: spread(|mv| Some(mv.depth.into()).filter(|depth| *depth > 0)),
        }
    }

    /// The cross table, in the order of the rows.
    fn cross(&self, rows: &[StandingsRow]) -> Vec<Vec<Wdl>> {
        let mut rank = vec![0; rows.len()];
        rows.iter().enumerate().for_each(|(index, row)| rank[row.player] = index);
        let mut cross = vec![vec![Wdl::default(); rows.len()]; rows.len()];
        for game in self.games() {
            let [first, second] = game.fixture.players.map(|player| rank[player]);
            cross[first][second].add(game.report.outcome.winner, 0);
            cross[second][first].add(game.report.outcome.winner, 1);
        }
        cross
    }
}

/// The index of a player of the plan among the two of a game.
fn index_in(game: &PlayedGame, player: usize) -> Option<usize> {
    game.fixture.players.iter().position(|playing| *playing == player)
}

fn scored(game: &PlayedGame) -> ScoredGame {
    let points = game.report.outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == Side::First)));
    let [first, second] = game.fixture.players;
    ScoredGame { first, second, points, pair: game.fixture.pair }
}

//! The table of a tournament: points, ratings, who beat whom, and what the moves cost.

use std::fmt;

use quevedo_core::{Reason, Side};
use serde::Serialize;

use super::{Played, Spread, Tally};
use crate::PlayedMove;
use crate::stats::{Rating, Ratings, Scored};

/// The table of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// How many games have been played.
    pub games: u64,
    /// How many there are to be.
    pub planned: u64,
    /// The players, best first.
    pub rows: Vec<Row>,
    /// Who beat whom, both in the order of `rows`: `cross[a][b]` is told by `a`.
    pub cross: Vec<Vec<Wdl>>,
    /// What the side that moves first came to.
    pub first_side: Wdl,
    /// What moving first is worth in Elo, with half its 95 % interval.
    pub first_move_elo: f64,
    /// Half the 95 % interval of that.
    pub first_move_error: f64,
    /// Plies of a game, the opening included.
    pub mean_plies: f64,
}

/// A player in the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Its number in the plan, from 0.
    pub player: usize,
    /// What it is called.
    pub name: String,
    /// How it plays.
    pub spec: String,
    /// Games played.
    pub games: u64,
    /// What they came to.
    #[serde(flatten)]
    pub score: Wdl,
    /// Rounds without an opponent.
    pub byes: u64,
    /// 1 for a win, a half for a draw; a bye counts like a won pairing.
    pub points: f64,
    /// The most likely rating, the mean of all players being 0; none before the first game.
    pub elo: Option<f64>,
    /// Half its 95 % interval.
    pub elo_error: Option<f64>,
    /// Games lost by a crash, an illegal move or silence.
    pub faults: u64,
    /// Games lost by the clock.
    pub time_losses: u64,
    /// Microseconds a move.
    pub time_us: Option<Spread>,
    /// Positions or simulations a move, over the moves that tell.
    pub nodes: Option<Spread>,
    /// Plies a move looked ahead, over the moves that tell.
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
    /// Counts a game by its winner, from the view of a seat.
    pub(super) fn add(&mut self, winner: Option<Side>, seat: usize) {
        let count = match winner {
            None => &mut self.draws,
            Some(winner) if winner.index() == seat => &mut self.wins,
            Some(_) => &mut self.losses,
        };
        *count += 1;
    }

    /// How many games these are.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, from 0 to 1; a half of nothing.
    pub fn share(self) -> f64 {
        if self.games() == 0 { 0.5 } else { (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64 }
    }
}

impl Tally<'_> {
    /// The table. It takes a while for many games: ratings are worked out anew.
    pub fn standings(&self) -> Standings {
        let names = self.tournament().names();
        let ratings = Ratings::of(names.len(), &self.games().map(scored).collect::<Vec<_>>());
        let mut rows: Vec<Row> = (0..names.len()).map(|player| self.row(player, ratings.players[player])).collect();
        rows.sort_by(|one, other| {
            let elo = |row: &Row| row.elo.unwrap_or(0.0);
            other
                .points
                .total_cmp(&one.points)
                .then(elo(other).total_cmp(&elo(one)))
                .then(one.player.cmp(&other.player))
        });
        let plies: usize = self.games().map(Played::plies).sum();
        let mut first_side = Wdl::default();
        self.games().for_each(|game| first_side.add(game.report.outcome.winner, 0));
        Standings {
            games: self.count(),
            planned: self.tournament().games(),
            cross: self.cross(&rows),
            rows,
            first_side,
            first_move_elo: ratings.first_move.elo,
            first_move_error: ratings.first_move.error,
            mean_plies: plies as f64 / self.count().max(1) as f64,
        }
    }

    fn row(&self, player: usize, rating: Rating) -> Row {
        let entrant = &self.tournament().plan().players[player];
        let seated = || self.games().flat_map(move |game| seats_of(game, player).map(move |seat| (game, seat)));
        let mut score = Wdl::default();
        seated().for_each(|(game, seat)| score.add(game.report.outcome.winner, seat));
        let lost = |why: fn(&Played) -> bool| {
            seated().filter(|(game, seat)| game.loser() == Some(*seat) && why(game)).count() as u64
        };
        let spread = |figure: fn(&PlayedMove) -> Option<u64>| {
            Spread::of(seated().flat_map(|(game, seat)| game.moves_of(seat)).filter_map(figure).collect())
        };
        let told = |number: f64| (score.games() > 0).then_some(number);
        Row {
            player,
            name: entrant.called(),
            spec: entrant.spec.to_string(),
            games: score.games(),
            score,
            byes: self.byes(player),
            points: self.half_points(player) as f64 / 2.0,
            elo: told(rating.elo),
            elo_error: told(rating.error),
            faults: lost(|game| game.report.fault.is_some()),
            time_losses: lost(|game| game.report.outcome.reason == Reason::Time),
            time_us: spread(|mv| Some(mv.time_us)),
            nodes: spread(|mv| Some(mv.nodes).filter(|nodes| *nodes > 0)),
            depth: spread(|mv| Some(mv.depth.into()).filter(|depth| *depth > 0)),
        }
    }

    /// Who beat whom, in the order of the rows.
    fn cross(&self, rows: &[Row]) -> Vec<Vec<Wdl>> {
        let mut place = vec![0; rows.len()];
        rows.iter().enumerate().for_each(|(index, row)| place[row.player] = index);
        let mut cross = vec![vec![Wdl::default(); rows.len()]; rows.len()];
        for game in self.games() {
            let [first, second] = game.fixture.players.map(|player| place[player]);
            cross[first][second].add(game.report.outcome.winner, 0);
            cross[second][first].add(game.report.outcome.winner, 1);
        }
        cross
    }
}

/// The seat of a player in a game, if it has one.
fn seats_of(game: &Played, player: usize) -> impl Iterator<Item = usize> {
    game.fixture.players.iter().position(|seated| *seated == player).into_iter()
}

fn scored(game: &Played) -> Scored {
    let points = game.report.outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == Side::First)));
    let [first, second] = game.fixture.players;
    Scored { first, second, points, pair: game.fixture.pair }
}

//! The games and standings of a tournament as files for other programs.

use std::io::{self, Write};

use quevedo_record::Record;
use serde::Serialize;

use super::{Plan, PlayedGame, Spread, Standings, StandingsRow, Tally};
use crate::{Event, PlayedMove, named_record};

/// A game as one row of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameLine {
    /// Its number, from 1.
    pub number: u64,
    /// Its round, from 1.
    pub round: u64,
    /// The player that moved first.
    pub first: String,
    /// The other player.
    pub second: String,
    /// As records write it: `1-0`, `0-1`, `1/2-1/2`.
    pub result: &'static str,
    /// Why it ended, in words.
    pub reason: String,
    /// Its plies, the opening included.
    pub plies: usize,
    /// The start position, if it is not that of the game, and the moves of the opening.
    pub opening: String,
    /// The fault by which a player lost.
    pub fault: Option<String>,
    /// Mean milliseconds a move of the first player.
    pub first_mean_ms: Option<f64>,
    /// Mean milliseconds a move of the second player.
    pub second_mean_ms: Option<f64>,
    /// Mean nodes or simulations a move of the first player.
    pub first_mean_nodes: Option<f64>,
    /// Mean nodes or simulations a move of the second player.
    pub second_mean_nodes: Option<f64>,
    /// Mean depth of the first player, in plies.
    pub first_mean_depth: Option<f64>,
    /// Mean depth of the second player, in plies.
    pub second_mean_depth: Option<f64>,
}

/// Everything about a tournament, for JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Results<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The standings.
    pub standings: Standings,
    /// Every game, by number.
    pub games: Vec<GameLine>,
}

impl<'a> Tally<'a> {
    /// Everything about the tournament.
    pub fn results(&self) -> Results<'a> {
        Results { plan: self.tournament().plan(), standings: self.standings(), games: self.lines().collect() }
    }

    /// Every game as a row, by number.
    pub fn lines(&self) -> impl Iterator<Item = GameLine> {
        self.games().map(|game| self.line(game))
    }

    fn line(&self, game: &PlayedGame) -> GameLine {
        let PlayedGame { fixture, opening, report, .. } = game;
        let [first, second] = fixture.players.map(|player| self.tournament().names()[player].clone());
        let mean = |player, figure: fn(&PlayedMove) -> f64| mean(game.moves_of(player).map(figure));
        let [time, nodes, depth]: [fn(&PlayedMove) -> f64; 3] =
            [|mv| mv.time_us as f64 / 1e3, |mv| mv.nodes as f64, |mv| mv.depth.into()];
        let words: Vec<&str> = opening.position.iter().chain(&opening.moves).map(String::as_str).collect();
        GameLine {
            number: fixture.number + 1,
            round: fixture.round,
            first,
            second,
            result: report.outcome.score_text(),
            reason: report
                .outcome_in(self.tournament().game())
                .map_or_else(|| report.outcome.reason.clone(), |outcome| outcome.reason.text.en.into()),
            plies: game.plies(),
            opening: words.join(" "),
            fault: report.fault.as_ref().map(|fault| fault.text.clone()),
            first_mean_ms: mean(0, time),
            second_mean_ms: mean(1, time),
            first_mean_nodes: mean(0, nodes),
            second_mean_nodes: mean(1, nodes),
            first_mean_depth: mean(0, depth),
            second_mean_depth: mean(1, depth),
        }
    }

    /// The records of all games, by number.
    pub fn records(&self, date: &str) -> impl Iterator<Item = Record> {
        let event = Event { name: self.tournament().event().to_owned(), date: date.to_owned() };
        self.games().filter_map(move |game| {
            let job = self.tournament().job(&game.fixture).ok()?;
            let names = game.fixture.players.map(|player| self.tournament().names()[player].as_str());
            Some(named_record(self.tournament().game(), &event, &job, &game.report, names))
        })
    }

    /// Writes all games as CSV, with a header.
    pub fn write_games(&self, out: impl Write) -> io::Result<()> {
        let mut writer = csv::Writer::from_writer(out);
        for line in self.lines() {
            writer.serialize(line)?;
        }
        writer.flush()
    }
}

impl Standings {
    /// Writes the standings as CSV, with a header.
    pub fn write_csv(&self, out: impl Write) -> io::Result<()> {
        let mut writer = csv::Writer::from_writer(out);
        let plain =
            ["rank", "player", "spec", "points", "games", "wins", "draws", "losses", "byes", "elo", "elo_error"];
        let head = plain.into_iter().chain(["faults", "time_losses"]).map(str::to_owned);
        let spreads = ["time_us", "nodes", "depth"].into_iter();
        let spreads =
            spreads.flat_map(|name| ["min", "median", "mean", "p95", "max"].map(|part| format!("{name}_{part}")));
        writer.write_record(head.chain(spreads))?;
        for (index, row) in self.rows.iter().enumerate() {
            writer.write_record(cells(index + 1, row))?;
        }
        writer.flush()
    }
}

fn cells(rank: usize, row: &StandingsRow) -> Vec<String> {
    let StandingsRow { score, .. } = row;
    let number = |number: Option<f64>| number.map(|number| format!("{number:.2}")).unwrap_or_default();
    let mut cells = vec![rank.to_string(), row.name.clone(), row.spec.clone(), row.points.to_string()];
    let counts = [row.games, score.wins, score.draws, score.losses, row.byes];
    cells.extend(counts.map(|count| count.to_string()));
    cells.extend([number(row.elo), number(row.elo_error)]);
    cells.extend([row.faults, row.time_losses].map(|count| count.to_string()));
    for spread in [row.time_us, row.nodes, row.depth] {
        let Some(Spread { min, median, mean, p95, max }) = spread else {
            cells.extend([const { String::new() }; 5]);
            continue;
        };
        cells.extend([min.to_string(), median.to_string(), format!("{mean:.2}"), p95.to_string(), max.to_string()]);
    }
    cells
}

/// The mean of numbers, rounded to three decimals; `None` without numbers.
fn mean(numbers: impl Iterator<Item = f64> + Clone) -> Option<f64> {
    let count = numbers.clone().count();
    (count > 0).then(|| (numbers.sum::<f64>() / count as f64 * 1e3).round() / 1e3)
}

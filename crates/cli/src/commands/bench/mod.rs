//! `quevedo bench`: how fast rules and search run, and whether they are still the same.

mod rules;
mod search;

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use quevedo_catalog::{Catalog, GameEntry};
use serde::Serialize;

use self::rules::MeasuredRules;
use self::search::{MeasuredPositions, MeasuredSearch};
use crate::args::game_of_catalog;
use crate::output::{short_number, write_json};

/// Measure the speed of the rules and the search of every game, and print their signatures
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct Bench {
    /// Only this game
    #[arg(value_parser = game_of_catalog)]
    game: Option<GameEntry>,

    /// How long to play random games, for each game
    #[arg(long, value_name = "S", default_value = "1", value_parser = seconds)]
    seconds: f64,

    /// Print only the signatures, as the tests pin them
    #[arg(long, conflicts_with_all = ["seconds", "json"])]
    signatures: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Two signatures stand for a game. The first is made of seeded random games: the same rules print the
same one on every machine. The second is made of a search of the start position to a fixed depth:
its move, its score and its number of nodes. A change that is not meant to change
how the machine plays leaves both alone. Chess has a list of positions as well: the nodes of all of
them together, and the speed, are what chess engines tell by `bench`; so does `bench` in UCI.

JSON: {\"seconds\", \"games\": [{\"game\", \"playouts_per_second\", \"plies_per_second\", \"mean_plies\",
\"perft_depth\", \"perft_nodes\", \"perft_nodes_per_second\", \"signature\", \"search\": {\"depth\", \"nodes\",
\"nodes_per_second\", \"move\", \"score\", \"signature\"}, \"bench\": {\"positions\", \"nodes\",
\"nodes_per_second\"} where there is a list}]}

Examples:
  quevedo bench
  quevedo bench chess --seconds 5
  quevedo bench --signatures
  quevedo bench --json";

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.001..=3600.0).contains(number));
    number.ok_or_else(|| "a number of seconds from 0.001 to 3600".into())
}

#[derive(Debug, Serialize)]
struct Report<'a> {
    seconds: f64,
    games: Vec<Measured<'a>>,
}

/// What was measured of one game.
#[derive(Debug, Serialize)]
struct Measured<'a> {
    game: &'a str,
    #[serde(flatten)]
    rules: MeasuredRules,
    search: MeasuredSearch,
    #[serde(skip_serializing_if = "Option::is_none")]
    bench: Option<MeasuredPositions>,
}

impl Bench {
    pub(crate) fn run(&self, catalog: &Catalog, out: &mut dyn Write) -> Result<()> {
        let games = self.game.as_ref().map_or_else(|| catalog.games().iter().collect(), |game| vec![game]);
        let time = Duration::from_secs_f64(self.seconds);
        if self.signatures {
            return games.into_iter().try_for_each(|game| write_signatures(out, game));
        }
        if self.json {
            let games = games.into_iter().map(|game| measure(game, time)).collect::<Result<_>>()?;
            return write_json(out, &Report { seconds: self.seconds, games });
        }
        write_rules(out, &games, time)?;
        writeln!(out)?;
        write_searches(out, &games)?;
        write_positions(out, &games)
    }
}

fn measure(game: &GameEntry, time: Duration) -> Result<Measured<'_>> {
    let (rules, search, bench) = (rules::measure(game, time), search::measure(game)?, search::measure_positions(game)?);
    Ok(Measured { game: game.id(), rules, search, bench })
}

/// The table of the rules. Every row is flushed: this takes a while.
fn write_rules(out: &mut dyn Write, games: &[&GameEntry], time: Duration) -> Result<()> {
    writeln!(
        out,
        "{:<19} {:>11} {:>9} {:>7}   {:<5} {:>10} {:>9}   signature",
        "game", "playouts/s", "plies/s", "plies", "perft", "nodes", "nodes/s"
    )?;
    for game in games {
        let row = rules::measure(game, time);
        let playouts = short_number(row.playouts_per_second);
        let (plies, nodes) = (short_number(row.plies_per_second), short_number(row.perft_nodes_per_second));
        writeln!(
            out,
            "{:<19} {playouts:>11} {plies:>9} {:>7.1}   {:<5} {:>10} {nodes:>9}   {}",
            game.id(),
            row.mean_plies,
            row.perft_depth,
            row.perft_nodes,
            row.signature
        )?;
        out.flush()?;
    }
    Ok(())
}

/// The table of the searches.
fn write_searches(out: &mut dyn Write, games: &[&GameEntry]) -> Result<()> {
    writeln!(
        out,
        "{:<19} {:>6} {:>10} {:>9} {:>7}  {:<11}  search signature",
        "game", "depth", "nodes", "nodes/s", "score", "move"
    )?;
    for game in games {
        let row = search::measure(game)?;
        let speed = short_number(row.nodes_per_second as f64);
        writeln!(
            out,
            "{:<19} {:>6} {:>10} {speed:>9} {:>+7}  {:<11}  {}",
            game.id(),
            row.depth,
            row.nodes,
            row.score,
            row.mv,
            row.signature
        )?;
        out.flush()?;
    }
    Ok(())
}

/// For each game with a list of positions the one number that tells searches apart, and the speed.
fn write_positions(out: &mut dyn Write, games: &[&GameEntry]) -> Result<()> {
    for game in games {
        if let Some(MeasuredPositions { positions, nodes, nodes_per_second }) = search::measure_positions(game)? {
            writeln!(out, "\n{}, {positions} positions: {nodes} nodes, {nodes_per_second} nodes/s", game.id())?;
        }
    }
    Ok(())
}

/// What a test can pin: nothing here depends on the machine.
fn write_signatures(out: &mut dyn Write, game: &GameEntry) -> Result<()> {
    let (rules, search) = (rules::signature(game), search::measure(game)?);
    let MeasuredSearch { depth, nodes, score, mv, .. } = search;
    writeln!(out, "{:<19} {rules} {depth:>3} {nodes:>8} {score:>+6} {mv}", game.id())?;
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_have_a_range() {
        assert_eq!(seconds("0.5"), Ok(0.5));
        for wrong in ["0", "-1", "nan", "inf", "1e9", "x", ""] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}

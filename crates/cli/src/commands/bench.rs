//! `quevedo bench`: how fast the rules run, and whether they are still the same.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use quevedo_catalog::{GAMES, GameEntry, PlayoutCount, find_game};
use quevedo_core::Rng;
use quevedo_core::hash::combine;
use serde::Serialize;

use crate::output::{short_number, write_json};

/// The signature is made of this many games, from this seed. Changing either changes every signature.
const SIGNED_GAMES: u64 = 1000;
const SEED: u64 = 1;
/// Play-outs between two looks at the clock.
const BATCH: u64 = 8;
/// Perft goes as deep as it can with about this many nodes.
const PERFT_NODES: f64 = 1.5e8;

/// Measure the rules of every game: random games, perft, and a signature
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct Bench {
    /// Only this game
    #[arg(value_parser = find_game)]
    game: Option<&'static GameEntry>,

    /// How long to play random games, for each game
    #[arg(long, value_name = "S", default_value = "1", value_parser = seconds)]
    seconds: f64,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
The signature stands for a fixed set of seeded random games: the same rules print the same one
on every machine.

JSON: {\"seconds\", \"games\": [{\"game\", \"playouts_per_second\", \"plies_per_second\", \"mean_plies\",
\"perft_depth\", \"perft_nodes\", \"perft_nodes_per_second\", \"signature\"}]}

Examples:
  quevedo bench
  quevedo bench chess --seconds 5
  quevedo bench --json";

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.001..=3600.0).contains(number));
    number.ok_or_else(|| "a number of seconds from 0.001 to 3600".into())
}

#[derive(Debug, Serialize)]
struct Report {
    seconds: f64,
    games: Vec<Measured>,
}

/// What was measured of one game.
#[derive(Debug, Serialize)]
struct Measured {
    game: &'static str,
    playouts_per_second: f64,
    plies_per_second: f64,
    mean_plies: f64,
    perft_depth: u32,
    perft_nodes: u64,
    perft_nodes_per_second: f64,
    signature: String,
}

impl Bench {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let games = self.game.map_or_else(|| GAMES.iter().collect(), |game| vec![game]);
        let time = Duration::from_secs_f64(self.seconds);
        if self.json {
            let games = games.into_iter().map(|game| measure(game, time)).collect();
            return write_json(out, &Report { seconds: self.seconds, games });
        }
        writeln!(
            out,
            "{:<19} {:>11} {:>9} {:>7}   {:<5} {:>10} {:>9}   signature",
            "game", "playouts/s", "plies/s", "plies", "perft", "nodes", "nodes/s"
        )?;
        for game in games {
            write_row(out, &measure(game, time))?;
        }
        Ok(())
    }
}

fn write_row(out: &mut dyn Write, row: &Measured) -> Result<()> {
    let playouts = short_number(row.playouts_per_second);
    let (plies, nodes) = (short_number(row.plies_per_second), short_number(row.perft_nodes_per_second));
    writeln!(
        out,
        "{:<19} {playouts:>11} {plies:>9} {:>7.1}   {:<5} {:>10} {nodes:>9}   {}",
        row.game, row.mean_plies, row.perft_depth, row.perft_nodes, row.signature
    )?;
    // A row at a time: this takes a while, and somebody is watching.
    Ok(out.flush()?)
}

fn measure(game: &'static GameEntry, time: Duration) -> Measured {
    let signature = signature(game);
    let (games, count, seconds) = run_playouts(game, time);
    let perft = run_perft(game);
    Measured {
        game: game.id,
        playouts_per_second: games as f64 / seconds,
        plies_per_second: count.plies as f64 / seconds,
        mean_plies: count.plies as f64 / games as f64,
        perft_depth: perft.depth,
        perft_nodes: perft.nodes,
        perft_nodes_per_second: perft.nodes as f64 / perft.seconds,
        signature,
    }
}

/// Random games for a while: how many, what they came to, and the seconds they took.
fn run_playouts(game: &GameEntry, time: Duration) -> (u64, PlayoutCount, f64) {
    let mut rng = Rng::with_seed(SEED);
    let (mut games, mut sum) = (0, PlayoutCount::default());
    let begin = Instant::now();
    while begin.elapsed() < time || games == 0 {
        sum.plies += game.playouts(BATCH, &mut rng).plies;
        games += BATCH;
    }
    (games, sum, begin.elapsed().as_secs_f64())
}

/// A perft from the start position and the time it took.
#[derive(Clone, Copy)]
struct TimedPerft {
    depth: u32,
    nodes: u64,
    seconds: f64,
}

/// The deepest perft that stays near [`PERFT_NODES`], supposing that the tree grows no faster than it did in the last
/// two plies; in many games the sides have very different numbers of moves.
fn run_perft(game: &GameEntry) -> TimedPerft {
    let (mut last, mut earlier_growth) = (timed_perft(game, 1), 1.0);
    loop {
        let next = timed_perft(game, last.depth + 1);
        let growth = next.nodes as f64 / last.nodes.max(1) as f64;
        if next.nodes == 0 {
            return last;
        }
        if next.nodes as f64 * growth.max(earlier_growth) > PERFT_NODES {
            return next;
        }
        (last, earlier_growth) = (next, growth);
    }
}

fn timed_perft(game: &GameEntry, depth: u32) -> TimedPerft {
    let begin = Instant::now();
    // The start position has no text that could be wrong.
    let nodes = game.perft(None, depth).unwrap_or(0);
    TimedPerft { depth, nodes, seconds: begin.elapsed().as_secs_f64().max(1e-9) }
}

/// A number that stands for the lengths and results of a fixed set of random games.
fn signature(game: &GameEntry) -> String {
    let mut rng = Rng::with_seed(SEED);
    let played = (0..SIGNED_GAMES).map(|_| game.playouts(1, &mut rng));
    let hash = played.fold(0, |hash, count| count.results.into_iter().fold(combine(hash, count.plies), combine));
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_repeat_and_differ() {
        let game = |name| signature(find_game(name).unwrap());
        assert_eq!(game("hare-hounds"), game("hare-hounds"));
        assert_ne!(game("hare-hounds"), game("hare-hounds:center"));
    }

    #[test]
    fn perft_stops_in_time() {
        let perft = run_perft(find_game("chess").unwrap());
        assert_eq!((perft.depth, perft.nodes), (6, 119_060_324));
    }

    #[test]
    fn seconds_have_a_range() {
        assert_eq!(seconds("0.5"), Ok(0.5));
        for wrong in ["0", "-1", "nan", "inf", "1e9", "x", ""] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}

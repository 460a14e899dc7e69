//! `quevedo suite make`.

use std::io::Write;
use std::ops::RangeInclusive;
use std::thread;

use anyhow::{Result, bail};
use quevedo_arena::{SuiteSettings, make_suite};
use quevedo_catalog::{GameEntry, PlayerSpec};

use crate::args::game_of_catalog;
use crate::meter::{METER_BAR, Meter};

/// Make problems: play games, solve every move of a late position, keep those with one best move
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct MakeSuite {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = game_of_catalog)]
    game: GameEntry,

    /// How many problems to make
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,

    /// The plies that games are played to: one number or `FIRST..LAST`
    #[arg(long, value_name = "PLIES", value_parser = plies)]
    plies: RangeInclusive<u32>,

    /// The best move is better than every other by at least this much, in the game's own count
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(i32).range(1..))]
    margin: i32,

    /// The player of both sides; without a time limit the result is reproducible
    #[arg(long, value_name = "SPEC", default_value = "alphabeta:nodes=100000,hash=16")]
    player: PlayerSpec,

    /// How many random plies a game begins with
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=100))]
    random_plies: u32,

    /// The seed of the random plies
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// How many games at once; by default as many as there are processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

const EXAMPLES: &str = "\
Prints a problem a line as soon as it is found. The solver decides how long that takes: choose
plies near enough to the end. At most a hundred games are played for each problem wanted.

Examples:
  quevedo suite make othello --plies 36..38 --margin 2 --count 300 > hard.obf
  quevedo suite make connect4:7x6 --plies 20 --count 50";

/// Reads `36` or `36..38`.
fn plies(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let range = first.parse().and_then(|first: u32| Ok(first..=last.trim_start_matches('=').parse()?));
    let range = range.map_err(|_| "write a number such as `36`, or a range such as `36..38`".to_owned())?;
    if range.is_empty() || *range.end() > 1_000 {
        return Err("the first ply comes before the last, and the last is at most 1000".into());
    }
    Ok(range)
}

impl MakeSuite {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let threads = self.threads.map(usize::from).or_else(|| thread::available_parallelism().ok().map(usize::from));
        let settings = SuiteSettings {
            game: self.game.clone(),
            player: self.player.clone(),
            random_plies: self.random_plies,
            plies: self.plies.clone(),
            margin: self.margin,
            count: self.count as usize,
            max_games: 100 * u64::from(self.count),
            seed: self.seed,
            threads: threads.unwrap_or(1),
        };
        let (first, last) = (self.plies.start(), self.plies.end());
        writeln!(out, "# {}: positions after {first} to {last} plies of games by {}", self.game.id(), self.player)?;
        writeln!(
            out,
            "# with {} random plies and seed {}; the best move is better by {} or more",
            self.random_plies, self.seed, self.margin
        )?;
        let mut meter = Meter::new("problems", self.count.into(), METER_BAR);
        let (mut made, mut written) = (0, Ok(()));
        let found = make_suite(&settings, &mut |games, problem| {
            if let Some(line) = problem {
                made += 1;
                written = writeln!(out, "{line}").and_then(|()| out.flush());
            }
            meter.show(made, &format!("{games} games"));
        })?;
        meter.end();
        written?;
        if found < settings.count {
            bail!("{found} problems in {} games: choose later plies or a smaller --margin", settings.max_games);
        }
        Ok(())
    }
}

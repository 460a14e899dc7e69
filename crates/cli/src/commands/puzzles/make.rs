//! `quevedo puzzles make`.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use quevedo_catalog::{GameEntry, PlayerSpec};
use quevedo_puzzles::{MakeSettings, Proof, Puzzle, make_puzzles, read_puzzles};

use crate::args::game_of_catalog;
use crate::meter::{METER_BAR, Meter, print_line};

/// Make puzzles: play games, and prove which of their positions have one move that reaches the goal
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct MakePuzzles {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = game_of_catalog)]
    game: GameEntry,

    /// The file; puzzles that are in it are kept, and count
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// How many puzzles to make
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,

    /// The seed of all random numbers
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// A player of the games, or several; each side is one of them by lot. Without a time limit the
    /// result is reproducible
    #[arg(long = "player", value_name = "SPEC", default_values = ["alphabeta:depth=1", "alphabeta:nodes=300,hash=1", "alphabeta:nodes=3000,hash=1"])]
    players: Vec<PlayerSpec>,

    /// A position where games begin, or several, by lot; the start position if left out
    #[arg(long = "position", value_name = "P", allow_hyphen_values = true)]
    positions: Vec<String>,

    /// A game begins with at most so many random plies
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=100))]
    random_plies: u32,

    /// How often a player makes a random move in place of its own, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share)]
    noise: f64,

    /// Prove wins within so many plies by a full-width search, in place of the solver
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=19))]
    within: Option<u32>,

    /// In games with a margin, every other move is worse by at least this much
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(i32).range(1..))]
    margin: i32,

    /// At most so many puzzles from one game
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    per_game: u16,

    /// Play at most so many games; by default a thousand for each puzzle
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_games: Option<u64>,
}

const EXAMPLES: &str = "\
Writes a puzzle a line as soon as it is found. An interrupted run goes on where it was when it is
started again with the same settings and the same file, and gives the same puzzles.

Examples:
  quevedo puzzles make mouse-cats --out mouse-cats.jsonl
  quevedo puzzles make chess --within 7 --count 300 --out chess.jsonl
  quevedo puzzles make othello --margin 4 --player alphabeta:nodes=1000 --out othello.jsonl";

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a number from 0 to 1".into())
}

impl MakePuzzles {
    pub(super) fn run(&self) -> Result<()> {
        let name = || self.out.display().to_string();
        let made = read_made(&self.out).with_context(name)?;
        let mut file = OpenOptions::new().create(true).append(true).open(&self.out).with_context(name)?;
        let mut meter = Meter::new("puzzles", self.count.into(), METER_BAR);
        let (mut count, mut written) = (made.len(), Ok(()));
        let settings = self.settings();
        let found = make_puzzles(&settings, &made, &mut |games, puzzles| {
            count += puzzles.len();
            written = write_puzzles(&mut file, puzzles);
            meter.show(count as u64, &format!("{games} games"));
            written.is_ok()
        });
        meter.end();
        let found = found.with_context(name)?;
        written.with_context(name)?;
        if found < settings.count {
            print_line(&format!("{found} puzzles in {} games: no more were found", settings.max_games));
        }
        Ok(())
    }

    fn settings(&self) -> MakeSettings {
        MakeSettings {
            game: self.game.clone(),
            players: self.players.clone(),
            positions: self.positions.clone(),
            random_plies: self.random_plies,
            noise: self.noise,
            proof: self.within.map_or(Proof::Solver { margin: self.margin }, |plies| Proof::Search { plies }),
            per_game: self.per_game.into(),
            count: self.count as usize,
            max_games: self.max_games.unwrap_or(1_000 * u64::from(self.count)),
            seed: self.seed,
        }
    }
}

/// The puzzles of an earlier run; none if there is no such file.
fn read_made(path: &Path) -> Result<Vec<Puzzle>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(read_puzzles(&text)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error.into()),
    }
}

/// Writes the puzzles of one game at once, so that an interrupted run has all of them or none.
fn write_puzzles(file: &mut fs::File, puzzles: &[Puzzle]) -> Result<()> {
    let mut lines = String::new();
    for puzzle in puzzles {
        lines += &serde_json::to_string(puzzle)?;
        lines.push('\n');
    }
    Ok(file.write_all(lines.as_bytes())?)
}

//! `quevedo puzzles`: the puzzles of a game, and how they are made.

mod make;

use std::io::Write;
use std::ops::RangeInclusive;

use anyhow::{Result, bail};
use quevedo_catalog::{Catalog, GameEntry};
use quevedo_puzzles::{Goal, Puzzle, shipped};
use serde::Serialize;

use self::make::MakePuzzles;
use crate::args::game_of_catalog;
use crate::output::write_json;

/// Print the puzzles of a game, or make new ones
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true, after_help = EXAMPLES)]
pub(crate) struct Puzzles {
    #[command(subcommand)]
    task: Option<Task>,

    /// The game, as `quevedo games` lists it
    #[arg(required = true, value_parser = game_of_catalog)]
    game: Option<GameEntry>,

    /// At most so many puzzles
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    count: Option<u32>,

    /// Puzzles with these ratings only: one number or `LOW..HIGH`
    #[arg(long, value_name = "RATING", value_parser = ratings)]
    rating: Option<RangeInclusive<u32>>,

    /// Print a JSON object a line
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Subcommand)]
enum Task {
    Make(Box<MakePuzzles>),
}

const EXAMPLES: &str = "\
In a puzzle one move alone reaches the goal; a solver or a full-width search has proved it.
docs/puzzles.md tells how they are made and what the ratings mean.

JSON: {\"number\", \"position\", \"solution\": moves of the side to move and between them the replies,
\"rating\": from 800 to 2400, \"goal\": \"win\", \"draw\", {\"win_in\": plies} or {\"score\": margin in the
game's own count}, \"origin\": the game it was found in}

Examples:
  quevedo puzzles hare-hounds
  quevedo puzzles chess --rating 800..1400 --count 10 --json
  quevedo puzzles make othello --count 50 --margin 4 --out othello.jsonl";

/// Reads `1200` or `800..1200`.
fn ratings(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let range = low.parse().and_then(|low: u32| Ok(low..=high.trim_start_matches('=').parse()?));
    let range = range.map_err(|_| "write a number such as `1200`, or a range such as `800..1200`".to_owned())?;
    if range.is_empty() { Err("the lower rating comes first".into()) } else { Ok(range) }
}

/// A puzzle with its number from 1.
#[derive(Serialize)]
struct Numbered<'a> {
    number: usize,
    #[serde(flatten)]
    puzzle: &'a Puzzle,
}

impl Puzzles {
    pub(crate) fn run(&self, catalog: &Catalog, out: &mut dyn Write) -> Result<()> {
        match (&self.task, &self.game) {
            (Some(Task::Make(task)), _) => task.run(),
            (None, Some(game)) => self.print(game, catalog, out),
            (None, None) => bail!("name a game"),
        }
    }

    fn print(&self, game: &GameEntry, catalog: &Catalog, out: &mut dyn Write) -> Result<()> {
        let puzzles = shipped(game.id());
        if puzzles.is_empty() {
            let games = catalog.games().iter().map(|game| game.id()).filter(|id| !shipped(id).is_empty());
            bail!(
                "there are no puzzles of `{}`: there are some of {}",
                game.id(),
                games.collect::<Vec<_>>().join(", ")
            );
        }
        let is_wanted = |puzzle: &Puzzle| self.rating.as_ref().is_none_or(|range| range.contains(&puzzle.rating));
        let numbered = puzzles.iter().enumerate().map(|(index, puzzle)| Numbered { number: index + 1, puzzle });
        let wanted = numbered.filter(|numbered| is_wanted(numbered.puzzle));
        for numbered in wanted.take(self.count.map_or(usize::MAX, |count| count as usize)) {
            if self.json { write_json(out, &numbered)? } else { write_text(out, game, &numbered)? }
        }
        Ok(())
    }
}

fn write_text(out: &mut dyn Write, game: &GameEntry, numbered: &Numbered<'_>) -> Result<()> {
    let Numbered { number, puzzle } = numbered;
    let session = game.session(Some(&puzzle.position))?;
    let goal = match puzzle.goal {
        Goal::Win => "the only move that wins".to_owned(),
        Goal::Draw => "the only move that does not lose".into(),
        Goal::WinIn(1) => "wins at once".into(),
        Goal::WinIn(plies) => format!("wins in {plies} plies"),
        Goal::Score(score) => format!("the best move, {score:+}"),
    };
    let side = game.side_name(session.turn()).en;
    writeln!(out, "{number}. rating {}, {side}: {goal}", puzzle.rating)?;
    writeln!(out, "   {}", puzzle.position)?;
    writeln!(out, "   solution: {}", puzzle.solution.join(" "))?;
    Ok(())
}

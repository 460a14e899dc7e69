//! `quevedo duel`: what two players see in the same positions.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use indicatif::ProgressBar;
use quevedo_arena::{Opening, Openings};
use quevedo_catalog::{GameEntry, PlayerSpec};
use quevedo_core::{Limits, Proof, Score};
use quevedo_lessons::{Duel, DuelRow, DuelSummary, Seen};
use serde::Serialize;

use super::verdict;
use crate::args::game_of_catalog;
use crate::interrupt;
use crate::output::{short_number, terminal_bar, write_json};

/// Compare what two players see in the same positions
#[derive(Debug, clap::Args)]
#[command(name = "duel", after_help = EXAMPLES)]
pub(crate) struct CompareSearches {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = game_of_catalog)]
    game: GameEntry,

    /// The first player
    #[arg(value_name = "SPEC")]
    first: PlayerSpec,

    /// The second player
    #[arg(value_name = "SPEC")]
    second: PlayerSpec,

    #[command(flatten)]
    budget: Budget,

    /// The positions: one a line, as a position or as moves from the start; or game records, which stand for their last
    /// position. By default openings of the game
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,

    /// How many openings
    #[arg(long, value_name = "N", default_value_t = 10, conflicts_with = "file", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    positions: u64,

    /// Make the openings of this many random moves; by default they are the shipped ones, if the game has any
    #[arg(long, value_name = "N", conflicts_with = "file")]
    random_plies: Option<u32>,

    /// The seed of the openings
    #[arg(long, value_name = "S", default_value_t = 1, conflicts_with = "file")]
    seed: u64,

    /// Print a table for a spreadsheet
    #[arg(long)]
    csv: bool,

    /// Print a table in Markdown
    #[arg(long, conflicts_with = "csv")]
    markdown: bool,

    /// Print one JSON object
    #[arg(long, conflicts_with_all = ["csv", "markdown"])]
    json: bool,
}

/// The budget of both players for each position, beside the limits of their own.
#[derive(Clone, Copy, Debug, clap::Args)]
struct Budget {
    /// Plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,

    /// Nodes, or simulations
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    time_ms: Option<u64>,
}

impl From<Budget> for Limits {
    fn from(Budget { depth, nodes, time_ms }: Budget) -> Self {
        Self { depth, nodes, time: time_ms.map(Duration::from_millis) }
    }
}

const EXAMPLES: &str = "\
Both players search every position with the same budget and with empty tables. Where only their
own limits shall hold, no budget is needed. Plain minimax searches its whole depth at any budget of
nodes; a star marks who took more nodes than the budget. Scores are for the side to move.

JSON: {\"game\", \"players\": [first, second], \"rows\": [{\"position\", \"turn\", \"seen\": [first,
second]}], \"summary\": {\"positions\", \"same_move\", \"same_score\", \"depth\": means, \"nodes\": means}};
each of \"seen\" has the keys of `quevedo best --json`, \"pretty\": the line as people write it, and
\"over_budget\".

Examples:
  quevedo duel connect4 minimax:depth=5 alphabeta --depth 5
  quevedo duel othello alphabeta mcts --nodes 20000 --positions 20 --markdown
  quevedo duel chess alphabeta alphabeta:quiescence=off --time-ms 200 --file positions.txt --csv";

#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    players: [String; 2],
    rows: &'a [DuelRow],
    summary: DuelSummary,
}

impl CompareSearches {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let players = [self.first.clone(), self.second.clone()];
        let duel = Duel::new(&self.game, players, self.budget.into())?;
        let openings = self.openings()?;
        let bar = terminal_bar(ProgressBar::new(openings.len() as u64), "{wide_bar} {pos}/{len} positions, {eta} left");
        let stop = interrupt::stop_flag();
        let mut rows = Vec::new();
        for opening in openings {
            let session = opening.open(&self.game).map_err(|problem| anyhow!(problem))?;
            rows.extend(duel.compare(&*session, &stop)?);
            bar.inc(1);
        }
        bar.finish_and_clear();
        let report = Report {
            game: self.game.id(),
            players: [self.first.to_string(), self.second.to_string()],
            summary: DuelSummary::new(&rows),
            rows: &rows,
        };
        match (self.json, self.csv) {
            (true, _) => write_json(out, &report),
            (_, true) => self.write_csv(out, &report),
            _ => self.write_markdown(out, &report),
        }
    }

    fn openings(&self) -> Result<Vec<Opening>> {
        if let Some(file) = &self.file {
            let name = file.display();
            let text = fs::read_to_string(file).with_context(|| format!("--file: cannot read {name}"))?;
            return match Openings::read(&self.game, &text).with_context(|| format!("--file: {name}"))? {
                Openings::List(list) => Ok(list.to_vec()),
                Openings::Random { .. } => bail!("--file: {name} has no positions"),
            };
        }
        let openings = match self.random_plies {
            Some(plies) => Openings::Random { plies },
            None => Openings::shipped_or_random(&self.game),
        };
        let opening = |number| openings.get(&self.game, self.seed, number).context("--random-plies");
        (0..self.positions).map(opening).collect()
    }

    /// The columns: who, and what they saw.
    fn columns() -> Vec<String> {
        let of =
            |name: &str| ["move", "score", "depth", "nodes", "line"].map(|column| format!("{column} {name}")).to_vec();
        let head = ["position".to_owned(), "to move".into()];
        [&head[..], &of("A"), &of("B"), &["same move".to_owned()]].concat()
    }

    fn cells(&self, row: &DuelRow) -> Vec<String> {
        let seen = row.seen.iter().flat_map(|seen| self.cells_of(seen));
        let same = if row.is_same_move() { "yes" } else { "no" };
        let head = [row.position.clone(), self.game.side_name(row.turn).en.to_owned()];
        head.into_iter().chain(seen).chain([same.to_owned()]).collect()
    }

    fn cells_of(&self, seen: &Seen) -> [String; 5] {
        let Seen { result, pretty, over_budget } = seen;
        let star = if *over_budget { "*" } else { "" };
        let score = match (result.proof, result.score) {
            (Some(proof), _) => certain(proof),
            (None, Some(score)) => self.counted(score),
            (None, None) => "-".into(),
        };
        let mv = pretty.first().unwrap_or(&result.mv).clone();
        [mv, score, result.depth.to_string(), format!("{}{star}", result.nodes), pretty.join(" ")]
    }

    fn counted(&self, score: Score) -> String {
        self.game.in_units(score).map_or_else(|| format!("{score:+}"), |units| format!("{units:+.2}"))
    }

    fn write_csv(&self, out: &mut dyn Write, report: &Report<'_>) -> Result<()> {
        writeln!(out, "# A: {}  B: {}", report.players[0], report.players[1])?;
        writeln!(out, "{}", Self::columns().join(","))?;
        let quoted = |cell: String| {
            if cell.contains([',', '"']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
        };
        for row in report.rows {
            writeln!(out, "{}", self.cells(row).into_iter().map(quoted).collect::<Vec<_>>().join(","))?;
        }
        Ok(())
    }

    fn write_markdown(&self, out: &mut dyn Write, report: &Report<'_>) -> Result<()> {
        let [first, second] = &report.players;
        writeln!(out, "A is `{first}`, B is `{second}`.\n")?;
        let columns = Self::columns();
        writeln!(out, "| {} |\n|{}", columns.join(" | "), "---|".repeat(columns.len()))?;
        for row in report.rows {
            let cells: Vec<String> = self.cells(row).into_iter().map(|cell| cell.replace('|', "\\|")).collect();
            writeln!(out, "| {} |", cells.join(" | "))?;
        }
        let DuelSummary { positions, same_move, same_score, depth, nodes } = report.summary;
        writeln!(out, "\nThe same move in {same_move} of {positions} positions, the same score in {same_score}.")?;
        for (name, (depth, nodes)) in ["A", "B"].into_iter().zip(depth.into_iter().zip(nodes)) {
            writeln!(out, "{name}: mean depth {depth:.1}, mean nodes {}.", short_number(nodes))?;
        }
        Ok(())
    }
}

/// What is certain, in words, without commas.
fn certain(proof: Proof) -> String {
    let margin = proof.margin.map_or_else(String::new, |margin| format!(" by {margin:+}"));
    format!("{}{margin}", verdict(proof.value, proof.plies))
}

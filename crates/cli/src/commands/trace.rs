//! `quevedo trace`: a search as a file of events.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use quevedo_catalog::{GameEntry, PlayerSpec, Recorder, Session, TraceEvent, TraceSummary};
use quevedo_core::score::{PROVED, WIN};
use quevedo_core::{Score, SearchRequest, SearchResult, Side};
use serde::Serialize;

use super::{PositionArgs, score_text, verdict};
use crate::args::game_of_catalog;
use crate::output::write_json;

/// The version of the format, for readers.
const FORMAT: u32 = 1;

/// Write a search down, event by event
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Trace {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = game_of_catalog)]
    game: GameEntry,

    /// The player that searches, as `quevedo players` lists them
    #[arg(long, value_name = "SPEC")]
    player: PlayerSpec,

    #[command(flatten)]
    position: PositionArgs,

    /// The file for the events, a JSON object a line
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Write about this many events at most; a sample of the search beyond half of them
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(10..))]
    events: u64,

    /// Write how the board changes from node to node
    #[arg(long)]
    boards: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
The file has an event a line: every node that is entered, with its move, depth and window; every
node that is left, with its value, why its search ended and which moves were not searched; every
simulation of a Monte Carlo search, with the terms of each choice. docs/trace.md describes it. The
search runs on one thread, and is otherwise the player's own: the same nodes, the same move.

JSON: {\"nodes\": positions or simulations that were searched, \"events\": lines of the file that tell
of them, \"value\": the score for the side to move, \"cuts\": nodes whose search ended before all
moves were searched, \"cuts_by_reason\", \"recorded\": nodes in the file, \"move\", \"depth\"}

Examples:
  quevedo trace connect4 --player minimax:depth=4 --out minimax.jsonl
  quevedo trace connect4 --player alphabeta:depth=4 --out alphabeta.jsonl --json
  quevedo trace othello --moves \"f5 d6 c3\" --player mcts:sims=200,seed=1 --out mcts.jsonl";

/// The first line of the file.
#[derive(Serialize)]
struct Head<'a> {
    event: &'static str,
    format: u32,
    game: &'a str,
    player: String,
    position: String,
    turn: Side,
    win: Score,
    proved: Score,
}

/// The last line of the file, and what is printed.
#[derive(Serialize)]
struct Found<'a> {
    #[serde(flatten)]
    summary: &'a TraceSummary,
    value: Option<Score>,
    #[serde(rename = "move")]
    mv: &'a str,
    depth: u32,
}

/// The last line of the file.
#[derive(Serialize)]
struct Tail<'a> {
    event: &'static str,
    #[serde(flatten)]
    found: &'a Found<'a>,
}

impl Trace {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let session = self.position.open(&self.game)?;
        if session.outcome().is_some() {
            bail!("the game is over in this position: there is nothing to search");
        }
        let mut player = self.game.player(&self.player).context("--player")?;
        let name = self.out.display();
        let file = File::create(&self.out).with_context(|| format!("--out: cannot write {name}"))?;
        let mut file = BufWriter::new(file);
        let cannot_write = || format!("--out: cannot write {name}");
        write_line(&mut file, &self.head(&*session)).with_context(cannot_write)?;
        let mut written = Ok(());
        let mut sink = |event: TraceEvent| {
            if written.is_ok() {
                written = write_line(&mut file, &event);
            }
        };
        let mut recorder = Recorder::new(&mut sink, self.events, session.board(), self.boards);
        let never = AtomicBool::new(false);
        let mut report = |_: &SearchResult<String>| {};
        let request = SearchRequest { observer: Some(&mut recorder), ..SearchRequest::new(&never, &mut report) };
        let result = player.search(&*session, &mut { request }).context("there is no move")?;
        let summary = recorder.summary().clone();
        written.with_context(cannot_write)?;
        self.check_nodes(&summary, &result)?;
        let found = Found { summary: &summary, value: result.score, mv: &result.mv, depth: result.depth };
        write_line(&mut file, &Tail { event: "result", found: &found }).with_context(cannot_write)?;
        file.flush().with_context(cannot_write)?;
        if self.json { write_json(out, &found) } else { self.write_text(out, &found, &*session) }
    }

    fn head(&self, session: &dyn Session) -> Head<'_> {
        let (position, turn) = (session.position(), session.turn());
        let player = self.player.to_string();
        Head { event: "search", format: FORMAT, game: self.game.id(), player, position, turn, win: WIN, proved: PROVED }
    }

    /// A player that asked a solver, a table or a book has not searched what it answers.
    fn check_nodes(&self, summary: &TraceSummary, result: &SearchResult<String>) -> Result<()> {
        if summary.nodes == result.nodes && summary.nodes > 0 {
            return Ok(());
        }
        bail!(
            "--player: `{}` did not search this position, or not alone: a solver, a table or a book answered. \
             Trace `minimax`, `alphabeta`, `mcts`, or a level below `hard`",
            self.player
        )
    }

    fn write_text(&self, out: &mut dyn Write, found: &Found<'_>, session: &dyn Session) -> Result<()> {
        let Found { summary, value, mv, depth } = found;
        let turn = self.game.side_name(session.turn()).en;
        writeln!(out, "move    {}", session.fork().play(mv)?.pretty)?;
        if let Some(value) = value {
            let text = quevedo_core::Proof::of_score(*value)
                .map_or_else(|| score_text(&self.game, *value), |proof| verdict(proof.value, proof.plies));
            writeln!(out, "value   {text} for {turn}, to move")?;
        }
        writeln!(out, "depth   {depth}")?;
        writeln!(out, "nodes   {}", summary.nodes)?;
        let reasons: Vec<String> =
            summary.cuts_by_reason.iter().map(|(reason, count)| format!("{} {count}", reason.name())).collect();
        let reasons = if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join(", ")) };
        writeln!(out, "cuts    {}{reasons}", summary.cuts)?;
        let sample = summary.recorded < summary.nodes;
        let share = if sample { format!(", a sample of {} nodes", summary.recorded) } else { String::new() };
        writeln!(out, "events  {} in {}{share}", summary.events, self.out.display())?;
        Ok(())
    }
}

fn write_line(file: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *file, value)?;
    file.write_all(b"\n")
}

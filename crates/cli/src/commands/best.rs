//! `quevedo best`: the move that a player would make.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use quevedo_catalog::{GameEntry, Player, PlayerSpec, Session};
use quevedo_core::{Proof, Score, SearchRequest, SearchResult, Side};
use serde::Serialize;

use super::{Ended, PositionArgs, print_warnings, score_text, verdict, write_over};
use crate::args::game_of_catalog;
use crate::output::{short_number, width, wrap, write_json};

/// Find the best move in a position
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Best {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = game_of_catalog)]
    game: GameEntry,

    #[command(flatten)]
    position: PositionArgs,

    /// The player, as `quevedo players` lists them
    #[arg(long, value_name = "SPEC", default_value = "hard")]
    player: PlayerSpec,

    /// Print the result of every depth on standard error; always on if that is a terminal
    #[arg(long)]
    verbose: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
The score is for the side to move: in what people count in (pawns, discs), or in points; with the
chance to win.

JSON: {\"move\", \"score\": null if the player has none, \"plies_to_end\": null unless the end
is proved, \"depth\", \"nodes\": positions or simulations, \"time_ms\", \"nps\": nodes a second, \"pv\": the
principal variation}; Monte Carlo searches add \"visits\": [[move, count]], alpha-beta searches
\"seldepth\" in plies, and of the transposition table \"tt_hits\" and \"hashfull\" of a
thousand. What is certain stands in \"proof\": {\"value\": \"win\", \"draw\" or \"loss\" for the
side to move, \"plies\": to the end or null, \"margin\": by how much or null}. \"chance\" is how likely
the side to move is to win, 0 to 1; where people count scores, \"unit\" names what they count, and
\"units\" is the score in it, else both are null. A move from an opening book has \"book\": true. Of a
finished game \"move\" and \"score\" are null, and there is \"outcome\": {\"winner\", \"reason\",
\"result\"}.

Examples:
  quevedo best chess --moves \"e4 e5 Nf3\"
  quevedo best othello --player alphabeta:depth=8 --verbose
  quevedo best connect4 --position 44453 --player max --json";

/// The answer where there is nothing to find: the keys of a [`SearchResult`], and how the game ended.
#[derive(Default, Serialize)]
struct Finished {
    #[serde(rename = "move")]
    mv: Option<String>,
    score: Option<Score>,
    plies_to_end: Option<usize>,
    depth: u32,
    nodes: u64,
    time_ms: u64,
    nps: u64,
    pv: Vec<String>,
    chance: Option<f64>,
    units: Option<f64>,
    unit: Option<&'static str>,
    outcome: Option<Ended>,
}

/// The answer: the keys of a [`SearchResult`], and its score as people count it.
#[derive(Serialize)]
struct Found<'a> {
    #[serde(flatten)]
    result: &'a SearchResult<String>,
    chance: Option<f64>,
    units: Option<f64>,
    unit: Option<&'static str>,
}

impl Best {
    fn report<'a>(&self, result: &'a SearchResult<String>) -> Found<'a> {
        Found {
            result,
            chance: result.score.map(|score| self.game.chance(score)),
            units: result.score.and_then(|score| self.game.in_units(score)),
            unit: self.game.score_unit().map(|unit| unit.en),
        }
    }

    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let session = self.position.open(&self.game)?;
        let mut player = self.game.player(&self.player).context("--player")?;
        let result = self.search(&mut *player, &*session)?;
        print_warnings(&self.game, &mut Vec::new());
        match result {
            Some(result) if self.json => write_json(out, &self.report(&result)),
            Some(result) => self.write_text(out, &result),
            None if self.json => {
                let outcome = session.outcome().map(Ended::from);
                let unit = self.game.score_unit().map(|unit| unit.en);
                write_json(out, &Finished { unit, outcome, ..Finished::default() })
            }
            None => write_over(out, &*session),
        }
    }

    /// Searches, with progress on standard error.
    fn search(&self, player: &mut dyn Player, session: &dyn Session) -> Result<Option<SearchResult<String>>> {
        let verbose = self.verbose || io::stderr().is_terminal();
        let mut board = self.position.open(&self.game)?;
        let mut report = |result: &SearchResult<String>| {
            if verbose {
                // A closed standard error does not end the search.
                let _ = writeln!(io::stderr(), "{}", progress(result, &mut *board));
            }
        };
        let never = AtomicBool::new(false);
        Ok(player.search(session, &mut SearchRequest::new(&never, &mut report)))
    }

    fn write_text(&self, out: &mut dyn Write, result: &SearchResult<String>) -> Result<()> {
        let mut board = self.position.open(&self.game)?;
        let line = pretty_line(&mut *board, &result.pv).join(" ");
        let turn = board.turn();
        writeln!(out, "move   {}", board.play(&result.mv)?.pretty)?;
        if let Some(score) = result.score {
            writeln!(out, "score  {}", self.show_score(score, result.plies_to_end(), turn))?;
        }
        if let Some(proof) = result.proof.filter(|_| result.plies_to_end().is_none()) {
            writeln!(out, "proved {}", self.certainty(proof, turn))?;
        }
        if result.book {
            writeln!(out, "book   the move is from the opening book")?;
        }
        writeln!(out, "depth  {}", result.depth)?;
        writeln!(out, "nodes  {}", result.nodes)?;
        writeln!(out, "time   {:.3} s", result.time_ms() as f64 / 1e3)?;
        writeln!(out, "speed  {} nodes/s", short_number(result.nps() as f64))?;
        let line = wrap(&line, width().saturating_sub(7));
        writeln!(out, "line   {}", line.join("\n       "))?;
        Ok(())
    }

    /// What is certain, in words.
    fn certainty(&self, proof: Proof, turn: Side) -> String {
        let margin = proof.margin.map_or_else(String::new, |margin| format!(", score {margin:+}"));
        format!("{}{margin} for {}, to move", verdict(proof.value, proof.plies), self.game.side_name(turn).en)
    }

    /// A score in words: who wins and when, or how many points for whom.
    fn show_score(&self, score: Score, plies_to_end: Option<usize>, turn: Side) -> String {
        let name = |side| self.game.side_name(side).en;
        match plies_to_end {
            Some(plies) => {
                let winner = if score > 0 { turn } else { !turn };
                format!("a win for {} in {plies} {}", name(winner), if plies == 1 { "ply" } else { "plies" })
            }
            None => format!("{} for {}, to move", score_text(&self.game, score), name(turn)),
        }
    }
}

/// What was found at one depth, in one line.
fn progress(result: &SearchResult<String>, board: &mut dyn Session) -> String {
    let points =
        |score: Score| board.entry().in_units(score).map_or(format!("{score:+}"), |units| format!("{units:+.2}"));
    let score = result.score.map_or_else(String::new, points);
    let line = pretty_line(board, &result.pv).join(" ");
    let (depth, nodes, time) = (result.depth, result.nodes, result.time_ms());
    format!("depth {depth:>3}  score {score:>6}  nodes {nodes:>10}  {time:>6} ms  {line}")
}

/// A line of moves as people of the game write it. The board is afterwards as it was before.
fn pretty_line(board: &mut dyn Session, moves: &[String]) -> Vec<String> {
    // A line may go on after a repetition has ended the game: it is cut there.
    let line: Vec<String> = moves.iter().map_while(|text| board.play(text).ok()).map(|mv| mv.pretty).collect();
    for _ in &line {
        board.undo();
    }
    line
}

//! `quevedo suite run`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use quevedo_arena::{SuiteAnswer, answer};
use quevedo_catalog::{GameEntry, Import, PlayerSpec};
use serde::Serialize;

use crate::args::game_of_catalog;
use crate::commands::position_lines;
use crate::meter::{METER_BAR, Meter};
use crate::output::write_json;

/// Ask players for their moves in the positions of a file, and count best moves and what the others lose
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct RunSuite {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = game_of_catalog)]
    game: GameEntry,

    /// The problems, one a line; empty lines and lines that begin with # or % are skipped
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// A player, as `quevedo players` lists them; may be repeated
    #[arg(long, value_name = "SPEC", default_value = "max")]
    player: Vec<PlayerSpec>,

    /// Print one JSON object a player
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
JSON: {\"player\", \"problems\", \"best\": how many best moves were found, \"best_share\": 0 to 1,
\"mean_loss\": by how much the moves are worse than the best ones, in the game's own count,
\"mean_time_ms\", \"answers\": [{\"line\", \"move\", \"loss\", \"time_ms\"}]}

Examples:
  quevedo suite run othello hard.obf
  quevedo suite run othello hard.obf --player alphabeta:time=10ms --player alphabeta:time=100ms";

/// How a player did, as JSON.
#[derive(Serialize)]
struct SuiteReport {
    player: String,
    problems: usize,
    best: usize,
    best_share: f64,
    mean_loss: f64,
    mean_time_ms: f64,
    answers: Vec<AnswerReport>,
}

#[derive(Serialize)]
struct AnswerReport {
    line: usize,
    #[serde(rename = "move")]
    mv: String,
    loss: i32,
    time_ms: f64,
}

impl SuiteReport {
    fn new(player: &PlayerSpec, answers: Vec<(usize, SuiteAnswer)>) -> Self {
        let problems = answers.len();
        let mean = |total: f64| total / problems as f64;
        let best = answers.iter().filter(|(_, answer)| answer.loss == 0).count();
        let time: Duration = answers.iter().map(|(_, answer)| answer.time).sum();
        Self {
            player: player.to_string(),
            problems,
            best,
            best_share: mean(best as f64),
            mean_loss: mean(answers.iter().map(|(_, answer)| f64::from(answer.loss)).sum()),
            mean_time_ms: mean(milliseconds(time)),
            answers: answers.into_iter().map(|(line, answer)| AnswerReport::new(line, answer)).collect(),
        }
    }
}

impl AnswerReport {
    fn new(line: usize, answer: SuiteAnswer) -> Self {
        Self { line, time_ms: milliseconds(answer.time), mv: answer.mv, loss: answer.loss }
    }
}

fn milliseconds(time: Duration) -> f64 {
    (1e6 * time.as_secs_f64()).round() / 1e3
}

impl RunSuite {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let problems = self.read(&self.file).with_context(|| self.file.display().to_string())?;
        let mut meter = Meter::new("positions", (problems.len() * self.player.len()) as u64, METER_BAR);
        let mut done = 0;
        for spec in &self.player {
            let mut answers = Vec::new();
            for (line, problem) in &problems {
                // A new player for every problem: what it learned from one is no help for the next.
                let mut player = self.game.player(spec)?;
                let Some(answer) = answer(problem, &mut *player) else {
                    bail!("{}, line {line}: {spec} makes a move without a value", self.file.display());
                };
                answers.push((*line, answer));
                done += 1;
                meter.show(done, "");
            }
            self.write(out, &SuiteReport::new(spec, answers))?;
        }
        meter.end();
        Ok(())
    }

    fn read(&self, path: &Path) -> Result<Vec<(usize, Import)>> {
        let text = std::fs::read_to_string(path)?;
        let mut problems = Vec::new();
        for (line, text) in position_lines(&text) {
            let problem = self.game.import_one(text).with_context(|| format!("line {line}"))?;
            if problem.values.is_empty() {
                bail!("line {line} has no values of moves: write `POSITION; MOVE:VALUE;`");
            }
            problems.push((line, problem));
        }
        if problems.is_empty() {
            bail!("there is no problem in it");
        }
        Ok(problems)
    }

    fn write(&self, out: &mut dyn Write, report: &SuiteReport) -> Result<()> {
        if self.json {
            return write_json(out, report);
        }
        writeln!(
            out,
            "{}: {} of {} best moves ({:.1} %), {:.2} lost a move, {:.0} ms a move",
            report.player,
            report.best,
            report.problems,
            100.0 * report.best_share,
            report.mean_loss,
            report.mean_time_ms
        )?;
        out.flush()?;
        Ok(())
    }
}

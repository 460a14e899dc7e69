//! `quevedo suite`: positions with the exact value of every move, and how well players do on them.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use quevedo_arena::{SuiteAnswer, SuiteSettings, answer, make_suite};
use quevedo_catalog::{GameEntry, Import, PlayerSpec};
use serde::Serialize;

use super::position_lines;
use crate::args::game_of_catalog;
use crate::meter::{METER_BAR, Meter};
use crate::output::write_json;

/// Test players on positions with known values, or make such positions
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Suite {
    #[command(subcommand)]
    task: Task,
}

const EXAMPLES: &str = "\
A test suite is a file with a problem a line: `POSITION; MOVE:VALUE; MOVE:VALUE;`. For Othello this
is the OBF of other programs. Values are exact, for the side to move, in the game's own count.

Examples:
  quevedo suite run othello hard.obf --player alphabeta:time=100ms,exact=on
  quevedo suite make othello --plies 36..38 --margin 2 --count 300 > hard.obf";

#[derive(Debug, clap::Subcommand)]
enum Task {
    Run(RunSuite),
    Make(MakeSuite),
}

/// Ask players for their moves in the positions of a file, and count best moves and what the others lose
#[derive(Debug, clap::Args)]
#[command(after_help = RUN_EXAMPLES)]
struct RunSuite {
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

const RUN_EXAMPLES: &str = "\
JSON: {\"player\", \"problems\", \"best\": how many best moves were found, \"best_share\": 0 to 1,
\"mean_loss\": by how much the moves are worse than the best ones, in the game's own count,
\"mean_time_ms\", \"answers\": [{\"line\", \"move\", \"loss\", \"time_ms\"}]}

Examples:
  quevedo suite run othello hard.obf
  quevedo suite run othello hard.obf --player alphabeta:time=10ms --player alphabeta:time=100ms";

/// Make problems: play games, solve every move of a late position, keep those with one best move
#[derive(Debug, clap::Args)]
#[command(after_help = MAKE_EXAMPLES)]
struct MakeSuite {
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

const MAKE_EXAMPLES: &str = "\
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

impl Suite {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        match &self.task {
            Task::Run(task) => task.run(out),
            Task::Make(task) => task.run(out),
        }
    }
}

impl MakeSuite {
    fn run(&self, out: &mut dyn Write) -> Result<()> {
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
    fn run(&self, out: &mut dyn Write) -> Result<()> {
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

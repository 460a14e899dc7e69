//! `quevedo solve`: the exact value of a position, or of every position of a file.

mod file;
mod progress;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::ProgressBar;
use quevedo_catalog::{GameEntry, KnownResult, MarginBounds, PositionSolver, Session, Solved, read_time};
use quevedo_core::Value;
use serde::Serialize;

use self::progress::ProgressReport;
use super::{PositionArgs, print_warnings, verdict};
use crate::args::game_of_catalog;
use crate::output::{CheckFailed, terminal_bar, write_json};

/// The time for a position unless another is given.
const TIME: Duration = Duration::from_mins(1);
/// How often the clock is looked at, and the bar drawn.
const TICK: Duration = Duration::from_millis(20);

/// Solve a position: its value under best play, and the best moves
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches")]
pub(crate) struct Solve {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = game_of_catalog)]
    game: GameEntry,

    #[command(flatten)]
    position: PositionArgs,

    /// Solve every position of a file, one a line: positions, moves from the start, or a format of the game's own
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    file: Option<PathBuf>,

    /// Stop after this time for a position [default: 60s]. Without it, a result that is known already is told at once
    #[arg(long, value_name = "T", value_parser = limit)]
    time: Option<Duration>,

    /// How many threads the solver may use; most solvers use one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// With --file: how many positions to solve at once, each job with a table of its own
    #[arg(long, value_name = "N", default_value_t = 1, requires = "file", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,

    /// Find one best move, not all of them: this can take less time
    #[arg(long)]
    one_best: bool,

    /// Print one JSON object; with --file one a line
    #[arg(long)]
    json: bool,

    /// With --json: print a JSON object every second while it works, before the result
    #[arg(long, requires = "json", conflicts_with = "file")]
    progress: bool,

    /// With --file: print a table of comma-separated values
    #[arg(long, conflicts_with = "json", requires = "file")]
    csv: bool,
}

const EXAMPLES: &str = "\
The exit status is 1 where the time was too short, or where a file says another value.

JSON, from the view of the side to move: {\"game\", \"position\", \"value\": \"win\", \"draw\", \"loss\", or
null where the time was too short, \"distance\": plies to the end or null, \"score\": margin in the
game's own count or null (discs; in Connect-4 1 for a win with the last disc, 2 with the one
before), \"low\" and \"high\": what is proved of the score, also where the time was too short,
\"best\": all best moves, or with --one-best at least one of them, \"nodes\", \"time_ms\", \"source\":
where the proof is described, where it was not made here, or null}

With --progress first, every second: {\"time_ms\", \"nodes\", \"depth\": of the last iteration,
\"low\", \"high\", \"percent\": how sure these bounds are}, null where a solver has no such figure

With --file every object begins with \"line\", its number in the file. Where the file has values
of moves (OBF) it ends with \"expected\": the best of them, and \"agrees\": whether value and best
moves are the same. A line that cannot be read is {\"line\", \"error\"}; the others go on. The
summary is on standard error. Empty lines and lines that begin with # or % are skipped.

Examples:
  quevedo solve mouse-cats
  quevedo solve connect4:7x6 --position 44444
  quevedo solve chess --position \"7k/8/5K2/8/8/8/8/Q7 w - - 0 1\"
  quevedo solve connect4 --json --progress --time 10s
  quevedo solve othello --file problems.obf --csv
  quevedo solve othello --file problems.obf --one-best --threads 2
  quevedo solve connect4:7x6 --file positions.txt --json --jobs 2";

fn limit(text: &str) -> Result<Duration, String> {
    read_time(text).ok_or_else(|| "write a time such as `500ms` or `60s`".into())
}

#[derive(Serialize)]
struct SolveReport<'a> {
    game: &'a str,
    position: String,
    value: Option<Value>,
    distance: Option<u32>,
    score: Option<i32>,
    low: Option<i32>,
    high: Option<i32>,
    best: Vec<&'a str>,
    nodes: u64,
    time_ms: u64,
    source: Option<&'static str>,
}

/// What came of an attempt to solve a position.
struct SolveOutcome {
    /// `None` if the time was too short.
    solution: Option<Solved>,
    /// The last bounds that were proved.
    proved: Option<MarginBounds>,
    nodes: u64,
}

const NOTHING: SolveOutcome = SolveOutcome { solution: None, proved: None, nodes: 0 };

impl<'a> SolveReport<'a> {
    fn new(session: &'a dyn Session, outcome: &'a SolveOutcome, time: Duration) -> Self {
        let SolveOutcome { solution, proved, nodes } = outcome;
        let solution = solution.as_ref();
        let exact = solution.and_then(|solved| solved.score);
        Self {
            game: session.entry().id(),
            position: session.position(),
            value: solution.map(|solved| solved.value),
            distance: solution.and_then(|solved| solved.plies),
            score: exact,
            low: exact.or(proved.map(|bounds| bounds.low)),
            high: exact.or(proved.map(|bounds| bounds.high)),
            best: solution.map(|solved| solved.best.iter().map(String::as_str).collect()).unwrap_or_default(),
            nodes: solution.map_or(*nodes, |solved| solved.nodes),
            time_ms: time.as_millis() as u64,
            source: None,
        }
    }

    /// A result that was proved elsewhere.
    fn known(session: &'a dyn Session, known: KnownResult) -> Self {
        let KnownResult { value, plies, best, source } = known;
        let (value, best, source) = (Some(value), best.to_vec(), Some(source));
        Self { value, distance: plies, best, source, ..Self::new(session, &NOTHING, Duration::ZERO) }
    }
}

impl Solve {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        if let Some(path) = &self.file {
            return self.run_file(path, out);
        }
        let session = self.position.open(&self.game)?;
        let known = self.game.known_result(&*session).filter(|_| self.time.is_none());
        if let Some(known) = known {
            return self.write(out, &*session, &SolveReport::known(&*session, known));
        }
        let mut warnings = Vec::new();
        print_warnings(&self.game, &mut warnings);
        let bar = terminal_bar(ProgressBar::new_spinner(), "{spinner} {elapsed} {wide_msg}");
        let begin = Instant::now();
        let mut report = ProgressReport::new(&bar, self.progress.then_some(&mut *out));
        let outcome = self.solve(&mut *self.game.solver(self.threads.into()), &*session, &mut report);
        report.finish()?;
        let time = begin.elapsed();
        bar.finish_and_clear();
        // Some tables are found to be damaged only when they are probed.
        print_warnings(&self.game, &mut warnings);
        let report = SolveReport::new(&*session, &outcome, time);
        self.write(out, &*session, &report)?;
        if outcome.solution.is_some() {
            return Ok(());
        }
        out.flush()?;
        let hint = "give it more --time, or a position nearer to the end";
        let proved = match outcome.proved {
            Some(MarginBounds { low, high, .. }) => format!("; proved so far: a score from {low:+} to {high:+}"),
            None => String::new(),
        };
        let _ = writeln!(io::stderr(), "not solved in {:.1} s{proved}: {hint}", time.as_secs_f64());
        Err(CheckFailed.into())
    }

    fn write(&self, out: &mut dyn Write, session: &dyn Session, report: &SolveReport<'_>) -> Result<()> {
        match report.value {
            _ if self.json => write_json(out, report),
            Some(value) => write_text(out, session, value, report),
            None => Ok(()),
        }
    }

    /// The solution, if it is found in time.
    fn solve(
        &self,
        solver: &mut dyn PositionSolver,
        session: &dyn Session,
        report: &mut ProgressReport<'_>,
    ) -> SolveOutcome {
        let (stop, done) = (AtomicBool::new(false), AtomicBool::new(false));
        let bar = report.bar().clone();
        let (mut proved, mut nodes) = (None, 0);
        let solution = thread::scope(|scope| {
            let timer = scope.spawn(|| {
                let begin = Instant::now();
                while !done.load(Ordering::Relaxed) {
                    if begin.elapsed() >= self.time.unwrap_or(TIME) {
                        stop.store(true, Ordering::Relaxed);
                    }
                    bar.tick();
                    thread::park_timeout(TICK);
                }
            });
            let solved = if self.one_best {
                solver.solve_value(session, &stop)
            } else {
                solver.solve(session, &stop, &mut |so_far| {
                    nodes = so_far.nodes;
                    proved = so_far.bounds.filter(|bounds| bounds.is_proved()).or(proved);
                    report.show(&so_far);
                })
            };
            done.store(true, Ordering::Relaxed);
            timer.thread().unpark();
            solved
        });
        SolveOutcome { solution, proved, nodes }
    }
}

fn write_text(out: &mut dyn Write, session: &dyn Session, value: Value, report: &SolveReport<'_>) -> Result<()> {
    let side = session.entry().side_name(session.turn()).en;
    write!(out, "{side} to move: {}", verdict(value, report.distance))?;
    if let Some(score) = report.score {
        write!(out, ", score {score:+}")?;
    }
    writeln!(out)?;
    if !report.best.is_empty() {
        writeln!(out, "best: {}", report.best.join(" "))?;
    }
    match report.source {
        Some(source) => writeln!(out, "known from {source}; with --time it is searched here")?,
        None => writeln!(out, "{} nodes in {:.3} s", report.nodes, report.time_ms as f64 / 1000.0)?,
    }
    Ok(())
}

//! `quevedo solve --file`: many positions by one solver, or by several at once.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use quevedo_catalog::{Import, Solved};
use quevedo_core::Value;
use serde::Serialize;

use super::{ProgressReport, Solve, SolveOutcome, SolveReport};
use crate::commands::{position_lines, print_warnings, verdict};
use crate::meter::{METER_BAR, Meter, print_line};
use crate::output::{CheckFailed, short_number, write_json};

const CSV_HEAD: &str = "line,position,value,distance,score,best,nodes,time_ms,expected,agrees";

/// The answer to a line as JSON.
#[derive(Serialize)]
struct LineReport<'a> {
    line: usize,
    #[serde(flatten)]
    report: SolveReport<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agrees: Option<bool>,
}

/// A line that cannot be read, as JSON.
#[derive(Serialize)]
struct LineProblem {
    line: usize,
    error: String,
}

/// A position of the file with the number of its line, or why the line cannot be read.
type Task = (usize, Result<Import, String>);

/// The answer to a task, by its index.
struct Answer {
    index: usize,
    /// Nothing for a line that cannot be read.
    solved: Option<(SolveOutcome, Duration)>,
}

/// What became of the lines.
#[derive(Default)]
struct Summary {
    positions: u64,
    solved: u64,
    unreadable: u64,
    /// Those with a value in the file.
    checked: u64,
    agreed: u64,
    nodes: u64,
    /// Of the whole file.
    time: Duration,
}

impl Solve {
    pub(super) fn run_file(&self, path: &Path, out: &mut dyn Write) -> Result<()> {
        let text = std::fs::read_to_string(path).with_context(|| format!("--file {}", path.display()))?;
        let lines: Vec<(usize, &str)> = position_lines(&text).collect();
        if lines.is_empty() {
            bail!("--file {}: there is no position in it: write one a line", path.display());
        }
        let mut warnings = Vec::new();
        print_warnings(&self.game, &mut warnings);
        let tasks: Vec<Task> = lines.iter().flat_map(|(line, text)| self.tasks(*line, text)).collect();
        let begin = Instant::now();
        let mut meter = Meter::new("positions", tasks.len() as u64, METER_BAR);
        let mut summary = Summary::default();
        if self.csv {
            writeln!(out, "{CSV_HEAD}")?;
        }
        self.solve_all(&tasks, &mut meter, |meter, answer| {
            self.write_answer(&tasks, answer, meter, &mut summary, out)
        })?;
        meter.end();
        print_warnings(&self.game, &mut warnings);
        out.flush()?;
        summary.time = begin.elapsed();
        summary.finish()
    }

    /// The positions of a line.
    fn tasks(&self, line: usize, text: &str) -> Vec<Task> {
        match self.game.import(text) {
            Ok(games) => games.into_iter().map(|game| (line, Ok(game))).collect(),
            Err(error) => vec![(line, Err(error.to_string()))],
        }
    }

    /// Solves all tasks, so many at once as there are jobs; `on_answer` is called in the order of the file.
    fn solve_all(
        &self,
        tasks: &[Task],
        meter: &mut Meter,
        mut on_answer: impl FnMut(&mut Meter, Answer) -> Result<()>,
    ) -> Result<()> {
        let (next, bar) = (&AtomicUsize::new(0), &meter.bar().clone());
        let (sender, answers) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.jobs {
                let sender = sender.clone();
                scope.spawn(move || self.solve_some(tasks, next, bar, &sender));
            }
            drop(sender);
            let (mut waiting, mut done) = (BTreeMap::new(), 0);
            for answer in answers {
                waiting.insert(answer.index, answer);
                while let Some(answer) = waiting.remove(&done) {
                    done += 1;
                    meter.show(done as u64, "");
                    // Without this the jobs would solve the rest for nobody.
                    on_answer(meter, answer).inspect_err(|_| next.store(tasks.len(), Ordering::Relaxed))?;
                }
            }
            Ok(())
        })
    }

    /// Solves tasks that no other job has taken, as long as there are any.
    fn solve_some(&self, tasks: &[Task], next: &AtomicUsize, bar: &ProgressBar, sender: &Sender<Answer>) {
        let mut solver = self.game.solver(self.threads.into());
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some((_, task)) = tasks.get(index) else { return };
            let begin = Instant::now();
            let solved = task.as_ref().ok().map(|game| {
                let outcome = self.solve(&mut *solver, &*game.session, &mut ProgressReport::new(bar, None));
                (outcome, begin.elapsed())
            });
            if sender.send(Answer { index, solved }).is_err() {
                return;
            }
        }
    }

    fn write_answer(
        &self,
        tasks: &[Task],
        answer: Answer,
        meter: &Meter,
        summary: &mut Summary,
        out: &mut dyn Write,
    ) -> Result<()> {
        let (line, task) = &tasks[answer.index];
        let line = *line;
        let (game, (outcome, time)) = match (task, answer.solved) {
            (Ok(game), Some(solved)) => (game, solved),
            (Err(error), _) => return self.write_problem(line, error, meter, summary, out),
            (Ok(_), None) => return Ok(()),
        };
        let expected = game.values.iter().map(|(_, value)| *value).max();
        let agrees =
            outcome.solution.as_ref().zip(expected).map(|(solved, expected)| agrees(solved, &game.values, expected));
        let report = SolveReport::new(&*game.session, &outcome, time);
        summary.count(&report, agrees);
        let report = LineReport { line, report, expected, agrees };
        match (self.json, self.csv) {
            (true, _) => write_json(out, &report),
            (_, true) => write_csv(out, &report),
            _ => write_line(out, &report),
        }
    }

    fn write_problem(
        &self,
        line: usize,
        error: &str,
        meter: &Meter,
        summary: &mut Summary,
        out: &mut dyn Write,
    ) -> Result<()> {
        summary.unreadable += 1;
        meter.print_line(&format!("line {line}: {error}"));
        if self.json { write_json(out, &LineProblem { line, error: error.into() }) } else { Ok(()) }
    }
}

/// Whether a solution has the value of the file, and no best move that the file says is worse.
fn agrees(solved: &Solved, values: &[(String, i32)], expected: i32) -> bool {
    let worse = |best: &String| values.iter().any(|(mv, value)| mv == best && *value != expected);
    solved.score == Some(expected) && !solved.best.iter().any(worse)
}

fn word(value: Option<Value>) -> &'static str {
    match value {
        Some(Value::Win) => "win",
        Some(Value::Draw) => "draw",
        Some(Value::Loss) => "loss",
        None => "",
    }
}

fn write_line(out: &mut dyn Write, line: &LineReport<'_>) -> Result<()> {
    let report = &line.report;
    write!(out, "line {}: ", line.line)?;
    match report.value {
        None => write!(out, "not solved")?,
        Some(value) => write!(out, "{}", verdict(value, report.distance))?,
    }
    if let Some(score) = report.score {
        write!(out, ", score {score:+}")?;
    }
    if !report.best.is_empty() {
        write!(out, ", best {}", report.best.join(" "))?;
    }
    if let Some(expected) = line.expected {
        let said = match line.agrees {
            Some(true) => "as the file says".into(),
            Some(false) => format!("BUT THE FILE SAYS {expected:+}"),
            None => format!("the file says {expected:+}"),
        };
        write!(out, ", {said}")?;
    }
    writeln!(out, ", {} nodes, {:.3} s", report.nodes, report.time_ms as f64 / 1e3)?;
    Ok(())
}

/// A field of a table, in quotes where it needs them.
fn quoted(field: &str) -> String {
    if field.contains([',', '"']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.into() }
}

fn write_csv(out: &mut dyn Write, line: &LineReport<'_>) -> Result<()> {
    let report = &line.report;
    let show = |number: Option<i64>| number.map_or_else(String::new, |number| number.to_string());
    let fields = [
        line.line.to_string(),
        quoted(&report.position),
        word(report.value).into(),
        show(report.distance.map(i64::from)),
        show(report.score.map(i64::from)),
        quoted(&report.best.join(" ")),
        report.nodes.to_string(),
        report.time_ms.to_string(),
        show(line.expected.map(i64::from)),
        line.agrees.map_or_else(String::new, |agrees| agrees.to_string()),
    ];
    writeln!(out, "{}", fields.join(","))?;
    Ok(())
}

impl Summary {
    fn count(&mut self, report: &SolveReport<'_>, agrees: Option<bool>) {
        self.positions += 1;
        self.solved += u64::from(report.value.is_some());
        self.checked += u64::from(agrees.is_some());
        self.agreed += u64::from(agrees == Some(true));
        self.nodes += report.nodes;
    }

    /// Prints the summary. An error if a check failed, or a line could not be read.
    fn finish(&self) -> Result<()> {
        let seconds = self.time.as_secs_f64();
        let mean_ms = 1e3 * seconds / self.positions.max(1) as f64;
        print_line(&format!(
            "{} of {} positions solved in {seconds:.3} s, {mean_ms:.3} ms each; {} nodes, {} a second",
            self.solved,
            self.positions,
            short_number(self.nodes as f64),
            short_number(self.nodes as f64 / seconds.max(1e-6)),
        ));
        if self.checked > 0 {
            print_line(&format!("{} of {} as the file says", self.agreed, self.checked));
        }
        if self.solved < self.positions || self.agreed < self.checked {
            return Err(CheckFailed.into());
        }
        match self.unreadable {
            0 => Ok(()),
            1 => bail!("1 line could not be read"),
            lines => bail!("{lines} lines could not be read"),
        }
    }
}

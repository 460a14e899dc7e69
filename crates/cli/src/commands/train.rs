//! `quevedo train`: trains an evaluator by a recipe.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;
use quevedo_catalog::Catalog;
use quevedo_train::fit::{Epoch, TrainingProgress};
use quevedo_train::recipe::{self, Event, Recipe, RecipeReport, RunContext};

use crate::commands::datagen::describe;
use crate::commands::pool::PoolArgs;
use crate::meter::{Meter, print_line};
use crate::output::{short_number, write_json};

/// Generate data, train an evaluator and test it, by a recipe
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Train {
    /// The recipe, a TOML file; docs/training.md describes it, recipes/ has examples
    #[arg(value_name = "RECIPE")]
    recipe: PathBuf,

    /// The folder of all output, by default `trained/NAME`; an interrupted run is resumed there
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    #[command(flatten)]
    pool: PoolArgs,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
The folder holds the positions (data/), the weights (NAME.qnet, for `eval=FILE` in any player),
a line per epoch (log.jsonl), the curve of the loss (loss.svg) and the report (report.json).
The same recipe makes the same weights, on any number of threads, interrupted or not.

JSON: {\"name\", \"game\", \"kind\", \"file\", \"weights\": SHA-256 of the weights, \"fit\": {\"positions\",
\"epochs\", \"seed\", \"loss\", \"seconds\"}, \"test\": {\"player\", \"against\", \"games\", \"wins\", \"draws\",
\"losses\", \"elo\", \"interval\": [low, high]}}; what is not finite is null

Examples:
  quevedo train recipes/quick/othello.toml
  quevedo train recipes/hunt/mouse-cats.toml --out /tmp/mice --json
  quevedo match othello alphabeta:depth=4,eval=trained/patterns-quick/patterns-quick.qnet \\
    alphabeta:depth=4";

impl Train {
    pub(crate) fn run(&self, catalog: &Catalog, out: &mut dyn Write) -> Result<()> {
        let recipe = recipe::read(&self.recipe, catalog)?;
        let folder = self.out.clone().unwrap_or_else(|| Path::new("trained").join(&recipe.name));
        let pool = self.pool.plain_pool(catalog)?;
        let context = RunContext { recipe: &self.recipe, out: &folder, pool: &*pool, threads: self.pool.threads() };
        let mut screen = Screen::new(&recipe);
        let report = recipe::run(&recipe, &context, &mut |event| screen.show(event));
        screen.end();
        let report = report?;
        if self.json { write_json(out, &report) } else { write_text(out, &report) }
    }
}

fn write_text(out: &mut dyn Write, report: &RecipeReport) -> Result<()> {
    let fit = &report.fit;
    writeln!(out, "{}: {} for {}", report.file, report.kind, report.game)?;
    writeln!(
        out,
        "loss {:.5} after {} epochs of {} positions, {:.1} s",
        fit.loss, fit.epochs, fit.positions, fit.seconds
    )?;
    if let Some(test) = &report.test {
        writeln!(out, "{} v {}", test.player, test.against)?;
        let score = (test.wins as f64 + test.draws as f64 / 2.0) / test.games.max(1) as f64;
        writeln!(
            out,
            "{} wins, {} draws, {} losses: {:.1} %, Elo {}",
            test.wins,
            test.draws,
            test.losses,
            100.0 * score,
            test.elo_text()
        )?;
    }
    Ok(())
}

/// The step of a recipe that a bar shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Data,
    Fit,
    Test,
}

const BARS: [&str; 3] = [
    "data   {wide_bar} {pos}/{len} {msg}, {eta} left",
    "train  {wide_bar} {msg}",
    "match  {wide_bar} {pos}/{len} {msg}, {eta} left",
];
/// The steps of the bar per epoch.
const PARTS: u64 = 1000;

/// The progress of a recipe: a bar for the current step, and lines for finished ones.
struct Screen<'a> {
    recipe: &'a Recipe,
    step: Option<Step>,
    /// The meter of the step; none before the first.
    meter: Option<Meter>,
    begin: Instant,
    /// Epochs of earlier runs.
    known_epochs: Option<usize>,
    /// Epochs whose line has been printed.
    printed_epochs: usize,
}

impl<'a> Screen<'a> {
    fn new(recipe: &'a Recipe) -> Self {
        Self { recipe, step: None, meter: None, begin: Instant::now(), known_epochs: None, printed_epochs: 0 }
    }

    fn end(&self) {
        self.meter.iter().for_each(Meter::end);
    }

    /// The meter of a step; a new one if the step has changed.
    fn enter(&mut self, step: Step, length: u64) -> &mut Meter {
        if self.step != Some(step) {
            self.end();
            (self.step, self.meter, self.begin) = (Some(step), None, Instant::now());
        }
        self.meter.get_or_insert_with(|| Meter::new("games", length, BARS[step as usize]))
    }

    /// Prints a line that stays.
    fn print_line(&self, text: &str) {
        match &self.meter {
            Some(meter) => meter.print_line(text),
            None => print_line(text),
        }
    }

    fn show(&mut self, event: &Event<'_>) {
        match event {
            Event::Data(progress) => {
                self.enter(Step::Data, self.recipe.data.games).show(progress.games, &describe(progress));
            }
            Event::Reading(positions) => self.print_line(&format!("reading {positions} positions")),
            Event::Training(progress) => self.show_fit(progress),
            Event::ExternalTrainer => self.print_line("running external trainer"),
            Event::Reused(path) => self.print_line(&format!("reusing existing weights {}", path.display())),
            Event::Test(result) => {
                let points = format!("{} - {} - {}", result.wins, result.draws, result.losses);
                let games = self.recipe.test.as_ref().map_or(0, |test| test.games);
                self.enter(Step::Test, games).show(result.games, &points);
            }
        }
    }

    fn show_fit(&mut self, progress: &TrainingProgress<'_>) {
        let epochs = self.recipe.train.epochs;
        let bar = self.enter(Step::Fit, u64::from(epochs) * PARTS).bar().clone();
        let known =
            *self.known_epochs.get_or_insert_with(|| progress.epochs.len() - usize::from(progress.share == 0.0));
        let done = progress.epochs.len() as f64 + progress.share;
        bar.set_position((done * PARTS as f64) as u64);
        // The time left is that of the epochs of this run.
        let pace = self.begin.elapsed().as_secs_f64() / (done - known as f64).max(1e-3);
        let left = pace * (f64::from(epochs) - done).max(0.0);
        let validation = validation_text(progress.epochs.last().and_then(|epoch| epoch.validation_loss));
        let epoch = (progress.epochs.len() + 1).min(epochs as usize);
        bar.set_message(format!("epoch {epoch}/{epochs}, loss {:.5}{validation}, {left:.0} s left", progress.loss));
        if let Some(epoch) = progress.epochs.last().filter(|_| progress.epochs.len() > self.printed_epochs.max(known)) {
            self.print_line(&epoch_line(epoch, epochs));
        }
        self.printed_epochs = progress.epochs.len();
    }
}

fn validation_text(loss: Option<f64>) -> String {
    loss.map_or_else(String::new, |loss| format!(", validation loss {loss:.5}"))
}

fn epoch_line(epoch: &Epoch, epochs: u32) -> String {
    let validation = validation_text(epoch.validation_loss);
    let speed = short_number(epoch.positions as f64 / epoch.seconds.max(1e-3));
    format!("epoch {}/{epochs}: loss {:.5}{validation}, {speed} positions/s", epoch.epoch, epoch.loss)
}

//! `quevedo train`: an evaluator, made by a recipe.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;
use quevedo_catalog::Catalog;
use quevedo_train::fit::{Epoch, PositionArgs};
use quevedo_train::recipe::{self, Kitchen, News, Recipe, Report};

use crate::commands::datagen::far;
use crate::commands::pool::PoolArgs;
use crate::output::{Meter, say, short_number, write_json};

/// Make data, train an evaluator and test it, by a recipe
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Train {
    /// The recipe, a TOML file; docs/training.md describes it, recipes/ has some to begin with
    #[arg(value_name = "RECIPE")]
    recipe: PathBuf,

    /// The folder of everything that is made, `trained/NAME` unless said otherwise; a run that was interrupted goes on
    /// there
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
a line for every epoch (log.jsonl), the curve of the loss (loss.svg) and the report (report.json).
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
        let recipe = recipe::read(&self.recipe)?;
        let folder = self.out.clone().unwrap_or_else(|| Path::new("trained").join(&recipe.name));
        let pool = self.pool.plain_crew()?;
        let kitchen = Kitchen { recipe: &self.recipe, out: &folder, pool: &*pool, threads: self.pool.threads() };
        let mut screen = Screen::new(&recipe);
        let report = recipe::cook(&recipe, &kitchen, &mut |news| screen.tell(news));
        screen.end();
        let report = report?;
        if self.json { write_json(out, &report) } else { write_text(out, &report) }
    }
}

fn write_text(out: &mut dyn Write, report: &Report) -> Result<()> {
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
    "learn  {wide_bar} {msg}",
    "match  {wide_bar} {pos}/{len} {msg}, {eta} left",
];
/// What is learned of an epoch is shown in so many parts.
const PARTS: u64 = 1000;

/// What a person sees while a recipe is cooked: a bar for the step at hand, and a line for what is done.
struct Screen<'a> {
    recipe: &'a Recipe,
    step: Option<Step>,
    /// That of the step; none before the first.
    meter: Option<Meter>,
    begin: Instant,
    /// Epochs that were there when this run began, or have been told.
    known_epochs: Option<usize>,
    told_epochs: usize,
}

impl<'a> Screen<'a> {
    fn new(recipe: &'a Recipe) -> Self {
        Self { recipe, step: None, meter: None, begin: Instant::now(), known_epochs: None, told_epochs: 0 }
    }

    fn end(&self) {
        self.meter.iter().for_each(Meter::end);
    }

    /// The meter of a step; a new one unless it is the step at hand.
    fn enter(&mut self, step: Step, length: u64) -> &mut Meter {
        if self.step != Some(step) {
            self.end();
            (self.step, self.meter, self.begin) = (Some(step), None, Instant::now());
        }
        self.meter.get_or_insert_with(|| Meter::new("games", length, BARS[step as usize]))
    }

    /// A remark that stays.
    fn say(&self, text: &str) {
        match &self.meter {
            Some(meter) => meter.say(text),
            None => say(text),
        }
    }

    fn tell(&mut self, news: &News<'_>) {
        match news {
            News::Data(progress) => {
                self.enter(Step::Data, self.recipe.data.games).show(progress.games, &far(progress));
            }
            News::Reading(positions) => self.say(&format!("reading {positions} positions")),
            News::Fit(moment) => self.tell_fit(moment),
            News::Trainer => self.say("another program learns"),
            News::Kept(path) => self.say(&format!("{} is there", path.display())),
            News::Test(result) => {
                let points = format!("{} - {} - {}", result.wins, result.draws, result.losses);
                let games = self.recipe.test.as_ref().map_or(0, |test| test.games);
                self.enter(Step::Test, games).show(result.games, &points);
            }
        }
    }

    fn tell_fit(&mut self, moment: &PositionArgs<'_>) {
        let epochs = self.recipe.train.epochs;
        let bar = self.enter(Step::Fit, u64::from(epochs) * PARTS).bar().clone();
        let known = *self.known_epochs.get_or_insert_with(|| moment.epochs.len() - usize::from(moment.share == 0.0));
        let done = moment.epochs.len() as f64 + moment.share;
        bar.set_position((done * PARTS as f64) as u64);
        // The time left is that of the epochs of this run.
        let pace = self.begin.elapsed().as_secs_f64() / (done - known as f64).max(1e-3);
        let left = pace * (f64::from(epochs) - done).max(0.0);
        let apart = moment.epochs.last().and_then(|epoch| epoch.validation_loss);
        let apart = apart.map_or_else(String::new, |loss| format!(", apart {loss:.5}"));
        let epoch = (moment.epochs.len() + 1).min(epochs as usize);
        bar.set_message(format!("epoch {epoch}/{epochs}, loss {:.5}{apart}, {left:.0} s left", moment.loss));
        if let Some(epoch) = moment.epochs.last().filter(|_| moment.epochs.len() > self.told_epochs.max(known)) {
            self.say(&epoch_line(epoch, epochs));
        }
        self.told_epochs = moment.epochs.len();
    }
}

fn epoch_line(epoch: &Epoch, epochs: u32) -> String {
    let apart = epoch.validation_loss.map_or_else(String::new, |loss| format!(", apart {loss:.5}"));
    let speed = short_number(epoch.positions as f64 / epoch.seconds.max(1e-3));
    format!("epoch {}/{epochs}: loss {:.5}{apart}, {speed} positions/s", epoch.epoch, epoch.loss)
}

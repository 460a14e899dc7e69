//! `quevedo train`: an evaluator, made by a recipe.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::ProgressBar;
use quevedo_train::fit::{Epoch, Moment};
use quevedo_train::recipe::{self, Kitchen, News, Recipe, Report};

use crate::commands::crew::CrewArgs;
use crate::output::{short_number, watched, write_json};

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
    crew: CrewArgs,

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
  quevedo match othello alphabeta:depth=4,eval=trained/quick/quick.qnet alphabeta:depth=4";

impl Train {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let recipe = recipe::read(&self.recipe)?;
        let folder = self.out.clone().unwrap_or_else(|| Path::new("trained").join(&recipe.name));
        let crew = self.crew.plain_crew()?;
        let kitchen = Kitchen { recipe: &self.recipe, out: &folder, crew: &*crew, threads: self.crew.threads() };
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
    "data   {wide_bar} {pos}/{len} games, {msg}, {eta} left",
    "learn  {wide_bar} {msg}",
    "match  {wide_bar} {pos}/{len} games, {msg}, {eta} left",
];
/// What is learned of an epoch is shown in so many parts.
const PARTS: u64 = 1000;

/// What a person sees while a recipe is cooked: a bar for the step at hand, and a line for what is done.
struct Screen<'a> {
    recipe: &'a Recipe,
    step: Option<Step>,
    bar: ProgressBar,
    /// What the bar counts to.
    length: u64,
    begin: Instant,
    /// Epochs that were there when this run began, or have been told.
    known_epochs: Option<usize>,
    told_epochs: usize,
    /// The tenths of the games of this step that have been told where nobody sees a bar.
    told_tenths: u64,
}

impl<'a> Screen<'a> {
    fn new(recipe: &'a Recipe) -> Self {
        Self {
            recipe,
            step: None,
            bar: ProgressBar::hidden(),
            length: 0,
            begin: Instant::now(),
            known_epochs: None,
            told_epochs: 0,
            told_tenths: 0,
        }
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }

    /// Begins a step, unless it is the one at hand.
    fn enter(&mut self, step: Step, length: u64) {
        if self.step == Some(step) {
            return;
        }
        self.bar.finish_and_clear();
        self.bar = watched(ProgressBar::new(length), BARS[step as usize]);
        self.bar.enable_steady_tick(Duration::from_millis(500));
        self.begin = Instant::now();
        self.step = Some(step);
        (self.told_tenths, self.length) = (0, length);
    }

    /// A remark that stays; that nobody reads it is no reason to fail.
    fn say(&self, text: &str) {
        self.bar.suspend(|| {
            let _ = writeln!(io::stderr(), "{text}");
        });
    }

    fn tell(&mut self, news: &News<'_>) {
        match news {
            News::Data(progress) => {
                self.enter(Step::Data, self.recipe.data.games);
                let solved = if progress.exact > 0 { format!(", {} solved", progress.exact) } else { String::new() };
                self.tell_games(progress.games, format!("{} positions{solved}", progress.positions));
            }
            News::Reading(positions) => self.say(&format!("reading {positions} positions")),
            News::Fit(moment) => self.tell_fit(moment),
            News::Trainer => self.say("another program learns"),
            News::Kept(path) => self.say(&format!("{} is there", path.display())),
            News::Test(result) => {
                self.enter(Step::Test, self.recipe.test.as_ref().map_or(0, |test| test.games));
                self.tell_games(result.games, format!("{} - {} - {}", result.wins, result.draws, result.losses));
            }
        }
    }

    /// Games of the step at hand: on the bar, or a line for every tenth of them.
    fn tell_games(&mut self, games: u64, message: String) {
        let length = self.length;
        let tenths = 10 * games / length.max(1);
        if self.bar.is_hidden() && tenths > self.told_tenths {
            self.say(&format!("{games}/{length} games, {message}"));
            self.told_tenths = tenths;
        }
        self.bar.set_position(games);
        self.bar.set_message(message);
    }

    fn tell_fit(&mut self, moment: &Moment<'_>) {
        let epochs = self.recipe.train.epochs;
        self.enter(Step::Fit, u64::from(epochs) * PARTS);
        let known = *self.known_epochs.get_or_insert_with(|| moment.epochs.len() - usize::from(moment.share == 0.0));
        let done = moment.epochs.len() as f64 + moment.share;
        self.bar.set_position((done * PARTS as f64) as u64);
        // The time left is that of the epochs of this run.
        let pace = self.begin.elapsed().as_secs_f64() / (done - known as f64).max(1e-3);
        let left = pace * (f64::from(epochs) - done).max(0.0);
        let apart = moment.epochs.last().and_then(|epoch| epoch.validation_loss);
        let apart = apart.map_or_else(String::new, |loss| format!(", apart {loss:.5}"));
        let epoch = (moment.epochs.len() + 1).min(epochs as usize);
        self.bar.set_message(format!("epoch {epoch}/{epochs}, loss {:.5}{apart}, {left:.0} s left", moment.loss));
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

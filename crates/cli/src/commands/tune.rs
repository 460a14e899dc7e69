//! `quevedo tune`: search parameters found by games.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use quevedo_arena::tune::{SpsaParam, TuneError, TunePlan, Tuning, params_with_effect};
use quevedo_arena::{MatchError, WorkerPool};
use quevedo_catalog::{Catalog, GameEntry, ParamValues};
use quevedo_core::SearchParams;
use serde::Serialize;

use crate::args::game_of_catalog;
use crate::commands::pool::PoolArgs;
use crate::interrupt;
use crate::meter::{METER_BAR, Meter, print_line};
use crate::output::write_json;

/// The files in the folder.
const JOURNAL: &str = "tune.jsonl";
const PLOT: &str = "tune.svg";

/// Tune the search parameters of a game by SPSA: games between players with slightly different parameters
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Tune {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = game_of_catalog)]
    game: GameEntry,

    /// The folder of the journal and the plot; an interrupted run is resumed there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// The parameters to tune, as `quevedo players GAME` lists them; by default all that have an effect on the search
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = param)]
    params: Vec<usize>,

    /// Begin with these values instead of those of the game, as in `lmr_base:40;lmr_divisor:230`
    #[arg(long, value_name = "VALUES", value_parser = values, default_value = "", hide_default_value = true)]
    start: ParamValues,

    /// How many iterations
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    iterations: u64,

    /// Games an iteration, an even number; the values are moved when all are finished
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = even)]
    games: u64,

    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// MiB of the transposition table
    #[arg(long, value_name = "MIB", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    hash: u64,

    /// The perturbation of the last pair of games (`c_end`), as a share of the range of a parameter; the
    /// perturbation is at least 0.5
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share)]
    spsa_c: f64,

    /// The step of the last pair for a point, as a share of its perturbation (`r_end`); by default 1 divided by the square root
    /// of the number of pairs, so that noise moves a value by about its perturbation
    #[arg(long, value_name = "SHARE", value_parser = share)]
    spsa_r: Option<f64>,

    /// The seed: the same seed gives the same values, on any number of threads
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    pool: PoolArgs,

    /// Report the run in the folder, and play nothing
    #[arg(long)]
    report: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Simultaneous perturbation stochastic approximation (Spall 1992), as fishtest and OpenBench use it.
Every pair of games perturbs all parameters at once, up or down at random, and plays the two
perturbed players against each other from one opening, with sides swapped. After an iteration the
values move towards the winners. The folder has tune.jsonl, a line for each iteration, and
tune.svg, a plot of every parameter. Ctrl-C stops; the same command resumes.

Two parameters of a small game take minutes, see docs/tuning.md. Verify the result by a match:
`quevedo match GAME alphabeta:nodes=N,params=RESULT alphabeta:nodes=N`.

JSON: {\"game\", \"iterations\": finished, \"games\", \"params\": for players, \"values\": [{\"name\",
\"start\", \"value\": before rounding, \"min\", \"max\"}]}

Examples:
  quevedo tune othello --out tuning --params aspiration_window,lmr_base,lmr_divisor
  quevedo tune chess --out tuning --nodes 5000 --iterations 2000 --games 32 --threads 8
  quevedo tune connect4 --out tuning --params lmr_base --start 'lmr_base:300' --iterations 100
  quevedo tune othello --out tuning --params aspiration_window,lmr_base,lmr_divisor --report";

/// The index of a parameter.
fn param(name: &str) -> Result<usize, String> {
    let index = SearchParams::TABLE.iter().position(|param| param.name == name.trim());
    index.ok_or_else(|| {
        let names: Vec<&str> = SearchParams::TABLE.iter().map(|param| param.name).collect();
        format!("no search parameter is called so; there are {}", names.join(", "))
    })
}

fn values(text: &str) -> Result<ParamValues, String> {
    let wrong = "write `name:value` of search parameters within their ranges, several joined by `;`";
    if text.is_empty() { Ok(ParamValues::default()) } else { ParamValues::from_text(text).ok_or_else(|| wrong.into()) }
}

fn even(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number: &u64| number % 2 == 0 && (2..=100_000).contains(number));
    number.ok_or_else(|| "an even number from 2 to 100000".into())
}

fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| *number > 0.0 && *number <= 1.0);
    number.ok_or_else(|| "a number above 0, up to 1".into())
}

#[derive(Serialize)]
struct TuneReport<'a> {
    game: &'a str,
    iterations: u64,
    games: u64,
    params: String,
    values: Vec<TunedValue<'a>>,
}

#[derive(Serialize)]
struct TunedValue<'a> {
    name: &'a str,
    start: i32,
    value: f64,
    min: i32,
    max: i32,
}

impl Tune {
    pub(crate) fn run(&self, catalog: &Catalog, out: &mut dyn Write) -> Result<()> {
        interrupt::stop_flag();
        let mut tuning = self.open()?;
        let played = if self.report { Ok(()) } else { self.play(&mut tuning, &*self.pool.pool(catalog)?) };
        let plot = self.out.join(PLOT);
        fs::write(&plot, tuning.plot()).with_context(|| format!("cannot write {}", plot.display()))?;
        self.write(&tuning, out)?;
        out.flush()?;
        match played {
            Err(TuneError::Match(MatchError::Stopped)) => {
                let (done, all) = (tuning.iterations_done(), self.iterations);
                Err(MatchError::Stopped)
                    .with_context(|| format!("{done} of {all} iterations; the same command resumes"))
            }
            played => Ok(played?),
        }
    }

    fn open(&self) -> Result<Tuning> {
        let journal = self.out.join(JOURNAL);
        if self.report && !journal.is_file() {
            bail!("--report: there is no run in {}: leave --report out to start one", self.out.display());
        }
        fs::create_dir_all(&self.out).with_context(|| format!("--out {}", self.out.display()))?;
        let tuning = Tuning::open(self.plan()?, &self.game, &journal).map_err(|error| match error {
            TuneError::NoParams => anyhow!("--params: no search parameter has an effect in this game"),
            error => error.into(),
        })?;
        if tuning.iterations_done() > 0 {
            print_line(&format!("{} of {} iterations were played before", tuning.iterations_done(), self.iterations));
        }
        Ok(tuning)
    }

    fn plan(&self) -> Result<TunePlan> {
        let start = self.start.applied_to(self.game.search_params());
        let tuned = if self.params.is_empty() { params_with_effect(&self.game)? } else { self.params.clone() };
        let pairs = self.games / 2;
        let r_end = 1.0 / ((self.iterations * pairs) as f64).sqrt();
        let params = tuned.iter().map(|index| {
            let param = SearchParams::TABLE[*index];
            let c_end = (self.spsa_c * f64::from(param.max - param.min)).max(0.5);
            let (min, max) = (param.min, param.max);
            SpsaParam { name: param.name.into(), start: start.get(*index), min, max, c_end: short(c_end) }
        });
        let others = self.start.0.iter().filter(|(index, _)| !tuned.contains(index));
        Ok(TunePlan {
            game: self.game.id().into(),
            nodes: self.nodes,
            hash: self.hash as usize,
            iterations: self.iterations,
            pairs,
            r_end: short(self.spsa_r.unwrap_or(r_end)),
            seed: self.seed,
            params: params.collect(),
            fixed: others.map(|(index, value)| (SearchParams::TABLE[*index].name.into(), *value)).collect(),
        })
    }

    fn play(&self, tuning: &mut Tuning, pool: &dyn WorkerPool) -> Result<(), TuneError> {
        let mut meter = Meter::new("iterations", self.iterations, METER_BAR);
        meter.show(tuning.iterations_done(), "");
        let played = tuning.run(pool, |tuning| meter.show(tuning.iterations_done(), &tuning.params().to_string()));
        meter.end();
        played
    }

    fn write(&self, tuning: &Tuning, out: &mut dyn Write) -> Result<()> {
        let iterations = tuning.iterations_done();
        let values = tuning.plan().params.iter().zip(tuning.values());
        let report = TuneReport {
            game: self.game.id(),
            iterations,
            games: iterations * self.games,
            params: tuning.params().to_string(),
            values: values
                .map(|(param, value)| {
                    let SpsaParam { name, start, min, max, .. } = param;
                    TunedValue { name, start: *start, value: *value, min: *min, max: *max }
                })
                .collect(),
        };
        if self.json { write_json(out, &report) } else { self.write_text(out, &report) }
    }

    fn write_text(&self, out: &mut dyn Write, report: &TuneReport<'_>) -> Result<()> {
        writeln!(out, "{} iterations, {} games", report.iterations, report.games)?;
        let width = report.values.iter().map(|value| value.name.len()).max().unwrap_or(0);
        for TunedValue { name, start, value, min, max } in &report.values {
            writeln!(out, "{name:width$}  {start:>6} -> {value:>9.2}  ({min} to {max})")?;
        }
        writeln!(out, "params={}", report.params)?;
        writeln!(out, "plot: {}", self.out.join(PLOT).display())?;
        Ok(())
    }
}

/// A number with few digits, which JSON keeps exactly.
fn short(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

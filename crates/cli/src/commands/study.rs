//! `quevedo study`: the tables of the founding documents once more, with our players.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use quevedo_arena::report::Report;
use quevedo_catalog::{Catalog, read_time};
use quevedo_study::{self as study, RunSettings};

use super::pool::PoolArgs;
use crate::interrupt;
use crate::output::{terminal_bar, write_described};

/// Reproduce the tables of the founding documents
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Study {
    /// Which study, as --list names it; `all` for all of them
    #[arg(value_name = "NAME", required_unless_present = "list")]
    name: Option<String>,

    /// List the studies
    #[arg(long)]
    list: bool,

    /// How long the run may take, about: 90s, 20m, 2h; it is divided among the tables
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = budget)]
    budget: Duration,

    /// Games of every pairing and positions of every measurement, at most; as many as were published if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: Option<u64>,

    /// The seed: the same seed plays the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Write report.md and report.html to this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Overwrite the reports of --out
    #[arg(long, requires = "out")]
    force: bool,

    #[command(flatten)]
    pool: PoolArgs,
}

const EXAMPLES: &str = "\
The report is printed as Markdown: what was published, what was found now with its 95 % interval,
the time of a move, and whether that confirms the claim or contradicts it, and why. With a small
budget fewer games are played, at least one pair of each pairing. Ctrl-C ends the run; the report
covers the games played so far.

Examples:
  quevedo study --list
  quevedo study amazons --budget 5m
  quevedo study all --budget 20m --out studies
  quevedo study chess --games 10 --threads 2";

const REPORTS: [&str; 2] = ["report.md", "report.html"];
const LONGEST_BUDGET: Duration = Duration::from_hours(1000);

/// Reads `90s`, `20m` or `2h`.
fn budget(text: &str) -> Result<Duration, String> {
    let whole = |unit: char, seconds: u64| {
        let number: u64 = text.strip_suffix(unit)?.parse().ok()?;
        number.checked_mul(seconds).map(Duration::from_secs)
    };
    let time = whole('m', 60).or_else(|| whole('h', 3600)).or_else(|| read_time(text));
    let allowed = |time: &Duration| !time.is_zero() && *time <= LONGEST_BUDGET;
    time.filter(allowed).ok_or_else(|| "write a time as in `90s`, `20m` or `2h`".into())
}

impl Study {
    pub(crate) fn run(self, catalog: &Catalog, out: &mut dyn Write) -> Result<()> {
        let Some(name) = self.name.as_deref().filter(|_| !self.list) else { return write_list(out) };
        let studies = study::Study::find(name)?;
        self.check_out()?;
        let settings = RunSettings { seed: self.seed, games: self.games, budget: self.budget };
        let pool = self.pool.pool(catalog)?;
        let stop = interrupt::stop_flag();
        let bar = progress_bar(self.budget);
        let begin = Instant::now();
        let report = study::run(catalog, &studies, &settings, &*pool, &stop, &|name, index, count| {
            bar.set_position(begin.elapsed().as_secs());
            bar.set_message(format!("{}/{count} {name}", index + 1));
        });
        bar.finish_and_clear();
        let report = report?;
        if let Some(folder) = &self.out {
            write_files(folder, &report).with_context(|| format!("--out {}", folder.display()))?;
        }
        out.write_all(report.to_markdown().as_bytes())?;
        Ok(())
    }

    /// A run of minutes must not fail at its end for a file that was there before.
    fn check_out(&self) -> Result<()> {
        let Some(folder) = self.out.as_deref().filter(|_| !self.force) else { return Ok(()) };
        match REPORTS.iter().map(|name| folder.join(name)).find(|path| path.exists()) {
            Some(path) => bail!("--out: {} exists: choose another folder, or add --force", path.display()),
            None => Ok(()),
        }
    }
}

fn write_list(out: &mut dyn Write) -> Result<()> {
    let studies = study::Study::find("all")?;
    let list: Vec<(&str, &str)> = studies.iter().map(|study| (study.id, study.title.as_str())).collect();
    write_described(out, "", &list)
}

fn write_files(folder: &Path, report: &Report) -> Result<()> {
    fs::create_dir_all(folder)?;
    for (name, text) in REPORTS.iter().zip([report.to_markdown(), report.to_html()]) {
        fs::write(folder.join(name), text)?;
    }
    Ok(())
}

/// The time left is that of the budget.
fn progress_bar(budget: Duration) -> ProgressBar {
    let bar = ProgressBar::new(budget.as_secs().max(1));
    let bar = terminal_bar(bar, "{bar:24} {elapsed} of {len} s, {eta} left  {wide_msg}");
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_have_units() {
        let seconds = |text| budget(text).map(|time| time.as_secs());
        assert_eq!([seconds("90s"), seconds("20m"), seconds("2h")], [Ok(90), Ok(1200), Ok(7200)]);
        for wrong in ["", "0m", "5", "-1m", "1.5m", "9999999999h", "m"] {
            assert!(budget(wrong).is_err(), "{wrong}");
        }
    }
}

//! `quevedo dataset`: inspects, shuffles and exports training data.

use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Subcommand, ValueEnum};
use indicatif::ProgressBar;
use quevedo_catalog::{EvalRef, GameEntry};
use quevedo_train::data::{
    DataError, Flags, PhaseError, Sample, ShardReader, Survey, draw_samples, evaluation_errors, export_arrays,
    export_csv, show_steps, shuffle, survey,
};
use serde::Serialize;

use crate::args::game_of_catalog;
use crate::output::{CheckFailed, short_number, terminal_bar, write_json};

/// Inspect, shuffle or export training data
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Dataset {
    #[command(subcommand)]
    tool: Tool,
}

const EXAMPLES: &str = "\
Data is made by `quevedo datagen`; docs/data.md describes it. Exit status 1: `info` found a damaged
shard.

JSON of info: {\"encoding\", \"shards\", \"bytes\", \"games\", \"positions\", \"results\": [won, drawn, lost]
for the side to move, \"scored\", \"scores\": [[from, positions], …], \"pieces\": [[up to, positions], …],
\"flags\": positions [noisy, threatened, exact, second to move, after moves not played],
\"with_policy\", \"mean_ply\", \"damaged\": [problem, …]}; of sample: {\"position\", \"score\", \"result\": 1,
0 or -1, \"best\": squares by number, \"ply\", \"flags\", \"policy\": [[squares, share], …]}; of errors:
[{\"max_pieces\", \"positions\", \"mean_absolute\", \"root_mean_square\", \"bias\"}, …] in units of the game

Examples:
  quevedo dataset info data
  quevedo dataset sample data --count 5 --seed 2
  quevedo dataset errors othello data --eval best --exact
  quevedo dataset shuffle data more-data --out mixed
  quevedo dataset export data --format csv --out positions.csv
  quevedo dataset export data --format raw --out arrays";

#[derive(Debug, Subcommand)]
enum Tool {
    Info(Info),
    Sample(Draw),
    Errors(Errors),
    Shuffle(Shuffle),
    Export(Export),
}

/// Print statistics of shards, and list damaged ones
#[derive(Debug, clap::Args)]
struct Info {
    /// Folders of shards, or single shards
    #[arg(value_name = "DIR", required = true)]
    data: Vec<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Print a random sample of positions
#[derive(Debug, clap::Args)]
struct Draw {
    /// Folders of shards, or single shards
    #[arg(value_name = "DIR", required = true)]
    data: Vec<PathBuf>,

    /// How many
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: usize,

    /// The seed of the draw
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// Print how far an evaluator is from the scores of positions, by phase of the game
#[derive(Debug, clap::Args)]
struct Errors {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = game_of_catalog)]
    game: GameEntry,

    /// Folders of shards, or single shards
    #[arg(value_name = "DIR", required = true)]
    data: Vec<PathBuf>,

    /// The evaluator, or the path of a network
    #[arg(long = "eval", value_name = "E", default_value = "best")]
    evaluator: String,

    /// Only positions that a solver labelled
    #[arg(long)]
    exact: bool,

    /// Print one JSON array
    #[arg(long)]
    json: bool,
}

/// Write all positions in random order to new shards
#[derive(Debug, clap::Args)]
struct Shuffle {
    /// Folders of shards, or single shards
    #[arg(value_name = "DIR", required = true)]
    data: Vec<PathBuf>,

    /// The folder of the new shards; it must be empty or not there yet
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// How many positions a shard gets
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    positions_per_shard: u64,

    /// The seed of the order
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// Write positions for other programs
#[derive(Debug, clap::Args)]
struct Export {
    /// Folders of shards, or single shards
    #[arg(value_name = "DIR", required = true)]
    data: Vec<PathBuf>,

    /// The file format
    #[arg(long, value_enum)]
    format: Format,

    /// A new file for csv (standard output if left out), a folder for raw
    #[arg(long, value_name = "FILE|DIR")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One table with a line a position
    Csv,
    /// One numpy array a column, for programs without zstd
    Raw,
}

const BAR: &str = "{wide_bar} {pos}/{len} positions, {eta} left";

impl Dataset {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        match &self.tool {
            Tool::Info(tool) => tool.run(out),
            Tool::Sample(tool) => tool.run(out),
            Tool::Errors(tool) => tool.run(out),
            Tool::Shuffle(tool) => tool.run(out),
            Tool::Export(tool) => tool.run(out),
        }
    }
}

impl Info {
    fn run(&self, out: &mut dyn Write) -> Result<()> {
        let survey = survey(&self.data)?;
        if self.json { write_json(out, &survey) } else { write_survey(out, &survey) }?;
        if survey.damaged.is_empty() {
            return Ok(());
        }
        out.flush()?;
        Err(CheckFailed.into())
    }
}

fn write_survey(out: &mut dyn Write, survey: &Survey) -> Result<()> {
    let positions = survey.positions.max(1) as f64;
    let share = |count: u64| 100.0 * count as f64 / positions;
    let Survey { encoding, shards, games, .. } = survey;
    writeln!(out, "{} positions of {games} games, encoding `{encoding}`, in {shards} shards", survey.positions)?;
    let bytes = survey.bytes as f64;
    writeln!(
        out,
        "{}B, {:.1} bytes a position, {:.1} plies before it",
        short_number(bytes),
        bytes / positions,
        survey.mean_ply
    )?;
    let [wins, draws, losses] = survey.results.map(share);
    writeln!(out, "the side to move wins {wins:.1} %, draws {draws:.1} %, loses {losses:.1} %")?;
    let [noisy, threatened, exact, second, siblings] = survey.flags.map(share);
    writeln!(
        out,
        "noisy {noisy:.1} %, threatened {threatened:.1} %, exact {exact:.1} %, second to move {second:.1} %, after moves not played {siblings:.1} %"
    )?;
    writeln!(out, "with a score {:.1} %, with visits {:.1} %", share(survey.scored), share(survey.with_policy))?;
    if survey.scored > 0 {
        let scores = survey.scores.iter().map(|(low, count)| (format!("from {low}"), *count));
        write_bars(out, "scores", scores.collect(), positions)?;
    }
    let pieces = survey.pieces.iter().map(|(most, count)| (format!("up to {most}"), *count));
    write_bars(out, "pieces", pieces.collect(), positions)?;
    survey.damaged.iter().try_for_each(|problem| Ok(writeln!(out, "{problem}")?))
}

/// A small chart in letters.
fn write_bars(out: &mut dyn Write, name: &str, parts: Vec<(String, u64)>, whole: f64) -> Result<()> {
    writeln!(out, "{name}")?;
    for (label, count) in parts {
        let share = count as f64 / whole;
        let line = format!("  {label:<12} {:5.1} % {}", 100.0 * share, "#".repeat((60.0 * share).round() as usize));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

#[derive(Serialize)]
struct SampleReport {
    position: String,
    score: Option<i16>,
    result: i8,
    best: String,
    ply: u16,
    flags: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    policy: Vec<(String, f64)>,
}

impl From<&Sample> for SampleReport {
    fn from(sample: &Sample) -> Self {
        let share = |(steps, share): &([u8; 3], u16)| (show_steps(steps), f64::from(*share) / f64::from(u16::MAX));
        Self {
            position: sample.text.clone(),
            score: sample.score,
            result: sample.result,
            best: show_steps(&sample.best),
            ply: sample.ply,
            flags: Flags::NAMED.iter().filter(|(flag, _)| sample.flags.has(*flag)).map(|(_, name)| *name).collect(),
            policy: sample.policy.iter().map(share).collect(),
        }
    }
}

impl Draw {
    fn run(&self, out: &mut dyn Write) -> Result<()> {
        for sample in draw_samples(&ShardReader::open(&self.data)?, self.count, self.seed)? {
            let report = SampleReport::from(&sample);
            if self.json {
                write_json(out, &report)?;
                continue;
            }
            let score = report.score.map_or_else(|| "no score".into(), |score| format!("score {score:+}"));
            let result = ["lost", "drawn", "won"][usize::from((report.result + 1) as u8)];
            let exact = if sample.flags.has(Flags::EXACT) { " (exact)" } else { "" };
            writeln!(out, "{}", report.position)?;
            writeln!(out, "  ply {}, {score}, {result}{exact}, played {}", report.ply, report.best)?;
        }
        Ok(())
    }
}

impl Errors {
    fn run(&self, out: &mut dyn Write) -> Result<()> {
        let reader = ShardReader::open(&self.data)?;
        let bar = terminal_bar(ProgressBar::new(reader.positions() as u64), BAR);
        let mut progress = |positions: usize| bar.inc(positions as u64);
        let errors = evaluation_errors(&reader, &self.game, &EvalRef::new(&self.evaluator), self.exact, &mut progress)?;
        bar.finish_and_clear();
        if self.json {
            return write_json(out, &errors);
        }
        writeln!(out, "{:>8} {:>10} {:>8} {:>8} {:>8}", "pieces", "positions", "mean", "rms", "bias")?;
        for PhaseError { max_pieces, positions, mean_absolute, root_mean_square, bias } in errors {
            writeln!(out, "{max_pieces:>8} {positions:>10} {mean_absolute:>8.2} {root_mean_square:>8.2} {bias:>+8.2}")?;
        }
        Ok(())
    }
}

impl Shuffle {
    fn run(&self, out: &mut dyn Write) -> Result<()> {
        if self.out.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
            bail!("--out {}: the folder is not empty", self.out.display());
        }
        let reader = ShardReader::open(&self.data)?;
        let bar = terminal_bar(ProgressBar::new(2 * reader.positions() as u64), "{wide_bar} {percent} %, {eta} left");
        let each = self.positions_per_shard as usize;
        let shards = shuffle(&reader, &self.out, each, self.seed, &mut || bar.inc(1));
        bar.finish_and_clear();
        writeln!(out, "{} positions in {} shards in {}", reader.positions(), shards?, self.out.display())?;
        Ok(())
    }
}

impl Export {
    fn run(&self, out: &mut dyn Write) -> Result<()> {
        let reader = ShardReader::open(&self.data)?;
        let bar = terminal_bar(ProgressBar::new(reader.positions() as u64), BAR);
        let mut progress = |positions: usize| bar.inc(positions as u64);
        match (self.format, self.out.as_deref()) {
            (Format::Csv, None) => return export_csv(&reader, out, &mut progress).map_err(without_path),
            (Format::Csv, Some(path)) => export_csv(&reader, &mut create(path)?, &mut progress)?,
            (Format::Raw, Some(folder)) => export_arrays(&reader, folder, &mut progress)?,
            (Format::Raw, None) => bail!("--format raw writes a folder: name it with --out"),
        }
        bar.finish_and_clear();
        if let Some(path) = &self.out {
            writeln!(out, "{} positions in {}", reader.positions(), path.display())?;
        }
        Ok(())
    }
}

/// A closed standard output is no failure: the plain error says so.
fn without_path(error: DataError) -> anyhow::Error {
    match error {
        DataError::File { error, .. } if error.kind() == ErrorKind::BrokenPipe => error.into(),
        error => error.into(),
    }
}

fn create(path: &Path) -> Result<BufWriter<File>> {
    let file = File::create_new(path).map_err(anyhow::Error::new);
    Ok(BufWriter::new(file.with_context(|| format!("--out {}", path.display()))?))
}

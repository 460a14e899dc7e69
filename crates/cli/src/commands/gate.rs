//! `quevedo gate`: installs a new network if it beats the current one.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use quevedo_arena::stats::{Sprt, SprtDecision};
use quevedo_catalog::{Catalog, EvalRef, GameEntry, PlayerSpec};
use quevedo_nets::WeightFile;
use quevedo_train::gate::{self, GateResult, Installed};
use quevedo_train::recipe::TestReport;
use serde::Serialize;

use super::matches::sprt;
use crate::args::game_of_catalog;
use crate::commands::pool::PoolArgs;
use crate::environment::networks_folder;
use crate::meter::{METER_BAR, Meter};
use crate::output::{CheckFailed, write_json};

/// Install a new network if it beats the old one
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct Gate {
    /// The file of the new network; its evaluator is named after the file, without `.qnet`
    #[arg(value_name = "NEW.qnet")]
    new: PathBuf,

    /// The evaluator to beat: a name as `quevedo evals` lists it, or a file
    #[arg(value_name = "OLD", default_value = "best")]
    old: String,

    /// The game; by default the first one with the network's input encoding
    #[arg(long, value_parser = game_of_catalog)]
    game: Option<GameEntry>,

    /// The player that uses both
    #[arg(long, value_name = "SPEC", default_value = "alphabeta:nodes=20000")]
    player: PlayerSpec,

    /// The Elo differences of the two hypotheses of the SPRT
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, default_value = "0,10")]
    sprt: Sprt,

    /// Stop after this many games; without a decision the network has not passed
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    games: u64,

    /// How many random plies open each pair of games
    #[arg(long, value_name = "N", default_value_t = 8)]
    random_plies: u32,

    /// The seed: the same seed plays the same games, on any number of threads
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// The folder of networks where it is installed; `networks` in the data folder if left out
    #[arg(long, value_name = "DIR")]
    install: Option<PathBuf>,

    /// A list of networks that gets a row, such as docs/networks.md
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Only play; change nothing
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    pool: PoolArgs,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
A network that passes is copied to DIR/ENCODING/NAME.qnet with its record NAME.json, and becomes
`best` there: the program uses it from the next start. With --install crates/nets/weights the next
build embeds it. A network that fails changes nothing, and the exit status is 1.

JSON: {\"passed\", \"verdict\": accepted, rejected or open, \"llr\", \"elo0\", \"elo1\", \"match\": {\"player\",
\"against\", \"games\", \"wins\", \"draws\", \"losses\", \"elo\", \"interval\"}, \"file\", \"sha256\": null if not in}

Examples:
  quevedo gate trained/patterns-quick/patterns-quick.qnet handmade --dry-run
  quevedo gate new.qnet best --player alphabeta:nodes=20000 --sprt 0,10
  quevedo gate new.qnet old.qnet --game othello --games 2000 --seed 7 --json";

#[derive(Serialize)]
struct GateReport {
    passed: bool,
    verdict: &'static str,
    llr: f64,
    elo0: f64,
    elo1: f64,
    #[serde(rename = "match")]
    report: TestReport,
    file: Option<String>,
    sha256: Option<String>,
}

impl Gate {
    pub(crate) fn run(&self, catalog: &Catalog, out: &mut dyn Write) -> Result<()> {
        let gate = self.gate(catalog)?;
        let file = gate.check()?;
        // A match of hours must not fail at its end for a file that was there before.
        if !self.dry_run {
            gate::check_place(catalog, &self.folder(), &file, &self.new)?;
            self.record.as_deref().map(gate::open_record).transpose()?;
        }
        let pool = self.pool.pool(catalog)?;
        let mut meter = Meter::new("games", self.games, METER_BAR);
        let result = gate.run(&*pool, &mut |result, ratio| {
            let [low, high] = self.sprt.bounds();
            let points = format!("{} - {} - {}", result.wins, result.draws, result.losses);
            meter.show(result.games, &format!("{points}, {ratio:.2} of [{low:.2}, {high:.2}]"));
        });
        meter.end();
        let result = result?;
        let passed = result.decision == SprtDecision::AcceptH1;
        let installed =
            if passed && !self.dry_run { Some(self.install(catalog, &gate, &file, &result)?) } else { None };
        self.write(out, result, installed)?;
        if passed { Ok(()) } else { out.flush().map_err(Into::into).and_then(|()| Err(CheckFailed.into())) }
    }

    fn gate(&self, catalog: &Catalog) -> Result<gate::Gate> {
        let game = match &self.game {
            Some(game) => game.clone(),
            None => gate::game_of(catalog, &WeightFile::load(&self.new)?)?.clone(),
        };
        Ok(gate::Gate {
            game,
            new: self.new.clone(),
            old: EvalRef::new(&self.old),
            player: self.player.clone(),
            sprt: self.sprt,
            games: self.games,
            random_plies: self.random_plies,
            seed: self.seed,
        })
    }

    fn install(
        &self,
        catalog: &Catalog,
        gate: &gate::Gate,
        file: &WeightFile,
        result: &GateResult,
    ) -> Result<Installed> {
        let installed = gate::install(catalog, &self.folder(), gate, file, result)?;
        if let Some(record) = &self.record {
            gate::record(record, &gate::row(gate, file, result, &installed))?;
        }
        Ok(installed)
    }

    /// Where a network that passes goes.
    fn folder(&self) -> PathBuf {
        self.install.clone().unwrap_or_else(networks_folder)
    }

    fn write(&self, out: &mut dyn Write, result: GateResult, installed: Option<Installed>) -> Result<()> {
        let verdict = match result.decision {
            SprtDecision::AcceptH1 => "accepted",
            SprtDecision::AcceptH0 => "rejected",
            SprtDecision::Continue => "open",
        };
        let report = GateReport {
            passed: result.decision == SprtDecision::AcceptH1,
            verdict,
            llr: result.llr,
            elo0: self.sprt.elo[0],
            elo1: self.sprt.elo[1],
            report: result.report,
            file: installed.as_ref().map(|installed| installed.path.display().to_string()),
            sha256: installed.map(|installed| installed.sha256),
        };
        if self.json { write_json(out, &report) } else { write_text(out, &report) }
    }
}

fn write_text(out: &mut dyn Write, gate: &GateReport) -> Result<()> {
    let GateReport { report, .. } = gate;
    writeln!(out, "{} v {}", report.player, report.against)?;
    writeln!(out, "{} wins, {} draws, {} losses, Elo {}", report.wins, report.draws, report.losses, report.elo_text())?;
    let conclusion = match gate.verdict {
        "accepted" => "passed: the new network is stronger",
        "rejected" => "not passed: the new network is not stronger by that much",
        _ => "not passed: too few games for a decision",
    };
    writeln!(out, "{conclusion} (log-likelihood ratio {:.2} for {} against {} Elo)", gate.llr, gate.elo1, gate.elo0)?;
    if let Some(path) = &gate.file {
        writeln!(out, "{path} is the best network now; rebuild the program to embed it")?;
    }
    Ok(())
}

//! `quevedo gate`: a new network against the one that is there, and its place if it wins.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use quevedo_arena::stats::{Sprt, SprtDecision};
use quevedo_catalog::{GameEntry, PlayerSpec};
use quevedo_nets::WeightFile;
use quevedo_train::gate::{self, Installed, Judgement};
use quevedo_train::recipe::TestReport;
use serde::Serialize;

use super::matches::sprt;
use crate::args::game_of_catalog;
use crate::commands::pool::PoolArgs;
use crate::output::{CheckFailed, METER_BAR, Meter, write_json};

/// Let a new network in if it beats the old one
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct Gate {
    /// The file of the new network; players will know it by the name of the file, less its `.qnet`
    #[arg(value_name = "NEW.qnet")]
    new: PathBuf,

    /// The evaluator to be beaten: a name as `quevedo evals` lists it, or a file
    #[arg(value_name = "OLD", default_value = "best")]
    old: String,

    /// The game; the first one that is seen as the network sees, unless said otherwise
    #[arg(long, value_parser = game_of_catalog)]
    game: Option<GameEntry>,

    /// Who plays with both
    #[arg(long, value_name = "SPEC", default_value = "alphabeta:nodes=20000")]
    player: PlayerSpec,

    /// The Elo differences to tell apart: the one that would be nothing, and the one to be shown
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, default_value = "0,10")]
    sprt: Sprt,

    /// After so many games without an answer it has not passed
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    games: u64,

    /// How many random plies open each pair of games
    #[arg(long, value_name = "N", default_value_t = 8)]
    random_plies: u32,

    /// The seed: the same seed plays the same games, on any number of threads
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// The folder of the networks that come with the program
    #[arg(long, value_name = "DIR", default_value = "crates/nets/weights")]
    install: PathBuf,

    /// The record that gets a row
    #[arg(long, value_name = "FILE", default_value = "docs/networks.md")]
    record: PathBuf,

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
What passes is copied to DIR/GAME/NAME.qnet with NAME.json, which tells how it came to be, becomes
`best` there, and gets a row in the record; build the program anew to ship it. What fails changes
nothing, and the exit status is 1.

JSON: {\"passed\", \"verdict\": accepted, rejected or open, \"llr\", \"elo0\", \"elo1\", \"match\": {\"player\",
\"against\", \"games\", \"wins\", \"draws\", \"losses\", \"elo\", \"interval\"}, \"file\", \"sha256\": null if not in}

Examples:
  quevedo gate trained/patterns-quick/patterns-quick.qnet handmade --dry-run
  quevedo gate new.qnet best --player alphabeta:nodes=20000 --sprt 0,10
  quevedo gate new.qnet old.qnet --game othello --games 2000 --seed 7 --json";

#[derive(Serialize)]
struct Told {
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
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let gate = self.gate()?;
        let file = gate.check()?;
        // A match of hours must not fail at its end for a file that was there before.
        if !self.dry_run {
            gate::check_place(&self.install, &file, &self.new)?;
            gate::open_record(&self.record)?;
        }
        let pool = self.pool.pool()?;
        let mut meter = Meter::new("games", self.games, METER_BAR);
        let judged = gate.judge(&*pool, &mut |result, ratio| {
            let [low, high] = self.sprt.bounds();
            let points = format!("{} - {} - {}", result.wins, result.draws, result.losses);
            meter.show(result.games, &format!("{points}, {ratio:.2} of [{low:.2}, {high:.2}]"));
        });
        meter.end();
        let judged = judged?;
        let passed = judged.verdict == SprtDecision::AcceptH1;
        let installed = if passed && !self.dry_run { Some(self.let_in(&gate, &file, &judged)?) } else { None };
        self.tell(out, judged, installed)?;
        if passed { Ok(()) } else { out.flush().map_err(Into::into).and_then(|()| Err(CheckFailed.into())) }
    }

    fn gate(&self) -> Result<gate::Gate> {
        let game = match self.game {
            Some(game) => game,
            None => gate::game_of(&WeightFile::load(&self.new)?)?,
        };
        Ok(gate::Gate {
            game,
            new: self.new.clone(),
            old: self.old.clone(),
            player: self.player.clone(),
            sprt: self.sprt,
            games: self.games,
            random_plies: self.random_plies,
            seed: self.seed,
        })
    }

    fn let_in(&self, gate: &gate::Gate, file: &WeightFile, judged: &Judgement) -> Result<Installed> {
        let installed = gate::install(&self.install, gate, file, judged)?;
        gate::record(&self.record, &gate::row(gate, file, judged, &installed))?;
        Ok(installed)
    }

    fn tell(&self, out: &mut dyn Write, judged: Judgement, installed: Option<Installed>) -> Result<()> {
        let verdict = match judged.verdict {
            SprtDecision::AcceptH1 => "accepted",
            SprtDecision::AcceptH0 => "rejected",
            SprtDecision::Continue => "open",
        };
        let told = Told {
            passed: judged.verdict == SprtDecision::AcceptH1,
            verdict,
            llr: self.sprt.llr(&judged.result.pairs),
            elo0: self.sprt.elo[0],
            elo1: self.sprt.elo[1],
            report: judged.report,
            file: installed.as_ref().map(|installed| installed.path.display().to_string()),
            sha256: installed.map(|installed| installed.sha256),
        };
        if self.json { write_json(out, &told) } else { write_text(out, &told) }
    }
}

fn write_text(out: &mut dyn Write, told: &Told) -> Result<()> {
    let Told { report, .. } = told;
    writeln!(out, "{} v {}", report.player, report.against)?;
    writeln!(out, "{} wins, {} draws, {} losses, Elo {}", report.wins, report.draws, report.losses, report.elo_text())?;
    let said = match told.verdict {
        "accepted" => "passed: it is stronger",
        "rejected" => "not passed: it is not stronger by what was asked for",
        _ => "not passed: the games did not suffice to tell",
    };
    writeln!(out, "{said} (log-likelihood ratio {:.2} for {} against {} Elo)", told.llr, told.elo1, told.elo0)?;
    if let Some(path) = &told.file {
        writeln!(out, "{path} is the best now; build the program anew to ship it")?;
    }
    Ok(())
}

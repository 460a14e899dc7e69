//! `quevedo tournament`: plays a tournament described by a file.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use anyhow::{Context, Result, anyhow, bail};
use indicatif::ProgressBar;
use quevedo_arena::tournament::{EXAMPLE, Entrant, Format, Plan, PlanFile, Standings, Tally, Tournament, read_file};
use quevedo_arena::{GameReport, Journal, JournalError, MatchError, WorkerPool, utc_date};
use quevedo_catalog::Catalog;
#[cfg(feature = "server")]
use quevedo_server::store_tournament;
#[cfg(feature = "server")]
use quevedo_server::wire::TournamentStatus;
use serde::Serialize;

use crate::commands::pool::PoolArgs;
#[cfg(feature = "server")]
use crate::environment::data_folder;
use crate::interrupt;
use crate::output::{GAMES_BAR, terminal_bar, write_json};

/// Play a tournament that a file describes
#[derive(Debug, clap::Args)]
#[command(name = "tournament", after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct PlayTournament {
    /// The plan: a file in TOML whose name ends in .toml (see --example), or one with a pairing per line, as in
    /// `minimax_territory 2 5 v random : 10`, for the Amazons
    #[arg(value_name = "FILE", required_unless_present = "example")]
    file: Option<PathBuf>,

    /// The folder of the results; by default named like FILE without its extension
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    #[command(flatten)]
    pool: PoolArgs,

    /// Discard the games of an earlier run
    #[arg(long, alias = "force")]
    fresh: bool,

    /// The data folder or database URL of the page, which shows the tournament, too
    #[cfg(feature = "server")]
    #[arg(long, value_name = "PLACE")]
    data: Option<String>,

    /// Do not show the tournament in the page
    #[cfg(feature = "server")]
    #[arg(long, conflicts_with = "data")]
    private: bool,

    /// Only check the file and list its players; also for a file with one player per line
    #[arg(long)]
    check: bool,

    /// Print a plan with a comment on every key, and do nothing else
    #[arg(long)]
    example: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Every game is written to DIR/journal.jsonl as it ends. The same command resumes an interrupted
tournament. At the end DIR holds games.pgn, games.csv,
standings.csv, results.json, report.md and report.html. The page of `quevedo serve` shows it, too.

JSON: {\"plan\", \"standings\": {\"games\", \"planned\", \"rows\": [{\"player\", \"name\", \"spec\", \"games\",
\"wins\", \"draws\", \"losses\", \"byes\", \"points\", \"elo\", \"elo_error\": half the 95 % interval,
\"faults\", \"time_losses\", and of a move \"time_us\", \"nodes\", \"depth\": {\"min\", \"median\", \"mean\",
\"p95\", \"max\"} or null}], \"cross\": [[{\"wins\", \"draws\", \"losses\"}]] in the order of rows,
\"first_side\", \"first_move_elo\", \"first_move_error\", \"mean_plies\"}}
With --check: {\"players\": [{\"name\", \"spec\"}], \"games\"}; \"games\" is null for a list of players.

Examples:
  quevedo tournament --example > autumn.toml
  quevedo tournament autumn.toml --check
  quevedo tournament autumn.toml --threads 2
  quevedo tournament autumn.toml --out /tmp/autumn --fresh --json
  quevedo tournament training_conf.txt";

#[derive(Serialize)]
struct TournamentReport<'a> {
    plan: &'a Plan,
    standings: &'a Standings,
}

#[derive(Serialize)]
struct CheckReport<'a> {
    players: &'a [Entrant],
    games: Option<u64>,
}

impl PlayTournament {
    pub(crate) fn run(&self, catalog: &Catalog, out: &mut dyn Write) -> Result<()> {
        let Some(file) = self.file.as_deref().filter(|_| !self.example) else {
            return Ok(out.write_all(EXAMPLE.as_bytes())?);
        };
        interrupt::stop_flag();
        match read_file(catalog, file)? {
            PlanFile::Players(players) if self.check => self.write_player_list(out, &players),
            PlanFile::Players(_) => bail!(
                "{}: it lists players and no pairings: add ` v OPPONENT : GAMES` to the lines, or list them with --check",
                file.display()
            ),
            PlanFile::Tournament(tournament) if self.check => self.write_plan(out, &tournament),
            PlanFile::Tournament(tournament) => self.play(catalog, out, &tournament, file),
        }
    }

    fn play(&self, catalog: &Catalog, out: &mut dyn Write, tournament: &Tournament, file: &Path) -> Result<()> {
        let folder = self.out.clone().unwrap_or_else(|| default_folder(file));
        fs::create_dir_all(&folder).with_context(|| format!("--out {}", folder.display()))?;
        let path = folder.join("journal.jsonl");
        if self.fresh && path.exists() {
            fs::remove_file(&path).with_context(|| path.display().to_string())?;
        }
        let (journal, known) = Journal::open(&path, &tournament.identity()).map_err(explain)?;
        let pool = self.pool.pool_of(catalog, tournament.plan().threads)?;
        let tally = play(tournament, &*pool, journal, known)?;
        let standings = tally.standings();
        write_files(&folder, &path, &tally, &standings).with_context(|| folder.display().to_string())?;
        if self.json {
            write_json(out, &TournamentReport { plan: tournament.plan(), standings: &standings })?;
        } else {
            out.write_all(tally.text(&standings).as_bytes())?;
        }
        let _ = writeln!(io::stderr(), "results in {}", folder.display());
        #[cfg(feature = "server")]
        if !self.private {
            // The results are in the folder already, so this is only a warning.
            if let Err(error) = self.show_in_page(tournament, &tally) {
                let _ = writeln!(io::stderr(), "not in the page: {error:#}");
            }
        }
        Ok(())
    }

    /// Puts the tournament where the page finds it.
    #[cfg(feature = "server")]
    fn show_in_page(&self, tournament: &Tournament, tally: &Tally<'_>) -> Result<()> {
        let place = self.data.clone().unwrap_or_else(|| data_folder().display().to_string());
        let game = |played: &quevedo_arena::tournament::PlayedGame| {
            Ok((tournament.job(&played.fixture)?, played.report.clone()))
        };
        let games = tally.games().map(game).collect::<Result<Vec<_>>>()?;
        store_tournament(&place, tournament.plan(), &games, TournamentStatus::Finished)?;
        Ok(())
    }

    fn write_player_list(&self, out: &mut dyn Write, players: &[Entrant]) -> Result<()> {
        if self.json {
            return write_json(out, &CheckReport { players, games: None });
        }
        writeln!(out, "{} players", players.len())?;
        write_players(out, players)
    }

    fn write_plan(&self, out: &mut dyn Write, tournament: &Tournament) -> Result<()> {
        let plan = tournament.plan();
        if self.json {
            return write_json(out, &CheckReport { players: &plan.players, games: Some(tournament.games()) });
        }
        let format = match plan.format {
            Format::RoundRobin => "round robin",
            Format::Gauntlet => "gauntlet",
            Format::Swiss => "Swiss",
            Format::Pairings => "pairings",
        };
        let (players, games) = (plan.players.len(), tournament.games());
        writeln!(out, "{}: {}, {format}, {players} players, {games} games", plan.name, plan.game)?;
        write_players(out, &plan.players)
    }
}

fn write_players(out: &mut dyn Write, players: &[Entrant]) -> Result<()> {
    let named: Vec<(String, String)> =
        players.iter().map(|player| (player.display_name(), player.spec.to_string())).collect();
    let described: Vec<(&str, &str)> = named.iter().map(|(name, spec)| (name.as_str(), spec.as_str())).collect();
    crate::output::write_described(out, "  ", &described)
}

/// The name of the plan without its ending, in the current folder.
fn default_folder(file: &Path) -> PathBuf {
    let stem = file.file_stem().unwrap_or_default();
    if file.extension().is_some() { stem.into() } else { format!("{}-results", stem.display()).into() }
}

/// A journal of another plan, in the words of this command.
fn explain(error: JournalError) -> anyhow::Error {
    match error {
        JournalError::Other { path } => anyhow::anyhow!(
            "{path}: the plan has changed since these games were played: undo the change, or start again with --fresh"
        ),
        error => error.into(),
    }
}

/// Plays the missing games; every game is written to the journal first.
fn play<'a>(
    tournament: &'a Tournament,
    pool: &dyn WorkerPool,
    mut journal: Journal,
    known: Vec<GameReport>,
) -> Result<Tally<'a>> {
    let begin = Instant::now();
    let before = known.len() as u64;
    if before > 0 {
        let _ = writeln!(io::stderr(), "{before} of {} games were played before", tournament.games());
    }
    let bar = progress_bar(tournament.games(), before);
    let mut written = Ok(());
    let mut count = before;
    let tally = tournament.run(pool, known, |_, report, tally| {
        written = journal.add(report);
        count = tally.count();
        let (name, points) = tally.leader();
        bar.set_message(format!("{name} leads with {points}"));
        bar.inc(1);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    bar.finish_and_clear();
    written?;
    let tally = match tally {
        Err(MatchError::Stopped) => {
            let games = tournament.games();
            bail!(
                anyhow!(MatchError::Stopped).context(format!("{count} of {games} games; the same command resumes it"))
            );
        }
        tally => tally?,
    };
    let played = tally.count() - before.min(tally.count());
    let _ = writeln!(io::stderr(), "{played} games in {:.1} s", begin.elapsed().as_secs_f64());
    Ok(tally)
}

/// A bar that begins with the games of an earlier run.
fn progress_bar(games: u64, before: u64) -> ProgressBar {
    let bar = terminal_bar(ProgressBar::new(games), GAMES_BAR);
    bar.set_position(before);
    bar.reset_eta();
    bar
}

/// Rewrites all files from the known games.
fn write_files(folder: &Path, journal: &Path, tally: &Tally<'_>, standings: &Standings) -> Result<()> {
    let create = |name: &str| File::create(folder.join(name)).map(BufWriter::new);
    // The day of the last game, so that writing again changes nothing.
    let date = utc_date(fs::metadata(journal).and_then(|file| file.modified()).unwrap_or_else(|_| SystemTime::now()));
    let mut records = create("games.pgn")?;
    for record in tally.records(&date) {
        writeln!(records, "{record}")?;
    }
    records.flush()?;
    tally.write_games(create("games.csv")?)?;
    standings.write_csv(create("standings.csv")?)?;
    let mut results = create("results.json")?;
    serde_json::to_writer(&mut results, &tally.results())?;
    writeln!(results)?;
    results.flush()?;
    let report = tally.report(standings);
    fs::write(folder.join("report.md"), report.to_markdown())?;
    fs::write(folder.join("report.html"), report.to_html())?;
    Ok(())
}

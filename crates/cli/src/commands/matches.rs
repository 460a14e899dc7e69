//! `quevedo match`: games between two players.

mod costs;

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use anyhow::{Context, Result, anyhow};
use clap::ValueEnum;
use indicatif::ProgressBar;
use quevedo_arena::plan::OpeningSource;
use quevedo_arena::stats::{Sprt, SprtDecision, small_sample_note};
use quevedo_arena::{
    Adjudication, Draw, Event, GameConditions, GameReport, JournalingPool, MatchError, MatchResult, MatchSettings,
    Resign, Sides, StopOnFault, TimeControl, WorkerPool, play_match, record, utc_date,
};
use quevedo_catalog::{Catalog, GameEntry, PlayerSpec};
use serde::Serialize;

use self::costs::{Costs, MeanCosts};
use crate::args::game_of_catalog;
use crate::commands::pool::PoolArgs;
use crate::commands::print_warnings;
use crate::interrupt;
use crate::output::{CheckFailed, GAMES_BAR, terminal_bar, write_json};

/// Play a match between two players
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct Match {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = game_of_catalog)]
    game: GameEntry,

    /// The first player; results are from its view
    #[arg(value_name = "SPEC")]
    first: PlayerSpec,

    /// The second player
    #[arg(value_name = "SPEC")]
    second: PlayerSpec,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,

    /// How many random plies open each pair of games
    #[arg(long, value_name = "N", default_value_t = 0)]
    random_plies: u32,

    /// Begin pairs of games from these openings: the balanced ones that are `shipped`, or a file with one opening a
    /// line (moves or a position) or game records
    #[arg(long, value_name = "FILE|shipped", conflicts_with = "random_plies")]
    openings: Option<PathBuf>,

    /// Only the first N plies of the openings of a file; those that are then the same count once
    #[arg(long, value_name = "N", requires = "openings", value_parser = clap::value_parser!(u32).range(1..))]
    opening_plies: Option<u32>,

    /// Whether the players take turns in moving first, or the first one has the side that begins in every game
    #[arg(long, value_name = "HOW", value_enum, default_value_t = SidesArg::Alternating)]
    sides: SidesArg,

    /// The seed: the same seed plays the same match, on any number of threads
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    pool: PoolArgs,

    /// Play with clocks: time for the game and added after each move, as in 1s+10ms; by default there is no clock
    #[arg(long, value_name = "BASE+INC")]
    clock: Option<TimeControl>,

    /// Adjudicate a win when both players score one side at least UNITS (pawns, discs) behind for MOVES moves
    #[arg(long, value_name = "UNITS,MOVES", value_parser = resign)]
    resign: Option<Resign>,

    /// Adjudicate a draw when both scores stay within UNITS of 0 for MOVES moves, after AFTER plies
    #[arg(long, value_name = "UNITS,MOVES,AFTER", value_parser = draw)]
    draw: Option<Draw>,

    /// Adjudicate a game when a player has proved its result
    #[arg(long)]
    proved: bool,

    /// When an engine crashes, does not answer or makes an illegal move: it loses the game and the match continues, or the
    /// match stops
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = OnFault::Continue)]
    on_fault: OnFault,

    /// Stop as soon as a sequential test (SPRT) of these two Elo differences of the first player decides; exit status 1 if
    /// it accepts the first one
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt)]
    sprt: Option<Sprt>,

    /// Write the record of every game to a new file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Overwrite the file of --out
    #[arg(long, requires = "out")]
    force: bool,

    /// Write every game to this file as it ends; an interrupted match is resumed from it
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What the fault of an engine means for the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OnFault {
    /// It loses the game
    Continue,
    /// The match stops
    Stop,
}

/// Which side the players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SidesArg {
    /// Two games from each opening, with sides swapped
    Alternating,
    /// One game from each opening; for games in which the two sides differ
    Fixed,
}

const EXAMPLES: &str = "\
Games 1 and 2, 3 and 4, … begin from the same opening with sides swapped; with --sides fixed every
game has an opening of its own.

JSON, wins and losses from the view of the first player: {\"game\", \"players\": [first, second],
\"seed\", \"random_plies\", \"sides\", \"games\", \"wins\", \"draws\", \"losses\", \"score\": from 0 to 1,
\"pairs\": how many pairs of games came to 0, 1/2, 1, 3/2, 2 points, \"elo\",
\"elo_error\": half the 95 % interval, \"los\": probability that the first player is stronger,
\"first_side_wins\", \"second_side_wins\", \"time_losses\": [first, second], \"mean_plies\",
\"openings\": shipped, a file or null, \"faults\": [first, second], and a move of [first, second]:
\"mean_time_ms\", \"mean_nodes\", \"mean_depth\" (null if not reported),
\"sprt\": {\"elo0\", \"elo1\", \"llr\", \"verdict\"}}
An Elo difference or error that is not finite (one player won all points) is null.
Ctrl-C stops the match and its engines; finished games are reported and kept, and the exit status
is 130.

Examples:
  quevedo match othello random random --games 1000
  quevedo match chess hard medium --games 20 --random-plies 8
  quevedo match chess alphabeta:time=1s alphabeta:time=1s,nullmove=off --clock 1s+10ms
  quevedo match fox-geese random:seed=1 random:seed=2 --random-plies 4 --out games.pgn
  quevedo match connect4 random random --seed 7 --threads 1 --json
  quevedo match othello alphabeta:depth=4 alphabeta:depth=3 --sprt 0,30 --random-plies 6
  quevedo match chess hard medium --openings shipped --resign 8,3 --proved --journal match.jsonl
  quevedo match fox-geese perfect max --sides fixed --openings games.pgn --opening-plies 10";

/// Reads `0,5`.
pub(super) fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers =
        text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    let allowed = |(low, high): &(f64, f64)| low < high && low.abs() <= 1000.0 && high.abs() <= 1000.0;
    let (low, high) = numbers.filter(allowed).ok_or("write two Elo differences, the smaller one first, as in `0,5`")?;
    Ok(Sprt::new(low, high))
}

/// Reads `8,3`.
fn resign(text: &str) -> Result<Resign, String> {
    let wrong = || "write units above 0 and at least 1 move, as in `8,3`".to_owned();
    let (units, moves) = text.split_once(',').ok_or_else(wrong)?;
    let resign = Resign { units: number(units).ok_or_else(wrong)?, moves: count(moves).ok_or_else(wrong)? };
    if resign.units > 0.0 && resign.moves > 0 { Ok(resign) } else { Err(wrong()) }
}

/// Reads `0.1,8,60`.
fn draw(text: &str) -> Result<Draw, String> {
    let wrong = || "write units, at least 1 move, and plies, as in `0.1,8,60`".to_owned();
    let [units, moves, after] = text.split(',').collect::<Vec<_>>()[..] else { return Err(wrong()) };
    let after = count(after).ok_or_else(wrong)?;
    let draw = Draw { units: number(units).ok_or_else(wrong)?, moves: count(moves).ok_or_else(wrong)?, after };
    if draw.units >= 0.0 && draw.moves > 0 { Ok(draw) } else { Err(wrong()) }
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

fn count(text: &str) -> Option<usize> {
    text.trim().parse().ok()
}

/// How a match ended.
#[derive(Clone, Copy)]
enum Ended {
    /// All games were played, or as many as it took to be sure.
    Whole(MatchResult),
    /// It was stopped; this is the result so far.
    Stopped(MatchResult),
}

#[derive(Serialize)]
struct SprtReport {
    elo0: f64,
    elo1: f64,
    llr: f64,
    verdict: &'static str,
}

#[derive(Serialize)]
struct MatchReport<'a> {
    game: &'a str,
    players: [String; 2],
    seed: u64,
    random_plies: u32,
    sides: Sides,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    pairs: [u64; 5],
    elo: Option<f64>,
    elo_error: Option<f64>,
    los: f64,
    first_side_wins: u64,
    second_side_wins: u64,
    time_losses: [u64; 2],
    mean_plies: f64,
    openings: Option<String>,
    faults: [u64; 2],
    #[serde(flatten)]
    costs: MeanCosts,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtReport>,
}

impl Match {
    pub(crate) fn run(&self, catalog: &Catalog, out: &mut dyn Write) -> Result<()> {
        interrupt::stop_flag();
        let settings = self.settings()?;
        // A match that cannot be played leaves no empty file behind.
        settings.check()?;
        print_warnings(&settings.conditions.game, &mut Vec::new());
        let pool = self.pool.pool(catalog)?;
        let begin = Instant::now();
        let (ended, costs) = self.play(&settings, &*pool)?;
        let (Ended::Whole(result) | Ended::Stopped(result)) = ended;
        // A closed standard error is no failure.
        let _ = writeln!(io::stderr(), "{} games in {:.1} s", result.games, begin.elapsed().as_secs_f64());
        let report = self.report(&settings, &result, &costs);
        if self.json { write_json(out, &report) } else { write_text(out, &settings, &report) }?;
        if matches!(ended, Ended::Stopped(_)) {
            out.flush()?;
            return Err(MatchError::Stopped).with_context(|| format!("{} of {} games", result.games, self.games));
        }
        if report.sprt.is_some_and(|sprt| sprt.verdict == REJECTED) {
            out.flush()?;
            return Err(CheckFailed.into());
        }
        Ok(())
    }

    /// Plays with a journal, if there is one; stops at a fault, if that was asked for.
    fn play(&self, settings: &MatchSettings, pool: &dyn WorkerPool) -> Result<(Ended, Costs)> {
        let stop_on_fault = StopOnFault(pool);
        let pool = if self.on_fault == OnFault::Stop { &stop_on_fault } else { pool };
        let Some(path) = &self.journal else { return self.play_on(settings, pool, Vec::new(), self.force) };
        let journal = settings.open_journal(path).context("--journal")?;
        if journal.is_resumed {
            let _ = writeln!(io::stderr(), "{} of {} games were played before", journal.known.len(), self.games);
        }
        // A resumed match rewrites all records.
        let journaling = JournalingPool::new(pool, journal.journal);
        let played = self.play_on(settings, &journaling, journal.known, self.force || journal.is_resumed);
        journaling.close().context("--journal")?;
        played
    }

    fn play_on(
        &self,
        settings: &MatchSettings,
        pool: &dyn WorkerPool,
        known: Vec<GameReport>,
        force: bool,
    ) -> Result<(Ended, Costs)> {
        let mut records = self.out.as_deref().map(|path| create(path, force)).transpose()?;
        let bar = terminal_bar(ProgressBar::new(self.games), GAMES_BAR);
        let mut written = Ok(());
        let mut costs = Costs::default();
        let mut last = MatchResult::default();
        let event = Event { name: "Quevedo match".into(), date: utc_date(SystemTime::now()) };
        let result = play_match(settings, pool, known, |job, report, so_far| {
            bar.set_message(format!("{} - {} - {}", so_far.wins, so_far.draws, so_far.losses));
            bar.inc(1);
            costs.add(&self.game, settings.sides, job, report);
            last = *so_far;
            written =
                records.as_mut().map_or(Ok(()), |file| writeln!(file, "{}", record(&self.game, &event, job, report)));
            let goes_on = self.sprt.is_none_or(|sprt| sprt.decide(&so_far.pairs) == SprtDecision::Continue);
            if written.is_ok() && goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        bar.finish_and_clear();
        let ended = match result {
            Err(MatchError::Stopped) if last.games > 0 => Ended::Stopped(last),
            result => Ended::Whole(result?),
        };
        written.and_then(|()| records.as_mut().map_or(Ok(()), Write::flush)).with_context(|| self.out_name())?;
        Ok((ended, costs))
    }

    fn settings(&self) -> Result<MatchSettings> {
        let openings = match &self.openings {
            None => OpeningSource::Random(self.random_plies),
            Some(name) if name.as_os_str() == "shipped" => OpeningSource::Shipped,
            Some(path) => OpeningSource::File(path.display().to_string()),
        };
        let openings = openings.read_plies(
            &self.game,
            Path::new(""),
            self.opening_plies.map_or(usize::MAX, |plies| plies as usize),
        );
        let conditions = GameConditions {
            openings: openings.map_err(|error| anyhow!(error.problem)).context("--openings")?,
            clock: self.clock,
            adjudication: self.adjudication(),
            ..GameConditions::new(&self.game, self.seed)
        };
        let sides = match self.sides {
            SidesArg::Alternating => Sides::Alternating,
            SidesArg::Fixed => Sides::Fixed,
        };
        let players = [self.first.clone(), self.second.clone()];
        Ok(MatchSettings { sides, ..MatchSettings::new(conditions, players, self.games) })
    }

    fn adjudication(&self) -> Adjudication {
        Adjudication { resign: self.resign, draw: self.draw, proved: self.proved }
    }

    fn report(&self, settings: &MatchSettings, result: &MatchResult, costs: &Costs) -> MatchReport<'_> {
        let elo = result.elo();
        let finite = |value: f64| value.is_finite().then_some(value);
        MatchReport {
            game: self.game.id(),
            players: settings.players.clone().map(|player| player.to_string()),
            seed: self.seed,
            random_plies: self.random_plies,
            sides: settings.sides,
            games: result.games,
            wins: result.wins,
            draws: result.draws,
            losses: result.losses,
            score: result.score(),
            pairs: result.pairs.counts,
            elo: finite(elo.difference),
            elo_error: finite(elo.error()),
            los: elo.superiority,
            first_side_wins: result.side_wins[0],
            second_side_wins: result.side_wins[1],
            time_losses: result.time_losses,
            mean_plies: result.moves as f64 / result.games.max(1) as f64,
            openings: self.openings.as_ref().map(|path| path.display().to_string()),
            faults: result.faults,
            costs: costs.mean(),
            sprt: self.sprt.map(|sprt| sprt_report(sprt, result)),
        }
    }

    fn out_name(&self) -> String {
        self.out.as_deref().map(|path| format!("--out {}", path.display())).unwrap_or_default()
    }
}

/// Opens the file of the records; one that exists is only replaced by force.
fn create(path: &Path, force: bool) -> Result<BufWriter<File>> {
    let mut options = OpenOptions::new();
    options.write(true);
    if force {
        options.create(true).truncate(true)
    } else {
        options.create_new(true)
    };
    let file = options.open(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => anyhow::anyhow!("the file exists: choose another name, or add --force"),
        _ => error.into(),
    });
    Ok(BufWriter::new(file.with_context(|| format!("--out {}", path.display()))?))
}

const REJECTED: &str = "rejected";

fn sprt_report(sprt: Sprt, result: &MatchResult) -> SprtReport {
    let verdict = match sprt.decide(&result.pairs) {
        SprtDecision::AcceptH1 => "accepted",
        SprtDecision::AcceptH0 => REJECTED,
        SprtDecision::Continue => "open",
    };
    SprtReport { elo0: sprt.elo[0], elo1: sprt.elo[1], llr: sprt.llr(&result.pairs), verdict }
}

fn write_text(out: &mut dyn Write, settings: &MatchSettings, report: &MatchReport<'_>) -> Result<()> {
    let [first, second] = &report.players;
    let [begins, follows] = settings.conditions.game.about().sides.map(|name| name.en);
    let fixed = if report.sides == Sides::Fixed { format!(", {first} always {begins}") } else { String::new() };
    writeln!(out, "{first} v {second} at {}{fixed}", report.game)?;
    writeln!(
        out,
        "{} wins, {} draws, {} losses: {:.1} %",
        report.wins,
        report.draws,
        report.losses,
        100.0 * report.score
    )?;
    match (report.elo, report.elo_error) {
        (Some(elo), Some(error)) => {
            writeln!(out, "Elo {elo:+.1} ± {error:.1} (95 %), stronger with probability {:.1} %", 100.0 * report.los)?;
        }
        _ => writeln!(out, "Elo difference not measurable from these games")?,
    }
    let note = small_sample_note(report.wins + report.draws + report.losses);
    if !note.is_empty() && report.sprt.is_none() {
        writeln!(out, "{}", note.en)?;
    }
    if let Some(SprtReport { elo0, elo1, llr, verdict }) = &report.sprt {
        writeln!(out, "SPRT of {elo0} against {elo1}: {verdict}, log likelihood ratio {llr:.2}")?;
    }
    writeln!(
        out,
        "{begins} won {}, {follows} won {}; {:.1} plies a game",
        report.first_side_wins, report.second_side_wins, report.mean_plies
    )?;
    if settings.conditions.clock.is_some() {
        writeln!(out, "lost on time: {} and {}", report.time_losses[0], report.time_losses[1])?;
    }
    if report.faults != [0, 0] {
        writeln!(out, "lost by a fault: {} and {}", report.faults[0], report.faults[1])?;
    }
    writeln!(out, "{}", report.costs)?;
    Ok(())
}

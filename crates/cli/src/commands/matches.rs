//! `quevedo match`: two players against each other, many times.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use quevedo_arena::stats::{Sprt, Verdict};
use quevedo_arena::{MatchResult, MatchSettings, PlayedGame, TimeControl, play_match, utc_date};
use quevedo_catalog::{GameEntry, PlayerSpec, find_game, read_time};
use serde::Serialize;

use crate::output::{CheckFailed, write_json};

/// Play a match between two players
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct Match {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = find_game)]
    game: &'static GameEntry,

    /// The first player, from whose view the result is told
    #[arg(value_name = "SPEC")]
    first: PlayerSpec,

    /// The second player
    #[arg(value_name = "SPEC")]
    second: PlayerSpec,

    /// How many games; the players take turns in moving first
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,

    /// How many random plies open each pair of games
    #[arg(long, value_name = "N", default_value_t = 0)]
    random_plies: u32,

    /// The seed: the same seed plays the same match, on any number of threads
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// How many games to play at once; by default as many as there are processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Play with clocks: time for the game and added after each move, as in 1s+10ms; without, nobody is late
    #[arg(long, value_name = "BASE+INC", value_parser = time_control)]
    clock: Option<TimeControl>,

    /// Stop as soon as it is clear which Elo difference the first player has: the one that would be nothing, or the one
    /// to be shown; exit status 1 if it is the former
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt)]
    sprt: Option<Sprt>,

    /// Write the record of every game to a new file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Overwrite the file of --out
    #[arg(long, requires = "out")]
    force: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Games 1 and 2, 3 and 4, … begin from the same opening with sides swapped.

JSON, wins and losses from the view of the first player: {\"game\", \"players\": [first, second],
\"seed\", \"random_plies\", \"games\", \"wins\", \"draws\", \"losses\", \"score\": from 0 to 1,
\"pairs\": how many pairs of games came to 0, 1/2, 1, 3/2, 2 points, \"elo\",
\"elo_error\": half the 95 % interval, \"los\": probability that the first player is stronger,
\"first_side_wins\", \"second_side_wins\", \"time_losses\": [first, second], \"mean_plies\",
\"sprt\": {\"elo0\", \"elo1\", \"llr\", \"verdict\"}}
An Elo difference or error that is not finite (nobody else scored) is null.

Examples:
  quevedo match othello random random --games 1000
  quevedo match chess hard medium --games 20 --random-plies 8
  quevedo match chess alphabeta:time=1s alphabeta:time=1s,nullmove=off --clock 1s+10ms
  quevedo match fox-geese random:seed=1 random:seed=2 --random-plies 4 --out games.pgn
  quevedo match connect4 random random --seed 7 --threads 1 --json
  quevedo match othello alphabeta:depth=4 alphabeta:depth=3 --sprt 0,30 --random-plies 6";

/// Reads `1s+10ms`, or `1s` for no increment.
fn time_control(text: &str) -> Result<TimeControl, String> {
    let (base, increment) = text.split_once('+').unwrap_or((text, ""));
    let wrong = || "write the time for a game and the increment, as in `1s+10ms` or `500ms`".to_owned();
    let base = read_time(base).ok_or_else(wrong)?;
    let increment = if increment.is_empty() { Some(Duration::ZERO) } else { read_time(increment) };
    Ok(TimeControl { base, increment: increment.ok_or_else(wrong)? })
}

/// Reads `0,5`.
fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers =
        text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    let allowed = |(low, high): &(f64, f64)| low < high && low.abs() <= 1000.0 && high.abs() <= 1000.0;
    let (low, high) = numbers.filter(allowed).ok_or("write two Elo differences, the smaller one first, as in `0,5`")?;
    Ok(Sprt::new(low, high))
}

#[derive(Serialize)]
struct ToldSprt {
    elo0: f64,
    elo1: f64,
    llr: f64,
    verdict: &'static str,
}

#[derive(Serialize)]
struct Told {
    game: &'static str,
    players: [String; 2],
    seed: u64,
    random_plies: u32,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<ToldSprt>,
}

impl Match {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let settings = self.settings();
        // A match that cannot be played leaves no empty file behind.
        settings.check()?;
        let mut records = self.out.as_deref().map(|path| create(path, self.force)).transpose()?;
        let bar = progress_bar(self.games);
        let begin = Instant::now();
        let mut written = Ok(());
        let result = play_match(&settings, |game, so_far| {
            bar.set_message(format!("{} - {} - {}", so_far.wins, so_far.draws, so_far.losses));
            bar.inc(1);
            written = records.as_mut().map_or(Ok(()), |file| write_record(file, game));
            let goes_on = self.sprt.is_none_or(|sprt| sprt.judge(&so_far.pairs) == Verdict::Open);
            if written.is_ok() && goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        bar.finish_and_clear();
        let result = result?;
        written.and_then(|()| records.as_mut().map_or(Ok(()), Write::flush)).with_context(|| self.out_name())?;
        // How long it took is a remark; that nobody reads it is no reason to fail.
        let _ = writeln!(io::stderr(), "{} games in {:.1} s", result.games, begin.elapsed().as_secs_f64());
        let told = tell(&settings, &result, self.sprt);
        if self.json { write_json(out, &told) } else { write_text(out, &settings, &told) }?;
        if told.sprt.is_some_and(|sprt| sprt.verdict == REJECTED) {
            out.flush()?;
            return Err(CheckFailed.into());
        }
        Ok(())
    }

    fn settings(&self) -> MatchSettings {
        let threads = self.threads.map(usize::from);
        MatchSettings {
            game: self.game,
            players: [self.first.clone(), self.second.clone()],
            games: self.games,
            random_plies: self.random_plies,
            seed: self.seed,
            threads: threads.or_else(|| thread::available_parallelism().ok().map(usize::from)).unwrap_or(1),
            clock: self.clock,
            date: utc_date(SystemTime::now()),
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

fn write_record(file: &mut impl Write, game: &PlayedGame) -> io::Result<()> {
    writeln!(file, "{}", game.record)
}

/// A bar on standard error, for a person who watches; nothing otherwise.
fn progress_bar(games: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {msg}, {eta} left");
    ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

const REJECTED: &str = "rejected";

fn tell_sprt(sprt: Sprt, result: &MatchResult) -> ToldSprt {
    let verdict = match sprt.judge(&result.pairs) {
        Verdict::Accepted => "accepted",
        Verdict::Rejected => REJECTED,
        Verdict::Open => "open",
    };
    ToldSprt { elo0: sprt.elo[0], elo1: sprt.elo[1], llr: sprt.ratio(&result.pairs), verdict }
}

fn tell(settings: &MatchSettings, result: &MatchResult, sprt: Option<Sprt>) -> Told {
    let elo = result.elo();
    let finite = |value: f64| value.is_finite().then_some(value);
    Told {
        game: settings.game.id,
        players: settings.players.clone().map(|player| player.to_string()),
        seed: settings.seed,
        random_plies: settings.random_plies,
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
        mean_plies: result.plies as f64 / result.games.max(1) as f64,
        sprt: sprt.map(|sprt| tell_sprt(sprt, result)),
    }
}

fn write_text(out: &mut dyn Write, settings: &MatchSettings, told: &Told) -> Result<()> {
    let [first, second] = &told.players;
    let [begins, follows] = settings.game.about().sides.map(|name| name.en);
    writeln!(out, "{} v {} at {}", first, second, told.game)?;
    writeln!(out, "{} wins, {} draws, {} losses: {:.1} %", told.wins, told.draws, told.losses, 100.0 * told.score)?;
    match (told.elo, told.elo_error) {
        (Some(elo), Some(error)) => {
            writeln!(out, "Elo {elo:+.1} ± {error:.1} (95 %), stronger with probability {:.1} %", 100.0 * told.los)?;
        }
        _ => writeln!(out, "Elo difference beyond what these games can tell")?,
    }
    if let Some(ToldSprt { elo0, elo1, llr, verdict }) = &told.sprt {
        writeln!(out, "SPRT of {elo0} against {elo1}: {verdict}, log likelihood ratio {llr:.2}")?;
    }
    writeln!(
        out,
        "{begins} won {}, {follows} won {}; {:.1} plies a game",
        told.first_side_wins, told.second_side_wins, told.mean_plies
    )?;
    if settings.clock.is_some() {
        writeln!(out, "lost on time: {} and {}", told.time_losses[0], told.time_losses[1])?;
    }
    Ok(())
}

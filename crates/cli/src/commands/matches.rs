//! `quevedo match`: two players against each other, many times.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use quevedo_arena::{MatchResult, MatchSettings, PlayedGame, TimeControl, play_match, utc_date};
use quevedo_catalog::{GameEntry, PlayerSpec, find_game, read_time};
use serde::Serialize;

use crate::output::write_json;

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
\"first_side_wins\", \"second_side_wins\", \"time_losses\": [first, second], \"mean_plies\"}

Examples:
  quevedo match othello random random --games 1000
  quevedo match chess hard medium --games 20 --random-plies 8
  quevedo match chess alphabeta:time=1s alphabeta:time=1s,nullmove=off --clock 1s+10ms
  quevedo match fox-geese random:seed=1 random:seed=2 --random-plies 4 --out games.pgn
  quevedo match connect4 random random --seed 7 --threads 1 --json";

/// Reads `1s+10ms`, or `1s` for no increment.
fn time_control(text: &str) -> Result<TimeControl, String> {
    let (base, increment) = text.split_once('+').unwrap_or((text, ""));
    let wrong = || "write the time for a game and the increment, as in `1s+10ms` or `500ms`".to_owned();
    let base = read_time(base).ok_or_else(wrong)?;
    let increment = if increment.is_empty() { Some(Duration::ZERO) } else { read_time(increment) };
    Ok(TimeControl { base, increment: increment.ok_or_else(wrong)? })
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
    first_side_wins: u64,
    second_side_wins: u64,
    time_losses: [u64; 2],
    mean_plies: f64,
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
        let result = play_match(&settings, |game| {
            bar.inc(1);
            written = records.as_mut().map_or(Ok(()), |file| write_record(file, game));
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        bar.finish_and_clear();
        let result = result?;
        written.and_then(|()| records.as_mut().map_or(Ok(()), Write::flush)).with_context(|| self.out_name())?;
        // How long it took is a remark; that nobody reads it is no reason to fail.
        let _ = writeln!(io::stderr(), "{} games in {:.1} s", result.games, begin.elapsed().as_secs_f64());
        let told = tell(&settings, result);
        if self.json { write_json(out, &told) } else { write_text(out, &settings, &told) }
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
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {eta} left");
    ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn tell(settings: &MatchSettings, result: MatchResult) -> Told {
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
        first_side_wins: result.side_wins[0],
        second_side_wins: result.side_wins[1],
        time_losses: result.time_losses,
        mean_plies: result.plies as f64 / result.games.max(1) as f64,
    }
}

fn write_text(out: &mut dyn Write, settings: &MatchSettings, told: &Told) -> Result<()> {
    let [first, second] = &told.players;
    let [begins, follows] = settings.game.about().sides.map(|name| name.en);
    writeln!(out, "{} v {} at {}", first, second, told.game)?;
    writeln!(out, "{} wins, {} draws, {} losses: {:.1} %", told.wins, told.draws, told.losses, 100.0 * told.score)?;
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

//! `cargo xtask strength --against REV`: the working tree plays another revision of the program, with a sequential test.
//!
//! Both are built in the same way and play as external UCI engines under the `quevedo match` of the working tree, so that their
//! conditions are equal: networks, hash, threads, openings, limits.

mod build;
mod interrupt;
mod report;

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};
use clap::Args;

use self::build::FOLDER;
use self::report::MatchReport;
use crate::shell::{self, program};

/// Nodes a move, if no limit is given.
const NODES: u64 = 20_000;
/// At most this many games, if no number is given.
const MAX_GAMES: u64 = 1_000;
/// The UCI options of both programs.
const UCI_OPTIONS: &str = "Hash:16;Threads:1;Move Overhead:10";
/// The further option of a match by nodes, which compares searches: tables would play in their place.
const SEARCH_ONLY: &str = ";Exact:false";
/// The shipped openings, a file for each game.
const OPENINGS: &str = "crates/arena/openings";
/// The word that turns the sequential test off.
const NO_SPRT: &str = "none";
/// The exit status of a program that was interrupted, as shells have it.
const INTERRUPTED: u8 = 130;
/// Variables by which `quevedo` finds tables of the user. A match uses none.
const TABLES: [&str; 2] = ["QUEVEDO_SYZYGY", "QUEVEDO_TABLES"];

/// Play the working tree against another revision, with a sequential test (SPRT)
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Strength {
    /// The revision to play against: a commit, a branch or a tag
    #[arg(long, value_name = "REV")]
    against: String,

    /// The games, as `quevedo games` lists them
    #[arg(long, value_name = "G", value_delimiter = ',', default_value = "chess")]
    game: Vec<String>,

    /// Nodes a move; 20000 if no limit is given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Clocks: time for the game and the increment, as in 1s+10ms
    #[arg(long, value_name = "BASE+INC", conflicts_with = "nodes")]
    clock: Option<String>,

    /// Time a move in milliseconds
    #[arg(long, value_name = "MS", conflicts_with_all = ["nodes", "clock"], value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,

    /// How many games at most; by default 1000, and not more than twice the openings, so that no game is repeated
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    games: Option<u64>,

    /// Stop as soon as the test of these two Elo differences decides; `none` plays all games
    #[arg(long, value_name = "ELO0,ELO1", default_value = "0,10", value_parser = sprt, allow_hyphen_values = true)]
    sprt: String,

    /// Begin pairs of games with this many random plies instead of the shipped openings
    #[arg(long, value_name = "N")]
    random_plies: Option<u32>,

    /// Games at once; by default as many as there are processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// The seed of the openings
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Leave the revision its own networks; without this it is built with those of the working tree
    #[arg(long)]
    own_networks: bool,
}

const EXAMPLES: &str = "\
Both programs play as UCI engines with one thread and 16 MiB of hash. Games come in pairs: the same
opening, sides swapped. The revision is built once and kept under target/strength, by its commit.
At a node limit the games are the same on every machine; two busy cores play about 60 games of
chess a minute at 20000 nodes. The last lines are for the body of a commit.

Exit status 0: the test accepts the higher Elo difference, or all games were played without a
decision; 1: it accepts the lower one, or something failed; 130: stopped by Ctrl-C, which ends all
programs and reports the finished games.

Examples:
  cargo xtask strength --against HEAD~1
  cargo xtask strength --against 56ca5a4 --game chess --clock 1s+10ms --games 400 --sprt none
  cargo xtask strength --against main --game othello,amazons --time 50 --sprt 0,20
  cargo xtask strength --against HEAD --sprt -5,0 --games 2000 --random-plies 8";

/// Checks `0,10` or `none`.
fn sprt(text: &str) -> Result<String, String> {
    let numbers = text.split_once(',').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    match numbers {
        Some((low, high)) if f64::is_finite(low) && f64::is_finite(high) && low < high => Ok(text.into()),
        _ if text == NO_SPRT => Ok(text.into()),
        _ => Err("write two Elo differences, the smaller one first, as in `0,10`, or `none`".into()),
    }
}

impl Strength {
    /// Builds both programs and plays the games one after the other.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let max_games = self.game.iter().map(|game| self.max_games(game)).collect::<Result<Vec<_>>>()?;
        let commit = build::resolve(&self.against)?;
        let name = build::name(&commit, &self.against);
        let theirs = build::revision(&commit, self.own_networks)?;
        let ours = build::working_tree()?;
        let mut lines = Vec::new();
        let mut status = ExitCode::SUCCESS;
        for (game, games) in self.game.iter().zip(max_games) {
            let arguments = self.match_arguments(game, games, [&ours, &theirs]);
            let (report, ended) = play(&ours, &arguments).with_context(|| format!("the match of {game}"))?;
            let result = self.describe(name, game, &report);
            println!("{result}");
            match ended {
                Ended::Whole => {}
                Ended::Rejected => status = ExitCode::FAILURE,
                Ended::Interrupted => return Ok(ExitCode::from(INTERRUPTED)),
            }
            lines.push(format!("    {}\n{result}", self.show_command(name, game, games)));
        }
        println!("\nFor the body of the commit:\n\n{}", lines.join("\n\n"));
        Ok(status)
    }

    /// How many games a match has at most. At a node limit the programs repeat a game that begins alike, and repeated games
    /// are no evidence.
    fn max_games(&self, game: &str) -> Result<u64> {
        if self.random_plies.is_some() {
            return Ok(self.games.unwrap_or(MAX_GAMES));
        }
        let file = format!("{OPENINGS}/{}.txt", game.replace(':', "-"));
        let text = fs::read_to_string(shell::root().join(&file));
        let text = text.with_context(|| {
            format!("{game} has no openings ({file}): see `quevedo games` for its name, or add --random-plies")
        })?;
        let different = 2 * text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count() as u64;
        match self.games {
            Some(games) if games > different && self.is_by_nodes() => bail!(
                "the openings of {game} give {different} different games at a node limit: play at most so many, or add \
                 `--random-plies 8`"
            ),
            Some(games) => Ok(games),
            None => Ok(different.min(MAX_GAMES)),
        }
    }

    fn is_by_nodes(&self) -> bool {
        self.clock.is_none() && self.time.is_none()
    }

    /// The arguments of `quevedo match`; the first engine is the working tree.
    fn match_arguments(&self, game: &str, games: u64, engines: [&Path; 2]) -> Vec<String> {
        let limit = match (&self.clock, self.time) {
            (Some(_), _) => String::new(),
            (None, Some(time)) => format!(",time={time}ms"),
            (None, None) => format!(",nodes={}", self.nodes.unwrap_or(NODES)),
        };
        let search_only = if self.is_by_nodes() { SEARCH_ONLY } else { "" };
        let [ours, theirs] = engines.map(|engine| {
            let command = format!("\\\"{}\\\" uci", engine.display());
            format!("uci:cmd=\"{command}\",options=\"{UCI_OPTIONS}{search_only}\"{limit}")
        });
        let mut arguments = vec!["match".into(), game.into(), ours, theirs];
        let mut add = |name: &str, value: String| arguments.extend([name.into(), value]);
        add("--games", games.to_string());
        match self.random_plies {
            Some(plies) => add("--random-plies", plies.to_string()),
            None => add("--openings", "shipped".into()),
        }
        add("--seed", self.seed.to_string());
        self.clock.iter().for_each(|clock| add("--clock", clock.clone()));
        self.threads.iter().for_each(|threads| add("--threads", threads.to_string()));
        if self.sprt != NO_SPRT {
            arguments.push(format!("--sprt={}", self.sprt));
        }
        arguments.extend(["--on-fault", "stop", "--json"].map(String::from));
        arguments
    }

    /// The command that plays one match of this run again. `against` names the commit: a branch moves.
    fn show_command(&self, against: &str, game: &str, games: u64) -> String {
        let mut words = vec![format!("cargo xtask strength --against {against} --game {game}")];
        words.push(match (&self.clock, self.time) {
            (Some(clock), _) => format!("--clock {clock}"),
            (None, Some(time)) => format!("--time {time}"),
            (None, None) => format!("--nodes {}", self.nodes.unwrap_or(NODES)),
        });
        words.push(format!("--games {games} --sprt {}", self.sprt));
        words.extend(self.random_plies.map(|plies| format!("--random-plies {plies}")));
        words.extend(self.threads.map(|threads| format!("--threads {threads}")));
        words.push(format!("--seed {}", self.seed));
        words.extend(self.own_networks.then(|| "--own-networks".into()));
        words.join(" ")
    }

    /// The result in one line.
    fn describe(&self, against: &str, game: &str, report: &MatchReport) -> String {
        let limit = match (&self.clock, self.time) {
            (Some(clock), _) => clock.clone(),
            (None, Some(time)) => format!("{time} ms a move"),
            (None, None) => format!("{} nodes a move", self.nodes.unwrap_or(NODES)),
        };
        report.describe(&format!("{game}, {limit}, against {against}"), &self.sprt)
    }
}

/// How a match ended.
enum Ended {
    Whole,
    /// The sequential test accepted the lower difference.
    Rejected,
    Interrupted,
}

/// Plays a match and reads its report. Its progress is shown.
fn play(quevedo: &Path, arguments: &[String]) -> Result<(MatchReport, Ended)> {
    // Networks and tables that the user has installed would be used by some revisions and not by others.
    let data = shell::root().join(FOLDER).join("data");
    fs::create_dir_all(&data).with_context(|| format!("cannot make {}", data.display()))?;
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut command: Command = program(&quevedo.to_string_lossy(), &words);
    command.env("XDG_DATA_HOME", data).stdin(Stdio::null()).stdout(Stdio::piped());
    for name in TABLES {
        command.env_remove(name);
    }
    let output = interrupt::run(&mut command).context("cannot run `quevedo match`")?;
    let ended = match output.status.code() {
        Some(0) => Ended::Whole,
        Some(1) => Ended::Rejected,
        Some(code) if code == i32::from(INTERRUPTED) => Ended::Interrupted,
        _ => bail!("`quevedo match` failed ({}); it says above why", output.status),
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let report = serde_json::from_str(&text).context("no result: the match was stopped before its first game ended")?;
    Ok((report, ended))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        strength: Strength,
    }

    fn parse(text: &str) -> Result<Strength, String> {
        let line = Line::try_parse_from(std::iter::once("strength").chain(text.split_whitespace()));
        line.map(|line| line.strength).map_err(|error| error.to_string())
    }

    fn arguments(text: &str) -> Vec<String> {
        parse(text).unwrap().match_arguments("go", 40, [Path::new("/new one/quevedo"), Path::new("/old/quevedo")])
    }

    #[test]
    fn both_play_as_engines_under_the_same_conditions() {
        let found = arguments("--against HEAD");
        let engine = |path: &str| {
            format!(r#"uci:cmd="\"{path}\" uci",options="Hash:16;Threads:1;Move Overhead:10;Exact:false",nodes=20000"#)
        };
        let mut expected = vec!["match".into(), "go".into(), engine("/new one/quevedo"), engine("/old/quevedo")];
        let rest = "--games 40 --openings shipped --seed 1 --sprt=0,10 --on-fault stop --json";
        expected.extend(rest.split(' ').map(String::from));
        assert_eq!(found, expected);
    }

    #[test]
    fn every_limit_reaches_both_players() {
        let limits = |text: &str| arguments(text)[2..4].iter().filter(|spec| spec.contains("options")).count();
        assert_eq!(limits("--against a"), 2);
        for (option, words) in [("--nodes 500", ",nodes=500"), ("--time 50", ",time=50ms")] {
            let found = arguments(&format!("--against a {option}"));
            assert!(found[2..4].iter().all(|spec| spec.ends_with(words)), "{found:?}");
        }
        let found =
            arguments("--against a --clock 1s+10ms --sprt none --random-plies 8 --threads 2 --seed 7").join(" ");
        assert!(!found.contains("nodes=") && !found.contains("time=") && !found.contains("--sprt"), "{found}");
        assert!(found.contains("--random-plies 8 --seed 7 --clock 1s+10ms --threads 2"), "{found}");
    }

    #[test]
    fn wrong_arguments_are_refused() {
        for wrong in [
            "",
            "--against a --nodes 0",
            "--against a --nodes 5 --time 5",
            "--against a --clock 1s --time 5",
            "--against a --clock 1s --nodes 5",
            "--against a --sprt 5",
            "--against a --sprt 5,0",
            "--against a --sprt x,y",
            "--against a --games 1",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
        assert_eq!(parse("--against a --sprt -5,0 --game go,hex --game chess").unwrap().game, ["go", "hex", "chess"]);
    }

    #[test]
    fn no_game_is_played_twice_at_a_node_limit() {
        let max = |text: &str| parse(&format!("--against a {text}")).unwrap().max_games("hare-hounds");
        let all = max("").unwrap();
        assert!(all > 0 && all % 2 == 0 && all < MAX_GAMES, "{all}");
        assert_eq!(max(&format!("--games {all}")).unwrap(), all);
        let error = max(&format!("--games {}", all + 2)).unwrap_err().to_string();
        assert!(error.contains("--random-plies"), "{error}");
        assert_eq!(max("--games 5000 --random-plies 8").unwrap(), 5000);
        assert_eq!(max("--games 5000 --time 10").unwrap(), 5000);
        let error = parse("--against a").unwrap().max_games("tiddlywinks").unwrap_err().to_string();
        assert!(error.contains("tiddlywinks has no openings"), "{error}");
    }

    #[test]
    fn the_command_for_the_commit_is_the_same_run() {
        let text = "--against 56ca5a4 --game go --time 50 --games 40 --sprt -5,0 --random-plies 4 --threads 2 --seed 3 \
                    --own-networks";
        let strength = parse(text).unwrap();
        let command = strength.show_command("56ca5a4", "go", 40);
        let again = parse(command.strip_prefix("cargo xtask strength ").unwrap()).unwrap();
        let engines = [Path::new("a"), Path::new("b")];
        assert_eq!(again.match_arguments("go", 40, engines), strength.match_arguments("go", 40, engines));
        assert_eq!((again.against, again.own_networks), (strength.against, strength.own_networks));
    }
}

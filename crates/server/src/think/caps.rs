//! What a visitor may ask of a machine.

use std::time::Duration;

use quevedo_catalog::{GameEntry, PlayerSpec, SpecError};
use quevedo_nets::is_file;

/// The longest time for a move.
pub(crate) const LONGEST_MOVE: Duration = Duration::from_secs(30);
/// The largest table, in MiB.
const LARGEST_HASH: u64 = 64;
/// The table of who does not ask for one.
const USUAL_HASH: u64 = 16;
/// The largest tree, in positions, and that of who does not ask for one.
const LARGEST_TREE: u64 = 1 << 20;
const USUAL_TREE: u64 = 1 << 18;
/// Threads for one player.
const MOST_THREADS: u64 = 2;
/// The most that a level's thinking may be scaled by.
const MOST_EFFORT: f64 = 6.0;
/// The length of a spec.
const LONGEST_SPEC: usize = 300;
/// What is said of files.
const FILES: &str = "files are for the command line only";
/// Positions of a tree in a MiB.
const TREE_A_MIB: u64 = 1 << 14;

fn refuse(key: &'static str, value: String, expected: &str) -> SpecError {
    SpecError::BadValue { key, value, expected: expected.into() }
}

/// Refuses evaluators that a visitor may not have.
pub(crate) fn check_eval(name: &str) -> Result<(), SpecError> {
    if is_file(name) { Err(refuse("eval", name.into(), FILES)) } else { Ok(()) }
}

/// The player of a text, if a visitor may have it; what it leaves open is set so that many fit into memory.
pub(crate) fn parse_spec(entry: &GameEntry, text: &str) -> Result<PlayerSpec, SpecError> {
    if text.len() > LONGEST_SPEC {
        return Err(refuse("spec", "…".into(), "at most 300 letters"));
    }
    let spec: PlayerSpec = text.trim().parse()?;
    if spec.is_human() {
        return Err(refuse("spec", "human".into(), "name a machine player"));
    }
    if spec.is_external() {
        return Err(SpecError::External { player: spec.name() });
    }
    if let Some((key, file)) = spec.files().pop() {
        return Err(refuse(key, file, FILES));
    }
    for (key, most) in [("hash", LARGEST_HASH), ("threads", MOST_THREADS), ("tree", LARGEST_TREE)] {
        if let Some(number) = spec.number(key).filter(|number| *number > most) {
            return Err(refuse(key, number.to_string(), &format!("at most {most} on a server")));
        }
    }
    if let Some(time) = spec.time("time").filter(|time| *time > LONGEST_MOVE) {
        return Err(refuse("time", format!("{}s", time.as_secs()), "at most 30s on a server"));
    }
    if let Some(effort) = spec.real("effort").filter(|effort| *effort > MOST_EFFORT) {
        return Err(refuse("effort", effort.to_string(), &format!("at most {MOST_EFFORT} on a server")));
    }
    entry.player(&bounded(&spec))?;
    Ok(spec)
}

/// The same player with memory that a server can give to many.
pub(crate) fn bounded(spec: &PlayerSpec) -> PlayerSpec {
    spec.clone().with_default("hash", USUAL_HASH).with_default("tree", USUAL_TREE)
}

/// How much memory a player may come to hold, in MiB.
pub(crate) fn memory_mib(spec: &PlayerSpec) -> u64 {
    let spec = bounded(spec);
    match spec.name() {
        "random" | "greedy" | "minimax" => 0,
        "easy" | "medium" => 2,
        "hard" => 16,
        "mcts" => spec.number("tree").unwrap_or(LARGEST_TREE) / TREE_A_MIB,
        "level" if spec.number("level").is_some_and(|level| level < 8) => 5,
        _ => spec.number("hash").unwrap_or(LARGEST_HASH),
    }
}

#[cfg(test)]
mod tests {
    use quevedo_catalog::find_game;

    use super::*;

    fn check(text: &str) -> Result<String, String> {
        let spec = parse_spec(find_game("chess").unwrap(), text);
        spec.map(|spec| spec.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn modest_players_are_let_in_as_they_are() {
        for spec in ["easy", "max", "alphabeta:time=30s,hash=64", "mcts:sims=100", "level=3"] {
            assert_eq!(check(spec).as_deref(), Ok(spec));
        }
    }

    #[test]
    fn greedy_visitors_are_told_what_they_may_have() {
        let cases = [
            ("alphabeta:hash=65", "at most 64"),
            ("alphabeta:threads=3", "at most 2"),
            ("alphabeta:time=31s", "at most 30s"),
            ("alphabeta:table=/etc/passwd", "command line"),
            ("alphabeta:eval=/etc/passwd", "command line"),
            ("greedy:eval=mine.qnet", "command line"),
            ("max:effort=7", "at most 6"),
            ("human", "machine"),
            ("uci:cmd=/bin/sh", "command line"),
            ("nboard:cmd=/bin/sh", "command line"),
            ("alphabeta:eval=none", "best"),
            ("nobody", "unknown player"),
        ];
        for (spec, words) in cases {
            assert!(check(spec).is_err_and(|error| error.contains(words)), "{spec}: {:?}", check(spec));
        }
        assert!(check(&"x".repeat(1000)).is_err());
    }
}

//! Limits on the engines that a visitor may ask for.

use std::path::Path;
use std::time::Duration;

use quevedo_catalog::{EvalRef, GameEntry, PlayerSpec, SpecError, show_time};
use quevedo_core::Message;

use crate::messages;

/// The longest time for a move.
pub const MAX_MOVE_TIME: Duration = Duration::from_secs(30);
/// The largest transposition table, in MiB.
const MAX_HASH: usize = 64;
/// The transposition table of a spec that leaves it open.
const DEFAULT_HASH: usize = 16;
/// The largest tree, in nodes, and that of a spec that leaves it open.
const MAX_TREE: usize = 1 << 20;
const DEFAULT_TREE: usize = 1 << 18;
/// Search threads of one player.
const MAX_THREADS: usize = 2;
/// The largest factor on the effort of a level.
const MAX_EFFORT: f64 = 6.0;
/// The longest text of a spec.
const MAX_SPEC_LENGTH: usize = 300;
/// Nodes of a Monte Carlo tree in a MiB.
const TREE_NODES_PER_MIB: usize = 1 << 14;

fn refuse(key: &'static str, value: &impl ToString, expected: Message) -> SpecError {
    SpecError::BadValue { key, value: value.to_string(), expected }
}

fn refuse_file(key: &'static str, file: &Path) -> SpecError {
    refuse(key, &file.display(), messages::no_files())
}

/// The evaluator of a text. Files are refused.
pub fn parse_eval(text: &str) -> Result<EvalRef, SpecError> {
    let eval = EvalRef::new(text);
    eval.file().map_or(Ok(()), |file| Err(refuse_file("eval", file)))?;
    Ok(eval)
}

/// The engine of a text, if a visitor may have it.
pub fn parse_spec(entry: &GameEntry, text: &str) -> Result<PlayerSpec, SpecError> {
    if text.len() > MAX_SPEC_LENGTH {
        return Err(refuse("spec", &"…", messages::spec_length(MAX_SPEC_LENGTH)));
    }
    let spec: PlayerSpec = text.trim().parse()?;
    check_spec(entry, &spec)?;
    Ok(spec)
}

/// Refuses an engine that a visitor may not have.
pub fn check_spec(entry: &GameEntry, spec: &PlayerSpec) -> Result<(), SpecError> {
    if let Some((key, file)) = spec.files().pop() {
        return Err(refuse_file(key, file));
    }
    let at_most = |key, value: Option<usize>, max: usize| match value {
        Some(value) if value > max => Err(refuse(key, &value, messages::at_most(max))),
        _ => Ok(()),
    };
    let check_time = |time: Option<Duration>| match time {
        Some(time) if time > MAX_MOVE_TIME => {
            Err(refuse("time", &show_time(time), messages::at_most(show_time(MAX_MOVE_TIME))))
        }
        _ => Ok(()),
    };
    match spec {
        PlayerSpec::AlphaBeta(settings) => {
            at_most("hash", settings.hash, MAX_HASH)?;
            at_most("threads", settings.threads, MAX_THREADS)?;
            check_time(settings.time)?;
        }
        PlayerSpec::Mcts(settings) => {
            at_most("tree", settings.tree, MAX_TREE)?;
            at_most("threads", settings.threads, MAX_THREADS)?;
            check_time(settings.time)?;
        }
        PlayerSpec::Human(_)
        | PlayerSpec::Random(_)
        | PlayerSpec::Greedy(_)
        | PlayerSpec::Minimax(_)
        | PlayerSpec::Easy(_)
        | PlayerSpec::Medium(_)
        | PlayerSpec::Hard(_)
        | PlayerSpec::Max(_)
        | PlayerSpec::Level(_)
        | PlayerSpec::Elo(_)
        | PlayerSpec::Perfect(_)
        | PlayerSpec::Uci(_)
        | PlayerSpec::NBoard(_) => {}
    }
    match spec.clone().effort_mut() {
        Some(Some(effort)) if *effort > MAX_EFFORT => Err(refuse("effort", effort, messages::at_most(MAX_EFFORT))),
        // Last: this would read a file that the spec names.
        _ => entry.check_player(spec),
    }
}

/// The same player with default sizes that let many fit into memory.
pub fn bounded(mut spec: PlayerSpec) -> PlayerSpec {
    if let PlayerSpec::AlphaBeta(settings) = &mut spec {
        settings.hash.get_or_insert(DEFAULT_HASH);
    }
    if let PlayerSpec::Mcts(settings) = &mut spec {
        settings.tree.get_or_insert(DEFAULT_TREE);
    }
    spec
}

/// The most memory that a player may use, in MiB.
pub(super) fn memory_mib(spec: &PlayerSpec) -> u64 {
    let mib = match spec {
        PlayerSpec::Human(_)
        | PlayerSpec::Random(_)
        | PlayerSpec::Greedy(_)
        | PlayerSpec::Minimax(_)
        | PlayerSpec::Uci(_)
        | PlayerSpec::NBoard(_) => 0,
        PlayerSpec::Easy(_) | PlayerSpec::Medium(_) => 2,
        PlayerSpec::Hard(_) => 16,
        PlayerSpec::Level(settings) if settings.level < 8 => 5,
        PlayerSpec::Level(_) | PlayerSpec::Elo(_) | PlayerSpec::Max(_) | PlayerSpec::Perfect(_) => MAX_HASH,
        PlayerSpec::AlphaBeta(settings) => settings.hash.unwrap_or(DEFAULT_HASH),
        PlayerSpec::Mcts(settings) => settings.tree.unwrap_or(DEFAULT_TREE) / TREE_NODES_PER_MIB,
    };
    mib as u64
}

#[cfg(test)]
mod tests {
    use quevedo_catalog::Catalog;

    use super::*;

    fn check(text: &str) -> Result<String, String> {
        let spec = parse_spec(Catalog::standard().find("chess").unwrap(), text);
        spec.map(|spec| spec.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn modest_players_are_accepted_unchanged() {
        for spec in ["easy", "max", "alphabeta:time=30s,hash=64", "mcts:sims=100", "level=3"] {
            assert_eq!(check(spec).as_deref(), Ok(spec));
        }
    }

    #[test]
    fn refusals_say_what_is_allowed() {
        let cases = [
            ("alphabeta:hash=65", "at most 64"),
            ("alphabeta:threads=3", "at most 2"),
            ("mcts:threads=3", "at most 2"),
            ("mcts:tree=2000000", "at most 1048576"),
            ("alphabeta:time=31s", "at most 30s"),
            ("mcts:time=31s", "at most 30s"),
            ("alphabeta:table=/etc/passwd", "command line"),
            ("alphabeta:eval=/etc/passwd", "command line"),
            ("greedy:eval=mine.qnet", "command line"),
            ("max:effort=7", "at most 6"),
            ("level=3,effort=7", "at most 6"),
            ("human", "person"),
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

    #[test]
    fn a_url_names_an_evaluator_but_no_file() {
        assert_eq!(parse_eval("best"), Ok(EvalRef::Best));
        assert!(parse_eval("/etc/passwd").is_err());
        let name = "handmade,hash=100000";
        assert_eq!(parse_eval(name), Ok(EvalRef::Named(name.into())), "no key of a spec is read from it");
    }
}

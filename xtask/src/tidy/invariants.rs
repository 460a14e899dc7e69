//! The invariants of ARCHITECTURE.md that can be seen in the code.

use super::Problem;
use super::code::{self, Token};
use super::tree::{File, Tree};

/// Something that may not be written in some places.
struct Rule {
    /// Where it holds, as beginnings of paths.
    rooms: &'static [&'static str],
    /// Where it does not hold nevertheless.
    except: &'static [&'static str],
    /// What may not be written there, as sequences of tokens.
    patterns: &'static [&'static str],
    /// Why, and what to do instead.
    advice: &'static str,
}

/// The crates at the edges, where the program meets the machine and the user.
const EDGES: [&str; 5] =
    ["crates/cli/", "crates/program/", "crates/solve-build/", "crates/train-cnn/", "crates/page-tests/"];

const RULES: [Rule; 6] = [
    Rule {
        rooms: &["crates/"],
        // The command `serve` says where the page is.
        except: &[
            "crates/cli/",
            "crates/program/",
            "crates/solve-build/",
            "crates/train-cnn/",
            "crates/server/src/serve.rs",
        ],
        patterns: &["println!", "print!"],
        advice: "libraries do not print: return the text, or hand it to the caller",
    },
    Rule {
        rooms: &["crates/"],
        // The server's log is the standard error.
        except: &["crates/cli/", "crates/program/", "crates/solve-build/", "crates/train-cnn/", "crates/server/"],
        patterns: &["eprintln!", "eprint!"],
        advice: "libraries do not print: return a warning",
    },
    Rule {
        rooms: &["crates/core/", "crates/games/", "crates/protocol/"],
        except: &[],
        patterns: &["fs::", "net::", "io::stdin", "io::stdout", "io::stderr"],
        advice: "this crate does no input and output: take a value, a text or a `Read`",
    },
    Rule {
        rooms: &["crates/protocol/"],
        except: &[],
        patterns: &["thread::", "sleep(", "Instant::now"],
        advice: "a protocol starts no thread and does not wait: return an action that the program carries out",
    },
    Rule {
        rooms: &["crates/"],
        except: &["crates/arena/src/engine/", "crates/cli/", "crates/program/", "crates/train/src/trainer.rs"],
        patterns: &["Command::new"],
        advice: "only engines, trainers and commands start programs: nothing that a visitor or a queue can reach",
    },
    Rule {
        rooms: &["crates/games/", "crates/core/src/game.rs"],
        except: &[],
        patterns: &["fn undo", "fn undo_move", "fn unmake", "fn unmake_move"],
        advice: "a position is cloned before a move, not undone after it",
    },
];

/// Facts of the machine, which are no settings.
const FACTS: [&str; 3] = ["COMPUTERNAME", "HOSTNAME", "PATH"];

/// How the text of a player begins.
const PLAYERS: [&str; 7] = ["alphabeta:", "greedy:", "level=", "mcts:", "minimax:", "perfect:", "random:"];

/// Where the text of a player is parsed and printed.
const SPECS: &str = "crates/catalog/src/spec/";

/// Checks every rule.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    let is_code =
        |file: &&File| file.extension() == "rs" && file.path.starts_with("crates/") && !code::is_for_tests(&file.path);
    for file in tree.files.iter().filter(is_code) {
        let Some(tokens) = code::tokens(file.text.as_deref().unwrap_or_default()) else {
            problems.push(Problem::new(&file.path, 1, "this is no Rust that can be read: mend it"));
            continue;
        };
        let path = file.path.as_str();
        let rules = RULES.iter().filter(|rule| within(path, rule.rooms) && !within(path, rule.except));
        let ruled = rules.flat_map(|rule| rule.broken(&tokens));
        let others = settings(path, &tokens).into_iter().chain(texts_of_players(path, &tokens)).chain(tables(&tokens));
        problems.extend(ruled.chain(others).map(|(line, what)| Problem::new(path, line, what)));
    }
    problems
}

fn within(path: &str, places: &[&str]) -> bool {
    places.iter().any(|place| path.starts_with(place))
}

impl Rule {
    fn broken(&self, tokens: &[Token]) -> Vec<(usize, String)> {
        let here = |pattern: &&str| {
            let what = format!("`{pattern}`: {}", self.advice);
            code::find(tokens, pattern.trim_end_matches('(')).into_iter().map(move |(line, _)| (line, what.clone()))
        };
        self.patterns.iter().flat_map(|pattern| here(pattern).collect::<Vec<_>>()).collect()
    }
}

/// Settings read from the environment below the program.
fn settings(path: &str, tokens: &[Token]) -> Vec<(usize, String)> {
    if within(path, &EDGES) {
        return Vec::new();
    }
    let is_setting = |after: &[Token]| !after.get(1).is_some_and(|name| FACTS.contains(&name.text.as_str()));
    let what = "the environment is read by the program alone: take the setting as an argument";
    let found = ["env::var", "env::var_os", "env::vars", "env::vars_os"].map(|pattern| code::find(tokens, pattern));
    let found = found.into_iter().flatten().filter(|(_, after)| is_setting(after));
    found.map(|(line, _)| (line, what.to_owned())).collect()
}

/// A player put together as text.
fn texts_of_players(path: &str, tokens: &[Token]) -> Vec<(usize, String)> {
    if path.starts_with(SPECS) {
        return Vec::new();
    }
    let begins =
        |text: &str| PLAYERS.iter().any(|player| text.strip_prefix(player).is_some_and(|rest| !rest.is_empty()));
    let what =
        |text: &str| format!("`{text}`: a player is a `PlayerSpec` inside the program: make the value, not its text");
    let found = tokens.iter().filter(|token| token.is_string && begins(&token.text));
    found.map(|token| (token.line, what(&token.text))).collect()
}

/// A table of games for the whole program.
fn tables(tokens: &[Token]) -> Vec<(usize, String)> {
    let what = "the games are a `Catalog`, a value that is handed on: no table for the whole program";
    let found = ["static GAMES", "pub const GAMES"].map(|pattern| code::find(tokens, pattern));
    found.into_iter().flatten().map(|(line, _)| (line, what.to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::*;

    fn problems(path: &str, text: &str) -> Vec<String> {
        check(&tree(&[(path, text)])).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_rule_finds_each_of_its_patterns() {
        for rule in RULES {
            for pattern in rule.patterns {
                let path =
                    format!("{}src/a/b.rs", if rule.rooms == ["crates/"] { "crates/nets/" } else { rule.rooms[0] });
                let code = format!("fn a() {{\n    {pattern}{}\n}}\n", if pattern.ends_with('(') { ")" } else { "" });
                let found = problems(&path, &code);
                assert!(
                    found.iter().any(|line| line.starts_with(&format!("{path}:2: `{pattern}`"))),
                    "{pattern} {found:?}"
                );
                for place in rule.except {
                    let path = if place.ends_with('/') { format!("{place}a.rs") } else { (*place).to_owned() };
                    assert!(!problems(&path, &code).iter().any(|line| line.contains(rule.advice)), "{path} {pattern}");
                }
            }
        }
    }

    #[test]
    fn settings_are_read_at_the_edge() {
        let code = "fn a() {\n    let b = std::env::var(\"QUEVEDO_EFFORT\");\n}\n";
        let found = problems("crates/catalog/src/levels.rs", code);
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("crates/catalog/src/levels.rs:2: the environment is read by the program alone"));
        assert_eq!(problems("crates/cli/src/a.rs", code), Vec::<String>::new());
        assert_eq!(problems("crates/catalog/tests/a.rs", code), Vec::<String>::new());
        assert_eq!(problems("crates/train/src/a.rs", "fn a() { env::var_os(\"PATH\"); }"), Vec::<String>::new());
        assert_eq!(problems("crates/train/src/a.rs", "fn a() { env::var_os(NAME); env::vars() }").len(), 2);
    }

    #[test]
    fn players_are_no_texts() {
        let code = "fn a() { format!(\"alphabeta:depth={depth}\"); }";
        assert_eq!(problems("crates/protocol/src/a.rs", code).len(), 1);
        assert_eq!(problems("crates/catalog/src/spec/aliases.rs", code), Vec::<String>::new());
        assert_eq!(problems("crates/arena/src/a.rs", "const A: &str = \"random: a player\";").len(), 1);
        let default = "struct A { #[arg(default_value = \"alphabeta:nodes=1\")] a: u8 }";
        assert_eq!(problems("crates/cli/src/a.rs", default), Vec::<String>::new());
    }

    #[test]
    fn the_table_of_games_is_a_value() {
        let found = problems("crates/catalog/src/games.rs", "pub static GAMES: &[u8] = &[];");
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("`Catalog`"), "{found:?}");
    }

    #[test]
    fn what_is_no_rust_is_reported() {
        assert_eq!(problems("crates/core/src/a.rs", "fn {").len(), 1);
    }
}

//! The code of the documents runs: commands in `sh` blocks with small limits, recipes and plans are read, Rust is what is compiled elsewhere.
//! Blocks of Python run in `python/tests/test_documents.py`.
//!
//! The word after the language of a block says more: `sh,no-run REASON` is only checked against the program's `--help`, because it needs hours,
//! a graphics card, a network or a build; `toml,recipe`, `toml,tournament` and `toml,study` say what a file is, `rust,of PATH` where the code is
//! compiled. Every command in a document stands in a block, so that none is forgotten.

mod names;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, thread};

use quevedo_arena::tournament::read_file;
use quevedo_catalog::Catalog;
use quevedo_study::Study;
use quevedo_train::recipe;

/// Documents with code, from the root of the repository; folders are read whole.
const DOCUMENTS: [&str; 10] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "docs",
    "python/README.md",
    "training/README.md",
    "suites/README.md",
    "studies",
    "crates/catalog/books/README.md",
    "crates/nets/weights/README.md",
];
/// Languages of blocks whose code is checked by other tests.
const ELSEWHERE: [&str; 1] = ["python"];
/// Words that a command begins with.
const PROGRAMS: [&str; 8] = ["quevedo", "cargo", "pip", "python", "python3", "nats-server", "mdbook", "for"];

/// A block of code in a document.
struct Block {
    /// The line of the fence.
    line: usize,
    language: String,
    /// What follows the language and a comma, and what follows that.
    kind: String,
    argument: String,
    code: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn documents() -> Vec<(String, String)> {
    let root = root();
    let mut paths = Vec::new();
    for name in DOCUMENTS.map(|name| root.join(name)) {
        if name.is_dir() {
            paths.extend(fs::read_dir(name).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            paths.push(name);
        }
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    let name = |path: &Path| path.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
    paths.into_iter().map(|path| (name(&path), fs::read_to_string(&path).unwrap())).collect()
}

/// The fenced blocks of a text.
fn blocks(text: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut is_inside = false;
    for (number, line) in text.lines().enumerate() {
        if let Some(info) = line.strip_prefix("```") {
            is_inside = !is_inside;
            if is_inside {
                let (word, argument) = info.split_once(' ').unwrap_or((info, ""));
                let (language, kind) = word.split_once(',').unwrap_or((word, ""));
                let [language, kind, argument] = [language, kind, argument].map(str::to_owned);
                found.push(Block { line: number + 1, language, kind, argument, code: String::new() });
            }
        } else if is_inside && let Some(block) = found.last_mut() {
            block.code.push_str(line);
            block.code.push('\n');
        }
    }
    found
}

fn of_language(language: &str) -> impl Iterator<Item = (String, Block)> {
    let of = |(name, text): (String, String)| blocks(&text).into_iter().map(move |block| (name.clone(), block));
    documents().into_iter().flat_map(of).filter(move |(_, block)| block.language == language)
}

#[test]
fn every_block_is_of_a_kind_that_is_tested() {
    let known: HashMap<&str, &[&str]> = HashMap::from([
        ("sh", ["", "no-run"].as_slice()),
        ("toml", ["recipe", "tournament", "study"].as_slice()),
        ("rust", ["of"].as_slice()),
        ("text", [""].as_slice()),
    ]);
    let mut wrong = Vec::new();
    for (name, text) in documents() {
        for block in blocks(&text) {
            let Block { line, language, kind, argument, .. } = &block;
            let is_known = ELSEWHERE.contains(&language.as_str())
                || known.get(language.as_str()).is_some_and(|kinds| kinds.contains(&kind.as_str()));
            // With a backtick in its first line a block is none: so says CommonMark.
            let has_reason = kind != "no-run" || argument.split_whitespace().count() > 1 && !argument.contains('`');
            if !is_known || !has_reason {
                wrong
                    .push(format!("{name}:{line}: `{language},{kind} {argument}` is tested nowhere, or has no reason"));
            }
        }
        let mut is_inside = false;
        for (number, line) in text.lines().enumerate() {
            is_inside ^= line.starts_with("```");
            if line.starts_with(' ') && line.trim_start().starts_with("```") {
                wrong.push(format!("{name}:{}: a block begins at the margin, or no test sees it", number + 1));
            }
            let command = line.strip_prefix("    ").filter(|_| !is_inside).unwrap_or_default();
            let first = command.trim_start_matches("$ ").split_whitespace().next().unwrap_or_default();
            if PROGRAMS.contains(&first) {
                wrong.push(format!("{name}:{}: `{command}` is in no block: put it between ```sh and ```", number + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The commands of a block: lines that go on are joined, comments are left out.
fn commands(code: &str) -> Vec<String> {
    let joined = code.replace("\\\n", " ");
    let line = |line: &str| line.split(" #").next().unwrap_or_default().trim().to_owned();
    joined.lines().map(line).filter(|line| !line.is_empty()).collect()
}

/// Limits for which a test has time, of options and of the settings of players.
const SMALL: [(&str, &str); 18] = [
    ("--games", "2"),
    ("--count", "2"),
    ("--max-games", "2"),
    ("--keep", "2"),
    ("--candidates", "4"),
    ("--positions", "20"),
    ("--nodes", "300"),
    ("--depth", "4"),
    ("--budget", "1s"),
    ("--clock", "1s+1ms"),
    ("--generations", "1"),
    ("--iterations", "1"),
    ("depth=", "3"),
    ("nodes=", "300"),
    ("sims=", "30"),
    ("time=", "20ms"),
    ("max", "max:effort=0.01"),
    ("hard", "hard:effort=0.01"),
];

/// Options of commands that go on for long without them.
const ADDED: [(&str, &str); 6] = [
    ("quevedo book", "--positions 20 --player alphabeta:nodes=300"),
    ("quevedo match", "--games 2"),
    ("quevedo probcut", "--positions 20 --depth 4"),
    ("quevedo puzzles make", "--max-games 2"),
    ("quevedo suite run", "--player max"),
    ("quevedo tune", "--iterations 1 --games 2 --nodes 300"),
];

/// A command with small limits.
fn small(command: &str) -> String {
    let mut command = command.to_owned();
    for (known, options) in ADDED {
        let options: Vec<&str> = options.split(' ').collect();
        let missing: Vec<&str> =
            options.chunks(2).filter(|option| !command.contains(option[0])).flatten().copied().collect();
        command = command.replace(known, [&[known], missing.as_slice()].concat().join(" ").as_str());
    }
    let mut words: Vec<String> = command.split(' ').map(str::to_owned).collect();
    for index in 0..words.len() {
        let before = index.checked_sub(1).map(|before| words[before].clone()).unwrap_or_default();
        for (key, value) in SMALL {
            if key.starts_with("--") && before == key || words[index] == key && !key.starts_with("--") {
                value.clone_into(&mut words[index]);
            } else if key.ends_with('=') {
                words[index] = lowered(&words[index], key, value);
            } else if let Some(rest) = words[index].strip_prefix(key).and_then(|rest| rest.strip_prefix(':')) {
                words[index] = format!("{value},{rest}");
            }
        }
    }
    words.join(" ")
}

/// A player whose setting `key`, where it is a number, is `value`.
fn lowered(word: &str, key: &str, value: &str) -> String {
    let mut parts = word.split(key);
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let is_own = result.ends_with([':', ',']) && rest.len() < part.len();
        let unit = ["ms", "s", "m"].into_iter().find(|unit| rest.starts_with(unit)).filter(|_| key == "time=");
        let rest = unit.map_or(rest, |unit| &rest[unit.len()..]);
        result.push_str(key);
        result.push_str(if is_own { value } else { part });
        result.push_str(if is_own { rest } else { "" });
    }
    result
}

#[test]
fn limits_are_made_small() {
    assert_eq!(
        small("quevedo match chess alphabeta:depth=12,lmr=off max --games 100"),
        "quevedo match chess alphabeta:depth=3,lmr=off max:effort=0.01 --games 2"
    );
    assert_eq!(
        small("quevedo best amazons --player mcts:time=2s --json"),
        "quevedo best amazons --player mcts:time=20ms --json"
    );
    assert_eq!(
        small("quevedo tune x --params min_table_depth:1 --nodes 2000"),
        "quevedo tune --iterations 1 --games 2 x --params min_table_depth:1 --nodes 300"
    );
}

fn program() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_quevedo"))
}

/// Files of the repository that commands name, cut down to what a test has time for.
fn write_small_files(folder: &Path) {
    let (suite, recipe) = ("suites/othello-hard.obf", "recipes/quick/othello.toml");
    let [problems, settings] = [suite, recipe].map(|path| fs::read_to_string(root().join(path)).unwrap());
    let problems: Vec<&str> = problems.lines().take(4).collect();
    let settings = settings.lines().map(|line| match line.split_once(" = ") {
        Some(("games", _)) => "games = 20",
        Some(("epochs", _)) => "epochs = 1",
        _ => line,
    });
    for (path, lines) in [(suite, problems), (recipe, settings.collect())] {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, lines.join("\n")).unwrap();
    }
    fs::create_dir_all(folder.join("crates/catalog/books")).unwrap();
}

/// Runs the commands of a document one after the other in one folder.
fn run(blocks: &[Block], folder: &Path) -> Result<(), String> {
    let (own, others) = (program().parent().map(Path::to_path_buf), env::var_os("PATH").unwrap_or_default());
    let path = env::join_paths(own.into_iter().chain(env::split_paths(&others))).unwrap();
    for block in blocks {
        let script: Vec<String> = commands(&block.code).iter().map(|command| small(command)).collect();
        let mut shell = Command::new("bash");
        shell.args(["-eu", "-c", &script.join("\n")]).current_dir(folder).stdin(Stdio::null());
        let done = shell.env("PATH", &path).env("HOME", folder).output().unwrap();
        if !done.status.success() {
            let said = String::from_utf8_lossy(&done.stderr);
            return Err(format!("the block of line {}: {}\n{}\n{said}", block.line, done.status, script.join("\n")));
        }
    }
    Ok(())
}

#[test]
fn commands_run_with_small_limits() {
    let mut documents: Vec<(String, Vec<Block>)> = Vec::new();
    for (name, block) in of_language("sh").filter(|(_, block)| block.kind.is_empty()) {
        match documents.last_mut().filter(|(known, _)| *known == name) {
            Some((_, blocks)) => blocks.push(block),
            None => documents.push((name, vec![block])),
        }
    }
    assert!(documents.len() > 5, "few documents have commands");
    let wrong: Vec<String> = thread::scope(|scope| {
        let work = |(name, blocks): (String, Vec<Block>)| {
            let folder = tempfile::tempdir().unwrap();
            write_small_files(folder.path());
            run(&blocks, folder.path()).err().map(|problem| format!("{name}, {problem}"))
        };
        let threads: Vec<_> = documents.into_iter().map(|document| scope.spawn(move || work(document))).collect();
        threads.into_iter().filter_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn files_in_toml_are_read() {
    let (catalog, folder) = (Catalog::standard(), tempfile::tempdir().unwrap());
    for (name, block) in of_language("toml") {
        let path = folder.path().join("file.toml");
        fs::write(&path, &block.code).unwrap();
        let read = match block.kind.as_str() {
            "recipe" => recipe::read(&path, &catalog).map(drop).map_err(|error| error.to_string()),
            "tournament" => read_file(&catalog, &path).map(drop).map_err(|error| error.to_string()),
            _ => toml::from_str::<Study>(&block.code).map(drop).map_err(|error| error.to_string()),
        };
        assert_eq!(read, Ok(()), "{name}:{}", block.line);
    }
}

/// Rust that a document shows is compiled and run elsewhere, for the example of a game from outside.
#[test]
fn rust_is_what_is_compiled() {
    let mut blocks = 0;
    for (name, block) in of_language("rust") {
        let compiled = fs::read_to_string(root().join(&block.argument)).unwrap();
        let code = block.code.replace("MyGame", "TicTacToe").replace("my_game", "tic_tac_toe");
        assert!(compiled.contains(code.trim()), "{name}:{}: this is not in {}", block.line, block.argument);
        blocks += 1;
    }
    assert!(blocks > 0);
}

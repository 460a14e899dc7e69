//! What commands name is there: options of the program, and for commands of other programs the packages, test files, scripts and their options.
//! Commands stand in `sh` blocks, in backticks within a sentence, in the comments of recipes, and in the workflows of continuous integration.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{commands, documents, of_language, program, root};

const WORKFLOWS: [&str; 2] = [".github/workflows/ci.yml", ".github/workflows/release.yml"];

/// Every command that is written somewhere, with its place.
fn written() -> Vec<(String, String)> {
    let of_block = |(name, block): (String, super::Block)| {
        let place = format!("{name}:{}", block.line);
        commands(&block.code).into_iter().map(move |command| (place.clone(), command))
    };
    let of_recipe = |(name, text): (String, String)| {
        let comments: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix('#')).collect();
        commands(&comments.join("\n")).into_iter().map(move |command| (name.clone(), command))
    };
    let of_workflow = |name: &'static str| {
        let text = fs::read_to_string(root().join(name)).unwrap().replace(">\n", "");
        let steps =
            text.lines().filter_map(|line| line.split_once("run: ")).map(|(_, command)| command.trim().to_owned());
        steps.map(|command| (name.to_owned(), command)).collect::<Vec<_>>()
    };
    let spans = documents().into_iter().flat_map(|(name, text)| spans(&name, &text));
    let found = of_language("sh").flat_map(of_block).chain(spans).chain(recipes().into_iter().flat_map(of_recipe));
    found.chain(WORKFLOWS.into_iter().flat_map(of_workflow)).collect()
}

/// What stands in backticks outside of blocks.
fn spans(name: &str, text: &str) -> Vec<(String, String)> {
    let mut is_inside = false;
    let prose = text.lines().map(|line| {
        let is_fence = line.starts_with("```");
        is_inside ^= is_fence;
        if is_fence || is_inside { "" } else { line }
    });
    let prose = prose.collect::<Vec<_>>().join("\n");
    let (mut line, mut found) = (1, Vec::new());
    for (index, part) in prose.split('`').enumerate() {
        if index % 2 == 1 {
            found.push((format!("{name}:{line}"), part.replace('\n', " ")));
        }
        line += part.matches('\n').count();
    }
    found
}

/// The recipes, whose comments say how their data was made.
fn recipes() -> Vec<(String, String)> {
    let folders = fs::read_dir(root().join("recipes")).unwrap().map(|entry| entry.unwrap().path());
    let files = folders.filter(|path| path.is_dir()).flat_map(|folder| fs::read_dir(folder).unwrap());
    let paths = files.map(|entry| entry.unwrap().path());
    paths.map(|path| (path.display().to_string(), fs::read_to_string(&path).unwrap())).collect()
}

/// The arguments of the calls of a program in a line, loops included.
fn calls<'a>(command: &'a str, program: &'a str) -> impl Iterator<Item = Vec<String>> + 'a {
    let parts = command.split(';').map(|part| part.trim().trim_start_matches("do "));
    let arguments = parts.filter_map(move |part| part.strip_prefix(program)?.strip_prefix(' '));
    arguments.map(|arguments| arguments.split_whitespace().map(str::to_owned).collect())
}

/// What the program says of a subcommand.
fn help(words: &[String]) -> String {
    let shown = Command::new(program()).args(words).arg("--help").stdin(Stdio::null()).output().unwrap();
    String::from_utf8_lossy(&shown.stdout).into_owned()
}

/// The names of the options among the arguments, up to a `--` if there is one.
fn options(arguments: &[String]) -> impl Iterator<Item = &str> {
    let own = arguments.iter().take_while(|word| *word != "--");
    own.filter_map(|word| word.strip_prefix("--")).map(|word| word.split('=').next().unwrap_or_default())
}

#[test]
fn the_options_of_every_command_exist() {
    let mut helps: HashMap<Vec<String>, String> = HashMap::new();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (place, command) in written() {
        for arguments in calls(&command, "quevedo") {
            // Commands of two words: `puzzles make`, `dataset info`.
            let is_word = |word: &&String| word.chars().all(|letter| letter.is_ascii_lowercase());
            let words: Vec<String> = arguments.iter().take_while(is_word).take(2).cloned().collect();
            let shown = helps.entry(words.clone()).or_insert_with(|| match help(&words) {
                none if none.is_empty() => help(&words[..words.len().min(1)]),
                shown => shown,
            });
            let unknown: Vec<&str> =
                options(&arguments).filter(|option| !shown.contains(&format!("--{option}"))).collect();
            if shown.is_empty() || !unknown.is_empty() {
                wrong.push(format!("{place}: `quevedo {}` does not know {unknown:?}", words.join(" ")));
            }
            count += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 150, "only {count} commands were found");
}

/// The text of a file, or of all files of the language in a folder.
fn source(path: &Path) -> Option<String> {
    if path.is_dir() {
        let paths = fs::read_dir(path).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
        return Some(paths.filter_map(|path| source(&path)).collect());
    }
    fs::read_to_string(path).ok()
}

/// The first of some paths below the root that there is.
fn first_of(paths: &[String]) -> Option<PathBuf> {
    paths.iter().map(|path| root().join(path)).find(|path| path.exists())
}

/// The folder of one of our packages.
fn package(name: &str) -> Option<String> {
    let folder = match name.strip_prefix("quevedo-") {
        Some(name) => format!("crates/{name}"),
        None => "crates/cli".to_owned(),
    };
    root().join(&folder).is_dir().then_some(folder)
}

/// What the arguments of cargo name and is not there.
fn missing_of_cargo(arguments: &[String]) -> Option<String> {
    let after = |name: &str| arguments.iter().skip_while(|word| *word != name).nth(1);
    let arguments = arguments.strip_prefix(&["--locked".to_owned()]).unwrap_or(arguments);
    if arguments.first().is_some_and(|word| word == "xtask") {
        return missing_of_xtask(&arguments[1..]);
    }
    let mut folder = "crates/cli".to_owned();
    for pair in arguments.windows(2).filter(|pair| ["-p", "--package"].contains(&pair[0].as_str())) {
        match package(&pair[1]) {
            Some(found) => folder = found,
            None => return Some(format!("no package `{}`", pair[1])),
        }
    }
    for (option, place) in [("--bin", "src/bin"), ("--test", "tests"), ("--bench", "benches")] {
        let Some(name) = after(option) else { continue };
        let Some(path) = first_of(&[format!("{folder}/{place}/{name}.rs"), format!("{folder}/{place}/{name}")]) else {
            return Some(format!("no `{folder}/{place}/{name}`"));
        };
        let own: Vec<String> = arguments.iter().skip_while(|word| *word != "--").skip(1).cloned().collect();
        if option == "--bin" {
            // clap makes the name of an option from that of a field.
            let text = source(&path)?;
            let is_there = |option: &&str| text.contains(&format!("{}:", option.replace('-', "_")));
            return options(&own).find(|option| !is_there(option)).map(|option| format!("no `--{option}` in `{name}`"));
        }
    }
    let manifest = after("--manifest-path")?;
    (!root().join(manifest).exists()).then(|| format!("no `{manifest}`"))
}

fn missing_of_xtask(arguments: &[String]) -> Option<String> {
    let (task, rest) = arguments.split_first()?;
    let camel = |word: &str| {
        let parts = word.split('-').map(|part| part[..1].to_uppercase() + &part[1..]);
        parts.collect::<String>()
    };
    let text = source(&root().join("xtask/src"))?;
    let names = if task == "test" { rest } else { &[] };
    let missing = [task].into_iter().chain(names).find(|name| !text.contains(&format!("    {}", camel(name))));
    let is_there = |option: &&str| *option == "help" || text.contains(&format!("{}:", option.replace('-', "_")));
    let option = options(rest).find(|option| !is_there(option)).map(|option| format!("no `--{option}` in xtask"));
    missing.map(|name| format!("xtask does not know `{name}`")).or(option)
}

/// The script of Python that is not there, or its option.
fn missing_of_python(arguments: &[String]) -> Option<String> {
    let (script, rest) = arguments.split_first()?;
    if script == "-m" {
        return None;
    }
    let Some(text) = source(&root().join(script)) else { return Some(format!("no `{script}`")) };
    options(rest).find(|option| !text.contains(&format!("--{option}"))).map(|option| format!("no `--{option}` there"))
}

#[test]
fn what_other_commands_name_is_there() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (place, command) in written() {
        // The commands of a page about a crate of one's own run in it.
        if place.starts_with("docs/new-game.md") {
            continue;
        }
        let cargo = calls(&command, "cargo").map(|arguments| missing_of_cargo(&arguments));
        let python = calls(&command, "python3").map(|arguments| missing_of_python(&arguments));
        for missing in cargo.chain(python) {
            count += 1;
            wrong.extend(missing.map(|missing| format!("{place}: `{command}`: {missing}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 40, "only {count} commands were found");
}

//! Every game folder holds the same files, so that a reader of one game finds the same things in all of them.

use std::collections::{BTreeMap, BTreeSet};

use super::Problem;
use super::tree::Tree;

/// Where the games live.
const GAMES: &str = "crates/games/src/";

/// What every game consists of, at least.
const FILES: [&str; 8] =
    ["mod.rs", "rules.rs", "notation.rs", "view.rs", "compose.rs", "planes.rs", "evals.rs", "tactics.rs"];

/// Where these files are explained.
const GUIDE: &str = "docs/new-game.md";

/// Folders that hold what several games share.
const SHARED: [&str; 1] = ["hunt"];

/// Checks every game folder.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut folders: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for file in &tree.files {
        let path = file.path.strip_prefix(GAMES).and_then(|path| path.split_once('/'));
        if let Some((folder, name)) = path.filter(|(folder, _)| !SHARED.contains(folder)) {
            folders.entry(folder).or_default().insert(name);
        }
    }
    if folders.is_empty() {
        return vec![Problem::new(GAMES, 1, "no game is here: if they have moved, tell GAMES of xtask")];
    }
    let mut problems = unexplained(tree);
    for (folder, files) in folders {
        for missing in FILES.iter().filter(|name| !files.contains(*name)) {
            let what = format!("every game folder has the files {}: add this one", FILES.join(", "));
            problems.push(Problem::new(&format!("{GAMES}{folder}/{missing}"), 1, what));
        }
    }
    problems
}

/// Files that the guide does not name.
fn unexplained(tree: &Tree) -> Vec<Problem> {
    let text = tree.file(GUIDE).and_then(|file| file.text.as_deref()).unwrap_or_default();
    let missing = FILES.iter().filter(|name| !text.contains(&format!("`{name}`")));
    let what = |name: &str| format!("the guide does not name `{name}`, which every game has: name it there");
    missing.map(|name| Problem::new(GUIDE, 1, what(name))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::*;

    fn problems(paths: &[&str]) -> Vec<String> {
        let guide = FILES.map(|name| format!("`{name}`")).join(" ");
        let mut files: Vec<(&str, &str)> = paths.iter().map(|path| (*path, "")).collect();
        files.push((GUIDE, &guide));
        check(&tree(&files)).into_iter().map(|problem| problem.path).collect()
    }

    const WHOLE: [&str; 10] = [
        "crates/games/src/lib.rs",
        "crates/games/src/go/mod.rs",
        "crates/games/src/go/rules.rs",
        "crates/games/src/go/notation.rs",
        "crates/games/src/go/compose.rs",
        "crates/games/src/go/planes.rs",
        "crates/games/src/go/evals.rs",
        "crates/games/src/go/tactics.rs",
        "crates/games/src/go/view.rs",
        "crates/games/src/go/ladders.rs",
    ];

    #[test]
    fn a_whole_game_passes() {
        assert_eq!(problems(&WHOLE), Vec::<String>::new());
    }

    #[test]
    fn missing_files_are_reported() {
        assert_eq!(problems(&WHOLE[..8]), ["crates/games/src/go/view.rs"]);
        assert_eq!(problems(&WHOLE[9..]).len(), FILES.len());
        // What games share is no game.
        let shared = ["crates/games/src/hunt/mod.rs"];
        assert_eq!(problems(&[&WHOLE[..], &shared].concat()), Vec::<String>::new());
        // The same name deeper down does not count.
        let deep = ["crates/games/src/go/old/view.rs"];
        assert_eq!(problems(&[&WHOLE[..8], &deep].concat()), ["crates/games/src/go/view.rs"]);
    }

    #[test]
    fn the_guide_names_the_same_files() {
        let files: Vec<(&str, &str)> = WHOLE.iter().map(|path| (*path, "")).collect();
        let guide = "# A game\n\n`mod.rs`, `rules.rs`, `notation.rs`, `view.rs`, `compose.rs`, `evals.rs`\n";
        let found = check(&tree(&[&files[..], &[(GUIDE, guide)]].concat()));
        let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("docs/new-game.md:1: the guide does not name `planes.rs`"), "{lines:?}");
    }

    #[test]
    fn no_games_at_all_is_suspicious() {
        assert_eq!(problems(&["crates/core/src/lib.rs"]).len(), 1);
    }
}

//! Every game folder holds the same files, so that who knows one game finds the way in all of them.

use std::collections::{BTreeMap, BTreeSet};

use super::Problem;
use super::tree::Tree;

/// Where the games live.
const GAMES: &str = "crates/games/src/";

/// What every game consists of, at least.
const FILES: [&str; 4] = ["mod.rs", "rules.rs", "notation.rs", "view.rs"];

/// Checks every game folder.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut folders: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for file in &tree.files {
        if let Some((folder, name)) = file.path.strip_prefix(GAMES).and_then(|path| path.split_once('/')) {
            folders.entry(folder).or_default().insert(name);
        }
    }
    if folders.is_empty() {
        return vec![Problem::new(GAMES, 1, "no game is here: if they have moved, tell GAMES of xtask")];
    }
    let mut problems = Vec::new();
    for (folder, files) in folders {
        for missing in FILES.iter().filter(|name| !files.contains(*name)) {
            let what = format!("every game folder has the files {}: add this one", FILES.join(", "));
            problems.push(Problem::new(&format!("{GAMES}{folder}/{missing}"), 1, what));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::*;

    fn problems(paths: &[&str]) -> Vec<String> {
        let files: Vec<(&str, &str)> = paths.iter().map(|path| (*path, "")).collect();
        check(&tree(&files)).into_iter().map(|problem| problem.path).collect()
    }

    const WHOLE: [&str; 6] = [
        "crates/games/src/lib.rs",
        "crates/games/src/go/mod.rs",
        "crates/games/src/go/rules.rs",
        "crates/games/src/go/notation.rs",
        "crates/games/src/go/view.rs",
        "crates/games/src/go/ladders.rs",
    ];

    #[test]
    fn a_whole_game_passes() {
        assert_eq!(problems(&WHOLE), Vec::<String>::new());
    }

    #[test]
    fn missing_files_are_reported() {
        assert_eq!(problems(&WHOLE[..4]), ["crates/games/src/go/view.rs"]);
        assert_eq!(problems(&WHOLE[5..]).len(), 4);
        // The same name deeper down does not count.
        let deep = ["crates/games/src/go/old/view.rs"];
        assert_eq!(problems(&[&WHOLE[..4], &deep].concat()), ["crates/games/src/go/view.rs"]);
    }

    #[test]
    fn no_games_at_all_is_suspicious() {
        assert_eq!(problems(&["crates/core/src/lib.rs"]).len(), 1);
    }
}

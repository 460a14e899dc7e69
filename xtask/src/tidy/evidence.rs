//! A changed signature of a search comes with a match: how many games, how much Elo, and how certain that is.

use std::collections::BTreeMap;
use std::path::Path;

use super::Problem;
use crate::shell;

/// Where the signatures are pinned.
const FILE: &str = "crates/cli/tests/signatures.rs";

/// Commits behind this one are asked for evidence.
const SINCE: &str = "56ca5a4b4e50756f63bfd12355aa1c61b72b584a";

/// A commit that touched the file of the signatures.
struct Commit {
    /// The short name.
    name: String,
    body: String,
    /// The file before and after it.
    before: String,
    after: String,
}

/// Checks the commits since [`SINCE`]. Without their history there is nothing to check, which is said.
pub(super) fn check() -> Vec<Problem> {
    let Some(commits) = commits(&shell::root(), SINCE) else {
        println!("Evidence for signatures was not checked: the history since {} is not here.", &SINCE[..7]);
        return Vec::new();
    };
    commits.iter().filter_map(check_commit).collect()
}

fn check_commit(commit: &Commit) -> Option<Problem> {
    let (before, after) = (signatures(&commit.before), signatures(&commit.after));
    let changed: Vec<&str> = before
        .iter()
        .filter(|(game, signature)| after.get(*game).is_some_and(|now| now != *signature))
        .map(|(game, _)| *game)
        .collect();
    if changed.is_empty() || has_match(&commit.body) {
        return None;
    }
    let what = format!(
        "commit {} changes the signature of {} without a match: say in its message how many games were played, and the \
         Elo with its interval (`400 games: +12.5 ± 9.0 Elo`)",
        commit.name,
        changed.join(", ")
    );
    Some(Problem::new(FILE, 1, what))
}

/// The lines of the table by their games. A signature is a game, a number in hexadecimal digits, and more.
fn signatures(text: &str) -> BTreeMap<&str, &str> {
    let is_hash = |word: &str| word.len() == 16 && word.chars().all(|c| c.is_ascii_hexdigit());
    let parts = text.lines().filter_map(|line| line.split_once(' '));
    parts
        .map(|(game, rest)| (game, rest.trim()))
        .filter(|(_, rest)| rest.split(' ').next().is_some_and(is_hash))
        .collect()
}

/// Whether a paragraph of a message tells a match.
pub(crate) fn has_match(body: &str) -> bool {
    let tells = |paragraph: &str| {
        let has_interval = ["±", "+/-", "+-"].iter().any(|sign| paragraph.contains(sign)) || has_range(paragraph);
        paragraph.contains("Elo") && has_interval && counts_games(paragraph)
    };
    body.split("\n\n").any(tells)
}

/// Whether there is a number of games: `400 games`.
fn counts_games(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.windows(2).any(|pair| pair[0].ends_with(|c: char| c.is_ascii_digit()) && pair[1].starts_with("games"))
}

/// Whether there is an interval in brackets: `[3.5, 21.0]`.
fn has_range(text: &str) -> bool {
    let inside = text.split('[').skip(1).filter_map(|rest| rest.split_once(']'));
    let is_number = |text: &str| text.trim().trim_start_matches('+').parse::<f64>().is_ok();
    inside.filter_map(|(inside, _)| inside.split_once([',', ';'])).any(|(low, high)| is_number(low) && is_number(high))
}

/// The commits to check; `None` where git or the history is missing, as in an archive or a shallow clone.
fn commits(root: &Path, since: &str) -> Option<Vec<Commit>> {
    let git = |arguments: &[&str]| shell::read(shell::program("git", arguments).current_dir(root)).ok();
    git(&["merge-base", "--is-ancestor", since, "HEAD"])?;
    let range = format!("{since}..HEAD");
    let names = git(&["log", "--no-merges", "--format=%h", &range, "--", FILE])?;
    let file_at = |commit: &str| git(&["show", &format!("{commit}:{FILE}")]).unwrap_or_default();
    let commit = |name: &str| {
        Some(Commit {
            name: name.into(),
            body: git(&["log", "-1", "--format=%b", name])?,
            before: file_at(&format!("{name}~1")),
            after: file_at(name),
        })
    };
    names.lines().map(commit).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const BEFORE: &str = "const SIGNATURES: &str = \"\\\ngo     1fbb7942a320d289  12  145 +26 e2\nhex:11 1567d8fb8490f072  16  227 +1 d3\n\";\n";

    fn problem(after: &str, body: &str) -> Option<String> {
        let (name, body) = ("abc1234".into(), body.into());
        check_commit(&Commit { name, body, before: BEFORE.into(), after: after.into() })
            .map(|problem| problem.to_string())
    }

    #[test]
    fn a_changed_signature_needs_a_match() {
        let changed = BEFORE.replace("227", "228");
        let found = problem(&changed, "Faster.\n").unwrap();
        assert!(found.starts_with("crates/cli/tests/signatures.rs:1: commit abc1234 changes the signature of hex:11 "));
        for body in ["400 games without an interval: 12 Elo", "Elo ± games", "40 games ± 3", "400 games\n\n12 ± 3 Elo"]
        {
            assert!(problem(&changed, body).is_some(), "{body}");
        }
        for body in
            ["Why.\n\n400 games:\n+12.5 ± 9.0 Elo", "Elo +12 [3.5, +21.0] in 2000 games", "12 +/- 4 Elo after 90 games"]
        {
            assert_eq!(problem(&changed, body), None, "{body}");
        }
    }

    #[test]
    fn other_changes_need_none() {
        assert_eq!(problem(&format!("// A comment.\n{BEFORE}"), ""), None);
        assert_eq!(problem(&format!("{BEFORE}chess  1fbb7942a320d280  12  145 +26 e2\n"), ""), None);
        assert_eq!(problem("", ""), None);
    }

    /// Writes the file of the signatures and commits it.
    fn commit(root: &Path, text: &str, message: &str) -> String {
        let file = root.join(FILE);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
        let git = |arguments: &[&str]| shell::read(shell::program("git", arguments).current_dir(root)).unwrap();
        git(&["add", "."]);
        git(&["-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "--quiet", "--message", message]);
        git(&["rev-parse", "HEAD"]).trim().to_owned()
    }

    #[test]
    fn commits_are_read_from_the_history() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        shell::run(shell::program("git", &["init", "--quiet"]).current_dir(root)).unwrap();
        commit(root, &BEFORE.replace("145", "144"), "Old");
        let since = commit(root, BEFORE, "Before the rule");
        commit(root, &BEFORE.replace("145", "146"), "With a match\n\n800 games: +9.5 ± 8.1 Elo");
        commit(root, &BEFORE.replace("145", "147"), "Without one\n\nIt is faster.");
        let found: Vec<Problem> = commits(root, &since).unwrap().iter().filter_map(check_commit).collect();
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].what.contains("changes the signature of go without a match"), "{found:?}");
        // A clone without the history has nothing to check, nor has a folder without git.
        let shallow = folder.path().join("shallow");
        let from = format!("file://{}", root.display());
        shell::run(shell::program("git", &["clone", "--quiet", "--depth=1", &from, "shallow"]).current_dir(root))
            .unwrap();
        assert!(commits(&shallow, &since).is_none());
        assert!(commits(tempfile::tempdir().unwrap().path(), &since).is_none());
    }

    #[test]
    fn the_pinned_table_is_understood() {
        let text = std::fs::read_to_string(shell::root().join(FILE)).unwrap();
        let pinned = signatures(&text);
        assert!(pinned.len() >= 7, "{pinned:?}");
    }
}

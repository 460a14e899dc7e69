//! `cargo xtask tidy`: what compilers do not check. Every problem is reported, one a line, with what to do about it.
//!
//! The checks are pure functions of the files of the repository and of what cargo says of it, so that each can be
//! shown to fail.

mod code;
mod dependencies;
mod evidence;
mod files;
mod games;
mod invariants;
mod layers;
mod licences;
mod metadata;
mod names;
mod source;
mod tree;

use std::fmt;

use anyhow::{Result, bail};

use self::metadata::Metadata;
use self::tree::Tree;

/// Something that is not in order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Problem {
    path: String,
    /// From 1; 1 where the whole file is meant.
    line: usize,
    /// What is wrong, and what to do.
    what: String,
}

impl Problem {
    fn new(path: &str, line: usize, what: impl Into<String>) -> Self {
        Self { path: path.into(), line, what: what.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.what)
    }
}

/// Files that still name games or pieces.
const NAMED: [&str; 17] = [
    "crates/arena/src/engine/script.rs",
    "crates/arena/src/engine/uci/mod.rs",
    "crates/arena/src/study/mod.rs",
    "crates/arena/src/tournament/thesis.rs",
    "crates/cli/src/commands/bench/search.rs",
    "crates/protocol/src/uci/mod.rs",
    "web/css/screens.css",
    "web/js/board/taps.js",
    "web/js/board/words.js",
    "web/js/panels/players.js",
    "web/js/rules/",
    "web/js/screens/new-tournament.js",
    "web/js/screens/problem.js",
    "web/js/words/en.game.js",
    "web/js/words/en.js",
    "web/js/words/es.game.js",
    "web/js/words/es.js",
];

/// Files in which invariants are still broken.
const BROKEN: [&str; 10] = [
    "crates/cli/src/commands/bench/search.rs",
    "crates/protocol/src/nboard/mod.rs",
    "crates/protocol/src/uci/mod.rs",
    "crates/protocol/src/uci/options.rs",
    "crates/server/src/api/looking.rs",
    "crates/server/src/api/studies.rs",
    "crates/solve/src/chess/mod.rs",
    "crates/solve/src/fox_geese/shipped.rs",
    "crates/train/src/data/plan.rs",
    "crates/train/src/zero/plan.rs",
];

/// Manifests with dependencies of their own.
const OUTSIDE: [&str; 2] = ["Cargo.lock", "crates/solve/Cargo.toml"];

/// The problems outside of the known files, and the known files that have none any more.
fn unexpected(problems: Vec<Problem>, known: &[&str]) -> Vec<Problem> {
    let is_known = |problem: &Problem| known.iter().any(|place| problem.path.starts_with(place));
    let is_clean = |place: &&&str| !problems.iter().any(|problem| problem.path.starts_with(**place));
    let clean = known.iter().filter(is_clean);
    let clean: Vec<Problem> = clean
        .map(|place| Problem::new(place, 1, "in order now: take it out of the list in xtask/src/tidy/mod.rs"))
        .collect();
    problems.into_iter().filter(|problem| !is_known(problem)).chain(clean).collect()
}

/// Runs every check.
pub(crate) fn run() -> Result<()> {
    let tree = Tree::read()?;
    let metadata = Metadata::read()?;
    let mut problems = [
        files::check(&tree),
        source::check(&tree),
        games::check(&tree),
        unexpected(names::check(&tree), &NAMED),
        unexpected(invariants::check(&tree), &BROKEN),
        evidence::check(),
        unexpected(dependencies::check(&metadata, &tree), &OUTSIDE),
        layers::check(&metadata, &tree),
        licences::check(&metadata, &tree),
    ]
    .concat();
    problems.sort();
    for problem in &problems {
        println!("{problem}");
    }
    let seen = format!("{} files, {} packages", tree.files.len(), metadata.packages.len());
    match problems.len() {
        0 => println!("Tidy: {seen}."),
        1 => bail!("not tidy: 1 problem in {seen}"),
        count => bail!("not tidy: {count} problems in {seen}"),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_problems_pass_until_they_are_mended() {
        let problems = || ["a/b.rs", "c.rs"].map(|path| Problem::new(path, 3, "bad")).to_vec();
        assert_eq!(unexpected(problems(), &["a/"]), [Problem::new("c.rs", 3, "bad")]);
        let found = unexpected(problems(), &["a/", "c.rs", "d.rs"]);
        assert_eq!(found.len(), 1);
        assert!(found[0].to_string().starts_with("d.rs:1: in order now"));
    }
}

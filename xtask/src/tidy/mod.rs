//! `cargo xtask tidy`: what compilers do not check. Every problem is reported, one a line, with what to do about it.
//!
//! The checks are pure functions of the files of the repository and of the metadata of cargo, so that each can be
//! shown to fail.

mod code;
mod dependencies;
mod docs;
mod evidence;
mod files;
mod games;
mod invariants;
mod known;
mod layers;
mod licences;
mod metadata;
mod names;
mod source;
mod tree;

use std::fmt;

use anyhow::{Result, bail};

#[cfg(test)]
pub(crate) use self::evidence::has_match;
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

/// Runs every check.
pub(crate) fn run() -> Result<()> {
    let tree = Tree::read()?;
    let metadata = Metadata::read()?;
    let mut problems = [check(&tree, &metadata), evidence::check()].concat();
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

/// The checks of the files as they are, without their history.
fn check(tree: &Tree, metadata: &Metadata) -> Vec<Problem> {
    [
        files::check(tree),
        source::check(tree),
        games::check(tree),
        names::check(tree),
        known::BROKEN.others(invariants::check(tree)),
        dependencies::check(metadata, tree),
        docs::check(tree),
        layers::check(metadata, tree),
        licences::check(metadata, tree),
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plants each violation in a tree and finds it among all problems.
    #[test]
    fn every_check_is_run() {
        let planted = [
            ("notes.txt", "", "notes.txt:1: `notes.txt` has no place at the root"),
            ("crates/core/src/a.rs", "//!\nfn a() { to\u{64}o!() }", "is no finished work"),
            ("crates/games/src/go/rules.rs", "", "crates/games/src/go/view.rs:1: every game folder has the files"),
            ("crates/arena/src/a.rs", "\nfn a() { b(\"chess\") }", "crates/arena/src/a.rs:2: `chess` names a game"),
            ("web/js/a.js", "const a = { rook: 5 };", "web/js/a.js:1: `rook` names a game or a piece"),
            ("crates/search/src/a.rs", "fn a() { std::env::var(\"A\") }", "crates/search/src/a.rs:1: the environment"),
            (
                "crates/core/Cargo.toml",
                "[dependencies]\nrand = \"1\"",
                "crates/core/Cargo.toml:2: `rand` does not come",
            ),
        ];
        let files: Vec<(&str, &str)> = planted.iter().map(|(path, text, _)| (*path, *text)).collect();
        let metadata = metadata::tests::workspace(&[("quevedo-core", &["quevedo-games"]), ("quevedo-games", &[])]);
        let found = check(&tree::tests::tree(&files), &metadata);
        let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
        let layer = "crate `quevedo-core` has no place among the layers";
        for words in planted.iter().map(|(_, _, words)| *words).chain([layer]) {
            assert!(lines.iter().any(|line| line.contains(words)), "nothing about `{words}` in {lines:#?}");
        }
    }
}

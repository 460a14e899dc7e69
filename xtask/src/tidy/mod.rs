//! `cargo xtask tidy`: what compilers do not check. Every problem is reported, one a line, with what to do about it.
//!
//! The checks are pure functions of the files of the repository and of the metadata of cargo, so that each can be
//! shown to fail.

mod code;
mod dependencies;
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
    let mut problems = [
        files::check(&tree),
        source::check(&tree),
        games::check(&tree),
        known::NAMED.others(names::check(&tree)),
        known::BROKEN.others(invariants::check(&tree)),
        evidence::check(),
        dependencies::check(&metadata, &tree),
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

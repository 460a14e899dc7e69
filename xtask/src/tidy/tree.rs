//! The files of the repository.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::shell;

/// What is built or found by fuzzing, as in `.gitignore`: no part of the repository.
const NOT_OURS: [&str; 7] =
    [".git", "target", "fuzz/target", "fuzz/corpus", "fuzz/artifacts", "fuzz/coverage", "web/node_modules"];

/// Every file of the repository.
pub(super) struct Tree {
    pub(super) files: Vec<File>,
}

/// A file.
#[derive(Default)]
pub(super) struct File {
    /// From the root, with `/`.
    pub(super) path: String,
    pub(super) bytes: u64,
    /// What it says, if it is text.
    pub(super) text: Option<String>,
}

impl Tree {
    /// Reads what git tracks, or everything there is where there is no git.
    pub(super) fn read() -> Result<Self> {
        let root = shell::root();
        let mut paths = tracked(&root).map_or_else(|| walk(&root), Ok)?;
        paths.sort();
        let there = paths.into_iter().filter(|path| root.join(path).is_file());
        let files = there.map(|path| File::read(&root, path)).collect::<Result<_>>()?;
        Ok(Self { files })
    }

    /// The file of that path.
    pub(super) fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// The first line of a file that `is_meant`; 1 if there is none.
    pub(super) fn line_where(&self, path: &str, is_meant: impl Fn(&str) -> bool) -> usize {
        let text = self.file(path).and_then(|file| file.text.as_deref()).unwrap_or("");
        text.lines().position(is_meant).map_or(1, |index| index + 1)
    }
}

impl File {
    fn read(root: &Path, path: String) -> Result<Self> {
        let content = fs::read(root.join(&path)).with_context(|| format!("cannot read {path}"))?;
        let bytes = content.len() as u64;
        let text = String::from_utf8(content).ok().filter(|text| !text.contains('\0'));
        Ok(Self { path, bytes, text })
    }

    /// What follows the last dot of the name.
    pub(super) fn extension(&self) -> &str {
        Path::new(&self.path).extension().and_then(|extension| extension.to_str()).unwrap_or_default()
    }

    /// The lines of a text file, numbered from 1.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.iter().flat_map(|text| text.lines()).enumerate().map(|(index, line)| (index + 1, line))
    }
}

/// What git tracks; `None` where this is no checkout or there is no git, as in an unpacked archive.
fn tracked(root: &Path) -> Option<Vec<String>> {
    if !root.join(".git").exists() {
        return None;
    }
    let list = shell::read(&mut shell::program("git", &["ls-files", "-z"])).ok()?;
    Some(list.split_terminator('\0').map(String::from).collect())
}

fn walk(root: &Path) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        let place = root.join(&folder);
        for entry in fs::read_dir(&place).with_context(|| format!("cannot list {}", place.display()))? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
            if NOT_OURS.contains(&path.as_str()) {
                continue;
            }
            if entry.file_type()?.is_dir() { folders.push(path) } else { paths.push(path) }
        }
    }
    Ok(paths)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A tree of text files, for the tests of the checks.
    pub(in crate::tidy) fn tree(files: &[(&str, &str)]) -> Tree {
        let file = |(path, text): &(&str, &str)| File {
            path: (*path).into(),
            bytes: text.len() as u64,
            text: Some((*text).into()),
        };
        Tree { files: files.iter().map(file).collect() }
    }

    #[test]
    fn the_walk_finds_this_file_and_leaves_builds_out() {
        let paths = walk(&shell::root()).unwrap();
        assert!(paths.iter().any(|path| path == "xtask/src/tidy/tree.rs"));
        assert!(!paths.iter().any(|path| path.starts_with("target/") || path.starts_with(".git/")));
    }

    #[test]
    fn lines_are_found_and_numbered() {
        let tree = tree(&[("a.toml", "one\ntwo\ntwo\n")]);
        assert_eq!(tree.line_where("a.toml", |line| line == "two"), 2);
        assert_eq!(tree.line_where("a.toml", |line| line == "three"), 1);
        assert_eq!(tree.files[0].lines().nth(2), Some((3, "two")));
    }
}

//! Every file has its place, and nothing is left lying about.

use super::Problem;
use super::tree::{File, Tree};

/// What the root of the repository holds; a name that ends in `-` stands for all that begin so.
const TOP: &[&str] = &[
    ".cargo",
    ".ci",
    ".github",
    ".gitignore",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-",
    "README.md",
    "clippy.toml",
    "crates",
    "deny.toml",
    "docs",
    "examples",
    "fuzz",
    "packaging",
    "peers",
    "python",
    "recipes",
    "rustfmt.toml",
    "studies",
    "suites",
    "training",
    "web",
    "xtask",
];

/// How names of files end that editors and merges leave behind.
const LEFTOVERS: [&str; 6] = [".orig", ".rej", ".swp", ".swo", "~", ".DS_Store"];

/// Larger files belong into releases, not into the history.
const LARGEST_MIB: u64 = 10;
/// Files that may be larger, in MiB: the table of the Fox and the Geese is compressed as well as can be, and takes
/// hours to build.
const LARGER: [(&str, u64); 1] = [("crates/solve/tables/fox-geese.qvp", 20)];

/// Checks where files are, how they are called and how large they are.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    tree.files.iter().flat_map(check_file).collect()
}

fn check_file(file: &File) -> Vec<Problem> {
    let path = &file.path;
    let problem = |what: String| Problem::new(path, 1, what);
    let mut problems = Vec::new();
    let top = path.split('/').next().unwrap_or(path);
    if !TOP.iter().any(|known| top == *known || (known.ends_with('-') && top.starts_with(known))) {
        problems.push(problem(format!("`{top}` has no place at the root: move it, or add it to TOP of xtask")));
    }
    if LEFTOVERS.iter().any(|ending| path.ends_with(ending)) {
        problems.push(problem("left over from an editor or a merge: delete it".into()));
    }
    let allowed = LARGER.iter().find(|(larger, _)| path == larger).map_or(LARGEST_MIB, |(_, mib)| *mib);
    if file.bytes > allowed << 20 {
        let size = file.bytes as f64 / (1 << 20) as f64;
        problems.push(problem(format!("{size:.1} MiB, {allowed} are allowed: keep it out of the repository")));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(path: &str, bytes: u64) -> usize {
        check(&Tree { files: vec![File { path: path.into(), bytes, text: None }] }).len()
    }

    #[test]
    fn files_in_their_places_pass() {
        for path in ["Cargo.toml", "LICENSE-MIT", "crates/core/src/lib.rs", ".cargo/config.toml", "web/a/b.svg"] {
            assert_eq!(problems(path, 10 << 20), 0, "{path}");
        }
    }

    #[test]
    fn strays_are_reported() {
        for path in ["notes.txt", "Cargo.toml.bak", "src/lib.rs", "crates-old/a.rs", "README.md/x~"] {
            assert!(problems(path, 1) > 0, "{path}");
        }
    }

    #[test]
    fn leftovers_are_reported() {
        for path in ["crates/a.rs.orig", "docs/b.rej", "docs/c.md~", "web/.DS_Store", "xtask/.main.rs.swp"] {
            assert_eq!(problems(path, 1), 1, "{path}");
        }
    }

    #[test]
    fn large_files_are_reported() {
        assert_eq!(problems("docs/big.png", (10 << 20) + 1), 1);
    }
}

//! `cargo xtask new-game NAME`: a crate for a game of one's own, copied from the example.

use std::fs;
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::shell;

/// What is copied, from the root of the repository.
pub(crate) const EXAMPLE: &str = "examples/tic-tac-toe";

/// The program with that game.
pub(crate) const PROGRAM: &str = "examples/tic-tac-toe/program";

/// The build folder, no part of the example. The lock file is: it names the versions that the tests were run with. It is
/// copied as it is, because the catalog depends on the example itself; cargo adds the new game to it.
const BUILT: &str = "target";
const LOCK: &str = "Cargo.lock";

/// The manifests of a copy, and how their paths lead to the root of the repository.
const MANIFESTS: [(&str, &str); 2] = [("Cargo.toml", "\"../../"), ("program/Cargo.toml", "\"../../../")];

/// Lay out a crate for a game of your own
#[derive(Args)]
pub(crate) struct NewGame {
    /// The name of the game in lowercase, such as `nine-mens-morris`
    name: String,
    /// The folder to make [default: examples/NAME]
    #[arg(long, value_name = "FOLDER")]
    to: Option<PathBuf>,
}

impl NewGame {
    /// Copies the example under the new name.
    pub(crate) fn run(&self) -> Result<()> {
        let root = shell::root();
        let folder = self.to.clone().unwrap_or_else(|| root.join("examples").join(&self.name));
        copy(&root.join(EXAMPLE), &root, &self.name, &folder)?;
        println!(
            "{} is tic-tac-toe by another name: change its rules, and run `cargo test --lib` there.",
            folder.display()
        );
        Ok(())
    }
}

/// Copies an example to a new folder; its crates stay those of `root`.
fn copy(example: &Path, root: &Path, name: &str, folder: &Path) -> Result<()> {
    check(name)?;
    if !example.is_dir() {
        bail!("{} is not there: it is what a new game is copied from", example.display());
    }
    if folder.exists() {
        bail!("{} is there already: choose another name, or another folder by --to", folder.display());
    }
    let old = example.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let names = names(&old).into_iter().zip(names(name)).collect::<Vec<_>>();
    copy_folder(example, folder, &names)?;
    let here = root.canonicalize().context("cannot find the root of the repository")?;
    let is_in_examples = folder.parent().and_then(|parent| parent.canonicalize().ok()) == Some(here.join("examples"));
    if is_in_examples {
        return Ok(());
    }
    MANIFESTS.iter().try_for_each(|(manifest, way)| point_to(&here, &folder.join(manifest), way))
}

/// The paths of the example lead from its own place to ours.
fn point_to(root: &Path, manifest: &Path, way: &str) -> Result<()> {
    let text = fs::read_to_string(manifest).with_context(|| format!("cannot read {}", manifest.display()))?;
    let text = text.replace(way, &format!("\"{}/", root.display()));
    fs::write(manifest, text).with_context(|| format!("cannot write {}", manifest.display()))
}

fn copy_folder(from: &Path, to: &Path, names: &[(String, String)]) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot list {}", from.display()))? {
        let path = entry?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if file == BUILT {
            continue;
        }
        let new = to.join(renamed(&file, names));
        if path.is_dir() {
            copy_folder(&path, &new, names)?;
            continue;
        }
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let names = if file == LOCK { &[] } else { names };
        let bytes =
            String::from_utf8(bytes).map_or_else(FromUtf8Error::into_bytes, |text| renamed(&text, names).into_bytes());
        fs::write(&new, bytes).with_context(|| format!("cannot write {}", new.display()))?;
    }
    Ok(())
}

fn renamed(text: &str, names: &[(String, String)]) -> String {
    names.iter().fold(text.to_owned(), |text, (old, new)| text.replace(old, new))
}

/// A name as packages, modules, types, constants and people write it.
fn names(name: &str) -> [String; 6] {
    let words: Vec<String> = name.split('-').map(capitalised).collect();
    let snake = name.replace('-', "_");
    [name.into(), snake.to_uppercase(), snake, words.concat(), words.join("-"), capitalised(name)]
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Refuses what cannot be the name of a package.
fn check(name: &str) -> Result<()> {
    let is_good = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.split('-').all(is_good) {
        bail!(
            "`{name}` is no name for a game: use lowercase letters, digits and single hyphens, as in `nine-mens-morris`"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A repository with a small example.
    fn repository() -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let manifest =
            "[package]\nname = \"tic-tac-toe\"\n[dependencies]\nquevedo-core = { path = \"../../crates/core\" }\n";
        write("examples/tic-tac-toe/Cargo.toml", manifest);
        write("examples/tic-tac-toe/Cargo.lock", "name = \"tic-tac-toe\"\n");
        write("examples/tic-tac-toe/target/debug/a", "built");
        let program = "[package]\nname = \"tic-tac-toe-program\"\n[dependencies]\n\
                       quevedo = { path = \"../../../crates/cli\" }\ntic-tac-toe = { path = \"..\" }\n";
        write("examples/tic-tac-toe/program/Cargo.toml", program);
        write("examples/tic-tac-toe/program/src/main.rs", "//! Tic-tac-toe.\nuse tic_tac_toe::TicTacToe;\n");
        write("examples/tic-tac-toe/tests/tic_tac_toe.rs", "const TIC_TAC_TOE: &str = \"Tic-Tac-Toe\";\n");
        root
    }

    fn read(path: &Path) -> String {
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    #[test]
    fn a_new_game_has_its_own_name_everywhere() {
        let root = repository();
        let folder = root.path().join("examples/nine-holes");
        copy(&root.path().join(EXAMPLE), root.path(), "nine-holes", &folder).unwrap();
        assert_eq!(read(&folder.join("program/src/main.rs")), "//! Nine-holes.\nuse nine_holes::NineHoles;\n");
        assert_eq!(read(&folder.join("tests/nine_holes.rs")), "const NINE_HOLES: &str = \"Nine-Holes\";\n");
        let manifest = read(&folder.join("Cargo.toml"));
        assert!(manifest.contains("name = \"nine-holes\"") && manifest.contains("\"../../crates/core\""), "{manifest}");
        let program = read(&folder.join("program/Cargo.toml"));
        assert!(program.contains("nine-holes = { path = \"..\" }") && program.contains("\"../../../crates/cli\""));
        assert_eq!(read(&folder.join("Cargo.lock")), "name = \"tic-tac-toe\"\n", "the catalog depends on it");
        assert!(!folder.join("target").exists());
    }

    #[test]
    fn elsewhere_it_still_finds_our_crates() {
        let (root, elsewhere) = (repository(), tempfile::tempdir().unwrap());
        let folder = elsewhere.path().join("go");
        copy(&root.path().join(EXAMPLE), root.path(), "go", &folder).unwrap();
        let ours = root.path().canonicalize().unwrap().join("crates/core");
        assert!(read(&folder.join("Cargo.toml")).contains(&format!("path = \"{}\"", ours.display())));
        let program = read(&folder.join("program/Cargo.toml"));
        assert!(program.contains(&format!("path = \"{}\"", ours.with_file_name("cli").display())), "{program}");
        assert!(program.contains("go = { path = \"..\" }"), "{program}");
    }

    #[test]
    fn nothing_is_overwritten_and_bad_names_are_refused() {
        let root = repository();
        let example = root.path().join(EXAMPLE);
        let error = copy(&example, root.path(), "go", &example).unwrap_err().to_string();
        assert!(error.contains("is there already"), "{error}");
        for name in ["", "Go", "a b", "go-", "-go", "9holes", "a--b", "a_b", "../a"] {
            let error = copy(&example, root.path(), name, &root.path().join("new")).unwrap_err().to_string();
            assert!(error.contains("no name for a game"), "{name}: {error}");
            assert!(!root.path().join("new").exists());
        }
        let error =
            copy(&root.path().join("gone"), root.path(), "go", &root.path().join("new")).unwrap_err().to_string();
        assert!(error.contains("gone is not there") && !root.path().join("new").exists(), "{error}");
    }
}

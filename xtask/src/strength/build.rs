//! Building the two programs: a revision in a git worktree of its own, and the working tree.
//!
//! ```text
//! target/strength/build/      the build folder of both; dependencies are compiled once
//! target/strength/COMMIT/     the sources of a revision, while it is built
//! target/strength/bin/        the programs: COMMIT, COMMIT-networks-HASH, working-tree
//! ```

use std::collections::BTreeMap;
use std::env::consts::EXE_EXTENSION;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::shell::{self, cargo, program};

/// Everything that is built for matches.
pub(super) const FOLDER: &str = "target/strength";
/// The networks that are embedded in the program.
const NETWORKS: &str = "crates/nets/weights";
/// The manifest of the program.
const MANIFEST: &str = "crates/cli/Cargo.toml";
/// The feature that names the program without server, training and terminal; it builds quicker.
const FEATURE: &str = "engine";
/// Digits of a commit in names of files.
const DIGITS: usize = 12;

/// The full id of a commit.
pub(super) fn resolve(revision: &str) -> Result<String> {
    let commit = format!("{revision}^{{commit}}");
    let id = shell::read(&mut program("git", &["rev-parse", "--verify", "--quiet", "--end-of-options", &commit]));
    let id = id.with_context(|| format!("--against: git knows no commit `{revision}`"))?;
    Ok(id.trim().into())
}

/// A name of a commit that stays right: what the user wrote, if that is the beginning of its id.
pub(super) fn name<'a>(commit: &'a str, revision: &'a str) -> &'a str {
    if commit.starts_with(revision) { revision } else { &commit[..DIGITS] }
}

/// The program of a revision, built unless it is there already.
pub(super) fn revision(commit: &str, own_networks: bool) -> Result<PathBuf> {
    let root = shell::root();
    let name = &commit[..DIGITS];
    let ours = networks_in(&root.join(NETWORKS))?;
    let differ = !own_networks && networks_of(&root, commit)? != ours;
    let target = binary(&if differ { format!("{name}-networks-{:016x}", hash(&ours)) } else { name.into() });
    if target.is_file() {
        return Ok(target);
    }
    let folder = root.join(FOLDER).join(name);
    check_out(commit, &folder)?;
    if differ {
        println!("{name} is built with the networks of the working tree.");
        replace_networks(&root.join(NETWORKS), &folder.join(NETWORKS))?;
    }
    build(&folder)?;
    keep(&target)?;
    shell::run(&mut program("git", &["worktree", "remove", "--force", &folder.to_string_lossy()]))?;
    Ok(target)
}

/// The program of the working tree as it is now, committed or not.
pub(super) fn working_tree() -> Result<PathBuf> {
    let target = binary("working-tree");
    build(&shell::root())?;
    keep(&target)?;
    Ok(target)
}

fn binary(name: &str) -> PathBuf {
    shell::root().join(FOLDER).join("bin").join(name)
}

/// Checks a commit out in a worktree, unless a run that was interrupted has left it there.
fn check_out(commit: &str, folder: &Path) -> Result<()> {
    let path = folder.to_string_lossy();
    let git = |arguments: &[&str]| {
        let mut command = program("git", &["-C", &path]);
        command.args(arguments);
        shell::read(&mut command).ok()
    };
    // Without a `.git` of its own, git would answer for the repository around it.
    let is_ready = folder.join(".git").is_file()
        && git(&["rev-parse", "HEAD"]).is_some_and(|head| head.trim() == commit)
        && git(&["status", "--porcelain"]).is_some_and(|changes| changes.is_empty());
    if is_ready {
        return Ok(());
    }
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot remove {path}"))?;
    }
    shell::run(&mut program("git", &["worktree", "prune"]))?;
    shell::read(&mut program("git", &["worktree", "add", "--quiet", "--detach", &path, commit])).map(drop)
}

/// Builds the program of a source tree. Cargo runs at our root, so that both trees are compiled with the same flags.
fn build(tree: &Path) -> Result<()> {
    let manifest = tree.join(MANIFEST);
    let text = fs::read_to_string(&manifest).with_context(|| format!("cannot read {}", manifest.display()))?;
    shell::run(&mut build_command(tree, &text))
}

fn build_command(tree: &Path, manifest: &str) -> Command {
    let path = tree.join("Cargo.toml");
    let mut command = cargo(&["build", "--release", "--locked", "--package", "quevedo", "--bin", "quevedo"]);
    command.arg("--manifest-path").arg(path).arg("--target-dir").arg(shell::root().join(FOLDER).join("build"));
    if has_feature(manifest) {
        command.args(["--no-default-features", "--features", FEATURE]);
    }
    command
}

/// Whether a manifest has the feature of the small program.
fn has_feature(manifest: &str) -> bool {
    let table: Option<toml::Table> = manifest.parse().ok();
    table.and_then(|table| table.get("features")?.get(FEATURE).cloned()).is_some()
}

/// Copies the program that was just built. A match that runs keeps the one it has.
fn keep(target: &Path) -> Result<()> {
    let built = shell::root().join(FOLDER).join("build/release").join("quevedo").with_extension(EXE_EXTENSION);
    let part = target.with_extension("part");
    fs::create_dir_all(target.parent().unwrap_or(target))
        .and_then(|()| fs::copy(&built, &part))
        .and_then(|_| fs::rename(&part, target))
        .with_context(|| format!("cannot copy {} to {}", built.display(), target.display()))
}

/// The networks that `eval=best` stands for, by encoding: the git id of a network, or the name of a hand-made evaluator.
type Networks = BTreeMap<String, String>;

fn hash(networks: &Networks) -> u64 {
    let mut hasher = DefaultHasher::new();
    networks.hash(&mut hasher);
    hasher.finish()
}

/// The networks of a commit.
fn networks_of(root: &Path, commit: &str) -> Result<Networks> {
    let git = |arguments: &[&str]| shell::read(program("git", arguments).current_dir(root));
    let list = git(&["ls-tree", "-r", "--format=%(objectname) %(path)", commit, "--", NETWORKS])?;
    let files: BTreeMap<&str, &str> =
        list.lines().filter_map(|line| line.split_once(' ')).map(|(id, path)| (path, id)).collect();
    let mut networks = Networks::new();
    for (path, id) in &files {
        let Some(folder) = path.strip_suffix("/best") else { continue };
        let name = git(&["cat-file", "blob", id])?;
        let network = files.get(format!("{folder}/{}.qnet", name.trim()).as_str()).copied().unwrap_or(name.trim());
        let encoding = folder.trim_start_matches(NETWORKS).trim_start_matches('/');
        networks.insert(encoding.into(), network.into());
    }
    Ok(networks)
}

/// The networks in a folder.
fn networks_in(folder: &Path) -> Result<Networks> {
    let mut networks = Networks::new();
    for encoding in encodings(folder)? {
        let Ok(name) = fs::read_to_string(folder.join(&encoding).join("best")) else { continue };
        let file = folder.join(&encoding).join(format!("{}.qnet", name.trim()));
        let id = if file.is_file() {
            shell::read(&mut program("git", &["hash-object", "--no-filters", &file.to_string_lossy()]))?
        } else {
            name
        };
        networks.insert(encoding, id.trim().into());
    }
    Ok(networks)
}

/// The folders of a folder of networks.
fn encodings(folder: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let names = entries.filter_map(|entry| entry.ok().filter(|entry| entry.path().is_dir()));
    Ok(names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
}

/// Makes the best networks of `from` the best ones of `to`.
fn replace_networks(from: &Path, to: &Path) -> Result<()> {
    for encoding in encodings(to)? {
        let best = to.join(encoding).join("best");
        if best.exists() {
            fs::remove_file(&best).with_context(|| format!("cannot remove {}", best.display()))?;
        }
    }
    for encoding in encodings(from)? {
        let Ok(name) = fs::read_to_string(from.join(&encoding).join("best")) else { continue };
        fs::create_dir_all(to.join(&encoding))?;
        for file in ["best".into(), format!("{}.qnet", name.trim())] {
            let file = Path::new(&encoding).join(file);
            if from.join(&file).is_file() {
                fs::copy(from.join(&file), to.join(&file))
                    .with_context(|| format!("cannot copy {}", file.display()))?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(command: &Command) -> String {
        command.get_args().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_revision_is_built_as_small_as_it_can_be() {
        let tree = Path::new("/tree");
        let small = words(&build_command(tree, "[features]\nengine = []\n"));
        assert!(
            small.starts_with(
                "build --release --locked --package quevedo --bin quevedo --manifest-path /tree/Cargo.toml"
            )
        );
        assert!(small.ends_with("target/strength/build --no-default-features --features engine"), "{small}");
        for manifest in ["[features]\ntui = []\n", "[package]\n"] {
            assert!(words(&build_command(tree, manifest)).ends_with("target/strength/build"), "{manifest}");
        }
    }

    /// Writes files into a folder.
    fn write(folder: &Path, files: &[(&str, &str)]) {
        for (path, text) in files {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }

    #[test]
    fn networks_are_compared_by_what_is_in_them() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let weights = root.join(NETWORKS);
        let git = |arguments: &[&str]| shell::read(program("git", arguments).current_dir(root)).unwrap();
        write(
            &weights,
            &[("go/best", "first\n"), ("go/first.qnet", "1"), ("hex/best", "plain"), ("go/other.qnet", "2")],
        );
        git(&["init", "--quiet"]);
        git(&["add", "."]);
        git(&["-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "--quiet", "--message", "Networks"]);
        let commit = git(&["rev-parse", "HEAD"]);
        let committed = networks_of(root, commit.trim()).unwrap();
        assert_eq!(committed.len(), 2);
        assert_eq!(committed["hex"], "plain");
        assert_eq!(networks_in(&weights).unwrap(), committed);
        // A network that nothing stands for makes no difference; the best one does.
        write(&weights, &[("go/other.qnet", "3")]);
        assert_eq!(networks_in(&weights).unwrap(), committed);
        write(&weights, &[("go/first.qnet", "3")]);
        assert_ne!(networks_in(&weights).unwrap(), committed);
    }

    #[test]
    fn a_revision_gets_our_networks_and_no_others() {
        let (ours, theirs) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        write(ours.path(), &[("go/best", "new"), ("go/new.qnet", "1"), ("chess/best", "hand-made")]);
        write(theirs.path(), &[("go/best", "old"), ("go/old.qnet", "0"), ("hex/best", "x"), ("hex/x.qnet", "2")]);
        replace_networks(ours.path(), theirs.path()).unwrap();
        assert_eq!(networks_in(theirs.path()).unwrap(), networks_in(ours.path()).unwrap());
    }

    #[test]
    fn a_branch_is_named_by_its_commit() {
        let commit = "56ca5a4b4e50756f63bfd12355aa1c61b72b584a";
        assert_eq!([name(commit, "56ca5a4"), name(commit, "main")], ["56ca5a4", "56ca5a4b4e50"]);
    }

    #[test]
    fn an_unknown_revision_is_refused() {
        let error = resolve("no-such-revision").unwrap_err().to_string();
        assert!(error.contains("git knows no commit `no-such-revision`"), "{error}");
    }
}

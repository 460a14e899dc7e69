//! Every dependency comes from the table of the workspace, and some have one version only.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

use super::Problem;
use super::layers::names;
use super::metadata::Metadata;
use super::tree::{File, Tree};

/// Packages that take long to build or ship data formats: one version is enough.
const ONE_VERSION: [&str; 3] = ["tokio", "zstd", "zstd-sys"];

/// Checks the manifests of all members.
pub(super) fn check(metadata: &Metadata, tree: &Tree) -> Vec<Problem> {
    let mut problems = twice(metadata, tree);
    let mut used = BTreeSet::new();
    for package in metadata.members() {
        let manifest = metadata.manifest(package);
        let Some(file) = tree.file(&manifest) else { continue };
        let tables = dependency_tables(&file.text.as_deref().unwrap_or_default().parse().unwrap_or_default());
        for (name, value) in tables.into_iter().flatten() {
            if value.get("workspace").and_then(Value::as_bool) != Some(true) {
                let line = tree.line_where(&manifest, |line| names(line, &name));
                let what = format!(
                    "`{name}` does not come from the workspace: add it to [workspace.dependencies] of the root and write \
                     `{name}.workspace = true`"
                );
                problems.push(Problem::new(&manifest, line, what));
            }
            used.insert(name);
        }
    }
    problems.extend(unused(tree, &used));
    problems.extend(other_versions(tree));
    problems
}

/// Examples use the versions that the workspace uses, so that they can share what is built.
fn other_versions(tree: &Tree) -> Vec<Problem> {
    let Some(ours) = tree.file("Cargo.lock") else { return Vec::new() };
    let ours = locked(ours);
    let is_lock = |file: &&File| file.path.starts_with("examples/") && file.path.ends_with("/Cargo.lock");
    let problem = |file: &File, (name, version): &(String, String)| {
        let line = tree.line_where(&file.path, |line| line == format!("name = \"{name}\""));
        let advice = "copy Cargo.lock of the root there, and run `cargo metadata` in the folder";
        Problem::new(&file.path, line, format!("{name} {version} is not what the workspace uses: {advice}"))
    };
    let others = |file| locked(file).difference(&ours).map(|package| problem(file, package)).collect::<Vec<_>>();
    tree.files.iter().filter(is_lock).flat_map(others).collect()
}

/// Names and versions of the packages from elsewhere in a lock file.
fn locked(file: &File) -> BTreeSet<(String, String)> {
    let lock: Table = file.text.as_deref().unwrap_or_default().parse().unwrap_or_default();
    let packages = lock.get("package").and_then(Value::as_array).into_iter().flatten();
    let word = |package: &Value, key: &str| package.get(key).and_then(Value::as_str).map(String::from);
    packages
        .filter_map(|package| word(package, "source").and(Some((word(package, "name")?, word(package, "version")?))))
        .collect()
}

/// The tables of dependencies of a manifest, those of single platforms too.
fn dependency_tables(manifest: &Table) -> Vec<Table> {
    let kinds = ["dependencies", "dev-dependencies", "build-dependencies"];
    let of = |table: &Table| kinds.iter().filter_map(|kind| table.get(*kind)?.as_table().cloned()).collect::<Vec<_>>();
    let platforms = manifest.get("target").and_then(Value::as_table);
    let platforms = platforms.into_iter().flat_map(Table::values).filter_map(Value::as_table);
    of(manifest).into_iter().chain(platforms.flat_map(of)).collect()
}

/// Entries of the workspace table that no member uses. Our own crates may be there for programs outside.
fn unused(tree: &Tree, used: &BTreeSet<String>) -> Vec<Problem> {
    let Some(text) = tree.file("Cargo.toml").and_then(|file| file.text.as_deref()) else { return Vec::new() };
    let root: Table = text.parse().unwrap_or_default();
    let table = root.get("workspace").and_then(|workspace| workspace.get("dependencies")).and_then(Value::as_table);
    let without_user =
        table.into_iter().flat_map(Table::keys).filter(|name| !used.contains(*name) && !name.starts_with("quevedo"));
    let problem = |name: &String| {
        let line = tree.line_where("Cargo.toml", |line| names(line, name));
        Problem::new("Cargo.toml", line, format!("no crate of the workspace uses `{name}`: take it out of the table"))
    };
    without_user.map(problem).collect()
}

/// Packages of [`ONE_VERSION`] of which there are more.
fn twice(metadata: &Metadata, tree: &Tree) -> Vec<Problem> {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in metadata.packages.iter().filter(|package| ONE_VERSION.contains(&package.name.as_str())) {
        versions.entry(&package.name).or_default().insert(&package.version);
    }
    let problem = |(name, versions): (&str, BTreeSet<&str>)| {
        let all = versions.into_iter().collect::<Vec<_>>().join(" and ");
        let line = tree.line_where("Cargo.lock", |line| line == format!("name = \"{name}\""));
        let advice = format!("`cargo tree -i {name}` shows who wants which");
        Problem::new("Cargo.lock", line, format!("{name} is built in the versions {all}: use one; {advice}"))
    };
    versions.into_iter().filter(|(_, versions)| versions.len() > 1).map(problem).collect()
}

#[cfg(test)]
mod tests {
    use super::super::metadata::tests::{of, package, workspace};
    use super::super::tree::tests::tree;
    use super::*;

    fn problems(manifest: &str) -> Vec<String> {
        let all = workspace(&[("quevedo-core", &[])]);
        check(&all, &tree(&[("crates/core/Cargo.toml", manifest)])).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn dependencies_come_from_the_workspace() {
        let good = "[dependencies]\nserde.workspace = true\nclap = { workspace = true, features = [\"env\"] }\n";
        assert_eq!(problems(good), Vec::<String>::new());
        for kind in ["dependencies", "dev-dependencies", "build-dependencies", "target.'cfg(unix)'.dependencies"] {
            for value in ["\"1\"", "{ version = \"1\" }", "{ path = \"../rand\" }", "{ git = \"https://a.b\" }"] {
                let found = problems(&format!("[{kind}]\nserde.workspace = true\nrand = {value}\n"));
                assert_eq!(found.len(), 1, "{kind} {value}");
                assert!(found[0].starts_with("crates/core/Cargo.toml:3: `rand` does not come from"), "{found:?}");
            }
        }
    }

    #[test]
    fn the_table_has_what_is_used_only() {
        let root = "[workspace.dependencies]\nserde = \"1\"\nrand = { version = \"1\" }\n";
        let member = "[dependencies]\nserde.workspace = true\n";
        let files = tree(&[("Cargo.toml", root), ("crates/core/Cargo.toml", member)]);
        let found = check(&workspace(&[("quevedo-core", &[])]), &files);
        assert_eq!(found.len(), 1);
        assert!(found[0].to_string().starts_with("Cargo.toml:3: no crate of the workspace uses `rand`"), "{found:?}");
    }

    #[test]
    fn examples_use_our_versions() {
        let lock = |version: &str| {
            format!(
                "[[package]]\nname = \"ours\"\nversion = \"0.1.0\"\n\n[[package]]\nname = \"rand\"\nversion = \"{version}\"\nsource = \"registry\"\n"
            )
        };
        let problems = |version: &str| {
            let (ours, theirs) = (lock("1.0.0").replace("ours", "core"), lock(version));
            check(&of(Vec::new()), &tree(&[("Cargo.lock", &ours), ("examples/go/Cargo.lock", &theirs)]))
        };
        assert_eq!(problems("1.0.0"), []);
        let found = problems("1.0.1");
        assert_eq!(found.len(), 1);
        assert!(
            found[0].to_string().starts_with("examples/go/Cargo.lock:6: rand 1.0.1 is not what the workspace uses")
        );
    }

    #[test]
    fn two_versions_of_zstd_are_reported() {
        let version = |version: &str| {
            let mut zstd = package("zstd", Some("MIT"));
            zstd.version = version.into();
            zstd
        };
        let found = check(&of(vec![version("0.13.4"), version("0.14.3")]), &tree(&[]));
        assert_eq!(found.len(), 1);
        assert!(found[0].what.contains("0.13.4 and 0.14.3"), "{found:?}");
        assert_eq!(check(&of(vec![version("0.13.4")]), &tree(&[])), []);
    }
}

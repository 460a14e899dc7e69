//! The parts of `cargo metadata` that the checks use.

use std::collections::HashSet;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::shell;

/// The packages of the workspace and all they depend on.
#[derive(Deserialize)]
pub(super) struct Metadata {
    pub(super) packages: Vec<Package>,
    workspace_members: HashSet<String>,
    workspace_root: String,
    resolve: Resolve,
}

/// A package.
#[derive(Clone, Deserialize)]
pub(super) struct Package {
    id: String,
    pub(super) name: String,
    pub(super) version: String,
    pub(super) license: Option<String>,
    manifest_path: String,
    pub(super) dependencies: Vec<Dependency>,
}

/// A line of a manifest's dependencies.
#[derive(Clone, Deserialize)]
pub(super) struct Dependency {
    pub(super) name: String,
    /// `dev`, `build`, or nothing for the ordinary ones.
    pub(super) kind: Option<String>,
    /// Where it is, if it is one of ours.
    pub(super) path: Option<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
}

impl Metadata {
    /// Asks cargo; default features, every platform.
    pub(super) fn read() -> Result<Self> {
        let text = shell::read(&mut shell::cargo(&["metadata", "--format-version", "1", "--locked"]))?;
        let mut all: Self = serde_json::from_str(&text).context("cargo metadata has another format")?;
        let used: HashSet<String> = all.resolve.nodes.drain(..).map(|node| node.id).collect();
        all.packages.retain(|package| used.contains(&package.id));
        Ok(all)
    }

    /// The packages of this repository.
    pub(super) fn members(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| self.workspace_members.contains(&package.id))
    }

    /// The manifest of a package, from the root of the repository.
    pub(super) fn manifest<'a>(&self, package: &'a Package) -> String {
        let inside: Option<&'a str> = package.manifest_path.strip_prefix(&self.workspace_root);
        inside.unwrap_or(&package.manifest_path).trim_start_matches(['/', '\\']).replace('\\', "/")
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A workspace of these members, each with the names of its dependencies; `dev:` ahead of a name is for tests,
    /// and those whose name begins like ours have a path.
    pub(in crate::tidy) fn workspace(members: &[(&str, &[&str])]) -> Metadata {
        let dependency = |text: &&str| {
            let (kind, name) = text.split_once(':').map_or((None, *text), |(kind, name)| (Some(kind.into()), name));
            let path = (name.starts_with("quevedo") || ["xtask", "tic-tac-toe"].contains(&name))
                .then(|| format!("/repo/{name}"));
            Dependency { name: name.into(), kind, path }
        };
        let member = |(name, dependencies): &(&str, &[&str])| Package {
            dependencies: dependencies.iter().map(dependency).collect(),
            ..package(name, Some("MIT OR Apache-2.0"))
        };
        let packages: Vec<Package> = members.iter().map(member).collect();
        Metadata { workspace_members: packages.iter().map(|package| package.id.clone()).collect(), ..of(packages) }
    }

    /// A package without dependencies.
    pub(in crate::tidy) fn package(name: &str, license: Option<&str>) -> Package {
        Package {
            id: name.into(),
            name: name.into(),
            version: "1.2.3".into(),
            license: license.map(String::from),
            manifest_path: format!("/repo/crates/{}/Cargo.toml", name.trim_start_matches("quevedo-")),
            dependencies: Vec::new(),
        }
    }

    /// These packages, none of them ours.
    pub(in crate::tidy) fn of(packages: Vec<Package>) -> Metadata {
        Metadata {
            packages,
            workspace_members: HashSet::new(),
            workspace_root: "/repo".into(),
            resolve: Resolve { nodes: Vec::new() },
        }
    }

    #[test]
    fn manifests_are_named_from_the_root() {
        let all = workspace(&[("quevedo-core", &[])]);
        assert_eq!(all.manifest(&all.packages[0]), "crates/core/Cargo.toml");
    }

    #[test]
    fn cargo_is_understood() {
        let all = Metadata::read().unwrap();
        assert!(all.members().any(|package| package.name == "xtask"));
        assert!(all.packages.iter().any(|package| package.name == "serde_json"));
    }
}

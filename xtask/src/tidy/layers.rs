//! A crate depends only on crates above it.

use super::Problem;
use super::metadata::{Dependency, Metadata, Package};
use super::tree::{File, Tree};

/// The table in which the crates stand from top to bottom.
const TABLE: &str = "ARCHITECTURE.md";

/// Crates that must not know another one, although it stands above them. Their tests may.
const SEPARATE: [(&str, &str, &str); 1] = [("crates/search", "crates/games", "nothing in search names a game")];

/// The tasks are no layer: they may use any crate, and no crate may use them.
const TASKS: &str = "xtask";

/// Checks who depends on whom.
pub(super) fn check(metadata: &Metadata, tree: &Tree) -> Vec<Problem> {
    let layers = Layers::read(tree);
    let mut problems = layers.without_folder(tree);
    for package in metadata.members().filter(|package| package.name != TASKS) {
        let manifest = metadata.manifest(package);
        if layers.level(&package.name).is_none() {
            let line = tree.line_where(&manifest, |line| line.starts_with("name"));
            let what = format!("crate `{}` has no place among the layers: give it one in {TABLE}", package.name);
            problems.push(Problem::new(&manifest, line, what));
            continue;
        }
        for dependency in package.dependencies.iter().filter(|dependency| dependency.path.is_some()) {
            if let Some(what) = layers.forbidden(package, dependency) {
                let line = tree.line_where(&manifest, |line| names(line, &dependency.name));
                problems.push(Problem::new(&manifest, line, what));
            }
        }
    }
    problems
}

/// Folders of crates, and how the names of their packages begin. An example is called what it is.
const FOLDERS: [(&str, &str); 3] = [("crates/", "quevedo-"), ("examples/", ""), ("python", "quevedo-python")];

/// The folders of the crates from top to bottom.
struct Layers(Vec<String>);

impl Layers {
    /// Reads the rows of the table: "| `crates/core` | ...".
    fn read(tree: &Tree) -> Self {
        let lines = tree.file(TABLE).into_iter().flat_map(File::lines);
        let is_crate = |folder: &&str| FOLDERS.iter().any(|(parent, _)| folder.starts_with(parent));
        let folder = |line: &str| line.strip_prefix("| `")?.split('`').next().filter(is_crate).map(String::from);
        Self(lines.filter_map(|(_, line)| folder(line)).collect())
    }

    /// Rows for crates that are not there.
    fn without_folder(&self, tree: &Tree) -> Vec<Problem> {
        let is_there = |layer: &str| tree.file(&format!("{layer}/Cargo.toml")).is_some();
        let problem = |layer: &String| {
            let line = tree.line_where(TABLE, |line| line.starts_with(&format!("| `{layer}`")));
            Problem::new(TABLE, line, format!("`{layer}` is not there: take it out of the table"))
        };
        self.0.iter().filter(|layer| !is_there(layer)).map(problem).collect()
    }

    /// Why a crate may not have this dependency; `None` if it may.
    fn forbidden(&self, package: &Package, dependency: &Dependency) -> Option<String> {
        let (who, whom) = (&package.name, &dependency.name);
        let for_tests = dependency.kind.as_deref() == Some("dev");
        if for_tests && who == whom {
            // Tests turn on a feature of their own crate.
            return None;
        }
        let Some(level_of_whom) = self.level(whom) else {
            return Some(format!("`{who}` must not depend on `{whom}`, which is none of the layers"));
        };
        if Some(level_of_whom) >= self.level(who) {
            let order = self.0.join(", ");
            return Some(format!("`{who}` must not depend on `{whom}`, which is not above it: the order is {order}"));
        }
        let separate =
            SEPARATE.iter().find(|(one, other, _)| package_name(one) == *who && package_name(other) == *whom);
        let (_, _, why) = separate.filter(|_| !for_tests)?;
        Some(format!("`{who}` must not depend on `{whom}`, except for its tests: {why}"))
    }

    /// How far down a crate stands; `None` for what is no layer.
    fn level(&self, package: &str) -> Option<usize> {
        self.0.iter().position(|layer| package_name(layer) == package)
    }
}

/// `cli` is the program, `quevedo` itself.
fn package_name(folder: &str) -> String {
    let named = |(parent, prefix): &(&str, &str)| Some(format!("{prefix}{}", folder.strip_prefix(parent)?));
    let name = FOLDERS.iter().find_map(named).unwrap_or_default();
    if name == "quevedo-cli" { "quevedo".into() } else { name }
}

/// Whether a line of a manifest is about this dependency.
pub(super) fn names(line: &str, dependency: &str) -> bool {
    let table = line.rsplit_once("dependencies.").map_or(line, |(_, name)| name);
    let ends = |c: char| !(c.is_alphanumeric() || c == '-' || c == '_');
    table.split(ends).next() == Some(dependency)
}

#[cfg(test)]
mod tests {
    use super::super::metadata::tests::workspace;
    use super::super::tree::tests::tree;
    use super::*;

    const LAYERS: [&str; 7] = [
        "crates/core",
        "crates/games",
        "crates/search",
        "examples/tic-tac-toe",
        "crates/catalog",
        "crates/server",
        "crates/cli",
    ];

    /// A tree with the table and a manifest for each row, but for what a test adds.
    fn tree_with_layers(extra: &[(&str, &str)]) -> Tree {
        let rows = LAYERS.map(|layer| format!("| `{layer}` | what | not |")).join("\n");
        let manifests: Vec<String> = LAYERS.iter().map(|layer| format!("{layer}/Cargo.toml")).collect();
        let mut files = extra.to_vec();
        files.push((TABLE, &rows));
        files.extend(manifests.iter().map(|path| (path.as_str(), "")));
        tree(&files)
    }

    fn problems(members: &[(&str, &[&str])]) -> Vec<String> {
        check(&workspace(members), &tree_with_layers(&[])).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_table_has_only_what_is_there() {
        let found = check(&workspace(&[]), &tree(&[(TABLE, "# Architecture\n| `crates/gone` | a | b |\n")]));
        assert_eq!(found.len(), 1);
        assert!(found[0].to_string().starts_with("ARCHITECTURE.md:2: `crates/gone` is not there"), "{found:?}");
    }

    #[test]
    fn upwards_is_allowed() {
        let found = problems(&[
            ("quevedo-core", &["serde"]),
            ("quevedo-games", &["quevedo-core"]),
            ("quevedo-search", &["quevedo-core", "dev:quevedo-games"]),
            ("quevedo-catalog", &["quevedo-games", "quevedo-search"]),
            ("quevedo", &["quevedo-catalog", "quevedo-server"]),
            ("xtask", &["quevedo-catalog"]),
        ]);
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn downwards_is_not_even_for_tests() {
        let found = problems(&[("quevedo-core", &["dev:quevedo-games"]), ("quevedo-server", &["quevedo"])]);
        assert_eq!(found.len(), 2);
        assert!(found[0].starts_with("crates/core/Cargo.toml:1: `quevedo-core` must not depend on `quevedo-games`"));
    }

    #[test]
    fn an_example_has_its_place_too() {
        let metadata = workspace(&[("quevedo-catalog", &["tic-tac-toe"]), ("quevedo-games", &["tic-tac-toe"])]);
        let found = check(&metadata, &tree_with_layers(&[]));
        assert_eq!(found.len(), 1);
        assert!(found[0].to_string().contains("`quevedo-games` must not depend on `tic-tac-toe`"), "{found:?}");
    }

    #[test]
    fn search_knows_no_game() {
        let found = problems(&[("quevedo-search", &["quevedo-games"])]);
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("names a game"), "{found:?}");
    }

    #[test]
    fn crates_that_are_no_layer_are_reported() {
        assert_eq!(problems(&[("quevedo-helpers", &[])]).len(), 1);
        assert_eq!(problems(&[("quevedo-core", &["xtask"])]).len(), 1);
    }

    #[test]
    fn the_line_of_the_dependency_is_named() {
        let manifest = "[dependencies]\nquevedo-games-extra = \"1\"\nquevedo-games.workspace = true\n";
        let all = workspace(&[("quevedo-core", &["quevedo-games"])]);
        assert_eq!(check(&all, &tree_with_layers(&[("crates/core/Cargo.toml", manifest)]))[0].line, 3);
        assert!(names("[dev-dependencies.quevedo-games]", "quevedo-games"));
    }
}

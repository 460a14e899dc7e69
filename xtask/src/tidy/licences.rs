//! Everything we build on may be used by anybody for anything.

use spdx::{Expression, Licensee, ParseMode};

use super::Problem;
use super::metadata::{Metadata, Package};
use super::tree::Tree;

/// Licences that ask for no more than to be named, by their SPDX names.
const ALLOWED: [&str; 14] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
];

/// Checks the licence of every package.
pub(super) fn check(metadata: &Metadata, tree: &Tree) -> Vec<Problem> {
    let allowed: Vec<Licensee> =
        ALLOWED.iter().map(|name| Licensee::parse(name).expect("the list has SPDX names only")).collect();
    let problem = |package: &Package| {
        let what = refused(package, &allowed)?;
        let name = format!("name = \"{}\"", package.name);
        Some(Problem::new("Cargo.lock", tree.line_where("Cargo.lock", |line| line == name), what))
    };
    metadata.packages.iter().filter_map(problem).collect()
}

/// Why a package cannot be used; `None` if it can.
fn refused(package: &Package, allowed: &[Licensee]) -> Option<String> {
    let who = format!("{} {}", package.name, package.version);
    let Some(licence) = &package.license else {
        return Some(format!("{who} does not name its licence: use another package"));
    };
    let Ok(expression) = Expression::parse_mode(licence, ParseMode::LAX) else {
        return Some(format!("{who} has a licence that is no SPDX expression, `{licence}`: use another package"));
    };
    let fits = expression.evaluate(|wanted| allowed.iter().any(|licence| licence.satisfies(wanted)));
    let advice = "use another package, or add the licence to ALLOWED of xtask if it is permissive";
    (!fits).then(|| format!("{who} has the licence `{licence}`: {advice}"))
}

#[cfg(test)]
mod tests {
    use super::super::metadata::tests::{of, package};
    use super::super::tree::tests::tree;
    use super::*;

    fn is_allowed(licence: &str) -> bool {
        check(&of(vec![package("some", Some(licence))]), &tree(&[])).is_empty()
    }

    #[test]
    fn permissive_licences_are_allowed() {
        let good = [
            "MIT",
            "MIT OR Apache-2.0",
            "MIT/Apache-2.0",
            "Unlicense/MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
            "GPL-3.0-only OR MIT",
            "MIT OR Apache-2.0 OR LGPL-2.1-or-later",
            "Zlib OR Apache-2.0 OR MIT",
        ];
        for licence in good {
            assert!(is_allowed(licence), "{licence}");
        }
    }

    #[test]
    fn other_licences_are_not() {
        let bad = [
            "GPL-3.0-only",
            "MIT AND GPL-3.0-or-later",
            "(MIT OR Apache-2.0) AND MPL-2.0",
            "AGPL-3.0-only/LGPL-3.0-only",
            "Apache-2.0 WITH Classpath-exception-2.0",
            "LicenseRef-Ours",
            "Homemade",
            "",
        ];
        for licence in bad {
            assert!(!is_allowed(licence), "{licence}");
        }
    }

    #[test]
    fn a_package_without_licence_is_reported_where_it_is_locked() {
        let lock = "[[package]]\nname = \"other\"\n\n[[package]]\nname = \"some\"\n";
        let found = check(&of(vec![package("some", None)]), &tree(&[("Cargo.lock", lock)]));
        let words = "Cargo.lock:5: some 1.2.3 does not name its licence: use another package";
        assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), [words]);
    }
}

//! What the tests of the page need beyond Rust: a browser with its driver, and, where node is there, axe-core and the
//! TypeScript compiler. What cannot be had is named, and the tests that need it are left out.

use std::path::{Path, PathBuf};

use crate::shell::{program, root, run, succeeds};

/// Where node's packages are put.
const FOLDER: &str = "target/page-tools";
const PACKAGES: [&str; 2] = ["axe-core@4.14.0", "typescript@5.9.3"];

/// The programs that drive the page.
const BROWSER: [&str; 2] = ["chromium", "chromedriver"];
const DEBIAN_PACKAGES: [&str; 2] = ["chromium", "chromium-driver"];

/// Finds the browser, or installs it where we may; whether it is there.
pub(crate) fn ensure_browser() -> bool {
    if has_browser() {
        return true;
    }
    if is_debian_root() && install(&DEBIAN_PACKAGES) && has_browser() {
        return true;
    }
    println!(
        "No Chromium with chromedriver here: the tests in the browser are left out. On Debian or Ubuntu: \
         sudo apt-get install {}",
        DEBIAN_PACKAGES.join(" ")
    );
    false
}

fn has_browser() -> bool {
    BROWSER.iter().all(|name| succeeds(&mut program(name, &["--version"])))
}

/// Whether packages can be installed here without asking.
pub(crate) fn is_debian_root() -> bool {
    Path::new("/etc/debian_version").exists() && succeeds(&mut program("sh", &["-c", "test $(id -u) -eq 0"]))
}

/// Installs packages of Debian; whether it worked.
pub(crate) fn install(packages: &[&str]) -> bool {
    println!("Installing {} …", packages.join(" and "));
    let mut update = program("apt-get", &["update", "-q"]);
    let mut install = program("apt-get", &["install", "-q", "-y", "--no-install-recommends"]);
    install.args(packages).env("DEBIAN_FRONTEND", "noninteractive");
    succeeds(&mut update) && run(&mut install).is_ok()
}

/// Finds node's packages, or fetches them; whether they are there.
fn ensure_packages() -> bool {
    let there = PACKAGES.iter().all(|package| {
        let name = package.split('@').next().unwrap_or(package);
        root().join(FOLDER).join("node_modules").join(name).is_dir()
    });
    if there {
        return true;
    }
    if !succeeds(&mut program("npm", &["--version"])) {
        println!("No node here: axe-core and the type check of the page are left out.");
        return false;
    }
    let mut install = program("npm", &["install", "--no-save", "--no-audit", "--no-fund", "--prefix", FOLDER]);
    let done = succeeds(install.args(PACKAGES));
    if !done {
        println!("npm cannot fetch {}: what needs them is left out.", PACKAGES.join(" and "));
    }
    done
}

/// The file of axe-core, if it can be had.
pub(crate) fn axe() -> Option<PathBuf> {
    let file = root().join(FOLDER).join("node_modules/axe-core/axe.min.js");
    (ensure_packages() && file.is_file()).then_some(file)
}

/// The TypeScript compiler, if it can be had.
pub(crate) fn typescript() -> Option<PathBuf> {
    let file = root().join(FOLDER).join("node_modules/.bin/tsc");
    (ensure_packages() && file.is_file()).then_some(file)
}

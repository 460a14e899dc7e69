//! The tests of the Python package: pytest and doctests in a virtual environment of the target folder.

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result};

use crate::shell::{self, cargo, program, root, run, succeeds, target};

/// What the tests need. Versions are fixed, so that a new one breaks no build.
const PACKAGES: [&str; 6] =
    ["numpy==2.2.6", "pytest==8.4.2", "chess==1.11.2", "gymnasium==1.2.1", "pettingzoo==1.25.0", "mypy==2.4.1"];
/// The version of Python that the package needs at least, as a condition of its own.
const VERSION: &str = "import sys; sys.exit(sys.version_info < (3, 10))";
/// Where the extension module belongs in the source tree; git ignores it.
const MODULE: &str = "python/quevedo/_quevedo.abi3.so";

/// Builds the extension module as the other tests are built, puts it into the package, and runs the tests.
pub(crate) fn test() -> Result<()> {
    let Some(python) = ensure_python() else { return Ok(()) };
    run(&mut cargo(&["build", "--profile", "test", "--package", "quevedo-python", "--locked"]))?;
    let library =
        target().join("debug").join(format!("{}_quevedo{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX));
    fs::copy(&library, root().join(MODULE)).with_context(|| format!("cannot copy {}", library.display()))?;
    let mut tests = program(&python.to_string_lossy(), &["-m", "pytest", "-q", "-p", "no:cacheprovider"]);
    run(tests.current_dir(root().join("python")).env("PYTHONDONTWRITEBYTECODE", "1"))
}

/// The interpreter of the virtual environment with the packages, if it can be had. What is missing is named.
fn ensure_python() -> Option<PathBuf> {
    environment("python-tools", &PACKAGES, "the tests of the Python package are left out")
}

/// The interpreter of a virtual environment of the target folder with these packages, if it can be had. What is missing is
/// named, and what comes of it.
pub(crate) fn environment(folder: &str, packages: &[&str], without: &str) -> Option<PathBuf> {
    let known = ["python3", "python"].into_iter().find(|name| succeeds(&mut program(name, &["-c", VERSION])));
    let Some(known) = known else {
        println!("No Python 3.10 or later here: {without}.");
        return None;
    };
    let folder = target().join(folder);
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let stamp = folder.join("packages.txt");
    let wanted = packages.join("\n");
    if fs::read_to_string(&stamp).is_ok_and(|there| there == wanted) {
        return Some(python);
    }
    let done = make_environment(known, &folder) && install(&python, packages) && fs::write(&stamp, wanted).is_ok();
    if !done {
        println!("pip cannot fetch {}: {without}.", packages.join(" and "));
    }
    done.then_some(python)
}

fn make_environment(python: &str, folder: &Path) -> bool {
    succeeds(&mut program(python, &["-m", "venv", &folder.to_string_lossy()]))
}

fn install(python: &Path, packages: &[&str]) -> bool {
    let mut install = program(&python.to_string_lossy(), &["-m", "pip", "install", "--quiet"]);
    install.args(["--disable-pip-version-check"]).args(packages);
    shell::run(&mut install).is_ok()
}

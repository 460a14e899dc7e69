//! The compiler for WebAssembly: rustup's target, or Debian's packages unpacked into the build folder.
//!
//! Debian has no compiled standard library for the target, but its sources, so that it is compiled with the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::shell::{self, cargo, program, read, root, run, succeeds};
use crate::tools::is_debian_root;

pub(crate) const MISSING: &str = "No compiler for WebAssembly here (rustup target add wasm32-unknown-unknown)";
const TARGET: &str = "wasm32-unknown-unknown";
/// The vector instructions that all browsers have had since 2023.
const FEATURES: &str = "-Ctarget-feature=+simd128,+bulk-memory";

/// Packages of Debian, in the version of the first one.
const PACKAGES: [&str; 4] = ["rustc-web", "libstd-rust-web-dev", "rust-web-src", "libllvm22"];
const LIBRARIES: &str = "usr/lib/x86_64-linux-gnu";

/// How the program is compiled.
pub(crate) enum Toolchain {
    /// The target is installed beside the compiler in use.
    Installed,
    /// A second compiler, unpacked into a folder.
    Unpacked(PathBuf),
}

/// The compiler, or how to get it.
pub(crate) fn find() -> Result<Toolchain> {
    find_or_install().map_or_else(|| bail!("{MISSING}"), Ok)
}

/// The compiler, if it is there or can be had without asking.
pub(crate) fn find_or_install() -> Option<Toolchain> {
    if is_installed() {
        return Some(Toolchain::Installed);
    }
    let folder = shell::target().join("wasm-toolchain");
    let is_there = || succeeds(&mut compiler(&folder, &["--version"]));
    if is_there() || (is_debian_root() && unpack(&folder).is_ok() && is_there()) {
        return Some(Toolchain::Unpacked(folder));
    }
    None
}

fn is_installed() -> bool {
    let libraries = read(&mut program("rustc", &["--print", "target-libdir", "--target", TARGET]));
    libraries.is_ok_and(|folder| Path::new(folder.trim()).is_dir())
}

/// Fetches the packages of Debian and unpacks them; nothing is installed.
fn unpack(folder: &Path) -> Result<()> {
    println!("Fetching {} …", PACKAGES.join(", "));
    fs::create_dir_all(folder)?;
    let mut update = program("apt-get", &["update", "-q"]);
    let _ = succeeds(&mut update);
    let version = read(&mut program("apt-cache", &["depends", "libstd-rust-web-dev"]))?;
    // The library has the version of the compiler in its name.
    let library = version.split_whitespace().find(|word| word.starts_with("libstd-rust-web-1"));
    let library = library.context("no package libstd-rust-web")?.to_owned();
    let mut fetch = program("apt-get", &["download", "-q"]);
    run(fetch.args(PACKAGES).arg(library).current_dir(folder))?;
    for entry in fs::read_dir(folder)? {
        let package = entry?.path();
        if package.extension().is_some_and(|extension| extension == "deb") {
            run(program("dpkg", &["-x"]).arg(&package).arg(folder))?;
            fs::remove_file(package)?;
        }
    }
    Ok(())
}

/// The compiler in a folder, about to be run.
fn compiler(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = program(&folder.join("usr/bin/rustc").to_string_lossy(), arguments);
    command.env("LD_LIBRARY_PATH", folder.join(LIBRARIES));
    command
}

/// The linker that comes with every compiler of rustup.
fn linker() -> Result<PathBuf> {
    let libraries = read(&mut program("rustc", &["--print", "target-libdir"]))?;
    let linker = Path::new(libraries.trim()).with_file_name("bin").join("rust-lld");
    if !linker.is_file() {
        bail!("no linker at {}", linker.display());
    }
    Ok(linker)
}

impl Toolchain {
    /// Compiles the program; its file.
    pub(crate) fn build(&self, profile: &str) -> Result<PathBuf> {
        let target = shell::target().join("site-build");
        let mut build = cargo(&["build", "-p", "quevedo-wasm", "--lib", "--locked", "--target", TARGET]);
        build.args(["--profile", profile]).env("CARGO_TARGET_DIR", &target).env("CARGO_ENCODED_RUSTFLAGS", FEATURES);
        if let Self::Unpacked(folder) = self {
            let folder = fs::canonicalize(folder)?;
            build.arg("-Zbuild-std=std,panic_abort").env("RUSTC_BOOTSTRAP", "1");
            build.env("RUSTC", folder.join("usr/bin/rustc")).env("LD_LIBRARY_PATH", folder.join(LIBRARIES));
            build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker()?);
        }
        run(build.current_dir(root()))?;
        Ok(target.join(TARGET).join(profile).join("quevedo_wasm.wasm"))
    }
}

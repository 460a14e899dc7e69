//! Running other programs at the root of the repository.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::Duration;

use anyhow::{Context, Result, bail};

/// The root of the repository. Cargo sets where the manifest is at run time; the place of compilation may be another
/// checkout that shares the build folder.
pub(crate) fn root() -> PathBuf {
    let manifest = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    manifest.parent().map_or_else(|| ".".into(), PathBuf::from)
}

/// The build folder.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The cargo that runs us, about to be run with these arguments. It is not told where our own manifest is: a build script
/// asks, and what it makes would be compiled anew whenever cargo is called with and without us in turn.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = program(&env::var("CARGO").unwrap_or_else(|_| "cargo".into()), arguments);
    command.env_remove("CARGO_MANIFEST_DIR");
    command
}

/// Cargo of the nightly toolchain. Only rustup's own `cargo` understands `+nightly`, so it is the one on the path.
pub(crate) fn nightly_cargo(arguments: &[&str]) -> Command {
    let mut command = program("cargo", &["+nightly"]);
    command.args(arguments);
    command
}

/// A program about to be run with these arguments.
pub(crate) fn program(name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(arguments).current_dir(root());
    command
}

/// Runs a command and lets its output through; it must succeed.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let words = show(command);
    let status = command.status().with_context(|| format!("cannot run `{words}`"))?;
    if !status.success() {
        bail!("`{words}` failed ({status})");
    }
    Ok(())
}

/// Runs a command that must succeed and returns what it prints.
pub(crate) fn read(command: &mut Command) -> Result<String> {
    let words = show(command);
    let Output { status, stdout, stderr } = command.output().with_context(|| format!("cannot run `{words}`"))?;
    if !status.success() {
        bail!("`{words}` failed ({status}): {}", String::from_utf8_lossy(&stderr).trim());
    }
    String::from_utf8(stdout).with_context(|| format!("`{words}` did not print text"))
}

/// Whether a command can be run and succeeds. Its output is dropped.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// A duration for people.
pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// The command as one would type it.
fn show(command: &Command) -> String {
    let program = PathBuf::from(command.get_program());
    let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let arguments = command.get_args().map(|argument| argument.to_string_lossy().into_owned());
    std::iter::once(name).chain(arguments).collect::<Vec<_>>().join(" ")
}

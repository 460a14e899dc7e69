//! The real program, serving from a folder of its own.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

/// A running server; it dies with the value.
pub struct Server {
    program: PathBuf,
    child: Child,
    address: String,
    data: TempDir,
}

impl Server {
    /// Starts one on a free port, with an empty store.
    pub fn start() -> Result<Self> {
        Self::start_program(&program()?)
    }

    /// The same with another program that serves the page.
    pub fn start_program(program: &Path) -> Result<Self> {
        let data = tempfile::tempdir()?;
        let (child, address) = spawn(program, "127.0.0.1:0", &data, &[])?;
        Ok(Self { program: program.to_owned(), child, address, data })
    }

    /// Where it is: `http://127.0.0.1:PORT`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Kills it without a warning.
    pub fn crash(&mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Starts another with the same store at the same address.
    pub fn restart(&mut self) -> Result<()> {
        self.restart_with(&[])
    }

    /// The same, and the store may only be read.
    pub fn restart_read_only(&mut self) -> Result<()> {
        let database = format!("sqlite://{}?mode=ro", self.data.path().join("quevedo.sqlite").display());
        self.restart_with(&["--database", &database])
    }

    fn restart_with(&mut self, options: &[&str]) -> Result<()> {
        let listen = self.address.trim_start_matches("http://").to_owned();
        (self.child, self.address) = spawn(&self.program, &listen, &self.data, options)?;
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(program: &Path, listen: &str, data: &TempDir, options: &[&str]) -> Result<(Child, String)> {
    let mut child = Command::new(program)
        .args(["serve", "--listen", listen, "--data"])
        .arg(data.path())
        .args(options)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let output = child.stdout.take().context("no output to read")?;
    for line in BufReader::new(output).lines() {
        if let Some(address) = line?.split_whitespace().find(|word| word.starts_with("http://")) {
            return Ok((child, address.trim_end_matches('/').to_owned()));
        }
    }
    child.wait()?;
    bail!("the server did not say where it is")
}

/// The program built beside the tests, or the one that `QUEVEDO_PROGRAM` names.
pub fn program() -> Result<PathBuf> {
    if let Some(named) = std::env::var_os("QUEVEDO_PROGRAM") {
        return Ok(named.into());
    }
    let tests = std::env::current_exe()?;
    let folder = tests.parent().and_then(|deps| deps.parent()).context("the tests are nowhere")?;
    let program = folder.join("quevedo");
    if !program.exists() {
        bail!("{} is not there: build it with `cargo build -p quevedo`", program.display());
    }
    Ok(program)
}

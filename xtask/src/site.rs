//! `cargo xtask site`: the page without a server, a folder of static files.

mod files;
mod toolchain;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;

use crate::shell::{self, cargo, root};

/// Build the page without a server: a folder of files that any host serves, the program in it as WebAssembly
#[derive(Args)]
pub(crate) struct Site {
    /// The folder; what is in it is replaced
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Compile quickly, for tests: the program searches more slowly
    #[arg(long)]
    quick: bool,
}

impl Site {
    pub(crate) fn run(&self) -> Result<()> {
        let toolchain = toolchain::find()?;
        let profile = if self.quick { "site-quick" } else { "site" };
        let program = toolchain.build(profile)?;
        build(&program, &self.out)?;
        let size = files::size(&self.out.join("engine/quevedo.wasm.gz"))?;
        println!("{}: the program takes {} kB of it.", self.out.display(), size / 1000);
        println!("Any file server will do: python3 -m http.server --directory {}", self.out.display());
        Ok(())
    }
}

/// Builds the site for the tests, where the toolchain is there; its folder.
pub(crate) fn for_tests() -> Result<Option<PathBuf>> {
    let Some(toolchain) = toolchain::find_or_install() else {
        println!("{}: the tests of the page without a server are left out.", toolchain::MISSING);
        return Ok(None);
    };
    let out = shell::target().join("site");
    build(&toolchain.build("site-quick")?, &out)?;
    Ok(Some(out))
}

fn build(program: &Path, out: &Path) -> Result<()> {
    if out.join("engine").is_dir() {
        fs::remove_dir_all(out).with_context(|| format!("cannot empty {}", out.display()))?;
    }
    let engine = out.join("engine");
    fs::create_dir_all(&engine).with_context(|| format!("cannot make {}", engine.display()))?;
    let folder = fs::canonicalize(&engine)?;
    let write = ["run", "--quiet", "--locked", "-p", "quevedo-nets", "--bin", "site_files", "--"];
    shell::run(cargo(&write).arg(folder))?;
    files::compress(program, &engine.join("quevedo.wasm.gz"))?;
    files::copy_page(&root().join("web"), out)
}

//! `quevedo completions` and `quevedo man`: what a shell and `man` know of the command line.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Args;

/// Print the completions of the command line for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  quevedo completions bash > ~/.local/share/bash-completion/completions/quevedo
  quevedo completions fish > ~/.config/fish/completions/quevedo.fish";

impl Completions {
    pub(crate) fn run(&self, out: &mut dyn Write) {
        clap_complete::generate(self.shell, &mut Args::command(), "quevedo", &mut &mut *out);
    }
}

/// Write the manual pages, one for each command
#[derive(Debug, clap::Args)]
#[command(after_help = MAN_EXAMPLES)]
pub(crate) struct Man {
    /// The folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

const MAN_EXAMPLES: &str = "\
Examples:
  quevedo man ~/.local/share/man/man1";

impl Man {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let name = self.folder.display().to_string();
        std::fs::create_dir_all(&self.folder).with_context(|| name.clone())?;
        clap_mangen::generate_to(Args::command(), &self.folder).with_context(|| name.clone())?;
        writeln!(out, "{name}: a page for each command")?;
        Ok(())
    }
}

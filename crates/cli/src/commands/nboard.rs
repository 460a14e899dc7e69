//! `quevedo nboard`: an Othello engine for other programs.

use std::io::Write;

use anyhow::Result;
use quevedo_catalog::Catalog;
use quevedo_protocol::NBoard;

use crate::converse::converse;

/// Speak the `NBoard` protocol with an Othello board, on standard input and output
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Nboard {}

const EXAMPLES: &str = "\
For NBoard and other programs that speak its protocol, version 1 or 2: add it there as an engine
that is started by this command.

Examples:
  quevedo nboard
  printf 'nboard 2\\nset depth 8\\nmove F5\\nping 1\\n' | quevedo nboard";

impl Nboard {
    #[expect(clippy::unused_self, reason = "every command is run the same way")]
    pub(crate) fn run(self, catalog: &Catalog, out: &mut dyn Write) -> Result<()> {
        converse(&mut NBoard::new(catalog)?, out)
    }
}

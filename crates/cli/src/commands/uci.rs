//! `quevedo uci`: an engine for other programs, in every game.

use std::io::Write;

use anyhow::{Context, Result};
use quevedo_catalog::Catalog;

use crate::converse::converse;

/// Speak the UCI protocol with another program, on standard input and output
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Uci {}

const EXAMPLES: &str = "\
Chess, unless the option UCI_Variant names another game; `uci` lists the names and all options.
Games that other programs know (amazons, cfour, flipello, fox-and-hounds) are written as they do;
our own notation is read as well. In addition: `d` shows the board, `eval` evaluates it,
`go perft N` counts, `bench` measures.

Examples:
  quevedo uci
  printf 'position startpos moves e2e4\\nd\\neval\\n' | quevedo uci";

impl Uci {
    #[expect(clippy::unused_self, reason = "every command is run the same way")]
    pub(crate) fn run(self, catalog: &Catalog, out: &mut dyn Write) -> Result<()> {
        let protocol = quevedo_protocol::Uci::new(catalog.clone());
        converse(&mut protocol.context("the catalog has no games")?, out)
    }
}

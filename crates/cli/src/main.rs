//! The program `quevedo`: the seven games and everything around them.

use std::process::ExitCode;

use quevedo_catalog::Catalog;

fn main() -> ExitCode {
    quevedo::run(Catalog::standard)
}

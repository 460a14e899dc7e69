//! `quevedo backup`: a copy of the stored games.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use quevedo_server::backup;

use crate::environment::data_folder;

/// Copy the stored games into a file, also while the server runs
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Backup {
    /// The new file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The folder of the stored games; by default the data folder of this system
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

const EXAMPLES: &str = "\
The copy is the database as it is at one moment, checked when it is written. To go back to it, stop
the server, put the copy into the data folder as quevedo.sqlite in place of the file there, and
delete quevedo.sqlite-wal and quevedo.sqlite-shm beside it. A database in PostgreSQL is copied by
pg_dump.

Examples:
  quevedo backup games-2026-11-18.sqlite
  quevedo backup /backup/games.sqlite --data /var/lib/quevedo";

impl Backup {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let data = self.data.unwrap_or_else(data_folder).display().to_string();
        let games = backup(&data, &self.file)?;
        writeln!(out, "{}: {games} games", self.file.display())?;
        Ok(())
    }
}

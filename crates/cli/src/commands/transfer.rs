//! `quevedo export` and `quevedo import`: all stored games as a file of lines.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use quevedo_server::{export, import};

use crate::environment::data_folder;

/// Where the games are stored.
#[derive(Debug, clap::Args)]
struct Place {
    /// The folder of the stored games; by default the data folder of this system
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// This database instead: `postgres://…`
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<String>,
}

impl Place {
    fn text(self) -> String {
        let folder = || self.data.unwrap_or_else(data_folder).display().to_string();
        self.database.unwrap_or_else(folder)
    }
}

/// Write everything that is stored into a file of lines of JSON, also while the server runs
#[derive(Debug, clap::Args)]
#[command(after_help = EXPORT_EXAMPLES)]
pub(crate) struct Export {
    /// The new file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    place: Place,
}

const EXPORT_EXAMPLES: &str = "\
Games, tournaments, reviews and visitors, with the key of their cookies: keep the file as secret as
the database. `quevedo import` reads it into another database, of either kind.

Examples:
  quevedo export games.jsonl
  quevedo export games.jsonl --data /var/lib/quevedo
  quevedo export games.jsonl --database postgres://quevedo@localhost/quevedo";

impl Export {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let name = self.file.display().to_string();
        let file = File::create_new(&self.file).with_context(|| name.clone())?;
        let exported = export(&self.place.text(), &mut BufWriter::new(&file));
        if exported.is_err() {
            // Half an export is none.
            let _ = std::fs::remove_file(&self.file);
        }
        let rows = exported?;
        file.sync_all().with_context(|| name.clone())?;
        writeln!(out, "{name}: {rows} rows")?;
        Ok(())
    }
}

/// Read a file of `quevedo export` into a database that has no games yet
#[derive(Debug, clap::Args)]
#[command(after_help = IMPORT_EXAMPLES)]
pub(crate) struct Import {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    place: Place,
}

const IMPORT_EXAMPLES: &str = "\
All of it is stored, or nothing. No server may be using the database. `quevedo doctor` looks at what
was read.

Examples:
  quevedo import games.jsonl --data /var/lib/quevedo
  quevedo import games.jsonl --database postgres://quevedo@localhost/quevedo";

impl Import {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let name = self.file.display().to_string();
        let file = File::open(&self.file).with_context(|| name.clone())?;
        let rows = import(&self.place.text(), &mut BufReader::new(file)).with_context(|| name.clone())?;
        writeln!(out, "{name}: {rows} rows")?;
        Ok(())
    }
}

//! `quevedo doctor`: looks at everything that is stored and installed.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use quevedo_catalog::{Book, Catalog};
use quevedo_nets::registry;
use quevedo_server::{Finding, examine};

use crate::environment::data_folder;
use crate::output::CheckFailed;

/// Look at the stored games, the tables, the networks and the books, and say what is wrong with them
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Doctor {
    /// The folder of the stored games; by default the data folder of this system
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Look at this database instead: `postgres://…`
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<String>,

    /// Look at this opening book too; may be given several times
    #[arg(long = "book", value_name = "FILE")]
    books: Vec<PathBuf>,
}

const EXAMPLES: &str = "\
Every stored game is read and played once more, and the files of networks, tables and books are
read. Nothing is changed, and a server may be running. Exit status 1 if something is wrong.

Examples:
  quevedo doctor
  quevedo doctor --data /var/lib/quevedo --book othello.book
  quevedo doctor --database postgres://quevedo@localhost/quevedo";

impl Doctor {
    pub(crate) fn run(self, catalog: &Catalog, out: &mut dyn Write) -> Result<()> {
        let folder = self.data.unwrap_or_else(data_folder).display().to_string();
        let mut findings = examine(catalog, self.database.as_deref().unwrap_or(&folder));
        findings.extend([networks(), tables(catalog)]);
        findings.extend(self.books.iter().map(|file| book(catalog, file)));
        for Finding { what, problems } in &findings {
            writeln!(out, "{}  {what}", if problems.is_empty() { "ok   " } else { "wrong" })?;
            for problem in problems {
                writeln!(out, "         {problem}")?;
            }
        }
        out.flush()?;
        if findings.iter().any(|finding| !finding.problems.is_empty()) {
            return Err(CheckFailed.into());
        }
        Ok(())
    }
}

/// The networks that are embedded and those of the data folder.
fn networks() -> Finding {
    let all = registry::networks().all();
    let problem = |net: &registry::NetworkEntry| {
        let problem = net.problem.as_ref()?;
        Some(format!("{}/{}: {problem}", net.encoding, net.name))
    };
    Finding { what: format!("networks: {}", all.len()), problems: all.iter().filter_map(problem).collect() }
}

/// The tables that games find on this machine.
fn tables(catalog: &Catalog) -> Finding {
    let mut problems: Vec<String> = catalog.games().iter().flat_map(|game| game.warnings()).collect();
    problems.sort();
    problems.dedup();
    Finding { what: format!("tables of {} games", catalog.games().len()), problems }
}

fn book(catalog: &Catalog, file: &Path) -> Finding {
    let read = Book::read(file).map_err(|error| error.to_string());
    let known = read.and_then(|book| match catalog.find(book.name()) {
        Ok(game) => Ok(format!("{}, {} positions", game.id(), book.len())),
        Err(error) => Err(error.to_string()),
    });
    let (words, problems) = match known {
        Ok(words) => (words, Vec::new()),
        Err(problem) => (file.display().to_string(), vec![problem]),
    };
    Finding { what: format!("book: {words}"), problems }
}

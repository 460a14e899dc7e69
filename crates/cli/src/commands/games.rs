//! `quevedo games`: which games there are.

use std::io::Write;

use anyhow::Result;
use quevedo_catalog::{Catalog, GameEntry};
use quevedo_core::{Language, Side, Text};
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use crate::output::write_json;

/// List the games and their variants
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Games {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
JSON: {\"games\": [{\"id\", \"name\": {\"en\", \"es\"}, \"sides\": [{\"en\", \"es\"}, {\"en\", \"es\"}]}]},
the side that moves first ahead.

Examples:
  quevedo games
  quevedo games --json";

#[derive(Serialize)]
struct Listing<'a> {
    games: Vec<Listed<'a>>,
}

#[derive(Serialize)]
struct Listed<'a> {
    id: &'a str,
    name: Name,
    sides: [Text; 2],
}

#[derive(Serialize)]
struct Name {
    en: String,
    es: String,
}

impl Games {
    pub(crate) fn run(&self, catalog: &Catalog, out: &mut dyn Write) -> Result<()> {
        if self.json {
            let games = catalog.games().iter().map(listed).collect();
            return write_json(out, &Listing { games });
        }
        let head = ["ID", "NAME", "NOMBRE", "SIDES"].map(String::from);
        let rows: Vec<[String; 4]> = std::iter::once(head).chain(catalog.games().iter().map(row)).collect();
        write_table(out, &rows)
    }
}

fn listed(entry: &GameEntry) -> Listed<'_> {
    let name = Name { en: entry.title(Language::English), es: entry.title(Language::Spanish) };
    Listed { id: entry.id(), name, sides: Side::BOTH.map(|side| entry.side_name(side)) }
}

fn row(entry: &GameEntry) -> [String; 4] {
    let [first, second] = Side::BOTH.map(|side| entry.side_name(side).en);
    [entry.id().into(), entry.title(Language::English), entry.title(Language::Spanish), format!("{first}, {second}")]
}

/// Writes rows in columns as wide as their widest cell.
fn write_table<const N: usize>(out: &mut dyn Write, rows: &[[String; N]]) -> Result<()> {
    let widths: [usize; N] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].width()).max().unwrap_or(0));
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(widths) {
            line += cell;
            line += &" ".repeat(width - cell.width() + 2);
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

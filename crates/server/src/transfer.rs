//! `quevedo export` and `quevedo import`: everything that is stored as lines of JSON, from one database into another, `SQLite`
//! or `PostgreSQL`.

use std::io::{self, BufRead, Write};
use std::path::Path;

use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use thiserror::Error;

use crate::doctor::block_on;
use crate::store::{Inspection, Store, StoreError};

const FORMAT: &str = "quevedo-games";
/// The version of the tables below: a file of a newer program is refused, one of an older program has fewer columns.
const VERSION: u32 = 1;
/// The longest line: a review of a long game, or the plan of a tournament.
const MAX_LINE: u64 = 64 << 20;

/// A table, with what its rows are sorted by.
struct Table {
    name: &'static str,
    order: &'static str,
    texts: &'static [&'static str],
    numbers: &'static [&'static str],
}

/// Every table that is copied, those first to which others refer. What can be counted again is not copied.
const TABLES: [Table; 7] = [
    Table { name: "settings", order: "name", texts: &["name", "value"], numbers: &[] },
    Table { name: "visitors", order: "id", texts: &["id", "name"], numbers: &["created_ms"] },
    Table {
        name: "games",
        order: "id",
        texts: &[
            "id",
            "game",
            "owner",
            "status",
            "start",
            "position",
            "turn",
            "kind_1",
            "name_1",
            "spec_1",
            "visitor_1",
            "kind_2",
            "name_2",
            "spec_2",
            "visitor_2",
            "draw_offer",
            "undo_offer",
            "help_offer",
            "help",
            "winner",
            "reason",
            "rematch",
        ],
        numbers: &[
            "version",
            "plies",
            "base_ms",
            "increment_ms",
            "left_1_ms",
            "left_2_ms",
            "delay_ms",
            "created_ms",
            "updated_ms",
        ],
    },
    Table {
        name: "moves",
        order: "game_id, ply",
        texts: &["game_id", "text", "thought"],
        numbers: &["ply", "ms", "left_1_ms", "left_2_ms"],
    },
    Table {
        name: "tournaments",
        order: "id",
        texts: &["id", "name", "game", "plan", "state", "problem", "owner", "source"],
        numbers: &["created_ms"],
    },
    Table {
        name: "tournament_games",
        order: "tournament, number",
        texts: &["tournament", "job", "report"],
        numbers: &["number"],
    },
    Table { name: "reviews", order: "game_id", texts: &["game_id", "review"], numbers: &["created_ms"] },
];

/// The setting that is not copied: the counts to which it belongs are made anew.
const NOT_COPIED: &str = "played_keys";

#[derive(Serialize, Deserialize)]
struct Head {
    format: String,
    version: u32,
}

/// A row: the name of its table, and its columns.
#[derive(Serialize, Deserialize)]
struct Line(String, Map<String, Value>);

/// Why nothing was copied.
#[derive(Debug, Error)]
pub enum TransferError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file.
    #[error("cannot read or write the file: {0}")]
    File(#[from] io::Error),
    /// It is no export.
    #[error("this is no export of games")]
    Foreign,
    /// It is of a newer program.
    #[error("the export is of version {0}, and this program reads up to {VERSION}: update it")]
    Newer(u32),
    /// A line is wrong.
    #[error("line {0}: {1}")]
    Line(usize, String),
    /// There are games already.
    #[error("the database has games already: import into a new one")]
    NotEmpty,
}

impl From<sqlx::Error> for TransferError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// Writes everything that is stored in a data folder or at the URL of a database, as it is at one moment; the number of rows. A
/// server may be running.
/// Blocks the thread.
pub fn export(place: &str, out: &mut dyn Write) -> Result<usize, TransferError> {
    block_on(write_all(place, out))
}

/// Reads an export into a database without games, which no server may be using; the number of rows. All of it is stored, or
/// nothing. Blocks the thread.
pub fn import(place: &str, input: &mut dyn BufRead) -> Result<usize, TransferError> {
    block_on(read_all(place, input))
}

async fn write_all(place: &str, out: &mut dyn Write) -> Result<usize, TransferError> {
    let source = Inspection::open(place).await?;
    let mut transaction = source.snapshot().await?;
    write_line(out, &Head { format: FORMAT.into(), version: VERSION })?;
    let mut count = 0;
    for table in &TABLES {
        count += table.write(&mut transaction, out).await?;
    }
    out.flush()?;
    drop(transaction);
    source.close().await;
    Ok(count)
}

async fn read_all(place: &str, input: &mut dyn BufRead) -> Result<usize, TransferError> {
    let head = read_line(input)?.and_then(|line| serde_json::from_slice::<Head>(&line).ok());
    let head = head.filter(|head| head.format == FORMAT).ok_or(TransferError::Foreign)?;
    if head.version > VERSION {
        return Err(TransferError::Newer(head.version));
    }
    let url = Some(place).filter(|place| place.contains("://"));
    let store = Store::open(url, Path::new(place)).await?;
    let mut transaction = store.begin().await?;
    let games: i64 = sqlx::query_scalar("SELECT count(*) FROM games").fetch_one(&mut *transaction).await?;
    if games > 0 {
        return Err(TransferError::NotEmpty);
    }
    let mut count = 0;
    while let Some(line) = read_line(input)? {
        let number = count + 2;
        let wrong = |problem: String| TransferError::Line(number, problem);
        let Line(name, columns) = serde_json::from_slice(&line).map_err(|error| wrong(error.to_string()))?;
        let table = TABLES.iter().find(|table| table.name == name);
        let table = table.ok_or_else(|| wrong(format!("there is no table `{name}`")))?;
        table.check(&columns).map_err(wrong)?;
        table.insert(columns, &mut transaction).await.map_err(|error| wrong(error.to_string()))?;
        count += 1;
    }
    transaction.commit().await?;
    store.close().await;
    Ok(count)
}

fn write_line(out: &mut dyn Write, line: &impl Serialize) -> Result<(), TransferError> {
    serde_json::to_writer(&mut *out, line).map_err(io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}

/// The next line that is not empty.
fn read_line(input: &mut dyn BufRead) -> Result<Option<Vec<u8>>, TransferError> {
    loop {
        let mut line = Vec::new();
        let length = io::Read::take(&mut *input, MAX_LINE).read_until(b'\n', &mut line)?;
        match length {
            0 => return Ok(None),
            _ if length as u64 == MAX_LINE => return Err(io::Error::other("a line is too long").into()),
            _ if line.trim_ascii().is_empty() => {}
            _ => return Ok(Some(line)),
        }
    }
}

impl Table {
    fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.texts.iter().chain(self.numbers).copied()
    }

    async fn write(&self, connection: &mut AnyConnection, out: &mut dyn Write) -> Result<usize, TransferError> {
        let columns: Vec<&str> = self.columns().collect();
        let query = format!("SELECT {} FROM {} ORDER BY {}", columns.join(", "), self.name, self.order);
        let mut rows = sqlx::query(AssertSqlSafe(query)).fetch(connection);
        let mut count = 0;
        while let Some(row) = rows.next().await {
            let row = self.read(&row?)?;
            if self.name == "settings" && row["name"] == NOT_COPIED {
                continue;
            }
            write_line(out, &Line(self.name.into(), row))?;
            count += 1;
        }
        Ok(count)
    }

    fn read(&self, row: &AnyRow) -> Result<Map<String, Value>, TransferError> {
        let mut columns = Map::new();
        for name in self.texts {
            columns.insert((*name).into(), row.try_get::<String, _>(*name)?.into());
        }
        for name in self.numbers {
            columns.insert((*name).into(), row.try_get::<i64, _>(*name)?.into());
        }
        Ok(columns)
    }

    /// What is wrong with the columns of a row. Only our own names get into a statement.
    fn check(&self, columns: &Map<String, Value>) -> Result<(), String> {
        if columns.is_empty() {
            return Err(format!("a row of `{}` has no columns", self.name));
        }
        for (name, value) in columns {
            let fits = if self.texts.contains(&name.as_str()) {
                value.is_string()
            } else if self.numbers.contains(&name.as_str()) {
                value.is_i64()
            } else {
                return Err(format!("`{}` has no column `{name}`", self.name));
            };
            if !fits {
                return Err(format!("`{name}` is `{}`", quevedo_core::notation::clip(&value.to_string())));
            }
        }
        Ok(())
    }

    /// Inserts a row that was checked. Settings that the database has already are replaced.
    async fn insert(&self, columns: Map<String, Value>, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        let names: Vec<&str> = self.columns().filter(|name| columns.contains_key(*name)).collect();
        let places: Vec<String> = (1..=names.len()).map(|number| format!("${number}")).collect();
        let conflict =
            if self.name == "settings" { " ON CONFLICT (name) DO UPDATE SET value = excluded.value" } else { "" };
        let text = format!("INSERT INTO {} ({}) VALUES ({}){conflict}", self.name, names.join(", "), places.join(", "));
        let query = names.iter().fold(sqlx::query(AssertSqlSafe(text)), |query, name| match &columns[*name] {
            Value::String(text) => query.bind(text.clone()),
            value => query.bind(value.as_i64().unwrap_or_default()),
        });
        query.execute(connection).await?;
        Ok(())
    }
}

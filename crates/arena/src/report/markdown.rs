//! A report as Markdown, with aligned table columns.

use std::fmt::{self, Write};

use unicode_width::UnicodeWidthStr;

use super::table::cell;
use super::{Part, Report, Table};

pub(super) fn write(report: &Report) -> String {
    let mut out = format!("# {}\n", report.title);
    let mut heading = "";
    for part in &report.parts {
        out.push('\n');
        if let Part::Heading(_, text) = part {
            heading = text;
        }
        write_part(&mut out, part, heading);
    }
    out
}

fn write_part(out: &mut String, part: &Part, heading: &str) {
    let written = match part {
        Part::Heading(rank, text) => writeln!(out, "{} {text}", "#".repeat(usize::from(*rank))),
        Part::Text(text) => writeln!(out, "{text}"),
        Part::List(points) => points.iter().try_for_each(|point| writeln!(out, "- {point}")),
        Part::Table(table) => write_table(out, table, heading),
        Part::BarPlot(bars) => write_table(out, &bars.table(), heading),
        Part::LinePlot(lines) => write_table(out, &lines.table(), heading),
    };
    debug_assert!(written.is_ok(), "writing to a string does not fail");
}

/// Escapes the separator of cells.
fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// Writes a table. Its caption is left out where it equals the heading above.
fn write_table(out: &mut String, table: &Table, heading: &str) -> fmt::Result {
    if !table.caption.is_empty() && table.caption != heading {
        writeln!(out, "**{}**\n", table.caption)?;
    }
    let columns: Vec<Column> = (0..table.head.len()).map(|index| Column::new(table, index)).collect();
    let mut line = |cells: Vec<String>| writeln!(out, "| {} |", cells.join(" | "));
    line(columns.iter().map(|column| column.pad(&table.head[column.index])).collect())?;
    line(columns.iter().map(Column::rule).collect())?;
    table
        .rows
        .iter()
        .try_for_each(|row| line(columns.iter().map(|column| column.pad(cell(row, column.index))).collect()))
}

struct Column {
    index: usize,
    width: usize,
    is_numeric: bool,
}

impl Column {
    fn new(table: &Table, index: usize) -> Self {
        let cells = table.rows.iter().map(|row| escape(cell(row, index)).width());
        let width = cells.chain([escape(&table.head[index]).width(), 3]).max().unwrap_or(3);
        Self { index, width, is_numeric: table.is_numeric(index) }
    }

    fn pad(&self, text: &str) -> String {
        let text = escape(text);
        let blanks = " ".repeat(self.width.saturating_sub(text.width()));
        if self.is_numeric { format!("{blanks}{text}") } else { format!("{text}{blanks}") }
    }

    /// The cell of the line below the head, which sets the alignment.
    fn rule(&self) -> String {
        let dashes = "-".repeat(self.width - 1);
        if self.is_numeric { format!("{dashes}:") } else { format!("{dashes}-") }
    }
}

//! Tables.

/// A table: a caption, the names of the columns, and rows of as many cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Its caption.
    pub caption: String,
    /// The names of the columns.
    pub head: Vec<String>,
    /// The cells, row by row. Missing ones are empty.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new(caption: impl Into<String>, head: &[&str]) -> Self {
        Self { caption: caption.into(), head: head.iter().map(ToString::to_string).collect(), rows: Vec::new() }
    }

    /// The table with one more row.
    #[must_use]
    pub fn row<C: Into<String>>(mut self, cells: impl IntoIterator<Item = C>) -> Self {
        self.push(cells);
        self
    }

    /// Adds a row.
    pub fn push<C: Into<String>>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The table without empty columns.
    #[must_use]
    pub fn trimmed(mut self) -> Self {
        let is_used = |column: &usize| self.rows.iter().any(|row| !cell(row, *column).is_empty());
        let used: Vec<usize> = (0..self.head.len()).filter(is_used).collect();
        let keep = |row: &mut Vec<String>| *row = used.iter().map(|column| cell(row, *column).to_owned()).collect();
        std::iter::once(&mut self.head).chain(&mut self.rows).for_each(keep);
        self
    }

    /// Whether a column has numbers only; they are aligned right.
    pub(super) fn is_numeric(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().map(|row| cell(row, column)).filter(|cell| !cell.is_empty()).peekable();
        cells.peek().is_some()
            && cells.all(|cell| cell.starts_with(['+', '-', '−', '±', '∞', '–']) || starts_with_digit(cell))
    }
}

/// A cell of a row; empty where the row is short.
pub(super) fn cell(row: &[String], column: usize) -> &str {
    row.get(column).map_or("", String::as_str)
}

fn starts_with_digit(cell: &str) -> bool {
    cell.starts_with(|first: char| first.is_ascii_digit())
}

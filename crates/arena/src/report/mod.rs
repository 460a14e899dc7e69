//! Reports: headings, paragraphs, tables and plots, written as Markdown or as one HTML page.
//!
//! The Markdown has its columns aligned, so that it can be read in a terminal. The page is self-contained: style sheet and
//! plots are inside, and it follows the reader's choice of light or dark. Every plot comes with a table of the same
//! figures, for readers who cannot see it and for Markdown, which has no plots.
//!
//! ```
//! use quevedo_arena::report::{Report, Table};
//!
//! let mut report = Report::new("A match");
//! report.text("Two players, `easy` and `hard`.");
//! report.table(Table::new("Points", &["player", "points"]).row(["hard", "9"]).row(["easy", "1"]));
//! report.elo_plot("Strength", &[("hard".into(), 120.0, 40.0), ("easy".into(), -120.0, 40.0)]);
//! assert!(report.to_markdown().contains("| hard   |      9 |"));
//! assert!(report.to_html().starts_with("<!DOCTYPE html>"));
//! ```

mod html;
mod markdown;
mod plot;
mod table;

pub use plot::{Bar, BarPlot, LinePlot, Series};
pub(crate) use plot::{COLOURS, FONT, number, widened};
pub use table::Table;

/// A report, written from top to bottom. Text between backticks is shown as code; all other text is escaped.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    title: String,
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq)]
enum Part {
    /// Its level, 2 or 3, and its text.
    Heading(u8, String),
    Text(String),
    List(Vec<String>),
    Table(Table),
    BarPlot(BarPlot),
    LinePlot(LinePlot),
}

impl Report {
    /// An empty report with a title.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), parts: Vec::new() }
    }

    /// Begins a chapter.
    pub fn chapter(&mut self, title: impl Into<String>) -> &mut Self {
        self.add(Part::Heading(2, title.into()))
    }

    /// Begins a section of a chapter.
    pub fn section(&mut self, title: impl Into<String>) -> &mut Self {
        self.add(Part::Heading(3, title.into()))
    }

    /// A paragraph; several where empty lines separate them.
    pub fn text(&mut self, text: impl AsRef<str>) -> &mut Self {
        for paragraph in text.as_ref().split("\n\n").map(one_line).filter(|paragraph| !paragraph.is_empty()) {
            self.add(Part::Text(paragraph));
        }
        self
    }

    /// A list; nothing where it is empty.
    pub fn list(&mut self, points: impl IntoIterator<Item = String>) -> &mut Self {
        let points: Vec<String> = points.into_iter().map(|point| one_line(&point)).collect();
        if points.is_empty() { self } else { self.add(Part::List(points)) }
    }

    /// A table.
    pub fn table(&mut self, table: Table) -> &mut Self {
        self.add(Part::Table(table))
    }

    /// A bar plot with error bars, and a table of the same figures.
    pub fn bar_plot(&mut self, bars: BarPlot) -> &mut Self {
        self.add(Part::BarPlot(bars))
    }

    /// A line plot, and a table of the same figures.
    pub fn line_plot(&mut self, lines: LinePlot) -> &mut Self {
        self.add(Part::LinePlot(lines))
    }

    /// A bar plot of ratings in Elo: name, rating and half the width of its interval.
    pub fn elo_plot(&mut self, title: &str, ratings: &[(String, f64, f64)]) -> &mut Self {
        let bar = |(name, elo, error): &(String, f64, f64)| Bar {
            name: name.clone(),
            value: *elo,
            interval: [elo - error, elo + error],
        };
        self.bar_plot(BarPlot { title: title.into(), unit: "Elo".into(), bars: ratings.iter().map(bar).collect() })
    }

    /// The report as Markdown.
    pub fn to_markdown(&self) -> String {
        markdown::write(self)
    }

    /// The report as one HTML page.
    pub fn to_html(&self) -> String {
        html::write(self)
    }

    /// Appends another report without its title.
    pub fn append(&mut self, other: Self) -> &mut Self {
        self.parts.extend(other.parts);
        self
    }

    fn add(&mut self, part: Part) -> &mut Self {
        self.parts.push(part);
        self
    }
}

/// A text with its line breaks and blanks collapsed.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

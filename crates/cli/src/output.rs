//! Where results go, and how wide they may be.

use std::fmt;
use std::io::{self, IsTerminal};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use quevedo_catalog::GameEntry;
use quevedo_core::{Language, Outcome, Side};
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

/// A requested check failed. The results say so already; the exit status tells it to other programs.
#[derive(Debug)]
pub(crate) struct CheckFailed;

impl fmt::Display for CheckFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a check failed")
    }
}

impl std::error::Error for CheckFailed {}

/// Text is wrapped here where there is no terminal to ask, and never wider than this: longer lines are hard to read.
const WIDTH: usize = 100;
/// A longer name does not push the meanings of the others aside.
const LONGEST_NAME: usize = 24;

/// How wide text on standard output may be.
pub(crate) fn width() -> usize {
    terminal_width().map_or(WIDTH, |columns| usize::from(columns).clamp(20, WIDTH))
}

#[cfg(feature = "tui")]
fn terminal_width() -> Option<u16> {
    let size = io::stdout().is_terminal().then(ratatui::crossterm::terminal::size).and_then(Result::ok);
    size.map(|(columns, _)| columns)
}

/// Without the terminal library the width is not known.
#[cfg(not(feature = "tui"))]
fn terminal_width() -> Option<u16> {
    None
}

/// Breaks a text into lines at most `width` wide. A word that is longer stands alone.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    join(text.split_whitespace(), " ", width)
}

/// Puts words side by side on lines at most `width` wide.
pub(crate) fn join<'a>(words: impl Iterator<Item = &'a str>, between: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.width() + between.width() + word.width() <= width => {
                line.push_str(between);
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The progress bar of a run of games.
pub(crate) const GAMES_BAR: &str = "{wide_bar} {pos}/{len} games, {msg}, {eta} left";

/// A progress bar on standard error if that is a terminal; else a hidden one.
pub(crate) fn terminal_bar(bar: ProgressBar, template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    bar.with_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// How a game ended.
pub(crate) fn outcome_text(language: Language, game: &GameEntry, outcome: Outcome) -> String {
    let reason = outcome.reason.text.get(language);
    let winner = outcome.winner.map(|side: Side| game.side_name(side).get(language));
    match (language, winner) {
        (Language::English, Some(winner)) => format!("{winner} won: {reason}"),
        (Language::Spanish, Some(winner)) => format!("Victoria: {winner} ({reason})"),
        (Language::English, None) => format!("Draw: {reason}"),
        (Language::Spanish, None) => format!("Tablas: {reason}"),
    }
}

/// Writes a value as one line of JSON.
pub(crate) fn write_json(out: &mut dyn io::Write, value: &impl Serialize) -> Result<()> {
    writeln!(out, "{}", serde_json::to_string(value)?)?;
    Ok(())
}

/// Writes names and meanings in two columns; long meanings are wrapped, and begin on the next line behind a long name.
pub(crate) fn write_described<N: AsRef<str>>(out: &mut dyn io::Write, indent: &str, list: &[(N, &str)]) -> Result<()> {
    let longest = list.iter().map(|(name, _)| name.as_ref().width()).filter(|width| *width <= LONGEST_NAME).max();
    let margin = longest.unwrap_or(0) + 2;
    let room = width().saturating_sub(indent.width() + margin).max(20);
    for (name, meaning) in list {
        let name = name.as_ref();
        let next_line = format!("\n{indent}{}", " ".repeat(margin));
        let blank = match margin.checked_sub(name.width()) {
            Some(blank) if blank >= 2 => " ".repeat(blank),
            _ => next_line.clone(),
        };
        writeln!(out, "{indent}{name}{blank}{}", wrap(meaning, room).join(&next_line))?;
    }
    Ok(())
}

/// An error with its causes; what an error has said of its cause already is not said again.
pub(crate) fn with_causes(error: &anyhow::Error) -> String {
    let (mut text, mut last) = (String::new(), String::new());
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text.clone_from(&cause);
        } else if !last.contains(&cause) {
            text.push_str(": ");
            text.push_str(&cause);
        }
        last = cause;
    }
    text
}

/// Whether an error is a closed output: `quevedo games | head -1` is no failure.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(closed))
}

/// A text on one line: what clap says over several is joined by `; `, without its pointer to `--help`.
pub(crate) fn one_line(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    let said = paragraphs.filter(|part| !part.is_empty() && !part.starts_with("For more information"));
    said.collect::<Vec<_>>().join("; ")
}

/// A large number as people read it: `12.3 M`.
pub(crate) fn short_number(number: f64) -> String {
    match number {
        n if n >= 1e9 => format!("{:.2} G", n / 1e9),
        n if n >= 1e6 => format!("{:.1} M", n / 1e6),
        n if n >= 1e4 => format!("{:.1} k", n / 1e3),
        n => format!("{n:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fill_lines() {
        assert_eq!(wrap("one two  three\nfour", 9), ["one two", "three", "four"]);
        assert_eq!(wrap("impossible a b", 4), ["impossible", "a b"]);
        assert!(wrap(" ", 4).is_empty());
    }

    #[test]
    fn causes_are_told_once() {
        let full = || anyhow::Error::new(io::Error::other("the disk is full"));
        assert_eq!(with_causes(&full()), "the disk is full");
        assert_eq!(with_causes(&full().context("--out a.csv")), "--out a.csv: the disk is full");
        assert_eq!(with_causes(&full().context("database: the disk is full")), "database: the disk is full");
    }

    #[test]
    fn clap_speaks_on_one_line() {
        let text = "error: missing:\n  <DEPTH>\n\nUsage: quevedo perft\n\nFor more information, try '--help'.\n";
        assert_eq!(one_line(text), "error: missing: <DEPTH>; Usage: quevedo perft");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([9_999.0, 12_345.0, 4_865_609.0, 2e9].map(short_number), ["9999", "12.3 k", "4.9 M", "2.00 G"]);
    }
}

//! The Generic Game Format of GGS, the Generic Game Server: `(;GM[Name]PB[one]PW[two]B[F5]W[F6];)`.
//!
//! A game is a list of properties, a name and a value each, in order; their meaning is the game's own. A file holds any
//! number of games. Archives put a number ahead of each.

use std::fmt::Write;

use quevedo_core::notation::clip;
use thiserror::Error;

const OPEN: &str = "(;";
const CLOSE: &str = ";)";

/// The properties of a game: names and values, in order.
pub type Properties<'a> = Vec<(&'a str, &'a str)>;

/// Why a text is not in the Generic Game Format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: `{found}` is no game: write `(;GM[Name]…B[F5]W[F6];)`")]
pub struct GgfError {
    /// The line, from 1.
    pub line: usize,
    /// What stands there.
    pub found: String,
}

/// Whether a text looks like this format: it begins with a game, or with the number of one.
pub fn is_ggf(text: &str) -> bool {
    skip_number(text).starts_with(OPEN)
}

/// Reads all games of a text.
pub fn parse_all(text: &str) -> Result<Vec<Properties<'_>>, GgfError> {
    let mut games = Vec::new();
    let mut rest = skip_number(text);
    while !rest.is_empty() {
        let line = 1 + text[..text.len() - rest.len()].matches('\n').count();
        let wrong = || GgfError { line, found: clip(rest) };
        let (properties, behind) = take_game(rest).ok_or_else(wrong)?;
        games.push(properties);
        rest = skip_number(behind);
    }
    Ok(games)
}

/// Writes a game.
pub fn write<'a>(properties: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut text = String::from(OPEN);
    for (name, value) in properties {
        let value = value.replace(']', ")").replace(char::is_control, " ");
        let _ = write!(text, "{name}[{value}]");
    }
    text + CLOSE
}

/// The text behind blanks, a byte order mark and the number of a game.
fn skip_number(text: &str) -> &str {
    let is_blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    let text = text.trim_start_matches(is_blank);
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(is_blank);
    if behind.starts_with(OPEN) { behind } else { text }
}

/// The first game of a text, and what follows it.
fn take_game(text: &str) -> Option<(Properties<'_>, &str)> {
    let mut properties = Vec::new();
    let mut rest = text.strip_prefix(OPEN)?.trim_start();
    loop {
        if let Some(behind) = rest.strip_prefix(CLOSE) {
            return Some((properties, behind));
        }
        let (name, behind) = rest.split_once('[')?;
        let name = name.trim();
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return None;
        }
        let (value, behind) = behind.split_once(']')?;
        properties.push((name, value));
        rest = behind.trim_start();
    }
}

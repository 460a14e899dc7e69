//! Games as text: the PGN format, for chess and for every other game alike.
//!
//! A record is a list of tags, the moves in the notation of the game (SAN in chess) and the result. Chess
//! records are plain PGN; the others carry the tag `Game` and, where they do not begin at the start position,
//! the tag `Position` instead of chess' `FEN`. The reader takes comments, annotation glyphs and move numbers as
//! they come, and leaves variations out.
//!
//! [`ggf`] is the Generic Game Format of game servers; what its properties mean the games know.
//!
//! ```
//! use quevedo_record::Record;
//!
//! let text = "[White \"A\"]\n\n1. f3 e5 2. g4 {a mistake} Qh4# 0-1\n";
//! let record = &Record::parse_all(text)?[0];
//! assert_eq!((record.tag("White"), record.result.as_str()), (Some("A"), "0-1"));
//! assert_eq!(record.moves[2].comment.as_deref(), Some("a mistake"));
//! assert_eq!(Record::parse_all(&record.to_string())?[0], *record);
//! # Ok::<(), quevedo_record::RecordError>(())
//! ```

pub mod ggf;

use std::fmt;

use quevedo_core::Side;
use quevedo_core::notation::clip;
use thiserror::Error;

/// The result of a game that is not over.
const UNFINISHED: &str = "*";
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", UNFINISHED];
/// PGN's own limit of the length of a line.
const LINE_WIDTH: usize = 79;

/// A game as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Names and values, in order.
    pub tags: Vec<(String, String)>,
    /// The moves.
    pub moves: Vec<RecordedMove>,
    /// Who makes the first of them; decides how they are numbered.
    pub opening_turn: Side,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// A move of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedMove {
    /// The move as written.
    pub text: String,
    /// The numeric annotation glyph, written `$4`; the reader drops it.
    pub glyph: Option<u8>,
    /// What is said of it.
    pub comment: Option<String>,
    /// The moves that could have been played instead, from this one on; the reader leaves them out.
    pub variation: Vec<String>,
}

/// Why a text is not a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: String,
}

impl Default for Record {
    fn default() -> Self {
        Self { tags: Vec::new(), moves: Vec::new(), opening_turn: Side::First, result: UNFINISHED.into() }
    }
}

impl Record {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Reads all records of a text.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, RecordError> {
        let mut reader = Reader { records: Vec::new(), open: None };
        let mut tokens = Tokens { rest: text, line: 1, line_start: true };
        while let Some(token) = tokens.next_token()? {
            reader.take(token);
        }
        reader.finish();
        Ok(reader.records)
    }
}

/// Puts tokens together into records.
struct Reader {
    records: Vec<Record>,
    open: Option<Record>,
}

impl Reader {
    fn take(&mut self, token: Token<'_>) {
        match token {
            Token::Tag(name, value) => {
                if self.open.as_ref().is_some_and(|open| !open.moves.is_empty()) {
                    self.finish();
                }
                self.open.get_or_insert_default().tags.push((name.into(), value));
            }
            Token::Comment(comment) => {
                let open = self.open.get_or_insert_default();
                if let Some(last) = open.moves.last_mut() {
                    last.comment = Some(comment.split_whitespace().collect::<Vec<_>>().join(" "));
                }
            }
            Token::Word(result) if RESULTS.contains(&result) => {
                self.open.get_or_insert_default().result = result.into();
                self.finish();
            }
            Token::Word(word) => {
                let mv = RecordedMove { text: word.into(), ..RecordedMove::default() };
                self.open.get_or_insert_default().moves.push(mv);
            }
            Token::Number { second_to_move } => {
                let open = self.open.get_or_insert_default();
                if open.moves.is_empty() && second_to_move {
                    open.opening_turn = Side::Second;
                }
            }
        }
    }

    fn finish(&mut self) {
        self.records.extend(self.open.take());
    }
}

enum Token<'a> {
    Tag(&'a str, String),
    Comment(&'a str),
    Word(&'a str),
    /// `1.` or `1...`
    Number {
        second_to_move: bool,
    },
}

struct Tokens<'a> {
    rest: &'a str,
    line: usize,
    /// Whether `rest` begins a line, where `%` escapes the whole of it.
    line_start: bool,
}

impl<'a> Tokens<'a> {
    fn next_token(&mut self) -> Result<Option<Token<'a>>, RecordError> {
        loop {
            self.advance(self.rest.len() - self.rest.trim_start_matches(is_blank).len());
            let Some(first) = self.rest.chars().next() else { return Ok(None) };
            let token = match first {
                '%' if self.line_start => {
                    self.advance(self.line_length());
                    continue;
                }
                '[' => self.tag()?,
                '{' => Token::Comment(self.enclosed('{', '}')?),
                ';' => Token::Comment(&self.advance(self.line_length())[1..]),
                '(' => {
                    self.variation()?;
                    continue;
                }
                '$' => {
                    let digits = self.rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                    self.advance(1 + digits);
                    continue;
                }
                ')' | ']' | '}' => return Err(self.error(format!("`{first}` closes nothing"))),
                _ => match self.word()? {
                    Some(token) => token,
                    None => continue,
                },
            };
            return Ok(Some(token));
        }
    }

    fn line_length(&self) -> usize {
        self.rest.find('\n').unwrap_or(self.rest.len())
    }

    /// Steps over `bytes` bytes and returns them.
    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        if let Some(last) = taken.chars().last() {
            self.line_start = last == '\n';
        }
        self.rest = rest;
        taken
    }

    fn error(&self, problem: impl Into<String>) -> RecordError {
        RecordError { line: self.line, problem: problem.into() }
    }

    fn enclosed(&mut self, open: char, close: char) -> Result<&'a str, RecordError> {
        let end = self.rest.find(close).ok_or_else(|| self.error(format!("`{open}` is never closed by `{close}`")))?;
        let inside = self.advance(end + 1);
        Ok(&inside[1..end])
    }

    /// `[Name "value"]`, with `\"` and `\\` in the value.
    fn tag(&mut self) -> Result<Token<'a>, RecordError> {
        let wrong = |tokens: &Self| tokens.error("a tag is written `[Name \"value\"]`");
        let name_end = self.rest.find(|c: char| c.is_whitespace() || c == '"').ok_or_else(|| wrong(self))?;
        let name = self.rest[1..name_end].trim();
        let open = self.rest[name_end..].find('"').ok_or_else(|| wrong(self))? + name_end;
        if name.is_empty() || name.contains(']') || !self.rest[name_end..open].trim().is_empty() {
            return Err(wrong(self));
        }
        let mut value = String::new();
        let mut letters = self.rest[open + 1..].char_indices();
        let close = loop {
            match letters.next() {
                Some((_, '\\')) => value.extend(letters.next().map(|(_, c)| c)),
                Some((at, '"')) => break open + 1 + at,
                Some((_, '\n')) | None => return Err(wrong(self)),
                Some((_, c)) => value.push(c),
            }
        };
        let end = self.rest[close + 1..].find(']').ok_or_else(|| wrong(self))? + close + 1;
        if !self.rest[close + 1..end].trim().is_empty() {
            return Err(wrong(self));
        }
        self.advance(end + 1);
        Ok(Token::Tag(name, value))
    }

    /// Steps over a variation and those inside it.
    fn variation(&mut self) -> Result<(), RecordError> {
        let mut depth = 0_u32;
        loop {
            let next = self.rest.find(['(', ')', '{']).ok_or_else(|| self.error("`(` is never closed by `)`"))?;
            self.advance(next);
            match self.rest.as_bytes()[0] {
                b'{' => {
                    self.enclosed('{', '}')?;
                    continue;
                }
                b'(' => depth += 1,
                _ => depth -= 1,
            }
            self.advance(1);
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// A move, a result or a move number; the marks `!` and `?` behind a move are dropped.
    fn word(&mut self) -> Result<Option<Token<'a>>, RecordError> {
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let dots = self.rest[digits..].bytes().take_while(|byte| *byte == b'.').count();
        if dots > 0 {
            self.advance(digits + dots);
            return Ok(Some(Token::Number { second_to_move: dots > 1 }));
        }
        let stops = |c: char| is_blank(c) || "[]{}();$".contains(c);
        let word = &self.rest[..self.rest.find(stops).unwrap_or(self.rest.len())];
        if word.len() > LINE_WIDTH || !word.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'%') {
            return Err(self.error(format!("`{}` cannot be a move", clip(word))));
        }
        self.advance(word.len());
        let word = word.trim_end_matches(['!', '?']);
        Ok((!word.is_empty()).then_some(Token::Word(word)))
    }
}

/// White space, and the mark some editors put at the beginning of a file.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            let value = value.replace(['\n', '\r'], " ").replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        writeln!(f)?;
        let mut column = 0;
        for word in self.words() {
            let width = word.chars().count();
            if column > 0 && column + 1 + width > LINE_WIDTH {
                writeln!(f)?;
                column = 0;
            } else if column > 0 {
                write!(f, " ")?;
                column += 1;
            }
            write!(f, "{word}")?;
            column += width;
        }
        writeln!(f)
    }
}

impl Record {
    /// Move numbers, moves, comments and the result, as they are to be written one after the other.
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let offset = self.opening_turn.index();
        let mut interrupted = true;
        for (ply, mv) in self.moves.iter().enumerate() {
            words.extend(move_number(ply + offset, interrupted));
            words.push(mv.text.clone());
            words.extend(mv.glyph.map(|glyph| format!("${glyph}")));
            if let Some(comment) = &mv.comment {
                let comment = format!("{{{}}}", comment.replace('}', ")"));
                words.extend(comment.split_whitespace().map(String::from));
            }
            words.extend(variation_words(&mv.variation, ply + offset));
            interrupted = mv.comment.is_some() || !mv.variation.is_empty();
        }
        words.push(self.result.clone());
        words
    }
}

/// The number ahead of a move: ahead of the first player's moves, and of the second player's after an interruption.
fn move_number(ply: usize, interrupted: bool) -> Option<String> {
    match ply % 2 {
        0 => Some(format!("{}.", ply / 2 + 1)),
        _ => interrupted.then(|| format!("{}...", ply / 2 + 1)),
    }
}

/// Moves in parentheses.
fn variation_words(moves: &[String], first_ply: usize) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        words.extend(move_number(first_ply + index, index == 0));
        words.push(mv.clone());
    }
    if let Some(first) = words.first_mut() {
        first.insert(0, '(');
    }
    if let Some(last) = words.last_mut() {
        last.push(')');
    }
    words
}

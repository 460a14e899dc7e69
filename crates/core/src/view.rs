//! What people see: a board of places and pieces, and every move as a path of taps.
//!
//! Nothing that shows a board knows a rule. It draws a [`Shape`], puts the pieces of a [`Board`] on it, and
//! filters the tap paths of the legal moves by the taps made so far.

use serde::{Deserialize, Serialize};

use crate::{Game, Reason, Side};

/// A game as people see and touch it.
pub trait View: Game {
    /// Names and rules in words.
    const ABOUT: About;

    /// Whether a move may be the beginning of a longer one, as a capture run that may stop or go on. Elsewhere
    /// the tap paths are prefix-free.
    const RUNS: bool = false;

    /// Whether the rules are the same with left and right exchanged. The law suite compares mirror images if so.
    const MIRROR: bool = true;

    /// The board, without pieces. The same for every position of the game.
    fn shape() -> Shape;

    /// The pieces on it.
    fn board(&self) -> Board;

    /// The taps that make a legal move: place names, and choices such as `=q` that are no places.
    fn taps(&self, mv: Self::Move) -> Vec<String>;

    /// The board after the first `taps` taps of a legal move, so that a page can show a half-made move: the present
    /// board after none, the board after the move after all. Games whose moves have several visible steps override
    /// this: a capture run, a move and a shot.
    fn board_after_taps(&self, mv: Self::Move, taps: usize) -> Board {
        if taps < self.taps(mv).len() {
            return self.board();
        }
        let mut after = self.clone();
        after.play(mv);
        after.board()
    }

    /// The reasons of an end that only this game has, in addition to the common ones of [`crate::reasons`].
    const REASONS: &'static [&'static Reason] = &[];

    /// The taps that are no places, with what they mean in words.
    const CHOICES: &'static [(&'static str, Text)] = &[];

    /// Whether the rules know a draw. Where they do not, nobody can offer one.
    const HAS_DRAWS: bool = true;

    /// What each tap of a move does, for the person who makes it: `Choose an amazon`, `Move her`, `Shoot an arrow`. May be
    /// shorter than a move, or empty.
    const INSTRUCTIONS: &'static [Text] = &[];

    /// The places that show why the game is over: four in line, a mated king, the territories at the end. Empty while the
    /// game is not over, and where the end shows in no place.
    fn decisive_places(&self) -> Vec<DecisivePlace> {
        Vec::new()
    }

    /// The count of moves that ends the game when it runs out, where the rules have one.
    fn countdown(&self) -> Option<Countdown> {
        None
    }
}

/// A place that shows why a game is over. With a piece on it, that piece decided the game; an empty one is territory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DecisivePlace {
    /// The index in [`Shape::places`].
    pub place: usize,
    /// Whose it is.
    pub side: Side,
}

impl DecisivePlace {
    /// The same side's places.
    pub fn all(side: Side, places: impl IntoIterator<Item = usize>) -> impl Iterator<Item = Self> {
        places.into_iter().map(move |place| Self { place, side })
    }
}

/// A count of moves that ends the game when it runs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Countdown {
    /// The side that must do something before it runs out.
    pub side: Side,
    /// Moves of that side until the game ends.
    pub left: u32,
    /// The same when nothing has been counted.
    pub of: u32,
    /// What is counted, and what happens at the end, as words behind `3 more moves`: `without a step
    /// forward, and the hunters lose`.
    pub meaning: Text,
}

/// The languages the product speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Spanish.
    #[serde(rename = "es")]
    Spanish,
}

/// A text in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Text {
    /// In English.
    pub en: &'static str,
    /// In Spanish.
    pub es: &'static str,
}

impl Text {
    /// No text.
    pub const EMPTY: Self = Self { en: "", es: "" };

    /// A text in English and in Spanish.
    pub const fn new(en: &'static str, es: &'static str) -> Self {
        Self { en, es }
    }

    /// Whether there is no text.
    pub const fn is_empty(self) -> bool {
        self.en.is_empty()
    }

    /// The text in one language.
    pub const fn get(self, language: Language) -> &'static str {
        match language {
            Language::English => self.en,
            Language::Spanish => self.es,
        }
    }
}

/// A game in words. Only the first four are needed, see [`About::new`].
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name in commands, files and addresses: `fox-geese`.
    pub id: &'static str,
    /// The name of the game.
    pub name: Text,
    /// The two sides, the one who moves first ahead.
    pub sides: [Text; 2],
    /// Whether the English name of each side is a plural: `Dogs win`, but `White wins`. Spanish sentences avoid the verb.
    pub plural_sides: [bool; 2],
    /// The rules in one paragraph.
    pub rules: Text,
    /// One line for the card of the game; may be empty.
    pub tagline: Text,
    /// How a position is written, for the field where one is typed; may be empty.
    pub position_hint: Text,
    /// The rules at length, see [`crate::rules_page`]; where it is empty, the paragraph stands for it.
    pub rules_page: Text,
    /// The kinds of pieces, the most important one of each side first. A kind that is not listed goes by its key.
    pub pieces: &'static [PieceAbout],
}

impl About {
    /// A game by its id, its names and its rules in one paragraph.
    pub const fn new(id: &'static str, name: Text, sides: [Text; 2], rules: Text) -> Self {
        let (tagline, position_hint, rules_page) = (Text::EMPTY, Text::EMPTY, Text::EMPTY);
        Self { id, name, sides, plural_sides: [false; 2], rules, tagline, position_hint, rules_page, pieces: &[] }
    }
}

/// A kind of piece in words, and how it is drawn.
#[derive(Clone, Copy, Debug)]
pub struct PieceAbout {
    /// The key, as in [`Piece::kind`].
    pub kind: &'static str,
    /// What people call it, in lower case.
    pub name: Text,
    /// Its letter in the moves that people write, where it has one: N for a knight, C in Spanish.
    pub initial: Text,
    /// Its drawing. Without one it is drawn as the page draws that kind, or as a disc with its letter.
    pub drawing: Option<Drawing>,
}

impl PieceAbout {
    /// A kind of piece without a drawing of its own.
    pub const fn new(kind: &'static str, en: &'static str, es: &'static str) -> Self {
        Self { kind, name: Text { en, es }, initial: Text::EMPTY, drawing: None }
    }

    /// The same with its letter in the moves that people write, in English and in Spanish.
    #[must_use]
    pub const fn with_initial(self, en: &'static str, es: &'static str) -> Self {
        Self { initial: Text { en, es }, ..self }
    }
}

/// A drawing of a piece on a square of 100 by 100, as the data of SVG paths (the attribute `d`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The body, filled with the colour of the side.
    pub body: &'static str,
    /// Lines on the body; may be empty.
    pub lines: &'static str,
}

/// A board without pieces.
#[derive(Clone, Debug, Serialize)]
pub struct Shape {
    /// How it is drawn.
    pub kind: BoardKind,
    /// Where pieces can stand.
    pub places: Vec<Place>,
    /// Pairs of places joined by a drawn line; empty on boards of squares.
    pub lines: Vec<[u8; 2]>,
}

impl Shape {
    /// The place of that name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.places.iter().position(|place| place.name == name)
    }

    /// A full rectangle of squares; the squares of odd file + rank are light. `name` gives the name of the
    /// square at a column from the left and a row from the top.
    pub fn squares(columns: u8, rows: u8, name: impl Fn(u8, u8) -> String) -> Self {
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let places = cells.map(|(column, row)| Place::new(name(column, row), column, row)).collect();
        Self { kind: BoardKind::Squares, places, lines: Vec::new() }
    }
}

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardKind {
    /// Squares side by side, light and dark.
    Checkered,
    /// Squares side by side, all alike.
    Squares,
    /// Points joined by lines.
    Points,
    /// A standing board whose discs fall down a column.
    Columns,
}

/// One place of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Its name, as in move notation.
    pub name: String,
    /// What touching it says; the name itself, or the column on a standing board.
    pub tap: String,
    /// Columns from the left.
    pub column: u8,
    /// Rows from the top.
    pub row: u8,
}

impl Place {
    /// A place that is tapped by its own name.
    pub fn new(name: String, column: u8, row: u8) -> Self {
        Self { tap: name.clone(), name, column, row }
    }
}

/// The pieces of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Board {
    /// What stands on each place, in the order of [`Shape::places`].
    pub pieces: Vec<Option<Piece>>,
    /// Places to be marked as in danger: a king in check.
    pub alerts: Vec<usize>,
}

impl Board {
    /// A board with nothing in danger. `piece` tells what stands on a place, by its index.
    pub fn new(places: usize, piece: impl Fn(usize) -> Option<Piece>) -> Self {
        Self { pieces: (0..places).map(piece).collect(), alerts: Vec::new() }
    }
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// What it is, the key of its artwork: `king`, `disc`, `goose`.
    pub kind: &'static str,
    /// Whose it is; `None` for a neutral piece, such as an arrow.
    pub side: Option<Side>,
    /// Its letter in position notation.
    pub letter: char,
    /// A character that looks like it.
    pub glyph: char,
}

//! Boards and pieces, mirrored from the games so that their shape on the wire is decided here.

use quevedo_catalog::Session;
use quevedo_core as rules;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A side: who moves first, or the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Moves first.
    First,
    /// Moves second.
    Second,
}

impl From<rules::Side> for Side {
    fn from(side: rules::Side) -> Self {
        match side {
            rules::Side::First => Self::First,
            rules::Side::Second => Self::Second,
        }
    }
}

impl From<Side> for rules::Side {
    fn from(side: Side) -> Self {
        match side {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }
}

/// A text in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Text {
    /// In English.
    pub en: &'static str,
    /// In Spanish.
    pub es: &'static str,
}

impl From<rules::Text> for Text {
    fn from(text: rules::Text) -> Self {
        Self { en: text.en, es: text.es }
    }
}

/// A board without pieces.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Shape {
    /// How it is drawn.
    #[ts(type = "\"checkered\" | \"squares\" | \"points\" | \"columns\"")]
    #[schema(value_type = String)]
    pub kind: rules::view::BoardKind,
    /// Where pieces can stand.
    pub places: Vec<Place>,
    /// Pairs of places joined by a drawn line.
    #[ts(type = "[number, number][]")]
    pub lines: Vec<[u8; 2]>,
}

/// One place of a board.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Place {
    /// Its name, as in move notation.
    pub name: String,
    /// What touching it says.
    pub tap: String,
    /// Columns from the left.
    pub column: u8,
    /// Rows from the top.
    pub row: u8,
}

impl From<rules::Shape> for Shape {
    fn from(shape: rules::Shape) -> Self {
        let place =
            |place: rules::Place| Place { name: place.name, tap: place.tap, column: place.column, row: place.row };
        Self { kind: shape.kind, places: shape.places.into_iter().map(place).collect(), lines: shape.lines }
    }
}

/// The pieces of a position.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Board {
    /// What stands on each place, in the order of the places of the shape.
    pub pieces: Vec<Option<Piece>>,
    /// Places in danger, by their index: a king in check.
    pub alerts: Vec<usize>,
    /// The places that show why the game is over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<DecisivePlace>>", optional)]
    pub decisive: Vec<DecisivePlace>,
    /// The count of moves that ends the game when it runs out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub countdown: Option<CountdownState>,
}

/// A place that shows why a game is over: a piece that decided it, or an empty place as territory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct DecisivePlace {
    /// The index of the place.
    pub place: usize,
    /// Whose it is.
    pub side: Side,
}

/// A count of moves that ends the game when it runs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct CountdownState {
    /// The side that must do something before it runs out.
    pub side: Side,
    /// Moves of that side until the game ends.
    pub left: u32,
    /// The same when nothing has been counted.
    pub of: u32,
    /// What is counted, and what happens at the end, as words behind `3 more moves`.
    pub meaning: Text,
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Piece {
    /// What it is, the key of its artwork.
    pub kind: &'static str,
    /// Whose it is; arrows are nobody's.
    pub side: Option<Side>,
    /// Its letter in position notation.
    pub letter: char,
    /// A character that looks like it.
    pub glyph: char,
}

impl From<rules::Piece> for Piece {
    fn from(piece: rules::Piece) -> Self {
        Self { kind: piece.kind, side: piece.side.map(Side::from), letter: piece.letter, glyph: piece.glyph }
    }
}

impl Board {
    /// The board of a session, with what is to be shown of the end of the game.
    pub fn of(session: &dyn Session) -> Self {
        let decisive = |place: rules::DecisivePlace| DecisivePlace { place: place.place, side: place.side.into() };
        let countdown = |count: rules::Countdown| CountdownState {
            side: count.side.into(),
            left: count.left,
            of: count.of,
            meaning: count.meaning.into(),
        };
        Self {
            decisive: session.decisive_places().into_iter().map(decisive).collect(),
            countdown: session.countdown().map(countdown),
            ..session.board().into()
        }
    }
}

impl From<rules::Board> for Board {
    fn from(board: rules::Board) -> Self {
        let pieces = board.pieces.into_iter().map(|place| place.map(Piece::from)).collect();
        Self { pieces, alerts: board.alerts, decisive: Vec::new(), countdown: None }
    }
}

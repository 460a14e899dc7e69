//! Boards in characters: what the plain text and the full screen have in common.
//!
//! Nothing here knows a game. A board is the places of a [`Shape`] on a grid of columns and rows, the names at its
//! edges, and the strokes of the lines between its points.

mod lines;
mod text;

use quevedo_core::view::BoardKind;
use quevedo_core::{Piece, Place, Shape};

pub(crate) use lines::strokes;
pub(crate) use text::text_board;

/// How a piece is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceStyle {
    /// By the letter of position notation, which every terminal can show.
    Letter,
    /// By a character that looks like it.
    Glyph,
}

impl PieceStyle {
    /// The character of a piece.
    pub(crate) fn draw(self, piece: Piece) -> char {
        match self {
            Self::Letter => piece.letter,
            Self::Glyph => piece.glyph,
        }
    }
}

/// The extent of a board and the names at its edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The name of every column, from the left.
    pub(crate) columns: Vec<String>,
    /// The name of every row, from the top.
    pub(crate) rows: Vec<String>,
}

impl Frame {
    /// The frame of a board: file letters and rank numbers, or the numbers of the columns that discs fall down.
    pub(crate) fn new(shape: &Shape) -> Self {
        let extent = |along: fn(&Place) -> u8| shape.places.iter().map(along).max().map_or(0, |last| last + 1);
        let label = |on_it: &dyn Fn(&Place) -> bool, name: fn(&Place) -> &str| {
            let mut names = shape.places.iter().filter(|place| on_it(place)).map(name);
            let first = names.next().unwrap_or_default();
            if names.all(|name| name == first) { first.to_owned() } else { String::new() }
        };
        let is_vertical = shape.kind == BoardKind::Columns;
        let column_name: fn(&Place) -> &str =
            if is_vertical { |place| &place.tap } else { |place| split_name(place).0 };
        let row_name: fn(&Place) -> &str = if is_vertical { |_| "" } else { |place| split_name(place).1 };
        Self {
            columns: (0..extent(|p| p.column)).map(|column| label(&|p| p.column == column, column_name)).collect(),
            rows: (0..extent(|p| p.row)).map(|row| label(&|p| p.row == row, row_name)).collect(),
        }
    }

    /// How many characters the names of the rows take.
    pub(crate) fn margin(&self) -> usize {
        self.rows.iter().map(|name| name.chars().count()).max().unwrap_or(0)
    }
}

/// The letters and the number of a name such as `d10`.
fn split_name(place: &Place) -> (&str, &str) {
    place.name.split_at(place.name.find(|c: char| c.is_ascii_digit()).unwrap_or(place.name.len()))
}

#[cfg(test)]
mod tests {
    use crate::testing;

    use super::*;

    fn frame(game: &str) -> (String, String) {
        let frame = Frame::new(&testing::game(game).shape());
        (frame.columns.join(" "), frame.rows.join(" "))
    }

    #[test]
    fn edges_carry_files_and_ranks() {
        assert_eq!(frame("chess"), ("a b c d e f g h".into(), "8 7 6 5 4 3 2 1".into()));
        assert_eq!(frame("othello"), ("a b c d e f g h".into(), "1 2 3 4 5 6 7 8".into()));
        assert_eq!(frame("amazons"), ("a b c d e f g h i j".into(), "10 9 8 7 6 5 4 3 2 1".into()));
        assert_eq!(frame("hare-hounds"), ("a b c d e".into(), "3 2 1".into()));
        assert_eq!(frame("fox-geese"), ("a b c d e f g".into(), "7 6 5 4 3 2 1".into()));
    }

    #[test]
    fn a_standing_board_carries_its_taps() {
        assert_eq!(frame("connect4:7x6"), ("1 2 3 4 5 6 7".into(), "     ".into()));
    }
}

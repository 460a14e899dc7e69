//! A position as a picture (SVG), for whatever shows one and is no page: notebooks, previews.

use std::fmt::Write;

use crate::Side;
use crate::view::{Board, BoardKind, Piece, Shape};

/// The side of a square, and the margin around the board, in pixels.
const SQUARE: u32 = 60;
const MARGIN: u32 = 20;
/// The colour of the last move.
const MARK: &str = "#d9822b";

/// The colours of a ground: what lies under everything, every second square, lines.
struct Ground {
    base: &'static str,
    second: &'static str,
    lines: &'static str,
}

const fn ground(kind: BoardKind) -> Ground {
    match kind {
        BoardKind::Checkered | BoardKind::Points => Ground { base: "#ecd9b9", second: "#b58863", lines: "#6d4f33" },
        BoardKind::Squares => Ground { base: "#4a8764", second: "#4a8764", lines: "#234a35" },
        BoardKind::Columns => Ground { base: "#2f5d8a", second: "#2f5d8a", lines: "#1d3d5e" },
    }
}

/// The position as an SVG picture. The places of the last move are marked.
pub fn svg(shape: &Shape, board: &Board, last_move: &[usize]) -> String {
    let columns = 1 + shape.places.iter().map(|place| u32::from(place.column)).max().unwrap_or(0);
    let rows = 1 + shape.places.iter().map(|place| u32::from(place.row)).max().unwrap_or(0);
    let (width, height) = (columns * SQUARE + 2 * MARGIN, rows * SQUARE + 2 * MARGIN);
    let Ground { base, .. } = ground(shape.kind);
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\
         <rect width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"{base}\"/>"
    );
    draw_ground(&mut picture, shape);
    for place in last_move.iter().filter(|place| **place < shape.places.len()) {
        let (x, y) = centre(shape, *place);
        let _ = write!(
            picture,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"28\" fill=\"none\" stroke=\"{MARK}\" stroke-width=\"3\"/>"
        );
    }
    for (place, piece) in board.pieces.iter().enumerate() {
        if let Some(piece) = piece {
            draw_piece(&mut picture, shape.kind, piece, centre(shape, place));
        }
    }
    picture + "</svg>"
}

/// The middle of a place.
fn centre(shape: &Shape, place: usize) -> (u32, u32) {
    let place = &shape.places[place];
    let at = |steps: u8| MARGIN + u32::from(steps) * SQUARE + SQUARE / 2;
    (at(place.column), at(place.row))
}

fn draw_ground(picture: &mut String, shape: &Shape) {
    let Ground { base, second, lines } = ground(shape.kind);
    for [from, to] in &shape.lines {
        let ((x1, y1), (x2, y2)) = (centre(shape, usize::from(*from)), centre(shape, usize::from(*to)));
        let _ = write!(picture, "<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"{lines}\" stroke-width=\"3\"/>");
    }
    for (index, place) in shape.places.iter().enumerate() {
        let (x, y) = centre(shape, index);
        let (left, top) = (x - SQUARE / 2, y - SQUARE / 2);
        let _ = match shape.kind {
            BoardKind::Points => {
                write!(
                    picture,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"{base}\" stroke=\"{lines}\" stroke-width=\"2\"/>"
                )
            }
            BoardKind::Columns => write!(picture, "<circle cx=\"{x}\" cy=\"{y}\" r=\"25\" fill=\"#e9f0f5\"/>"),
            BoardKind::Squares => write!(
                picture,
                "<rect x=\"{left}\" y=\"{top}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{base}\" stroke=\"{lines}\" stroke-width=\"2\"/>"
            ),
            BoardKind::Checkered if (place.column + place.row) % 2 == 1 => {
                write!(
                    picture,
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{second}\"/>"
                )
            }
            BoardKind::Checkered => Ok(()),
        };
    }
}

/// A piece: a disc in the colour of its side; on it, unless it is a plain disc, the character that looks like it.
fn draw_piece(picture: &mut String, kind: BoardKind, piece: &Piece, (x, y): (u32, u32)) {
    const LIGHT: (&str, &str) = ("#fbf5e9", "#2a211c");
    const DARK: (&str, &str) = ("#2a211c", "#fbf5e9");
    let is_disc = ['○', '●'].contains(&piece.glyph);
    let (fill, ink) = match (kind, piece.side) {
        (BoardKind::Columns, Some(Side::First)) => ("#f2b632", "#8a5a00"),
        (BoardKind::Columns, _) => ("#c8392f", "#5e110c"),
        (_, None) if !is_disc => ("#3b2f2a", "#e8b27a"),
        (_, side) if piece.glyph == '○' || (!is_disc && side == Some(Side::First)) => LIGHT,
        _ => DARK,
    };
    let _ =
        write!(picture, "<circle cx=\"{x}\" cy=\"{y}\" r=\"24\" fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"2\"/>");
    if !is_disc {
        let (base, glyph) = (y + 12, piece.glyph);
        let _ = write!(
            picture,
            "<text x=\"{x}\" y=\"{base}\" font-size=\"34\" font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"{ink}\">{glyph}</text>"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_and_the_last_move_are_drawn() {
        let shape = Shape::squares(2, 1, |column, _| ["a1", "b1"][usize::from(column)].into());
        let piece = Piece { kind: "stone", side: Some(Side::First), letter: 'x', glyph: '●' };
        let discs = |picture: &str| picture.matches("r=\"24\"").count();
        let bare = svg(&shape, &Board::new(2, |_| None), &[]);
        let drawn = svg(&shape, &Board::new(2, |place| (place == 1).then_some(piece)), &[0, 1, 9]);
        assert_eq!((discs(&bare), discs(&drawn)), (0, 1));
        assert_eq!(drawn.matches(MARK).count(), 2, "a place that is not on the board is left out");
        assert!(drawn.ends_with("</svg>") && drawn.matches('<').count() == drawn.matches('>').count());
    }
}

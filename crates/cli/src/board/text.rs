//! A board as lines of text, for pipes, logs and terminals without a screen.

use quevedo_core::view::BoardKind;
use quevedo_core::{Board, Shape};

use super::{Frame, PieceStyle, strokes};

/// Characters between the names of the rows and the board.
const GAP: usize = 2;

/// The board as lines, the names of columns below and of rows on the left. Pieces by letter make it pure ASCII.
pub(crate) fn text_board(shape: &Shape, board: &Board, style: PieceStyle) -> Vec<String> {
    let frame = Frame::new(shape);
    let (across, down) = if shape.kind == BoardKind::Points { (4, 2) } else { (2, 1) };
    let left = if frame.margin() == 0 { 0 } else { frame.margin() + GAP };
    let x = |column: usize| left + across * column;
    let bottom = down * (frame.rows.len() - 1) + 1;
    let mut canvas = vec![vec![' '; x(frame.columns.len())]; bottom + 1];

    let places = shape.places.iter().map(|place| (x(place.column.into()), down * usize::from(place.row)));
    let points: Vec<(u16, u16)> = places.map(|(x, y)| (x as u16, y as u16)).collect();
    for (x, y, stroke) in strokes(&points, &shape.lines) {
        let character = if style == PieceStyle::Letter { stroke.ascii() } else { stroke.unicode() };
        canvas[usize::from(y)][usize::from(x)] = character;
    }
    for ((x, y), piece) in points.iter().zip(&board.pieces) {
        canvas[usize::from(*y)][usize::from(*x)] = piece.map_or('.', |piece| style.draw(piece));
    }
    for (row, name) in frame.rows.iter().enumerate() {
        let blank = frame.margin() - name.chars().count();
        write_at(&mut canvas[down * row], blank, name);
    }
    for (column, name) in frame.columns.iter().enumerate() {
        write_at(&mut canvas[bottom], x(column), name);
    }
    canvas.into_iter().map(|line| line.into_iter().collect::<String>().trim_end().to_owned()).collect()
}

fn write_at(line: &mut [char], x: usize, text: &str) {
    for (cell, letter) in line[x..].iter_mut().zip(text.chars()) {
        *cell = letter;
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{CATALOG, game};

    use super::*;

    fn start(id: &str, style: PieceStyle) -> String {
        let entry = game(id);
        text_board(&entry.shape(), &entry.session(None).unwrap().board(), style).join("\n")
    }

    #[test]
    fn squares() {
        let chess = "\
8  r n b q k b n r
7  p p p p p p p p
6  . . . . . . . .
5  . . . . . . . .
4  . . . . . . . .
3  . . . . . . . .
2  P P P P P P P P
1  R N B Q K B N R
   a b c d e f g h";
        assert_eq!(start("chess", PieceStyle::Letter), chess);
        assert!(start("amazons", PieceStyle::Letter).starts_with("10  . . . q . . q . . .\n 9  . "));
    }

    #[test]
    fn a_standing_board_has_its_numbers_below() {
        let board = start("connect4:7x6", PieceStyle::Letter);
        assert_eq!(board, [&[". . . . . . ."; 6][..], &["1 2 3 4 5 6 7"]].concat().join("\n"));
    }

    #[test]
    fn points_are_joined_by_lines() {
        let hare = r"
3      D---.---.
     / | \ | / | \
2  D---.---.---.---h
     \ | / | \ | /
1      D---.---.
   a   b   c   d   e";
        assert_eq!(start("hare-hounds", PieceStyle::Letter), hare.trim_start_matches('\n'));
        assert!(start("hare-hounds", PieceStyle::Glyph).contains("───"));
    }

    #[test]
    fn letters_are_ascii_in_every_game() {
        for entry in CATALOG.games() {
            assert!(start(entry.id(), PieceStyle::Letter).is_ascii(), "{}", entry.id());
        }
    }
}

//! A board as lines of letters.

use quevedo_catalog::Session;

/// The board from the top, a letter for a piece, `.` for an empty place.
pub(crate) fn diagram(session: &dyn Session) -> Vec<String> {
    let (shape, board) = (session.entry().shape(), session.board());
    let rows = shape.places.iter().map(|place| usize::from(place.row) + 1).max().unwrap_or(0);
    let columns = shape.places.iter().map(|place| usize::from(place.column) + 1).max().unwrap_or(0);
    let mut lines = vec![vec![' '; 2 * columns]; rows];
    for (place, piece) in shape.places.iter().zip(&board.pieces) {
        lines[usize::from(place.row)][2 * usize::from(place.column)] = piece.map_or('.', |piece| piece.letter);
    }
    lines.into_iter().map(|line| line.into_iter().collect::<String>().trim_end().to_owned()).collect()
}

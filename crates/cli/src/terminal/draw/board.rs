//! Painting the board.

use quevedo_core::Piece;
use quevedo_core::view::BoardKind;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

use super::theme::{self, Theme};
use crate::board::{Frame, strokes};
use crate::terminal::app::{App, Marks};
use crate::terminal::geometry::Geometry;

/// An empty place, one that can be chosen, and the disc that waits above a vertical board.
const EMPTY: char = '·';
const CHOICE: char = '•';
const WAITING: char = '▼';
/// A cell of this width has room for two pairs of signs.
const WIDE_CELL: u16 = 5;

pub(super) fn draw_board(buffer: &mut Buffer, app: &App, geometry: &Geometry) {
    let theme = Theme::new(app.shape().kind, app.game().about().sides);
    let mut painter = Painter { buffer, app, geometry, theme };
    painter.ground();
    painter.labels();
    let (board, marks) = (app.session().board(), app.marks());
    for (index, (piece, marks)) in board.pieces.into_iter().zip(marks).enumerate() {
        painter.place(index, piece, marks);
    }
    if let Some(column) = app.waiting_column() {
        let (x, _) = geometry.column_label(column);
        painter.put(x, geometry.area.y, WAITING, theme::notice());
    }
}

/// What a board is painted with.
struct Painter<'a> {
    buffer: &'a mut Buffer,
    app: &'a App,
    geometry: &'a Geometry,
    theme: Theme,
}

impl Painter<'_> {
    fn put(&mut self, x: u16, y: u16, character: char, style: Style) {
        if let Some(cell) = self.buffer.cell_mut((x, y)) {
            cell.set_char(character).set_style(style);
        }
    }

    /// The background, and the lines between points.
    fn ground(&mut self) {
        let shape = self.app.shape();
        let ground = self.theme.ground(false);
        self.buffer.set_style(self.geometry.inner(), Style::new().bg(ground));
        let centres: Vec<(u16, u16)> = shape.places.iter().map(|place| self.geometry.centre(place)).collect();
        for (x, y, stroke) in strokes(&centres, &shape.lines) {
            self.put(x, y, stroke.unicode(), Style::new().fg(self.theme.faint).bg(ground));
        }
    }

    fn labels(&mut self) {
        let frame = Frame::new(self.app.shape());
        for (column, name) in frame.columns.iter().enumerate() {
            let (x, y) = self.geometry.column_label(column as u8);
            self.buffer.set_string(x, y, name, theme::quiet());
        }
        for (row, name) in frame.rows.iter().enumerate() {
            let (end, y) = self.geometry.row_label(row as u8);
            let x = (end + 1).saturating_sub(name.chars().count() as u16);
            self.buffer.set_string(x, y, name, theme::quiet());
        }
    }

    fn place(&mut self, index: usize, piece: Option<Piece>, marks: Marks) {
        let place = &self.app.shape().places[index];
        let (cell, (x, y)) = (self.geometry.cell(place), self.geometry.centre(place));
        let ground = theme::marked(marks, self.square_colour(index));
        self.buffer.set_style(cell, Style::new().bg(ground));
        let (character, style) = self.content(piece, marks);
        self.put(x, y, character, style.bg(ground));
        // The first pair of signs at the edge of the cell, the second close to the piece; a narrow cell has one.
        let distances: &[u16] = if cell.width >= WIDE_CELL { &[2, 1] } else { &[1] };
        for (distance, (left, right)) in distances.iter().zip(signs(marks, piece.is_some())) {
            self.put(x - distance, y, left, theme::sign().bg(ground));
            self.put(x + distance, y, right, theme::sign().bg(ground));
        }
    }

    /// The character in the middle of a place.
    fn content(&self, piece: Option<Piece>, marks: Marks) -> (char, Style) {
        match piece {
            Some(piece) => {
                let style = Style::new().fg(self.theme.piece(piece.side)).add_modifier(Modifier::BOLD);
                (self.app.style().draw(piece), style)
            }
            None if marks.next => (CHOICE, theme::sign()),
            None => (EMPTY, Style::new().fg(self.theme.faint)),
        }
    }

    /// On a checkered board the squares of odd file + rank are light, counted from the bottom left corner.
    fn square_colour(&self, index: usize) -> Color {
        let shape = self.app.shape();
        let bottom = shape.places.iter().map(|place| place.row).max().unwrap_or(0);
        let place = &shape.places[index];
        let odd = (place.column + bottom - place.row) % 2 == 1;
        self.theme.ground(odd && shape.kind == BoardKind::Checkered)
    }
}

/// The signs on both sides of a marked place, the most important first.
fn signs(marks: Marks, occupied: bool) -> Vec<(char, char)> {
    let all = [
        (marks.cursor, ('[', ']')),
        (marks.chosen, ('(', ')')),
        (marks.hint, ('*', '*')),
        (marks.alert, ('!', '!')),
        (marks.next && occupied, ('›', '‹')),
    ];
    all.into_iter().filter_map(|(marked, signs)| marked.then_some(signs)).collect()
}

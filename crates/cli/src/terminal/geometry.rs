//! Where everything is on the screen: how large the board can be, and which character belongs to which place.

use quevedo_core::view::BoardKind;
use quevedo_core::{Place, Shape};
use ratatui::layout::Rect;

use crate::board::Frame;

/// Lines below the board: status, prompt, hints.
pub(crate) const FOOT: u16 = 3;
/// The panel beside the board is at least this wide, and needs no more than that.
const PANEL: std::ops::RangeInclusive<u16> = 22..=32;
/// Between the board and the panel.
const GAP: u16 = 1;

/// From one place to the next in characters, across and down, largest first. Squares have a middle character, points
/// are twice as far apart across as down, for the diagonals.
const SQUARE_PITCHES: [(u16, u16); 4] = [(9, 4), (7, 3), (5, 2), (3, 1)];
const POINT_PITCHES: [(u16, u16); 3] = [(8, 4), (6, 3), (4, 2)];

/// A board laid out in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Geometry {
    kind: BoardKind,
    pitch: (u16, u16),
    /// Columns and rows of the board.
    extent: (u16, u16),
    /// Columns for the names of the rows.
    margin: u16,
    flipped: bool,
    /// The whole board with the names at its edges.
    pub(crate) area: Rect,
}

impl Geometry {
    /// The largest board that fits `area`, in the middle of it.
    pub(crate) fn fit(shape: &Shape, area: Rect, flipped: bool) -> Option<Self> {
        let pitches = pitches(shape.kind).iter();
        let mut boards = pitches.map(|pitch| Self::with_pitch(shape, *pitch, flipped));
        let mut board = boards.find(|board| board.area.width <= area.width && board.area.height <= area.height)?;
        board.area.x = area.x + (area.width - board.area.width) / 2;
        board.area.y = area.y + (area.height - board.area.height) / 2;
        Some(board)
    }

    /// The smallest board there is.
    pub(crate) fn smallest(shape: &Shape) -> Self {
        let pitch = *pitches(shape.kind).last().expect("every kind of board has a size");
        Self::with_pitch(shape, pitch, false)
    }

    fn with_pitch(shape: &Shape, pitch: (u16, u16), flipped: bool) -> Self {
        let frame = Frame::new(shape);
        let extent = (frame.columns.len() as u16, frame.rows.len() as u16);
        let margin = if frame.margin() == 0 { 0 } else { frame.margin() as u16 + 1 };
        let mut board = Self { kind: shape.kind, pitch, extent, margin, flipped, area: Rect::default() };
        let (width, height) = board.inner_size();
        board.area = Rect::new(0, 0, margin + width, board.head() + height + 1);
        board
    }

    /// The size of the board without its edges. Points need a character on both sides for their marks.
    fn inner_size(&self) -> (u16, u16) {
        let ((across, down), (columns, rows)) = (self.pitch, self.extent);
        match self.kind {
            BoardKind::Points => ((columns - 1) * across + 3, (rows - 1) * down + 1),
            _ => (columns * across, rows * down),
        }
    }

    /// Lines above the board: on a vertical one the disc waits there.
    fn head(&self) -> u16 {
        u16::from(self.kind == BoardKind::Columns)
    }

    /// The board without its edges.
    pub(crate) fn inner(&self) -> Rect {
        let (width, height) = self.inner_size();
        Rect::new(self.area.x + self.margin, self.area.y + self.head(), width, height)
    }

    /// The characters of a place.
    pub(crate) fn cell(&self, place: &Place) -> Rect {
        let (column, row) = self.turned(place.column.into(), place.row.into());
        let (inner, (across, down)) = (self.inner(), self.pitch);
        match self.kind {
            BoardKind::Points => Rect::new(inner.x + column * across, inner.y + row * down, 3, 1),
            _ => Rect::new(inner.x + column * across, inner.y + row * down, across, down),
        }
    }

    /// The middle character of a place, where its piece is drawn.
    pub(crate) fn centre(&self, place: &Place) -> (u16, u16) {
        let cell = self.cell(place);
        (cell.x + cell.width / 2, cell.y + (cell.height - 1) / 2)
    }

    /// Column and row as they are on the screen.
    fn turned(&self, column: u16, row: u16) -> (u16, u16) {
        let (columns, rows) = self.extent;
        if self.flipped { (columns - 1 - column, rows - 1 - row) } else { (column, row) }
    }

    /// The line of the column names.
    pub(crate) fn column_label(&self, column: u8) -> (u16, u16) {
        let (column, _) = self.turned(column.into(), 0);
        let (inner, (across, _)) = (self.inner(), self.pitch);
        let middle = if self.kind == BoardKind::Points { 1 } else { across / 2 };
        (inner.x + column * across + middle, inner.y + inner.height)
    }

    /// The end of a row name.
    pub(crate) fn row_label(&self, row: u8) -> (u16, u16) {
        let (_, row) = self.turned(0, row.into());
        let (inner, (_, down)) = (self.inner(), self.pitch);
        let middle = if self.kind == BoardKind::Points { 0 } else { (down - 1) / 2 };
        (self.area.x + self.margin.saturating_sub(2), inner.y + row * down + middle)
    }

    /// The place at a character of the screen. Points also take the characters around them.
    pub(crate) fn place_at(&self, shape: &Shape, x: u16, y: u16) -> Option<usize> {
        let around = |place: &Place| {
            let cell = self.cell(place);
            if self.kind != BoardKind::Points {
                return cell.contains((x, y).into());
            }
            let (centre, (across, down)) = (self.centre(place), self.pitch);
            2 * x.abs_diff(centre.0) < across && 2 * y.abs_diff(centre.1) < down
        };
        shape.places.iter().position(around)
    }
}

fn pitches(kind: BoardKind) -> &'static [(u16, u16)] {
    match kind {
        BoardKind::Points => &POINT_PITCHES,
        _ => &SQUARE_PITCHES,
    }
}

/// The parts of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The name of the game, where no panel carries it.
    pub(crate) title: Option<Rect>,
    /// The board.
    pub(crate) board: Geometry,
    /// Players and moves, where there is room.
    pub(crate) panel: Option<Rect>,
    /// Who moves, or what happened.
    pub(crate) status: Rect,
    /// What is being put in.
    pub(crate) prompt: Rect,
    /// The keys.
    pub(crate) hints: Rect,
}

impl Layout {
    /// Lays the screen out; `None` if the board does not fit.
    pub(crate) fn new(shape: &Shape, area: Rect, flipped: bool) -> Option<Self> {
        let upper = Rect { height: area.height.checked_sub(FOOT)?, ..area };
        let line = |index: u16| Rect { y: area.y + upper.height + index, height: 1, ..area };
        let (board, panel) = place_board(shape, upper, flipped)?;
        let free = board.area.y > area.y && panel.is_none();
        let title = free.then_some(Rect { height: 1, ..area });
        Some(Self { title, board, panel, status: line(0), prompt: line(1), hints: line(2) })
    }

    /// The smallest screen on which the board fits.
    pub(crate) fn smallest(shape: &Shape) -> (u16, u16) {
        let board = Geometry::smallest(shape).area;
        (board.width, board.height + FOOT)
    }
}

/// The board with the panel beside it, both in the middle; alone if the panel would make it tiny.
fn place_board(shape: &Shape, area: Rect, flipped: bool) -> Option<(Geometry, Option<Rect>)> {
    let alone = Geometry::fit(shape, area, flipped)?;
    let tiny = Geometry::smallest(shape).pitch;
    let beside = Rect { width: area.width.saturating_sub(PANEL.start() + GAP), ..area };
    let Some(mut board) = Geometry::fit(shape, beside, flipped) else { return Some((alone, None)) };
    if board.pitch == tiny && alone.pitch != tiny {
        return Some((alone, None));
    }
    let panel_width = (area.width - board.area.width - GAP).min(*PANEL.end());
    board.area.x = area.x + (area.width - board.area.width - GAP - panel_width) / 2;
    let panel_x = board.area.x + board.area.width + GAP;
    Some((board, Some(Rect { x: panel_x, width: panel_width, ..area })))
}

#[cfg(test)]
mod tests {
    use crate::testing::CATALOG;

    use super::*;

    /// Every size from tiny to huge, in steps that are not round.
    fn areas() -> impl Iterator<Item = Rect> {
        (10..210).step_by(7).flat_map(|width| (5..65).step_by(3).map(move |height| Rect::new(0, 0, width, height)))
    }

    #[test]
    fn everything_is_on_the_screen_and_every_place_is_hit_at_its_centre() {
        for (entry, flipped) in CATALOG.games().iter().flat_map(|entry| [(entry, false), (entry, true)]) {
            let shape = entry.shape();
            for area in areas() {
                let Some(layout) = Layout::new(&shape, area, flipped) else { continue };
                let board = &layout.board;
                for part in [board.area, board.inner(), layout.status, layout.prompt, layout.hints] {
                    assert_eq!(part, part.intersection(area), "{} {area}", entry.id());
                }
                assert!(layout.panel.is_none_or(|panel| panel == panel.intersection(area)));
                assert!(layout.panel.is_none_or(|panel| !panel.intersects(board.area)), "{} {area}", entry.id());
                for (index, place) in shape.places.iter().enumerate() {
                    let (x, y) = board.centre(place);
                    assert_eq!(board.place_at(&shape, x, y), Some(index), "{} {area}", entry.id());
                }
            }
        }
    }

    #[test]
    fn a_board_is_shown_from_its_smallest_size_on() {
        for entry in CATALOG.games() {
            let shape = entry.shape();
            let (width, height) = Layout::smallest(&shape);
            let fits = |width, height| Layout::new(&shape, Rect::new(0, 0, width, height), false).is_some();
            assert!(fits(width, height), "{}", entry.id());
            assert!(!fits(width - 1, height) && !fits(width, height - 1), "{}", entry.id());
        }
    }

    #[test]
    fn the_common_terminal_shows_every_board_with_its_panel() {
        for entry in CATALOG.games() {
            let layout = Layout::new(&entry.shape(), Rect::new(0, 0, 80, 24), false).unwrap();
            assert!(layout.panel.is_some(), "{}", entry.id());
            assert!(layout.board.pitch.0 >= 4, "{}", entry.id());
        }
    }
}

//! What is to be marked on the board.

use quevedo_core::Piece;
use quevedo_core::view::BoardKind;

use super::{App, Hint};

/// How a place is marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a place may carry any of the marks at once")]
pub(crate) struct Marks {
    /// The cursor is on it.
    pub(crate) cursor: bool,
    /// It can be tapped next.
    pub(crate) next: bool,
    /// It has been tapped for the move in the making.
    pub(crate) chosen: bool,
    /// The last move touched it.
    pub(crate) last: bool,
    /// What stands on it is in danger.
    pub(crate) alert: bool,
    /// The hint goes by it.
    pub(crate) hint: bool,
}

impl App {
    /// The marks of every place.
    pub(crate) fn marks(&self) -> Vec<Marks> {
        let mut marks = vec![Marks::default(); self.shape.places.len()];
        for place in self.chosen_next() {
            marks[place].next = true;
        }
        for tap in &self.taps {
            self.touched(tap).into_iter().for_each(|place| marks[place].chosen = true);
        }
        for tap in self.session.history().last().into_iter().flat_map(|mv| &mv.taps) {
            self.touched(tap).into_iter().for_each(|place| marks[place].last = true);
        }
        for place in self.hinted() {
            marks[place].hint = true;
        }
        for place in self.session.board().alerts {
            marks[place].alert = true;
        }
        if let Some(place) = self.landing(self.cursor).filter(|_| self.is_played()) {
            marks[place].cursor = true;
        }
        marks
    }

    /// The places of the hint, if there is one. A choice that is no place is told in words alone.
    fn hinted(&self) -> Vec<usize> {
        let Hint::Given(mv) = &self.hint else { return Vec::new() };
        let places = mv.taps.iter().filter_map(|tap| self.column(tap).first().copied());
        places.filter_map(|place| self.landing(place)).collect()
    }

    /// The places that can be tapped next, in order. Of a column that is the one where the disc comes to rest.
    pub(super) fn chosen_next(&self) -> Vec<usize> {
        if !self.is_persons_turn() {
            return Vec::new();
        }
        let next = self.next_taps();
        let places =
            (0..self.shape.places.len()).filter(|place| next.contains(&self.shape.places[*place].tap.as_str()));
        places.filter(|place| self.landing(*place) == Some(*place)).collect()
    }

    /// Where the cursor begins: on a place that can be tapped, or on a piece of the person who is not yet to move.
    pub(super) fn home(&self) -> usize {
        let own = |piece: &Option<Piece>| piece.and_then(|piece| piece.side).is_some_and(|side| self.is_human(side));
        let piece = || self.session.board().pieces.iter().position(own);
        self.chosen_next().first().copied().or_else(piece).unwrap_or(0)
    }

    /// The column above which a disc waits for the person at a vertical board.
    pub(crate) fn waiting_column(&self) -> Option<u8> {
        let waits = self.shape.kind == BoardKind::Columns && self.is_played() && self.session.outcome().is_none();
        self.shape.places.get(self.cursor).filter(|_| waits).map(|place| place.column)
    }

    /// Where a tap on a place lands: there, or on a vertical board on the lowest free place of the column, if any.
    fn landing(&self, place: usize) -> Option<usize> {
        if self.shape.kind != BoardKind::Columns {
            return Some(place);
        }
        let board = self.session.board();
        let column = self.column(&self.shape.places.get(place)?.tap);
        column
            .into_iter()
            .filter(|place| board.pieces[*place].is_none())
            .max_by_key(|place| self.shape.places[*place].row)
    }

    /// The place a tap of an earlier moment touched: on a vertical board the topmost disc of the column.
    fn touched(&self, tap: &str) -> Option<usize> {
        let board = self.session.board();
        let is_vertical = self.shape.kind == BoardKind::Columns;
        let places = self.column(tap).into_iter().filter(|place| !is_vertical || board.pieces[*place].is_some());
        places.min_by_key(|place| self.shape.places[*place].row)
    }

    fn column(&self, tap: &str) -> Vec<usize> {
        (0..self.shape.places.len()).filter(|place| self.shape.places[*place].tap == tap).collect()
    }
}

//! A state of a game as text, once for each kind of viewer who is there.

use axum::extract::ws::Utf8Bytes;

use super::table::{Table, Viewer};
use super::view::{self, Presence};
use crate::wire::ToPage;

/// The texts of one state. All viewers of a kind share one.
pub(crate) struct Frames {
    owner: String,
    seats: [Option<String>; 2],
    texts: [Option<Utf8Bytes>; Viewer::KINDS],
}

impl Frames {
    /// The texts for these viewers.
    pub(super) fn new(table: &Table, presence: Presence, viewers: impl Iterator<Item = Viewer>) -> Self {
        let mut texts = [const { None }; Viewer::KINDS];
        for viewer in viewers {
            texts[viewer.kind()].get_or_insert_with(|| text(table, presence, viewer));
        }
        let row = table.row();
        Self { owner: row.owner.clone(), seats: [0, 1].map(|seat: usize| row.seats[seat].visitor.clone()), texts }
    }

    /// The text for a visitor; `None` for a kind of viewer who was not there when the texts were written.
    pub(crate) fn text(&self, visitor: &str) -> Option<Utf8Bytes> {
        let sits = |seat: usize| self.seats[seat].as_deref() == Some(visitor);
        let viewer = Viewer { seats: [sits(0), sits(1)], owner: self.owner == visitor };
        self.texts[viewer.kind()].clone()
    }
}

/// One state for one kind of viewer.
pub(super) fn text(table: &Table, presence: Presence, viewer: Viewer) -> Utf8Bytes {
    encode(&ToPage::State { state: Box::new(view::state(table, presence, viewer)) })
}

/// A message as text.
pub(crate) fn encode(message: &ToPage) -> Utf8Bytes {
    serde_json::to_string(message).expect("messages are plain data").into()
}

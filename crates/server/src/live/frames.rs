//! The state of a game as text, once for each kind of connected viewer.

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;

use crate::wire::ToPage;
use quevedo_api::live::Presence;
use quevedo_api::live::{LiveGame, Viewer};

/// The texts of one state. All viewers of a kind share one.
pub(crate) struct Frames {
    owner: String,
    seats: [Option<String>; 2],
    texts: [Option<Utf8Bytes>; Viewer::KINDS],
}

impl Frames {
    /// The texts for these viewers.
    pub(super) fn new(game: &LiveGame, presence: Presence, viewers: impl Iterator<Item = Viewer>) -> Self {
        let mut texts = [const { None }; Viewer::KINDS];
        for viewer in viewers {
            texts[viewer.kind()].get_or_insert_with(|| text(game, presence, viewer));
        }
        let row = game.row();
        Self { owner: row.owner.clone(), seats: [0, 1].map(|seat: usize| row.seats[seat].visitor.clone()), texts }
    }

    /// The text for a visitor; `None` for a kind of viewer that was not connected when the texts were written.
    pub(crate) fn text(&self, visitor: &str) -> Option<Utf8Bytes> {
        let sits = |seat: usize| self.seats[seat].as_deref() == Some(visitor);
        let viewer = Viewer { seats: [sits(0), sits(1)], owner: self.owner == visitor };
        self.texts[viewer.kind()].clone()
    }
}

/// One state for one kind of viewer.
pub(super) fn text(game: &LiveGame, presence: Presence, viewer: Viewer) -> Utf8Bytes {
    encode(&ToPage::State { state: Box::new(quevedo_api::live::state(game, presence, viewer)) })
}

/// A message as text.
pub(crate) fn encode(message: &impl Serialize) -> Utf8Bytes {
    serde_json::to_string(message).expect("messages are plain data").into()
}

//! The state of a game as text, once for each kind of connected viewer.

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;

use crate::wire::ToPage;
use quevedo_api::live::{LiveGame, Presence, StateBase, Viewer, change, state};

/// How a connection wants to hear of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The whole state every time.
    Whole,
    /// Only what has changed, in few bytes.
    Changes,
}

/// A whole state as text.
pub(crate) struct StateText {
    pub(crate) text: Utf8Bytes,
    pub(crate) version: u64,
}

/// The texts of one state. All viewers of a kind share one.
pub(crate) struct Frames {
    owner: String,
    seats: [Option<String>; 2],
    whole: [Option<Utf8Bytes>; Viewer::KINDS],
    changes: [Option<Utf8Bytes>; Viewer::KINDS],
    /// The version that the changes belong to.
    since: Option<u64>,
    pub(crate) version: u64,
}

impl Frames {
    /// The texts for these viewers; changes are those since `base`.
    pub(super) fn new(
        game: &LiveGame,
        presence: Presence,
        viewers: impl Iterator<Item = (Viewer, Form)>,
        base: Option<&StateBase>,
    ) -> Self {
        let (mut whole, mut changes) = ([const { None }; Viewer::KINDS], [const { None }; Viewer::KINDS]);
        for (viewer, form) in viewers {
            match (form, base) {
                (Form::Whole, _) => {
                    whole[viewer.kind()].get_or_insert_with(|| text(game, presence, viewer, form).text);
                }
                (Form::Changes, Some(base)) => {
                    changes[viewer.kind()]
                        .get_or_insert_with(|| encode(&ToPage::Change(change(game, presence, viewer, base))));
                }
                // The connection asks for the whole state.
                (Form::Changes, None) => {}
            }
        }
        let row = game.row();
        Self {
            owner: row.owner.clone(),
            seats: [0, 1].map(|seat: usize| row.seats[seat].visitor.clone()),
            whole,
            changes,
            since: base.map(|base| base.version),
            version: row.version as u64,
        }
    }

    fn kind(&self, visitor: &str) -> usize {
        let sits = |seat: usize| self.seats[seat].as_deref() == Some(visitor);
        Viewer { seats: [sits(0), sits(1)], owner: self.owner == visitor }.kind()
    }

    /// The whole state for a visitor; `None` for a kind of viewer that was not connected when the texts were written.
    pub(crate) fn whole(&self, visitor: &str) -> Option<Utf8Bytes> {
        self.whole[self.kind(visitor)].clone()
    }

    /// What has changed for a visitor who knows a version; `None` where that is not the version before.
    pub(crate) fn change(&self, visitor: &str, known: u64) -> Option<Utf8Bytes> {
        self.changes[self.kind(visitor)].clone().filter(|_| self.since == Some(known))
    }
}

/// One state for one kind of viewer.
pub(super) fn text(game: &LiveGame, presence: Presence, viewer: Viewer, form: Form) -> StateText {
    let mut state = state(game, presence, viewer);
    if form == Form::Changes {
        state.legal = state.legal.map(|taps| taps.packed(&game.entry().shape().places));
    }
    StateText { version: state.version, text: encode(&ToPage::State { state: Box::new(state) }) }
}

/// A message as text.
pub(crate) fn encode(message: &impl Serialize) -> Utf8Bytes {
    serde_json::to_string(message).expect("messages are plain data").into()
}

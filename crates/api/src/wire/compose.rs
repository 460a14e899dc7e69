//! The board editor: positions taken apart and put together.

use std::collections::BTreeMap;

use quevedo_core::compose as rules;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Board, Failure, OutcomeState, Piece, Side, Text};

/// A request for the editor of a game.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EditorRequest {
    /// Which game.
    pub game: String,
    /// The position to begin with, or a record, which stands for its last position; the start position if left out.
    #[serde(default)]
    #[ts(optional)]
    pub position: Option<String>,
}

/// An edited position to be put together.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ComposeRequest {
    /// Which game.
    pub game: String,
    /// The position, taken apart.
    pub setup: SetupState,
}

/// A position taken apart. It may be none.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetupState {
    /// The letter of the piece on each place, in the order of the places of the shape.
    #[schema(value_type = Vec<Option<String>>)]
    pub pieces: Vec<Option<char>>,
    /// Who moves.
    pub turn: Side,
    /// Rights and counters by their keys; `-` for none.
    #[ts(type = "{ [key: string]: string }")]
    pub fields: BTreeMap<String, String>,
}

impl From<rules::Setup> for SetupState {
    fn from(setup: rules::Setup) -> Self {
        Self { pieces: setup.pieces, turn: setup.turn.into(), fields: setup.fields }
    }
}

impl From<SetupState> for rules::Setup {
    fn from(setup: SetupState) -> Self {
        Self { pieces: setup.pieces, turn: setup.turn.into(), fields: setup.fields }
    }
}

/// The editor of a game.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct EditorState {
    /// The pieces that may be put on the board.
    pub palette: Vec<PaletteInfo>,
    /// The position to begin with.
    pub composed: Composed,
}

/// A piece that may be put on the board.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct PaletteInfo {
    /// The piece. Its letter tells it from all others.
    pub piece: Piece,
    /// The indices of the places where it may stand; none for all.
    pub places: Option<Vec<usize>>,
    /// The most there can be; none where only the board limits them.
    pub most: Option<usize>,
}

impl From<rules::PalettePiece> for PaletteInfo {
    fn from(offered: rules::PalettePiece) -> Self {
        Self { piece: offered.piece.into(), places: offered.places, most: offered.most }
    }
}

/// An edited position: what it is, or what is wrong with it.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Composed {
    /// The position taken apart, after everything in it was made to agree with the pieces.
    pub setup: SetupState,
    /// Who may be to move.
    pub turns: Vec<Side>,
    /// The rights and counters of a position with these pieces.
    pub fields: Vec<FieldInfo>,
    /// The position as text, even where it is none.
    pub position: String,
    /// Its board; none where it is no position.
    pub board: Option<Board>,
    /// The end, if the game is over there.
    pub outcome: Option<OutcomeState>,
    /// Why it is no position.
    pub problem: Option<Failure>,
}

/// A right or a counter.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct FieldInfo {
    /// Its name for programs.
    pub key: &'static str,
    /// Its name for people.
    pub name: Text,
    /// Its values.
    pub values: FieldValues,
}

/// The values of a right or a counter.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FieldValues {
    /// `-`, or this one.
    Flag {
        /// The value that says yes.
        on: String,
    },
    /// `-`, or one of these.
    Choice {
        /// The values.
        values: Vec<String>,
    },
    /// A number.
    Counter {
        /// The least.
        least: u32,
        /// The greatest.
        most: u32,
    },
}

impl From<rules::SetupField> for FieldInfo {
    fn from(field: rules::SetupField) -> Self {
        let values = match field.kind {
            rules::FieldKind::Flag(on) => FieldValues::Flag { on },
            rules::FieldKind::Choice(values) => FieldValues::Choice { values },
            rules::FieldKind::Counter { least, most } => FieldValues::Counter { least, most },
        };
        Self { key: field.key, name: field.name.into(), values }
    }
}

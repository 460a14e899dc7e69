//! Positions composed piece by piece, as in a board editor.
//!
//! An editor knows no rule. It puts pieces of the [palette](Compose::palette) on the places of the board, asks for whatever
//! [`SetupOptions`] lists, and hands the [`Setup`] over. The game makes a position text of it, and reading that text says
//! whether it is a position, or in words why not.

use std::collections::BTreeMap;

use crate::notation::write_ranks;
use crate::{Notation, Piece, PositionError, Side, Text, View};

/// The value of a field that says no: no castling, no en passant square.
pub const NONE: &str = "-";

/// A game whose positions can be composed. All methods have defaults; a game without a palette has no editor.
pub trait Compose: Notation + View {
    /// The pieces that may be put on the board, in the order in which they are offered.
    fn palette() -> Vec<PalettePiece> {
        Vec::new()
    }

    /// Makes the pieces agree with each other after an edit: discs fall.
    fn settle(_setup: &mut Setup) {}

    /// Who may be to move, and what else there is to say about a position with these pieces.
    fn options(_setup: &Setup) -> SetupOptions {
        SetupOptions { turns: Side::BOTH.to_vec(), fields: Vec::new() }
    }

    /// Takes the position apart.
    fn take_apart(&self) -> Setup {
        Setup::of(self)
    }

    /// The text of the position that the setup describes. [`Notation::parse`] reads it, or says what is wrong.
    fn setup_text(_setup: &Setup) -> String {
        String::new()
    }
}

/// A piece that may be put on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PalettePiece {
    /// The piece. Its letter tells it from all others.
    pub piece: Piece,
    /// The places where it may stand, as indices of [`Shape::places`](crate::Shape::places); `None` for all.
    pub places: Option<Vec<usize>>,
    /// The most there can be; `None` where nothing but the board limits them.
    pub most: Option<usize>,
}

impl PalettePiece {
    /// A piece that may stand anywhere, as often as one likes.
    pub fn new(piece: Piece) -> Self {
        Self { piece, places: None, most: None }
    }

    /// The same piece, at most so often.
    #[must_use]
    pub fn at_most(mut self, most: usize) -> Self {
        self.most = Some(most);
        self
    }

    /// The same piece, on these places of `count` only.
    #[must_use]
    pub fn only_on(mut self, count: usize, may_stand: impl Fn(usize) -> bool) -> Self {
        self.places = Some((0..count).filter(|place| may_stand(*place)).collect());
        self
    }
}

/// A position taken apart. It may be none: an editor is on its way from one position to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The letter of the piece on each place, in the order of [`Shape::places`](crate::Shape::places).
    pub pieces: Vec<Option<char>>,
    /// Who moves.
    pub turn: Side,
    /// The values of the fields of [`SetupOptions`], by their keys.
    pub fields: BTreeMap<String, String>,
}

impl Setup {
    /// The pieces and the turn of a position.
    pub fn of(position: &impl View) -> Self {
        let pieces = position.board().pieces.into_iter().map(|piece| Some(piece?.letter)).collect();
        Self { pieces, turn: position.turn(), fields: BTreeMap::new() }
    }

    /// The same with a field.
    #[must_use]
    pub fn with(mut self, key: &str, value: &impl ToString) -> Self {
        self.fields.insert(key.into(), value.to_string());
        self
    }

    /// The value of a field.
    pub fn field(&self, key: &str) -> &str {
        self.fields.get(key).map_or(NONE, String::as_str)
    }

    /// The pieces as ranks of these widths joined by `/`, numbers for empty places, where places are listed row by row from
    /// the top.
    pub fn ranks(&self, widths: &[u8]) -> String {
        let before = |row: usize| widths[..row].iter().copied().map(usize::from).sum::<usize>();
        write_ranks(widths, |row, file| self.pieces.get(before(row) + usize::from(file)).copied().flatten())
    }

    /// The pieces one by one in the order of the places, `empty` for none.
    pub fn letters(&self, empty: char) -> String {
        self.pieces.iter().map(|letter| letter.unwrap_or(empty)).collect()
    }

    /// One of two texts, by who moves.
    pub fn by_turn<T>(&self, [first, second]: [T; 2]) -> T {
        if self.turn == Side::First { first } else { second }
    }

    /// How many pieces of a letter there are.
    pub fn count(&self, letter: char) -> usize {
        self.pieces.iter().filter(|found| **found == Some(letter)).count()
    }

    /// Makes everything agree with the pieces: a side that cannot be to move is not, fields that the pieces do not allow go,
    /// new ones get their first value. Answers what there is to choose from.
    pub fn settle<G: Compose>(&mut self) -> SetupOptions {
        G::settle(self);
        self.agree_with(G::options)
    }

    /// Makes turn and fields agree with what there is to choose from.
    fn agree_with(&mut self, options_of: fn(&Self) -> SetupOptions) -> SetupOptions {
        let turns = options_of(self).turns;
        if let Some(turn) = turns.first().filter(|_| !turns.contains(&self.turn)) {
            self.turn = *turn;
        }
        let options = options_of(self);
        let value = |field: &SetupField| {
            let kept = self.fields.get(field.key).filter(|value| field.kind.allows(value));
            (field.key.to_owned(), kept.cloned().unwrap_or_else(|| field.kind.first()))
        };
        self.fields = options.fields.iter().map(value).collect();
        options
    }

    /// The position, or what is wrong.
    pub fn compose<G: Compose>(&self) -> Result<G, PositionError> {
        G::parse(&G::setup_text(self))
    }
}

/// What a setup leaves to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupOptions {
    /// Who may be to move.
    pub turns: Vec<Side>,
    /// What a position says beside its pieces and its turn: rights, counters.
    pub fields: Vec<SetupField>,
}

/// A right or a counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupField {
    /// Its name for programs.
    pub key: &'static str,
    /// Its name for people.
    pub name: Text,
    /// Its values.
    pub kind: FieldKind,
}

/// The values of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// [`NONE`], or this one.
    Flag(String),
    /// [`NONE`], or one of these.
    Choice(Vec<String>),
    /// A number.
    Counter {
        /// The least.
        least: u32,
        /// The greatest.
        most: u32,
    },
}

impl FieldKind {
    /// Whether the field may have this value.
    pub fn allows(&self, value: &str) -> bool {
        match self {
            Self::Flag(on) => value == NONE || value == on,
            Self::Choice(values) => value == NONE || values.iter().any(|known| known == value),
            Self::Counter { least, most } => {
                let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
                digits && value.parse::<u32>().is_ok_and(|number| (*least..=*most).contains(&number))
            }
        }
    }

    /// The value of a field that nobody has set.
    pub fn first(&self) -> String {
        match self {
            Self::Flag(_) | Self::Choice(_) => NONE.into(),
            Self::Counter { least, .. } => least.to_string(),
        }
    }
}

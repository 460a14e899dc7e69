//! The board as it is drawn, and the board as the position text writes it.

use std::collections::HashMap;

use crate::view::{Board, Shape};
use crate::{Notation, Side, View};

/// The shape of a game's board with what the laws ask of it again and again.
pub(super) struct Layout {
    pub(super) shape: Shape,
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// The places of every tap.
    pub(super) taps: HashMap<String, Vec<usize>>,
    /// The places row by row from the top, each row from the left.
    pub(super) reading_order: Vec<usize>,
}

impl Layout {
    pub(super) fn new<G: View>() -> Self {
        let shape = G::shape();
        let size = |length: fn(&crate::Place) -> u8| {
            shape.places.iter().map(length).max().map_or(0, |most| 1 + usize::from(most))
        };
        let (columns, rows) = (size(|place| place.column), size(|place| place.row));
        let mut taps: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, place) in shape.places.iter().enumerate() {
            taps.entry(place.tap.clone()).or_default().push(index);
        }
        let mut reading_order: Vec<usize> = (0..shape.places.len()).collect();
        reading_order.sort_by_key(|index| (shape.places[*index].row, shape.places[*index].column));
        Self { shape, columns, rows, taps, reading_order }
    }

    /// The places of a tap; none if it is a choice.
    pub(super) fn places(&self, tap: &str) -> &[usize] {
        self.taps.get(tap).map_or(&[], Vec::as_slice)
    }

    /// The place that a tap means in a move: of several, the one that changes.
    pub(super) fn resolve(&self, tap: &str, before: &Board, after: &Board) -> Option<usize> {
        let places = self.places(tap);
        let changed = |place: &&usize| before.pieces.get(**place) != after.pieces.get(**place);
        if places.len() == 1 { places.first().copied() } else { places.iter().find(changed).copied() }
    }

    pub(super) fn name(&self, place: usize) -> &str {
        self.shape.places.get(place).map_or("?", |place| &place.name)
    }
}

/// A position text whose first field is the board, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TextBoard {
    /// Piece letters, signs of an empty place, and numbers of empty places.
    rows: Vec<Vec<String>>,
    /// Whether rows are joined by `/`.
    slashes: bool,
    /// The other fields.
    rest: Vec<String>,
}

impl TextBoard {
    /// Reads a text if it has a board of this layout.
    pub(super) fn read(text: &str, layout: &Layout) -> Option<Self> {
        let mut fields = text.split_whitespace();
        let board = fields.next()?;
        let slashes = board.contains('/');
        let rows: Vec<Vec<String>> = if slashes {
            board.split('/').map(tokens).collect()
        } else {
            let tokens = tokens(board);
            let width = if layout.columns * layout.rows == tokens.len() { layout.columns } else { tokens.len() };
            tokens.chunks(width.max(1)).map(<[String]>::to_vec).collect()
        };
        let text_board = Self { rows, slashes, rest: fields.map(str::to_owned).collect() };
        let mut widths = vec![0; layout.rows];
        layout.shape.places.iter().for_each(|place| widths[usize::from(place.row)] += 1);
        let fits = if slashes {
            text_board.rows.iter().map(|row| row.iter().map(|token| width(token)).sum::<usize>()).eq(widths)
        } else {
            text_board.cells().len() == layout.shape.places.len()
        };
        fits.then_some(text_board)
    }

    /// The piece letter of every place, in the order of the text.
    pub(super) fn cells(&self) -> Vec<Option<char>> {
        let tokens = self.rows.iter().flatten();
        tokens.flat_map(|token| std::iter::repeat_n(letter(token), width(token))).collect()
    }

    /// Whether the text counts the places as they are drawn, row by row.
    pub(super) fn has_rows(&self) -> bool {
        self.rows.len() > 1
    }

    /// The one field behind the board that has letters: the side to move, if nothing else is written in letters.
    pub(super) fn side(&self) -> Option<&String> {
        let mut lettered = self.rest.iter().filter(|field| field.chars().any(char::is_alphabetic));
        let side = lettered.next();
        side.filter(|_| lettered.next().is_none())
    }

    pub(super) fn with_side(mut self, side: &str) -> Self {
        let index = self.side().and_then(|old| self.rest.iter().position(|field| field == old));
        if let Some(index) = index {
            side.clone_into(&mut self.rest[index]);
        }
        self
    }

    /// Left and right exchanged.
    pub(super) fn mirrored(mut self) -> Self {
        self.rows.iter_mut().for_each(|row| row.reverse());
        self
    }

    /// Top and bottom exchanged.
    pub(super) fn flipped(mut self) -> Self {
        self.rows.reverse();
        self
    }

    pub(super) fn with_letters(mut self, exchange: &[(char, char)]) -> Self {
        for token in self.rows.iter_mut().flatten() {
            let other = exchange.iter().find(|(from, _)| letter(token) == Some(*from));
            if let Some((_, to)) = other {
                *token = to.to_string();
            }
        }
        self
    }

    pub(super) fn board(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.concat()).collect();
        rows.join(if self.slashes { "/" } else { "" })
    }

    pub(super) fn parse<G: Notation>(&self) -> Option<G> {
        let fields = std::iter::once(self.board()).chain(self.rest.iter().cloned());
        G::parse(&fields.collect::<Vec<_>>().join(" ")).ok()
    }
}

/// Letters one by one, digits of a number together.
fn tokens(row: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    for letter in row.chars() {
        match tokens.last_mut().filter(|last| letter.is_ascii_digit() && last.ends_with(|c: char| c.is_ascii_digit())) {
            Some(number) => number.push(letter),
            None => tokens.push(letter.to_string()),
        }
    }
    tokens
}

fn width(token: &str) -> usize {
    token.parse().map_or(1, |empties: u8| empties.into())
}

fn letter(token: &str) -> Option<char> {
    token
        .chars()
        .next()
        .filter(|letter| letter.is_alphabetic() || !(letter.is_ascii_digit() || ".-_".contains(*letter)))
}

/// How to exchange the colours of a game with equal sides.
pub(super) struct ColourSwap {
    letters: Vec<(char, char)>,
    sides: [String; 2],
    flips: bool,
}

impl ColourSwap {
    /// From the pieces and side fields met, and the start position, which must be the same with exchanged colours.
    pub(super) fn new(start: &TextBoard, pieces: &[(&'static str, Side, char)], sides: [String; 2]) -> Option<Self> {
        let of_side = |side: Side| pieces.iter().filter(move |piece| piece.1 == side);
        let alone = Side::BOTH.into_iter().all(|side| of_side(side).count() == 1);
        let mut letters = Vec::new();
        for (kind, side, letter) in pieces {
            let other = of_side(!*side).find(|other| alone || other.0 == *kind)?;
            letters.push((*letter, other.2));
        }
        let swapped = start.clone().with_letters(&letters);
        let flips = if swapped.board() == start.board() {
            false
        } else if swapped.flipped().board() == start.board() {
            true
        } else {
            return None;
        };
        (sides[0] != sides[1]).then_some(Self { letters, sides, flips })
    }

    /// The position with exchanged colours and the other side to move, if its notation takes it.
    pub(super) fn apply<G: Notation>(&self, position: &G, layout: &Layout) -> Option<G> {
        let text_board = TextBoard::read(&position.show(), layout)?;
        text_board.side()?;
        let swapped = text_board.with_letters(&self.letters).with_side(&self.sides[(!position.turn()).index()]);
        if self.flips { swapped.flipped() } else { swapped }.parse()
    }
}

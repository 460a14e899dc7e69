//! Connect-4 on a board of any size. Row 0 of the board is the bottom one.

use super::{Board, DIRECTIONS, EMPTY, Reference, Square, step};

/// `W` columns of `H` rows; `x` goes first against `o`.
#[derive(Clone)]
pub(crate) struct Connect4<const W: i32, const H: i32> {
    board: Board,
    turn: char,
}

impl<const W: i32, const H: i32> Connect4<W, H> {
    /// Reads the columns played so far, or `-` or nothing for the start.
    fn from_columns(text: &str) -> Self {
        let mut position = Self { board: Board::new(W, H), turn: 'x' };
        for column in text.chars().filter(|&column| column != '-') {
            position.play(&column.to_string());
        }
        position
    }

    /// Reads rows from the top and the side to move.
    fn from_diagram(text: &str) -> Self {
        let (rows, turn) = text.split_once(' ').expect("a diagram and a side");
        let mut board = Board::new(W, H);
        for (row, cells) in (0..H).rev().zip(rows.split('/')) {
            for (column, cell) in (0..W).zip(cells.chars()) {
                board.put((column, row), cell);
            }
        }
        Self { board, turn: turn.chars().next().expect("a side to move") }
    }

    /// The lowest empty cell of a column.
    fn landing(&self, column: i32) -> Option<Square> {
        (0..H).map(|row| (column, row)).find(|&square| self.board.at(square) == EMPTY)
    }

    /// Whether four discs of one player stand in line.
    fn has_four(&self, disc: char) -> bool {
        let starts_four = |square: Square, direction: Square| {
            (0..4).all(|count| self.board.at(step(square, direction, count)) == disc)
        };
        self.board.find(disc).iter().any(|&square| DIRECTIONS.iter().any(|&direction| starts_four(square, direction)))
    }

    /// The columns that are not full.
    fn open_columns(&self) -> Vec<i32> {
        (0..W).filter(|&column| self.landing(column).is_some()).collect()
    }
}

impl<const W: i32, const H: i32> Reference for Connect4<W, H> {
    fn parse(text: &str) -> Self {
        if text.contains('/') { Self::from_diagram(text) } else { Self::from_columns(text) }
    }

    fn show(&self) -> String {
        let rows: Vec<String> = (0..H).rev().map(|row| self.board.rank(row).into_iter().collect()).collect();
        format!("{} {}", rows.join("/"), self.turn)
    }

    fn first_to_move(&self) -> bool {
        self.turn == 'x'
    }

    fn legal(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        self.open_columns().iter().map(|column| (column + 1).to_string()).collect()
    }

    fn play(&mut self, text: &str) {
        let column: i32 = text.parse().expect("a column is a number");
        let square = self.landing(column - 1).expect("a column with room");
        self.board.put(square, self.turn);
        self.turn = if self.turn == 'x' { 'o' } else { 'x' };
    }

    fn outcome(&self) -> Option<(Option<bool>, &'static str)> {
        if self.has_four('x') {
            Some((Some(true), "four_in_line"))
        } else if self.has_four('o') {
            Some((Some(false), "four_in_line"))
        } else {
            self.open_columns().is_empty().then_some((None, "board_full"))
        }
    }
}

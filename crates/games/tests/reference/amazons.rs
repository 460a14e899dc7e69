//! The Game of the Amazons on a board of any size.

use super::{Board, DIRECTIONS, EMPTY, Reference, Square, parse_square, read_ranks, square_name, step, write_ranks};

/// `N` by `N` squares; White `Q` goes first against Black `q`.
#[derive(Clone)]
pub(crate) struct Amazons<const N: i32> {
    board: Board,
    white: bool,
}

/// The squares a queen reaches from `from` over empty squares.
fn reached(board: &Board, from: Square) -> Vec<Square> {
    let mut squares = Vec::new();
    for direction in DIRECTIONS {
        let mut next = step(from, direction, 1);
        while board.at(next) == EMPTY {
            squares.push(next);
            next = step(next, direction, 1);
        }
    }
    squares
}

impl<const N: i32> Amazons<N> {
    /// The letter of the amazons to move.
    fn amazon(&self) -> char {
        if self.white { 'Q' } else { 'q' }
    }
}

impl<const N: i32> Reference for Amazons<N> {
    fn parse(text: &str) -> Self {
        let (ranks, turn) = text.split_once(' ').expect("a board and a side");
        Self { board: read_ranks(ranks, N, N), white: turn == "w" }
    }

    fn show(&self) -> String {
        format!("{} {}", write_ranks(&self.board), if self.white { 'w' } else { 'b' })
    }

    fn first_to_move(&self) -> bool {
        self.white
    }

    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for from in self.board.find(self.amazon()) {
            // The arrow may fly over the square that the amazon has left, so lift the amazon first.
            let mut lifted = self.board.clone();
            lifted.put(from, EMPTY);
            for to in reached(&self.board, from) {
                for arrow in reached(&lifted, to) {
                    moves.push(format!("{}-{}/{}", square_name(from), square_name(to), square_name(arrow)));
                }
            }
        }
        moves
    }

    fn play(&mut self, text: &str) {
        let (from, rest) = text.split_once('-').expect("a move has a dash");
        let (to, arrow) = rest.split_once('/').expect("a move has an arrow");
        self.board.put(parse_square(from), EMPTY);
        self.board.put(parse_square(to), self.amazon());
        self.board.put(parse_square(arrow), '*');
        self.white = !self.white;
    }

    fn outcome(&self) -> Option<(Option<bool>, &'static str)> {
        self.legal().is_empty().then_some((Some(!self.white), "no_moves"))
    }
}

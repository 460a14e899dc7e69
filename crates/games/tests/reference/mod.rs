//! The games a second time, written from the rules alone and as plainly as they can be, to compare the fast ones
//! with. Nothing here is shared with the library: boards are arrays of characters, moves are texts.

pub(crate) mod amazons;
pub(crate) mod connect4;
pub(crate) mod fox_geese;
pub(crate) mod hare_hounds;
pub(crate) mod mouse_cats;
pub(crate) mod othello;

/// A position that speaks text only. Bad text is a mistake of the test and panics.
pub(crate) trait Reference: Sized {
    /// Reads a position.
    fn parse(text: &str) -> Self;

    /// Writes the position.
    fn show(&self) -> String;

    /// Whether the player who moves first in the start position is to move.
    fn first_to_move(&self) -> bool;

    /// All legal moves, in no particular order; none when the game is over.
    fn legal(&self) -> Vec<String>;

    /// Plays one of [`Reference::legal`].
    fn play(&mut self, text: &str);

    /// `None` while the game goes on; otherwise the winner (`Some(true)` the first player, `Some(false)` the
    /// second, `None` a draw) and the reason.
    fn outcome(&self) -> Option<(Option<bool>, &'static str)>;
}

/// How many move sequences of exactly `depth` plies there are.
pub(crate) fn perft<R: Reference + Clone>(position: &R, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal().len() as u64,
        _ => position.legal().iter().map(|text| perft(&after(position, text), depth - 1)).sum(),
    }
}

/// The position after a move.
fn after<R: Reference + Clone>(position: &R, text: &str) -> R {
    let mut next = position.clone();
    next.play(text);
    next
}

/// File and rank, both from 0: `a1` is `(0, 0)`.
type Square = (i32, i32);

/// The eight directions of a queen, the four orthogonal ones first.
const DIRECTIONS: [Square; 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The square `count` steps away in a direction, which may lie off the board.
fn step(from: Square, direction: Square, count: i32) -> Square {
    (from.0 + direction.0 * count, from.1 + direction.1 * count)
}

/// `a1`, `j10`.
fn square_name(square: Square) -> String {
    let letter = char::from(b'a' + u8::try_from(square.0).expect("a square of the board"));
    format!("{letter}{}", square.1 + 1)
}

/// The inverse of [`square_name`].
fn parse_square(text: &str) -> Square {
    let file = text.chars().next().expect("a square is not empty") as i32 - 'a' as i32;
    let rank: i32 = text[1..].parse().expect("a rank is a number");
    (file, rank - 1)
}

/// A move written as squares of two characters each, without separators.
fn parse_path(text: &str) -> Vec<Square> {
    let letters: Vec<char> = text.chars().collect();
    letters.chunks(2).map(|pair| parse_square(&pair.iter().collect::<String>())).collect()
}

/// What [`Board::at`] answers off the board.
const OUTSIDE: char = '#';

/// An empty cell, however the game writes it.
const EMPTY: char = '.';

/// A rectangle of characters.
#[derive(Clone)]
struct Board {
    width: i32,
    height: i32,
    cells: Vec<char>,
}

impl Board {
    /// A board with nothing on it.
    fn new(width: i32, height: i32) -> Self {
        let count = usize::try_from(width * height).expect("a board has a size");
        Self { width, height, cells: vec![EMPTY; count] }
    }

    /// Where a square is kept, if it is on the board.
    fn index(&self, (file, rank): Square) -> Option<usize> {
        let inside = (0..self.width).contains(&file) && (0..self.height).contains(&rank);
        inside.then_some((rank * self.width + file) as usize)
    }

    /// What stands on a square; [`OUTSIDE`] off the board.
    fn at(&self, square: Square) -> char {
        self.index(square).map_or(OUTSIDE, |index| self.cells[index])
    }

    /// Puts something on a square.
    fn put(&mut self, square: Square, piece: char) {
        let index = self.index(square).expect("a square of the board");
        self.cells[index] = piece;
    }

    /// Every square, rank by rank from rank 1.
    fn squares(&self) -> Vec<Square> {
        (0..self.height).flat_map(|rank| (0..self.width).map(move |file| (file, rank))).collect()
    }

    /// The squares on which a piece stands.
    fn find(&self, piece: char) -> Vec<Square> {
        self.squares().into_iter().filter(|&square| self.at(square) == piece).collect()
    }

    /// The cells of one rank, without those outside.
    fn rank(&self, rank: i32) -> Vec<char> {
        (0..self.width).map(|file| self.at((file, rank))).filter(|&cell| cell != OUTSIDE).collect()
    }
}

/// Reads one rank in which numbers stand for empty cells.
fn read_rank(text: &str) -> Vec<char> {
    let mut cells = Vec::new();
    let mut number = 0;
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            number = number * 10 + digit as usize;
        } else {
            cells.extend(vec![EMPTY; number]);
            number = 0;
            cells.push(letter);
        }
    }
    cells.extend(vec![EMPTY; number]);
    cells
}

/// Writes one rank, with a number for each run of empty cells.
pub(crate) fn write_rank(cells: &[char]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for &cell in cells {
        if cell == EMPTY {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        text.push(cell);
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}

/// Reads ranks written from the top, as many as the board has and as wide.
fn read_ranks(text: &str, width: i32, height: i32) -> Board {
    let mut board = Board::new(width, height);
    let ranks: Vec<&str> = text.split('/').collect();
    assert_eq!(ranks.len(), height as usize, "ranks of {text}");
    for (rank, cells) in (0..height).rev().zip(ranks) {
        let cells = read_rank(cells);
        assert_eq!(cells.len(), width as usize, "cells of a rank of {text}");
        for (file, cell) in (0..width).zip(cells) {
            board.put((file, rank), cell);
        }
    }
    board
}

/// Writes the ranks from the top.
fn write_ranks(board: &Board) -> String {
    let ranks: Vec<String> = (0..board.height).rev().map(|rank| write_rank(&board.rank(rank))).collect();
    ranks.join("/")
}

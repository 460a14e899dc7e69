//! Othello. Row 1 is the top row, so the position text runs from a1 along the row.

use super::{Board, DIRECTIONS, EMPTY, Reference, Square, parse_square, square_name, step};

/// Black `X` goes first against white `O`.
#[derive(Clone)]
pub(crate) struct Othello {
    board: Board,
    turn: char,
}

/// The colour of the opponent.
fn other(disc: char) -> char {
    if disc == 'X' { 'O' } else { 'X' }
}

impl Othello {
    /// The discs that turn when `disc` is put on `square`; none when the move is not legal.
    fn turned(&self, square: Square, disc: char) -> Vec<Square> {
        if self.board.at(square) != EMPTY {
            return Vec::new();
        }
        DIRECTIONS.iter().flat_map(|&direction| self.enclosed(square, direction, disc)).collect()
    }

    /// The opponent's discs between `square` and the next `disc` in one direction; none when there is no such disc.
    fn enclosed(&self, square: Square, direction: Square, disc: char) -> Vec<Square> {
        let mut row = Vec::new();
        let mut next = step(square, direction, 1);
        while self.board.at(next) == other(disc) {
            row.push(next);
            next = step(next, direction, 1);
        }
        if self.board.at(next) == disc { row } else { Vec::new() }
    }

    /// Where `disc` may be put.
    fn placements(&self, disc: char) -> Vec<String> {
        let squares = self.board.squares().into_iter();
        squares.filter(|&square| !self.turned(square, disc).is_empty()).map(square_name).collect()
    }
}

impl Reference for Othello {
    fn parse(text: &str) -> Self {
        let (cells, turn) = text.split_once(' ').expect("a board and a side");
        assert_eq!(cells.len(), 64, "cells of {text}");
        let mut board = Board::new(8, 8);
        board.cells = cells.chars().map(|cell| if cell == '-' { EMPTY } else { cell }).collect();
        Self { board, turn: turn.chars().next().expect("a side to move") }
    }

    fn show(&self) -> String {
        let cells: String = self.board.cells.iter().map(|&cell| if cell == EMPTY { '-' } else { cell }).collect();
        format!("{cells} {}", self.turn)
    }

    fn first_to_move(&self) -> bool {
        self.turn == 'X'
    }

    fn legal(&self) -> Vec<String> {
        let moves = self.placements(self.turn);
        if moves.is_empty() && !self.placements(other(self.turn)).is_empty() {
            return vec!["pass".to_string()];
        }
        moves
    }

    fn play(&mut self, text: &str) {
        if text != "pass" {
            let square = parse_square(text);
            let turned = self.turned(square, self.turn);
            for square in turned.into_iter().chain([square]) {
                self.board.put(square, self.turn);
            }
        }
        self.turn = other(self.turn);
    }

    fn outcome(&self) -> Option<(Option<bool>, &'static str)> {
        if !self.legal().is_empty() {
            return None;
        }
        let black = self.board.find('X').len();
        let white = self.board.find('O').len();
        Some(((black != white).then_some(black > white), "discs"))
    }
}

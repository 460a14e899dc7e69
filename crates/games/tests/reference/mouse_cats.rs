//! The Mouse and the Cats.

use super::{Board, EMPTY, Reference, Square, parse_path, read_ranks, square_name, step, write_ranks};

/// The mouse `M` goes first against the cats `c`.
#[derive(Clone)]
pub(crate) struct MouseCats {
    board: Board,
    mouse_to_move: bool,
}

impl MouseCats {
    /// Whether the mouse stands on rank 8.
    fn mouse_is_home(&self) -> bool {
        self.board.rank(7).contains(&'M')
    }

    /// The moves of the side to move, whether or not the game is over.
    fn moves(&self) -> Vec<String> {
        let down = [(1, -1), (-1, -1)];
        let everywhere = [(1, -1), (-1, -1), (1, 1), (-1, 1)];
        if self.mouse_to_move { self.steps('M', &everywhere) } else { self.steps('c', &down) }
    }

    /// One step of every `piece` in each of the directions.
    fn steps(&self, piece: char, directions: &[Square]) -> Vec<String> {
        let mut moves = Vec::new();
        for from in self.board.find(piece) {
            for &direction in directions {
                let to = step(from, direction, 1);
                if self.board.at(to) == EMPTY {
                    moves.push(square_name(from) + &square_name(to));
                }
            }
        }
        moves
    }
}

impl Reference for MouseCats {
    fn parse(text: &str) -> Self {
        let (ranks, turn) = text.split_once(' ').expect("a board and a side");
        Self { board: read_ranks(ranks, 8, 8), mouse_to_move: turn == "m" }
    }

    fn show(&self) -> String {
        format!("{} {}", write_ranks(&self.board), if self.mouse_to_move { 'm' } else { 'c' })
    }

    fn first_to_move(&self) -> bool {
        self.mouse_to_move
    }

    fn legal(&self) -> Vec<String> {
        if self.mouse_is_home() { Vec::new() } else { self.moves() }
    }

    fn play(&mut self, text: &str) {
        let path = parse_path(text);
        let piece = self.board.at(path[0]);
        self.board.put(path[0], EMPTY);
        self.board.put(path[1], piece);
        self.mouse_to_move = !self.mouse_to_move;
    }

    fn outcome(&self) -> Option<(Option<bool>, &'static str)> {
        if self.mouse_is_home() {
            return Some((Some(true), "goal_reached"));
        }
        self.moves().is_empty().then_some((Some(!self.mouse_to_move), "no_moves"))
    }
}

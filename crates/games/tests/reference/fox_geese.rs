//! The Fox and the Geese with any number of geese.

use super::{
    Board, DIRECTIONS, EMPTY, OUTSIDE, Reference, Square, parse_path, read_rank, square_name, step, write_ranks,
};

/// So many moves of the geese in a row without a forward one give the game to the fox.
const STALL_LIMIT: u32 = 10;

/// With fewer geese than this the fox has won.
const GEESE_NEEDED: usize = 4;

/// The geese `g` go first against the fox `F`.
#[derive(Clone)]
pub(crate) struct FoxGeese {
    board: Board,
    geese_to_move: bool,
    /// The geese's moves since the last forward one.
    stall: u32,
}

/// Whether a square of the 7x7 grid is one of the 33 points.
fn is_point((file, rank): Square) -> bool {
    (2..5).contains(&file) || (2..5).contains(&rank)
}

/// The directions of the lines at a point. Counting files and ranks from 0 or from 1 gives the same parity.
fn lines_at((file, rank): Square) -> &'static [Square] {
    if (file + rank) % 2 == 0 { &DIRECTIONS } else { &DIRECTIONS[..4] }
}

/// Adds every capture run that goes on from `fox`, where the path so far ends. A captured goose leaves the board
/// at once, so it is not jumped twice. The end of the game is looked for after the whole run only: a run may pass
/// over rank 1.
fn add_runs(board: &Board, fox: Square, path: &str, moves: &mut Vec<String>) {
    for &direction in lines_at(fox) {
        let (goose, landing) = (step(fox, direction, 1), step(fox, direction, 2));
        if board.at(goose) == 'g' && board.at(landing) == EMPTY {
            let longer = path.to_string() + &square_name(landing);
            moves.push(longer.clone());
            let mut after = board.clone();
            after.put(goose, EMPTY);
            add_runs(&after, landing, &longer, moves);
        }
    }
}

impl FoxGeese {
    /// Where the fox stands.
    fn fox(&self) -> Square {
        self.board.find('F')[0]
    }

    /// The moves of the side to move, whether or not the game is over.
    fn moves(&self) -> Vec<String> {
        if self.geese_to_move { self.goose_moves() } else { self.fox_moves() }
    }

    /// Steps forward and sideways.
    fn goose_moves(&self) -> Vec<String> {
        let geese = self.board.find('g').into_iter();
        geese.flat_map(|goose| self.steps(goose)).filter(|path| path[1].1 >= path[0].1).map(write_path).collect()
    }

    /// Steps and capture runs.
    fn fox_moves(&self) -> Vec<String> {
        let fox = self.fox();
        let mut moves: Vec<String> = self.steps(fox).into_iter().map(write_path).collect();
        // The fox may come back to the point where its run began.
        let mut lifted = self.board.clone();
        lifted.put(fox, EMPTY);
        add_runs(&lifted, fox, &square_name(fox), &mut moves);
        moves
    }

    /// One step along every line to an empty point.
    fn steps(&self, from: Square) -> Vec<[Square; 2]> {
        let targets = lines_at(from).iter().map(|&direction| step(from, direction, 1));
        targets.filter(|&to| self.board.at(to) == EMPTY).map(|to| [from, to]).collect()
    }

    /// The end of the game other than by being stuck. A stall decides even where the fox is stuck as well.
    fn decided(&self) -> Option<(Option<bool>, &'static str)> {
        if self.fox().1 == 0 {
            Some((Some(false), "goal_reached"))
        } else if self.board.find('g').len() < GEESE_NEEDED {
            Some((Some(false), "too_few_left"))
        } else {
            (self.stall >= STALL_LIMIT).then_some((Some(false), "stalled"))
        }
    }
}

/// The point that a jump passes over; a step passes over none.
fn jumped(from: Square, to: Square) -> Option<Square> {
    let (files, ranks) = (to.0 - from.0, to.1 - from.1);
    let is_jump = files.abs() == 2 || ranks.abs() == 2;
    is_jump.then_some((from.0 + files / 2, from.1 + ranks / 2))
}

/// A step as text.
fn write_path(path: [Square; 2]) -> String {
    path.map(square_name).concat()
}

impl Reference for FoxGeese {
    fn parse(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut board = Board::new(7, 7);
        for (rank, cells) in (0..7).rev().zip(fields[0].split('/')) {
            let mut cells = read_rank(cells).into_iter();
            for square in (0..7).map(|file| (file, rank)) {
                let cell = if is_point(square) { cells.next().expect("a cell for every point") } else { OUTSIDE };
                board.put(square, cell);
            }
        }
        Self { board, geese_to_move: fields[1] == "g", stall: fields[2].parse().expect("a stall counter") }
    }

    fn show(&self) -> String {
        format!("{} {} {}", write_ranks(&self.board), if self.geese_to_move { 'g' } else { 'f' }, self.stall)
    }

    fn first_to_move(&self) -> bool {
        self.geese_to_move
    }

    fn legal(&self) -> Vec<String> {
        if self.decided().is_some() { Vec::new() } else { self.moves() }
    }

    fn play(&mut self, text: &str) {
        let path = parse_path(text);
        let piece = self.board.at(path[0]);
        for hop in path.windows(2) {
            let (from, to) = (hop[0], hop[1]);
            if let Some(goose) = jumped(from, to) {
                self.board.put(goose, EMPTY);
            }
            self.board.put(from, EMPTY);
            self.board.put(to, piece);
        }
        if self.geese_to_move {
            self.stall = if path[1].1 > path[0].1 { 0 } else { self.stall + 1 };
        }
        self.geese_to_move = !self.geese_to_move;
    }

    fn outcome(&self) -> Option<(Option<bool>, &'static str)> {
        let stuck = || self.moves().is_empty().then_some((Some(!self.geese_to_move), "no_moves"));
        self.decided().or_else(stuck)
    }
}

//! The Hare and the Dogs.

use super::Reference;

/// The points in the order of a position text.
const POINTS: [&str; 11] = ["a2", "b1", "b2", "b3", "c1", "c2", "c3", "d1", "d2", "d3", "e2"];

/// The lines as the rules list them.
const LINES: [&str; 14] = [
    "a2-b2-c2-d2-e2",
    "b1-c1-d1",
    "b3-c3-d3",
    "b1-b2-b3",
    "c1-c2-c3",
    "d1-d2-d3",
    "a2-b1",
    "a2-b3",
    "b1-c2",
    "b3-c2",
    "c2-d1",
    "c2-d3",
    "d1-e2",
    "d3-e2",
];

/// So many moves of the dogs in a row without a forward one give the game to the hare.
const STALL_LIMIT: u32 = 10;

/// The dogs `D` go first against the hare `h`.
#[derive(Clone)]
pub(crate) struct HareHounds {
    cells: Vec<char>,
    dogs_to_move: bool,
    /// The dogs' moves since the last forward one.
    stall: u32,
}

/// Whether a line joins two points directly.
fn joined(from: &str, to: &str) -> bool {
    let (there, back) = (format!("{from}-{to}"), format!("{to}-{from}"));
    LINES.iter().any(|line| line.contains(&there) || line.contains(&back))
}

/// The file letter of a point.
fn file(point: &str) -> &str {
    &point[..1]
}

/// Where a point stands in the position text.
fn index(point: &str) -> usize {
    POINTS.iter().position(|&other| other == point).expect("a point of the board")
}

impl HareHounds {
    /// What stands on a point.
    fn at(&self, point: &str) -> char {
        self.cells[index(point)]
    }

    /// The moves of the side to move, whether or not the game is over.
    fn moves(&self) -> Vec<String> {
        let piece = if self.dogs_to_move { 'D' } else { 'h' };
        let mut moves = Vec::new();
        for from in POINTS.iter().filter(|point| self.at(point) == piece) {
            for to in POINTS.iter().filter(|point| self.at(point) == '-' && joined(from, point)) {
                if piece == 'h' || file(to) >= file(from) {
                    moves.push(format!("{from}{to}"));
                }
            }
        }
        moves
    }

    /// The end of the game other than by being stuck. A stall decides even where the hare is stuck as well.
    fn decided(&self) -> Option<(Option<bool>, &'static str)> {
        if self.at("a2") == 'h' {
            return Some((Some(false), "goal_reached"));
        }
        (self.stall >= STALL_LIMIT).then_some((Some(false), "stalled"))
    }
}

impl Reference for HareHounds {
    fn parse(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        assert_eq!(fields[0].len(), POINTS.len(), "points of {text}");
        let stall = fields[2].parse().expect("a stall counter");
        Self { cells: fields[0].chars().collect(), dogs_to_move: fields[1] == "d", stall }
    }

    fn show(&self) -> String {
        let cells: String = self.cells.iter().collect();
        format!("{cells} {} {}", if self.dogs_to_move { 'd' } else { 'h' }, self.stall)
    }

    fn first_to_move(&self) -> bool {
        self.dogs_to_move
    }

    fn legal(&self) -> Vec<String> {
        if self.decided().is_some() { Vec::new() } else { self.moves() }
    }

    fn play(&mut self, text: &str) {
        let (from, to) = text.split_at(2);
        if self.dogs_to_move {
            self.stall = if file(to) > file(from) { 0 } else { self.stall + 1 };
        }
        self.cells.swap(index(from), index(to));
        self.dogs_to_move = !self.dogs_to_move;
    }

    fn outcome(&self) -> Option<(Option<bool>, &'static str)> {
        let stuck = || self.moves().is_empty().then_some((Some(!self.dogs_to_move), "no_moves"));
        self.decided().or_else(stuck)
    }
}

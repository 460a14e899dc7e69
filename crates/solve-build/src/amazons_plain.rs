//! The Amazons by plain negamax over words of bits, for boards of any width and height up to thirty squares.
//!
//! Squares are numbered from the lower left, row by row. The table knows whole positions, two bits a square, under the smallest
//! key of the position and its mirror images. One thing is decided without search: once no path joins the two sides, the side that can
//! make more moves wins, and these are counted by trying them all.

use std::collections::HashMap;

/// Most squares of a board: two bits each and the value fit a word.
const MOST_SQUARES: usize = 30;

/// A set of squares.
type Squares = u32;

/// The shape of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    width: usize,
    height: usize,
    /// All squares, those that have one on their left, and those that have one on their right.
    squares: Squares,
    has_left: Squares,
    has_right: Squares,
}

/// Amazons of the side to move and of the other one, and the empty squares; all others are arrows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    own: Squares,
    other: Squares,
    empty: Squares,
    /// Whether White is to move.
    pub is_white: bool,
}

impl Position {
    /// Reads ranks from the top and the side to move, as in `q3/4/4/3Q w`.
    pub fn parse(text: &str) -> Result<(Board, Self), String> {
        let (ranks, turn) = text.split_once(' ').ok_or("a position is ranks and the side to move")?;
        let is_white = match turn {
            "w" => true,
            "b" => false,
            _ => return Err(format!("`{turn}`: `w` or `b` is to move")),
        };
        let rows = ranks.rsplit('/').map(read_row).collect::<Result<Vec<_>, _>>()?;
        let (width, height) = (rows[0].len(), rows.len());
        if width == 0 || rows.iter().any(|row| row.len() != width) {
            return Err("ranks differ in length".into());
        }
        if width * height > MOST_SQUARES {
            return Err(format!("more than {MOST_SQUARES} squares"));
        }
        let board = Board::new(width, height);
        let set = |letter: char| {
            let squares = rows.iter().flatten().enumerate().filter(|(_, found)| **found == letter);
            squares.fold(0, |set, (square, _)| set | 1 << square)
        };
        let (white, black, empty) = (set('Q'), set('q'), set('.'));
        let (own, other) = if is_white { (white, black) } else { (black, white) };
        Ok((board, Self { own, other, empty, is_white }))
    }

    fn after(self, from: Squares, to: Squares, arrow: Squares) -> Self {
        let Self { own, other, empty, is_white } = self;
        Self { own: other, other: own ^ from ^ to, empty: (empty | from) & !to & !arrow, is_white: !is_white }
    }
}

/// One letter a square, `.` where it is empty.
fn read_row(text: &str) -> Result<Vec<char>, String> {
    let mut row = Vec::new();
    for part in text.chars() {
        match part {
            'Q' | 'q' | '*' => row.push(part),
            '1'..='9' => row.extend(std::iter::repeat_n('.', part as usize - '0' as usize)),
            _ => return Err(format!("`{part}`: not a square of the Amazons")),
        }
    }
    Ok(row)
}

/// Every square of a set by itself.
fn each(mut set: Squares) -> impl Iterator<Item = Squares> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

impl Board {
    fn new(width: usize, height: usize) -> Self {
        let squares = (1 << (width * height)) - 1;
        let column = |file: usize| (0..height).fold(0, |column, rank| column | 1 << (rank * width + file));
        Self { width, height, squares, has_left: squares & !column(0), has_right: squares & !column(width - 1) }
    }

    /// One step of all squares of a set in one of eight ways.
    #[inline]
    fn step(self, set: Squares, way: usize) -> Squares {
        let width = self.width;
        let (left, right) = (set & self.has_left, set & self.has_right);
        let moved = match way {
            0 => right << 1,
            1 => left >> 1,
            2 => set << width,
            3 => set >> width,
            4 => right << (width + 1),
            5 => left >> (width + 1),
            6 => left << (width - 1),
            _ => right >> (width - 1),
        };
        moved & self.squares
    }

    /// Where queens on a set of squares can go.
    #[inline]
    fn queens(self, set: Squares, empty: Squares) -> Squares {
        (0..8).fold(0, |all, way| {
            let (mut front, mut seen) = (set, 0);
            while front != 0 {
                front = self.step(front, way) & empty;
                seen |= front;
            }
            all | seen
        })
    }

    /// The empty squares that paths of empty squares join to a set.
    fn reached(self, set: Squares, empty: Squares) -> Squares {
        let mut reached = 0;
        let mut front = set;
        while front != 0 {
            front = (0..8).fold(0, |all, way| all | self.step(front, way)) & empty & !reached;
            reached |= front;
        }
        reached
    }

    /// Every move of some amazons: from, to, arrow.
    fn each_move(self, amazons: Squares, empty: Squares, mut visit: impl FnMut(Squares, Squares, Squares)) {
        for from in each(amazons) {
            for to in each(self.queens(from, empty)) {
                let left = (empty | from) & !to;
                for arrow in each(self.queens(to, left)) {
                    visit(from, to, arrow);
                }
            }
        }
    }

    fn mirrored(self, set: Squares, by_files: bool, by_ranks: bool) -> Squares {
        let row = (1 << self.width) - 1;
        (0..self.height).fold(0, |mirrored, rank| {
            let bits: Squares = set >> (rank * self.width) & row;
            let bits = if by_files { bits.reverse_bits() >> (Squares::BITS as usize - self.width) } else { bits };
            let rank = if by_ranks { self.height - 1 - rank } else { rank };
            mirrored | bits << (rank * self.width)
        })
    }

    fn name(self, square: Squares) -> String {
        let number = square.trailing_zeros() as usize;
        format!("{}{}", char::from(b'a' + (number % self.width) as u8), number / self.width + 1)
    }
}

/// The search, and what it knows.
pub struct PlainSearch {
    board: Board,
    /// Key and value of a position: in the lowest bit whether the side to move wins. No key is 0.
    table: Vec<u64>,
    /// How many moves a side alone can make.
    fillings: HashMap<(Squares, Squares), u32>,
    /// Positions visited.
    pub nodes: u64,
}

impl PlainSearch {
    /// A search with a table of `2^table` entries.
    pub fn new(board: Board, table: u32) -> Self {
        Self { board, table: vec![0; 1 << table], fillings: HashMap::new(), nodes: 0 }
    }

    /// Whether the side to move wins.
    pub fn wins(&mut self, position: Position) -> bool {
        let key = self.key(position);
        self.known(key).unwrap_or_else(|| self.search(position, key))
    }

    fn search(&mut self, position: Position, key: u64) -> bool {
        self.nodes += 1;
        let wins = self.decided(position).unwrap_or_else(|| {
            let children = self.children(position);
            let is_lost = |search: &Self, key| search.known(key) == Some(false);
            children.iter().any(|(key, _)| is_lost(self, *key))
                || children.iter().any(|(key, child)| !self.known(*key).unwrap_or_else(|| self.search(*child, *key)))
        });
        let slot = self.slot(key);
        self.table[slot] = key << 1 | u64::from(wins);
        wins
    }

    /// A move that wins, as in `a1-b2/c3`.
    pub fn winning_move(&mut self, position: Position) -> Option<String> {
        let children = self.children(position);
        let (_, child) = children.into_iter().find(|(_, child)| !self.wins(*child))?;
        let (from, to) = (position.own & !child.other, child.other & !position.own);
        let arrow = (position.empty | from) & !to & !child.empty;
        let [from, to, arrow] = [from, to, arrow].map(|square| self.board.name(square));
        Some(format!("{from}-{to}/{arrow}"))
    }

    /// Two bits a square and a one above them, of the image with the smallest such number.
    fn key(&self, position: Position) -> u64 {
        let images = [(false, false), (false, true), (true, false), (true, true)].map(|(files, ranks)| {
            let [own, other, empty] = [position.own, position.other, position.empty]
                .map(|set| u64::from(self.board.mirrored(set, files, ranks)));
            (own | empty) << MOST_SQUARES | other | empty
        });
        images.into_iter().min().unwrap_or_default() | 1 << (2 * MOST_SQUARES)
    }

    fn slot(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> Squares::BITS) as usize & (self.table.len() - 1)
    }

    fn known(&self, key: u64) -> Option<bool> {
        let entry = self.table[self.slot(key)];
        (entry >> 1 == key).then_some(entry & 1 == 1)
    }

    /// Who wins where no path joins the two sides any more.
    fn decided(&mut self, Position { own, other, empty, .. }: Position) -> Option<bool> {
        let (mine, theirs) = (self.board.reached(own, empty), self.board.reached(other, empty));
        if mine == 0 || mine & theirs != 0 {
            return (mine == 0).then_some(false);
        }
        Some(self.longest(own, mine) > self.longest(other, theirs))
    }

    /// How many moves amazons can make one after the other.
    fn longest(&mut self, amazons: Squares, empty: Squares) -> u32 {
        let empty = self.board.reached(amazons, empty);
        if let Some(known) = self.fillings.get(&(amazons, empty)) {
            return *known;
        }
        let (mut best, most) = (0, empty.count_ones());
        let mut next = Vec::new();
        self.board.each_move(amazons, empty, |from, to, arrow| {
            next.push((amazons ^ from ^ to, (empty | from) & !to & !arrow));
        });
        next.sort_unstable_by_key(|(amazons, empty)| {
            std::cmp::Reverse(self.board.reached(*amazons, *empty).count_ones())
        });
        next.dedup();
        for (amazons, empty) in next {
            best = best.max(1 + self.longest(amazons, empty));
            if best == most {
                break;
            }
        }
        self.fillings.insert((amazons, empty), best);
        best
    }

    /// Where the moves lead; first where the other side has least room and one's own most.
    fn children(&self, position: Position) -> Vec<(u64, Position)> {
        let mut children = Vec::with_capacity(256);
        let board = self.board;
        board.each_move(position.own, position.empty, |from, to, arrow| {
            let child = position.after(from, to, arrow);
            let room = |amazons| board.queens(amazons, child.empty).count_ones() as i32;
            children.push((room(child.own) - room(child.other), child));
        });
        children.sort_by_key(|(room, _)| *room);
        children.into_iter().map(|(_, child)| (self.key(child), child)).collect()
    }
}

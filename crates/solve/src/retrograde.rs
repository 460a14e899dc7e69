//! Retrograde analysis: backwards from the finished games.
//!
//! Positions are solved in the order of their distance to the end. When one is solved, each predecessor is won if its side to
//! move wins here; otherwise its count of unsolved moves decreases, and at zero it is lost. So a winner's distance is that of
//! its fastest win, and a loser's that of its longest defence. Positions that are never solved are draws.
//!
//! A set of positions need not be closed: a move may lead to a position outside whose end is known from another table. It
//! counts at that distance, like a solved position of the set.

use std::cmp::Reverse;

use quevedo_core::{Game, Side};

use crate::Value;

/// How a position ends under best play: who wins, and after how many plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The winner.
    pub winner: Side,
    /// The plies to the end.
    pub plies: u32,
}

impl End {
    /// The value for the side to move.
    pub fn value(self, turn: Side) -> Value {
        if self.winner == turn { Value::Win } else { Value::Loss }
    }
}

/// The moves with the best ends for the side to move: the fastest win, a draw, the latest loss; and how many positions were
/// looked up. `end_of` is the end of a position, `None` where it is unknown; then the best moves are, too.
pub(crate) fn best_moves<G: Game>(
    position: &G,
    end_of: impl Fn(&G) -> Option<Option<End>>,
) -> Option<(Vec<G::Move>, u64)> {
    let turn = position.turn();
    let preference = |end: Option<End>| match end {
        None => (Value::Draw, Reverse(0), 0),
        Some(end) if end.winner == turn => (Value::Win, Reverse(end.plies), 0),
        Some(end) => (Value::Loss, Reverse(0), end.plies),
    };
    let (mut best, mut best_preference, mut nodes) = (Vec::new(), None, 1);
    for mv in position.legal_moves() {
        let mut next = position.clone();
        next.play(mv);
        nodes += 1;
        let found = Some(preference(end_of(&next)?));
        if found > best_preference {
            best.clear();
            best_preference = found;
        }
        if found == best_preference {
            best.push(mv);
        }
    }
    Some((best, nodes))
}

/// Where a position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the set, with its number.
    Inside(usize),
    /// Outside, with its end; `None` for a draw.
    Outside(Option<End>),
}

/// Positions with numbers.
pub trait PositionSet {
    /// The game.
    type Game: Game;

    /// All numbers are less.
    fn numbers(&self) -> usize;

    /// Where a position is. No other position of the set has the same number, unless it has the same end.
    fn find(&self, position: &Self::Game) -> Place;

    /// Visits every position of the set, in any order, each number once.
    fn each_position(&self, visit: impl FnMut(usize, Self::Game));
}

/// The ends of all positions of a set, by their numbers; `None` for draws and for numbers without a position.
pub fn analyse<S: PositionSet>(set: &S) -> Vec<Option<End>> {
    let (predecessors, mut analysis) = (Predecessors::new(set), Analysis::new(set));
    let mut plies = 0;
    while plies < analysis.solved.len() || plies < analysis.exits.len() {
        for number in take_level(&mut analysis.solved, plies) {
            let Some(End { winner, .. }) = analysis.ends[number as usize] else { continue };
            for &before in predecessors.of(number) {
                analysis.solve_move(before, End { winner, plies: plies as u32 + 1 });
            }
        }
        for (before, winner) in take_level(&mut analysis.exits, plies) {
            analysis.solve_move(before, End { winner, plies: plies as u32 + 1 });
        }
        plies += 1;
    }
    analysis.ends
}

/// How far the analysis is.
struct Analysis {
    ends: Vec<Option<End>>,
    movers: Vec<Side>,
    unsolved_moves: Vec<u8>,
    /// The positions that are solved, by their distance to the end.
    solved: Vec<Vec<u32>>,
    /// The moves that leave the set, by the distance of the position that they lead to, with its winner.
    exits: Vec<Vec<(u32, Side)>>,
}

impl Analysis {
    /// Finished games are solved.
    fn new<S: PositionSet>(set: &S) -> Self {
        let mut analysis = Self {
            ends: vec![None; set.numbers()],
            movers: vec![Side::First; set.numbers()],
            unsolved_moves: vec![0; set.numbers()],
            solved: Vec::new(),
            exits: Vec::new(),
        };
        set.each_position(|number, position| {
            analysis.movers[number] = position.turn();
            match position.outcome() {
                Some(outcome) => analysis.solve_finished(number, outcome.winner),
                None => position.each_move(|mv| {
                    let mut next = position.clone();
                    next.play(mv);
                    analysis.unsolved_moves[number] += 1;
                    if let Place::Outside(Some(End { winner, plies })) = set.find(&next) {
                        level(&mut analysis.exits, plies as usize).push((number as u32, winner));
                    }
                }),
            }
        });
        analysis
    }

    fn solve_finished(&mut self, number: usize, winner: Option<Side>) {
        if let Some(winner) = winner {
            self.ends[number] = Some(End { winner, plies: 0 });
            level(&mut self.solved, 0).push(number as u32);
        }
    }

    /// A move of a position leads to this end, counted from that position.
    fn solve_move(&mut self, number: u32, end: End) {
        let index = number as usize;
        if self.ends[index].is_some() {
            return;
        }
        self.unsolved_moves[index] -= 1;
        if end.winner == self.movers[index] || self.unsolved_moves[index] == 0 {
            self.ends[index] = Some(end);
            level(&mut self.solved, end.plies as usize).push(number);
        }
    }
}

/// The list of a distance, which may be new.
fn level<T>(levels: &mut Vec<Vec<T>>, plies: usize) -> &mut Vec<T> {
    if levels.len() <= plies {
        levels.resize_with(plies + 1, Vec::new);
    }
    &mut levels[plies]
}

fn take_level<T>(levels: &mut [Vec<T>], plies: usize) -> Vec<T> {
    levels.get_mut(plies).map(std::mem::take).unwrap_or_default()
}

/// For every position, the positions one move earlier: those of number `n` stand from `starts[n]` to `starts[n + 1]`.
struct Predecessors {
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl Predecessors {
    fn new<S: PositionSet>(set: &S) -> Self {
        let mut starts = vec![0_u32; set.numbers() + 1];
        each_step(set, |_, to| starts[to] += 1);
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        // Every start is the end of its list now, and decreases as the list is filled.
        let mut numbers = vec![0; total as usize];
        each_step(set, |from, to| {
            starts[to] -= 1;
            numbers[starts[to] as usize] = from as u32;
        });
        Self { starts, numbers }
    }

    fn of(&self, number: u32) -> &[u32] {
        let number = number as usize;
        &self.numbers[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

/// Visits every move inside the set as two numbers.
fn each_step<S: PositionSet>(set: &S, mut visit: impl FnMut(usize, usize)) {
    set.each_position(|from, position| {
        if position.outcome().is_some() {
            return;
        }
        position.each_move(|mv| {
            let mut next = position.clone();
            next.play(mv);
            if let Place::Inside(to) = set.find(&next) {
                visit(from, to);
            }
        });
    });
}

//! Best-first expansion of a book: drop-out expansion (Lincke, "Strategies for the Automatic Construction of Opening
//! Books", 2000).
//!
//! Every move of a position in the book has a value: that of a search of the position it leads to, or, once that position
//! is in the book too, its own best value by negamax. The next position to expand is the one with the least path error:
//! the sum of what the moves on the way are worth less than the best moves beside them, plus a little for every ply. So
//! good lines are followed deep, and bad moves as far as a player might make them.
//!
//! A position is searched apart from all others, by a new player. So the book depends on the player alone, however often
//! the work was interrupted, as long as the player counts nodes and not time.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::AtomicBool;
use std::thread;

use quevedo_core::score::PROVED;
use quevedo_core::{Line, Score, SearchRequest, Strategy, Tactics, Value};

use crate::children::{Child, children};
use crate::{Book, BookPosition};

/// A ply on the way costs as much as this part of a unit of the game lost by a worse move.
const PLIES_OF_UNIT: Score = 4;
/// The cost of what is never expanded.
const NEVER: i64 = i64::MAX / 4;

/// A book that grows.
pub struct Expansion<G: Tactics> {
    name: String,
    start: G,
    nodes: Vec<Node>,
    by_key: HashMap<u64, usize>,
    /// The moves that lead to each position that is not in the book.
    leaves: HashMap<u64, Vec<(usize, usize)>>,
}

/// Makes a player that has searched nothing yet.
pub type NewPlayer<'a, G> = dyn Fn() -> Box<dyn Strategy<G>> + Sync + 'a;

/// How far a book has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions in the book.
    pub positions: usize,
    /// The value of the start position for the side to move.
    pub value: Score,
    /// The plies of the position that was expanded last.
    pub ply: u16,
}

/// A position of the book.
struct Node {
    key: u64,
    ply: u16,
    moves: Vec<NodeMove>,
    /// Where its value counts: the node and the number of the move.
    parents: Vec<(usize, usize)>,
    /// The least path error from here to a position that is not in the book.
    cost: i64,
}

/// A move of a position of the book.
#[derive(Clone, Copy)]
struct NodeMove {
    /// For the side to move.
    value: Score,
    /// The position it leads to, where the book has it.
    child: Option<usize>,
    /// Whether the same side moves again.
    is_same_side: bool,
    /// Whether there is nothing to expand: the end of the game, a proved value, or a position nearer to the start.
    is_closed: bool,
}

impl Node {
    fn value(&self) -> Score {
        self.moves.iter().map(|mv| mv.value).max().unwrap_or(0)
    }

    /// The path error of a leaf below a move.
    fn move_cost(&self, mv: &NodeMove, nodes: &[Self]) -> i64 {
        let drop = i64::from(self.value() - mv.value);
        match mv.child {
            _ if mv.is_closed => NEVER,
            Some(child) => (drop + nodes[child].cost).min(NEVER),
            None => drop,
        }
    }
}

impl<G: Tactics> Expansion<G> {
    /// A new book of a game, from a position on.
    pub fn new(name: &str, start: G) -> Self {
        Self { name: name.into(), start, nodes: Vec::new(), by_key: HashMap::new(), leaves: HashMap::new() }
    }

    /// Goes on with a book.
    pub fn resume(book: &Book, start: G) -> Self {
        let mut expansion = Self::new(book.name(), start.clone());
        let mut waiting = vec![start];
        while let Some(position) = waiting.pop() {
            let key = position.symmetric_hash();
            let Some(known) = book.get(key).filter(|_| !expansion.by_key.contains_key(&key)) else { continue };
            let children = children(&position);
            if children.len() == known.values.len() {
                let values: Vec<Score> = known.values.iter().map(|value| Score::from(*value)).collect();
                expansion.add(key, known.ply, &position, &children, &values);
                waiting.extend(children.into_iter().map(|child| child.position));
            }
        }
        expansion.back_up(0..expansion.nodes.len());
        expansion
    }

    /// The book so far.
    pub fn book(&self) -> Book {
        let mut book = Book::new(self.name.clone());
        for node in &self.nodes {
            let values = node.moves.iter().map(|mv| mv.value as i16).collect();
            book.insert(node.key, BookPosition { ply: node.ply, values });
        }
        book
    }

    /// How many positions it holds.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Adds the next position: searches each of its moves by a new player, on so many threads. `None` where nothing is left
    /// to expand.
    pub fn expand(&mut self, player: &NewPlayer<'_, G>, threads: usize) -> Option<Progress> {
        let (position, ply) = self.next()?;
        let children = children(&position);
        let values = self.values(&position, &children, player, threads);
        let node = self.add(position.symmetric_hash(), ply, &position, &children, &values);
        self.back_up([node]);
        Some(Progress { positions: self.nodes.len(), value: self.nodes[0].value(), ply })
    }

    /// The position with the least path error that is not in the book, and its ply.
    fn next(&self) -> Option<(G, u16)> {
        let mut position = self.start.clone();
        let Some(mut node) = self.nodes.first() else {
            return position.outcome().is_none().then_some((position, 0));
        };
        loop {
            let costs = node.moves.iter().map(|mv| node.move_cost(mv, &self.nodes));
            let (number, cost) = costs.enumerate().min_by_key(|(number, cost)| (*cost, *number))?;
            if cost >= NEVER {
                return None;
            }
            position = children(&position).into_iter().nth(number)?.position;
            match node.moves[number].child {
                Some(child) => node = &self.nodes[child],
                None => return Some((position, node.ply + 1)),
            }
        }
    }

    /// The values of the moves of a position. One that leads to a position which another move leads to has its value.
    fn values(&self, position: &G, children: &[Child<G>], player: &NewPlayer<'_, G>, threads: usize) -> Vec<Score> {
        let mut values: Vec<Option<Score>> = children.iter().map(|child| self.known_value(child)).collect();
        let unknown: Vec<usize> = (0..children.len()).filter(|number| values[*number].is_none()).collect();
        let share = unknown.len().div_ceil(threads.max(1)).max(1);
        let search = |numbers: &[usize]| -> Vec<(usize, Score)> {
            numbers.iter().map(|number| (*number, search(&children[*number].position, player))).collect()
        };
        let found: Vec<(usize, Score)> = thread::scope(|scope| {
            let threads: Vec<_> = unknown.chunks(share).map(|numbers| scope.spawn(move || search(numbers))).collect();
            threads.into_iter().flat_map(|thread| thread.join().expect("a search does not panic")).collect()
        });
        for (number, value) in found {
            values[number] = Some(value);
        }
        let of_mover = |(child, value): (&Child<G>, Option<Score>)| {
            let value = value.unwrap_or(0);
            if child.position.turn() == position.turn() { value } else { -value }
        };
        children.iter().zip(values).map(of_mover).collect()
    }

    /// The value of a position that the game has ended in, or that another move of the book leads to; for its side to move.
    fn known_value(&self, child: &Child<G>) -> Option<Score> {
        if let Some(outcome) = child.position.outcome() {
            return Some(Value::of(outcome, child.position.turn()).score(0));
        }
        if let Some(node) = self.by_key.get(&child.key) {
            return Some(self.nodes[*node].value());
        }
        let (node, number) = self.leaves.get(&child.key)?.first()?;
        let mv = self.nodes[*node].moves[*number];
        Some(if mv.is_same_side { mv.value } else { -mv.value })
    }

    fn add(&mut self, key: u64, ply: u16, position: &G, children: &[Child<G>], values: &[Score]) -> usize {
        let moves = children.iter().zip(values).map(|(child, value)| NodeMove {
            value: *value,
            child: None,
            is_same_side: child.position.turn() == position.turn(),
            is_closed: value.abs() >= PROVED || child.position.outcome().is_some(),
        });
        let node = self.nodes.len();
        self.nodes.push(Node { key, ply, moves: moves.collect(), parents: Vec::new(), cost: 0 });
        self.by_key.insert(key, node);
        for (parent, number) in self.leaves.remove(&key).unwrap_or_default() {
            self.link(parent, number, node);
        }
        for (number, child) in children.iter().enumerate() {
            match self.by_key.get(&child.key).copied() {
                Some(known) => self.link(node, number, known),
                None => self.leaves.entry(child.key).or_default().push((node, number)),
            }
        }
        node
    }

    /// Links a move to a position of the book. Positions nearer to the start are not followed: there are no cycles.
    fn link(&mut self, parent: usize, number: usize, child: usize) {
        if self.nodes[child].ply > self.nodes[parent].ply {
            self.nodes[parent].moves[number].child = Some(child);
            self.nodes[child].parents.push((parent, number));
        } else {
            self.nodes[parent].moves[number].is_closed = true;
        }
    }

    /// Computes values and costs from these nodes up to the root, those furthest from it first.
    fn back_up(&mut self, changed: impl IntoIterator<Item = usize>) {
        let mut waiting: BTreeSet<(u16, usize)> =
            changed.into_iter().map(|node| (self.nodes[node].ply, node)).collect();
        while let Some((_, node)) = waiting.pop_last() {
            for number in 0..self.nodes[node].moves.len() {
                self.take_value(node, number);
            }
            self.nodes[node].cost = self.cost(&self.nodes[node]);
            let parents = self.nodes[node].parents.iter();
            waiting.extend(parents.map(|(parent, _)| (self.nodes[*parent].ply, *parent)));
        }
    }

    /// Takes over the value of the position that a move leads to.
    fn take_value(&mut self, node: usize, number: usize) {
        let mv = self.nodes[node].moves[number];
        if let Some(child) = mv.child {
            let value = self.nodes[child].value();
            self.nodes[node].moves[number].value = if mv.is_same_side { value } else { -value };
        }
    }

    fn cost(&self, node: &Node) -> i64 {
        let least = node.moves.iter().map(|mv| node.move_cost(mv, &self.nodes)).min().unwrap_or(NEVER);
        (least + i64::from(G::PARAMS.unit / PLIES_OF_UNIT)).min(NEVER)
    }
}

/// The score of a position for its side to move, by a new player.
fn search<G: Tactics>(position: &G, player: &NewPlayer<'_, G>) -> Score {
    let never = AtomicBool::new(false);
    let result = player().choose(&Line::new(position.clone()), &mut SearchRequest::new(&never, &mut |_| {}));
    result.and_then(|result| result.score).unwrap_or(0)
}

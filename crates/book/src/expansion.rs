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
    graph: Graph,
}

/// The positions of a book and the moves between them. It knows no game, so that it is compiled once.
struct Graph {
    nodes: Vec<Node>,
    by_key: HashMap<u64, usize>,
    /// The moves that lead to each position that is not in the book.
    leaves: HashMap<u64, Vec<(usize, usize)>>,
    /// What a ply on the way costs.
    ply_cost: Score,
}

/// What the graph has to know of a position one move away.
struct NextPosition {
    key: u64,
    /// Whether the same side moves again.
    is_same_side: bool,
    /// The value for its side to move, where the game is over.
    ended: Option<Score>,
}

impl NextPosition {
    fn new<G: Tactics>(child: &Child<G>, position: &G) -> Self {
        let turn = child.position.turn();
        let ended = child.position.outcome().map(|outcome| Value::of(outcome, turn).score(0));
        Self { key: child.key, is_same_side: turn == position.turn(), ended }
    }
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
        Self { name: name.into(), start, graph: Graph::new(G::PARAMS.unit / PLIES_OF_UNIT) }
    }

    /// Goes on with a book.
    pub fn resume(book: &Book, start: G) -> Self {
        let mut expansion = Self::new(book.name(), start.clone());
        let mut waiting = vec![start];
        while let Some(position) = waiting.pop() {
            let key = position.symmetric_hash();
            let Some(known) = book.get(key).filter(|_| !expansion.graph.by_key.contains_key(&key)) else { continue };
            let children = children(&position);
            if children.len() == known.values.len() {
                let values: Vec<Score> = known.values.iter().map(|value| Score::from(*value)).collect();
                expansion.graph.add(key, known.ply, &next_positions(&children, &position), &values);
                waiting.extend(children.into_iter().map(|child| child.position));
            }
        }
        expansion.graph.back_up(0..expansion.len());
        expansion
    }

    /// The book so far.
    pub fn book(&self) -> Book {
        let mut book = Book::new(self.name.clone());
        for node in &self.graph.nodes {
            let values = node.moves.iter().map(|mv| mv.value as i16).collect();
            book.insert(node.key, BookPosition { ply: node.ply, values });
        }
        book
    }

    /// How many positions it holds.
    pub fn len(&self) -> usize {
        self.graph.nodes.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.graph.nodes.is_empty()
    }

    /// Adds the next position: searches each of its moves by a new player, on so many threads. `None` where nothing is left
    /// to expand.
    pub fn expand(&mut self, player: &NewPlayer<'_, G>, threads: usize) -> Option<Progress> {
        let (position, ply) = self.next()?;
        let children = children(&position);
        let next = next_positions(&children, &position);
        let search = |number: usize| search(&children[number].position, player);
        let values = self.graph.values(&next, &search, threads);
        let node = self.graph.add(position.symmetric_hash(), ply, &next, &values);
        self.graph.back_up([node]);
        Some(Progress { positions: self.len(), value: self.graph.nodes[0].value(), ply })
    }

    /// The position with the least path error that is not in the book, and its ply.
    fn next(&self) -> Option<(G, u16)> {
        let mut position = self.start.clone();
        if self.is_empty() {
            return position.outcome().is_none().then_some((position, 0));
        }
        let (path, ply) = self.graph.next()?;
        for number in path {
            position = children(&position).into_iter().nth(number)?.position;
        }
        Some((position, ply))
    }
}

/// What the graph has to know of the positions one move away.
fn next_positions<G: Tactics>(children: &[Child<G>], position: &G) -> Vec<NextPosition> {
    children.iter().map(|child| NextPosition::new(child, position)).collect()
}

impl Graph {
    fn new(ply_cost: Score) -> Self {
        Self { nodes: Vec::new(), by_key: HashMap::new(), leaves: HashMap::new(), ply_cost }
    }

    /// The moves from the start position to the position with the least path error that is not in the book, and its ply.
    fn next(&self) -> Option<(Vec<usize>, u16)> {
        let mut node = self.nodes.first()?;
        let mut path = Vec::new();
        loop {
            let costs = node.moves.iter().map(|mv| node.move_cost(mv, &self.nodes));
            let (number, cost) = costs.enumerate().min_by_key(|(number, cost)| (*cost, *number))?;
            if cost >= NEVER {
                return None;
            }
            path.push(number);
            match node.moves[number].child {
                Some(child) => node = &self.nodes[child],
                None => return Some((path, node.ply + 1)),
            }
        }
    }

    /// The values of the moves of a position, for its side to move; `search` tells that of the position after a move. One that
    /// leads to a position which another move leads to has its value.
    fn values(&self, next: &[NextPosition], search: &(dyn Fn(usize) -> Score + Sync), threads: usize) -> Vec<Score> {
        let mut values: Vec<Option<Score>> = next.iter().map(|next| self.known_value(next)).collect();
        let unknown: Vec<usize> = (0..next.len()).filter(|number| values[*number].is_none()).collect();
        let share = unknown.len().div_ceil(threads.max(1)).max(1);
        let search = |numbers: &[usize]| -> Vec<(usize, Score)> {
            numbers.iter().map(|number| (*number, search(*number))).collect()
        };
        let found: Vec<(usize, Score)> = thread::scope(|scope| {
            let threads: Vec<_> = unknown.chunks(share).map(|numbers| scope.spawn(move || search(numbers))).collect();
            threads.into_iter().flat_map(|thread| thread.join().expect("a search does not panic")).collect()
        });
        for (number, value) in found {
            values[number] = Some(value);
        }
        let of_mover = |(next, value): (&NextPosition, Option<Score>)| {
            let value = value.unwrap_or(0);
            if next.is_same_side { value } else { -value }
        };
        next.iter().zip(values).map(of_mover).collect()
    }

    /// The value of a position that the game has ended in, or that another move of the book leads to; for its side to move.
    fn known_value(&self, next: &NextPosition) -> Option<Score> {
        if next.ended.is_some() {
            return next.ended;
        }
        if let Some(node) = self.by_key.get(&next.key) {
            return Some(self.nodes[*node].value());
        }
        let (node, number) = self.leaves.get(&next.key)?.first()?;
        let mv = self.nodes[*node].moves[*number];
        Some(if mv.is_same_side { mv.value } else { -mv.value })
    }

    fn add(&mut self, key: u64, ply: u16, next: &[NextPosition], values: &[Score]) -> usize {
        let moves = next.iter().zip(values).map(|(next, value)| NodeMove {
            value: *value,
            child: None,
            is_same_side: next.is_same_side,
            is_closed: value.abs() >= PROVED || next.ended.is_some(),
        });
        let node = self.nodes.len();
        self.nodes.push(Node { key, ply, moves: moves.collect(), parents: Vec::new(), cost: 0 });
        self.by_key.insert(key, node);
        for (parent, number) in self.leaves.remove(&key).unwrap_or_default() {
            self.link(parent, number, node);
        }
        for (number, next) in next.iter().enumerate() {
            match self.by_key.get(&next.key).copied() {
                Some(known) => self.link(node, number, known),
                None => self.leaves.entry(next.key).or_default().push((node, number)),
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
        (least + i64::from(self.ply_cost)).min(NEVER)
    }
}

/// The score of a position for its side to move, by a new player.
fn search<G: Tactics>(position: &G, player: &NewPlayer<'_, G>) -> Score {
    let never = AtomicBool::new(false);
    let result = player().choose(&Line::new(position.clone()), &mut SearchRequest::new(&never, &mut |_| {}));
    result.and_then(|result| result.score).unwrap_or(0)
}

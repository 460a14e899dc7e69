//! The state space of a small game: every position that can be reached, solved backwards.
//!
//! The walk forward stores every position once, with the numbers of its successors. The walk back begins at the finished
//! games. A position is won for its side to move if one of its moves leads to a position that this side wins; it is lost if
//! all of them lead to positions that the other side wins. Positions are decided in the order of their distance, so the first
//! decision has the right number of plies. What is never decided is drawn.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};

use quevedo_catalog::{GameEntry, Session};
use quevedo_core::Side;

/// So many positions of a layer are named.
const EXAMPLES: usize = 3;

/// The positions of a game, by who wins them and how far the end is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateSpace {
    /// Positions that can be reached from the start, the start included.
    pub positions: usize,
    /// Moves from one of them to another.
    pub moves: usize,
    /// Positions in which the game is over.
    pub ended: usize,
    /// Positions that nobody can win by force.
    pub drawn: usize,
    /// The others, the nearest end first.
    pub layers: Vec<Layer>,
}

/// Positions that the same side wins in the same number of plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// How many plies the winner needs at most, when the loser delays.
    pub plies: u32,
    /// Who wins.
    pub winner: Side,
    /// How many positions.
    pub count: usize,
    /// The first of them, in their notation.
    pub examples: Vec<String>,
}

impl StateSpace {
    /// Walks and solves a game; `None` if it has more than `max_positions`, or was stopped.
    pub fn solve(game: &GameEntry, max_positions: usize, stop: &AtomicBool) -> Option<Self> {
        let graph = Graph::walk(game, max_positions, stop)?;
        let ends = graph.solve_backwards();
        let mut space = Self {
            positions: graph.nodes.len(),
            moves: graph.nodes.iter().map(|node| node.successors.len()).sum(),
            ended: graph.nodes.iter().filter(|node| node.is_over).count(),
            drawn: ends.iter().filter(|end| end.is_none()).count(),
            layers: Vec::new(),
        };
        let mut layers: BTreeMap<(u32, usize), Layer> = BTreeMap::new();
        for (node, end) in graph.nodes.iter().zip(ends) {
            let Some(End { winner, plies }) = end else { continue };
            let empty = || Layer { plies, winner, count: 0, examples: Vec::new() };
            let layer = layers.entry((plies, winner.index())).or_insert_with(empty);
            layer.count += 1;
            if layer.examples.len() < EXAMPLES {
                layer.examples.push(node.position.clone());
            }
        }
        space.layers = layers.into_values().collect();
        Some(space)
    }
}

/// A position and where its moves lead.
struct Node {
    position: String,
    turn: Side,
    is_over: bool,
    /// Who has won, if the game is over and somebody has.
    winner: Option<Side>,
    successors: Vec<usize>,
}

/// Who wins a position, and in how many plies.
#[derive(Clone, Copy)]
struct End {
    winner: Side,
    plies: u32,
}

struct Graph {
    nodes: Vec<Node>,
}

impl Graph {
    /// Every position that can be reached, breadth first.
    fn walk(game: &GameEntry, max_positions: usize, stop: &AtomicBool) -> Option<Self> {
        let start = game.session(None).ok()?;
        let mut nodes = vec![Node::of(&*start)];
        let mut numbers = HashMap::from([(start.position(), 0)]);
        let mut next = 0;
        while next < nodes.len() {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            // A session of its own: how the position came about must not matter.
            let session = game.session(Some(&nodes[next].position)).ok()?;
            for mv in session.legal() {
                let mut after = session.fork();
                after.play(&mv.text).ok()?;
                let number = *numbers.entry(after.position()).or_insert_with(|| {
                    nodes.push(Node::of(&*after));
                    nodes.len() - 1
                });
                nodes[next].successors.push(number);
            }
            if nodes.len() > max_positions {
                return None;
            }
            next += 1;
        }
        Some(Self { nodes })
    }

    /// The end of every position; `None` where nobody can force one.
    fn solve_backwards(&self) -> Vec<Option<End>> {
        let predecessors = self.predecessors();
        let mut undecided: Vec<usize> = self.nodes.iter().map(|node| node.successors.len()).collect();
        let over = |node: &Node| node.winner.map(|winner| End { winner, plies: 0 });
        let mut ends: Vec<Option<End>> = self.nodes.iter().map(over).collect();
        let mut queue: VecDeque<usize> = (0..ends.len()).filter(|number| ends[*number].is_some()).collect();
        while let Some(decided) = queue.pop_front() {
            let Some(End { winner, plies }) = ends[decided] else { continue };
            for &number in &predecessors[decided] {
                undecided[number] -= 1;
                let wins = self.nodes[number].turn == winner;
                if ends[number].is_none() && (wins || undecided[number] == 0) {
                    ends[number] = Some(End { winner, plies: plies + 1 });
                    queue.push_back(number);
                }
            }
        }
        ends
    }

    /// For every position those from which a move leads there.
    fn predecessors(&self) -> Vec<Vec<usize>> {
        let mut predecessors = vec![Vec::new(); self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate() {
            node.successors.iter().for_each(|successor| predecessors[*successor].push(number));
        }
        predecessors
    }
}

impl Node {
    fn of(session: &dyn Session) -> Self {
        let outcome = session.outcome();
        Self {
            position: session.position(),
            turn: session.turn(),
            is_over: outcome.is_some(),
            winner: outcome.and_then(|outcome| outcome.winner),
            successors: Vec::new(),
        }
    }
}

//! What networks see of a game, with its types erased: planes of squares, the squares of a move, and what a solver
//! knows for certain.

use std::sync::atomic::{AtomicBool, Ordering};

use quevedo_core::planes::{MAX_PLANES, MAX_STEPS};
use quevedo_core::{MoveError, Side};
use quevedo_solve::Solves;
use serde::Serialize;

use crate::entry::Rules;
use crate::players::Playable;
use crate::session::typed;
use crate::{GameEntry, Session, Solved};

/// The memory of a solver that labels positions.
const PROBER_MIB: usize = 32;

/// How networks see a game; one network serves all games that are seen alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Sees {
    /// The name of this way of seeing: [`Planes::NAME`](quevedo_core::Planes::NAME).
    pub name: &'static str,
    /// Squares in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Facts that are told apart on a square.
    pub planes: usize,
    /// No position has more inputs that hold.
    pub most_inputs: usize,
    /// By how many squares moves are told apart.
    pub steps: usize,
}

impl Sees {
    /// How many squares there are.
    pub const fn squares(&self) -> usize {
        self.width * self.height
    }

    /// How many inputs there are.
    pub const fn inputs(&self) -> usize {
        self.planes * self.squares()
    }
}

/// A position as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The squares of every plane, one bit a square.
    pub planes: [u128; MAX_PLANES],
    /// The side to move.
    pub turn: Side,
    /// Whether it is under a threat that cannot be ignored: check.
    pub is_threatened: bool,
}

/// A solver that is asked about many positions, each for a little while.
pub trait Prober: Send {
    /// What is certain about the position, if it is near and no more than about `most_nodes` are needed to know it.
    fn probe(&mut self, session: &dyn Session, most_nodes: u64) -> Option<Solved>;
}

impl GameEntry {
    /// How networks see the game.
    pub fn sees(&self) -> Sees {
        self.kind.sees()
    }

    /// What the other side sees where one side sees an input, for every input.
    pub fn turned(&self) -> Vec<u16> {
        self.kind.turned()
    }

    /// The position of a session of this game as the side to move sees it.
    pub fn look(&self, session: &dyn Session) -> Look {
        self.kind.look(session)
    }

    /// The squares of a legal move as the side to move sees them.
    pub fn steps(&self, session: &dyn Session, mv: &str) -> Result<[u8; MAX_STEPS], MoveError> {
        self.kind.steps(session, mv)
    }

    /// Whether a legal move changes so much that a position is not to be judged before it has been tried.
    pub fn is_noisy(&self, session: &dyn Session, mv: &str) -> Result<bool, MoveError> {
        self.kind.is_noisy(session, mv)
    }

    /// A solver for many positions.
    pub fn prober(&self) -> Box<dyn Prober> {
        self.kind.prober()
    }
}

/// The type-erased face of what networks see.
pub(crate) trait Seen {
    fn sees(&self) -> Sees;
    fn turned(&self) -> Vec<u16>;
    fn look(&self, session: &dyn Session) -> Look;
    fn steps(&self, session: &dyn Session, mv: &str) -> Result<[u8; MAX_STEPS], MoveError>;
    fn is_noisy(&self, session: &dyn Session, mv: &str) -> Result<bool, MoveError>;
    fn prober(&self) -> Box<dyn Prober>;
}

impl<G: Playable> Seen for Rules<G> {
    fn sees(&self) -> Sees {
        Sees {
            name: G::NAME,
            width: G::WIDTH,
            height: G::HEIGHT,
            planes: G::PLANES,
            most_inputs: G::MAX_ACTIVE_FEATURES,
            steps: G::STEPS,
        }
    }

    fn turned(&self) -> Vec<u16> {
        (0..G::FEATURES).map(|input| G::turned(input) as u16).collect()
    }

    fn look(&self, session: &dyn Session) -> Look {
        let position = typed::<G>(session).position();
        let turn = position.turn();
        Look { planes: position.planes(turn), turn, is_threatened: position.is_threatened() }
    }

    fn steps(&self, session: &dyn Session, mv: &str) -> Result<[u8; MAX_STEPS], MoveError> {
        let position = typed::<G>(session).position();
        position.parse_move(mv).map(|mv| position.steps(mv))
    }

    fn is_noisy(&self, session: &dyn Session, mv: &str) -> Result<bool, MoveError> {
        let position = typed::<G>(session).position();
        position.parse_move(mv).map(|mv| position.is_noisy(mv))
    }

    fn prober(&self) -> Box<dyn Prober> {
        Box::new(TypedProber::<G>(None))
    }
}

/// The solver of one game, made when a position is near for the first time.
struct TypedProber<G: Playable>(Option<Box<dyn Solves<G>>>);

impl<G: Playable> Prober for TypedProber<G> {
    fn probe(&mut self, session: &dyn Session, most_nodes: u64) -> Option<Solved> {
        let position = typed::<G>(session).position();
        if session.outcome().is_some() || !position.is_near() {
            return None;
        }
        let solver = self.0.get_or_insert_with(|| G::solver(PROBER_MIB));
        let stop = AtomicBool::new(false);
        let mut watch = |nodes| stop.store(nodes > most_nodes, Ordering::Relaxed);
        Some(Solved::new(position, solver.solve(position, &stop, &mut watch)?))
    }
}

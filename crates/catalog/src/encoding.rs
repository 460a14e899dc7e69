//! How networks encode a game, with its types erased; and solvers that label positions.

use std::sync::atomic::{AtomicBool, Ordering};

use quevedo_core::Side;
use quevedo_core::planes::InputBucket;
use quevedo_solve::{SolveProgress, Solver};
use serde::{Deserialize, Serialize};

use crate::session::typed;
use crate::strategies::{Playable, solver_options};
use crate::{Session, Solved};

/// The memory of a solver that labels positions.
const PROBER_MIB: usize = 32;

/// How networks encode a game; one network serves all games of one encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct InputSpec {
    /// The name of the encoding: [`Planes::NAME`](quevedo_core::Planes::NAME).
    pub name: &'static str,
    /// Squares in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Planes of features.
    pub planes: usize,
    /// Upper bound on active features.
    pub max_active_features: usize,
    /// How many squares tell moves apart.
    pub steps: usize,
}

impl InputSpec {
    /// How many squares there are.
    pub const fn squares(&self) -> usize {
        self.width * self.height
    }

    /// How many features there are.
    pub const fn features(&self) -> usize {
        self.planes * self.squares()
    }
}

pub(crate) const fn input_spec<G: Playable>() -> InputSpec {
    InputSpec {
        name: G::NAME,
        width: G::WIDTH,
        height: G::HEIGHT,
        planes: G::PLANES,
        max_active_features: G::MAX_ACTIVE_FEATURES,
        steps: G::STEPS,
    }
}

/// The input buckets of a game: see [`Planes::bucket`](quevedo_core::Planes::bucket).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputBuckets {
    /// The plane whose piece selects the bucket, as the viewer sees it.
    pub plane: usize,
    /// How many there are.
    pub count: usize,
    /// For each square of that piece the number of the bucket, and whether left and right are exchanged.
    pub squares: Vec<(u8, bool)>,
}

pub(crate) fn input_buckets<G: Playable>() -> Option<InputBuckets> {
    let squares = || {
        let bucket = |square| {
            let InputBucket { number, is_mirrored } = G::bucket(square);
            (number, is_mirrored)
        };
        (0..G::SQUARES).map(bucket).collect()
    };
    G::BUCKET_PLANE.map(|plane| InputBuckets { plane, count: G::BUCKETS, squares: squares() })
}

/// A position encoded for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodedPosition {
    /// The squares of every plane, one bit a square.
    pub planes: Vec<u128>,
    /// The side to move.
    pub turn: Side,
    /// Whether it is in check, or under another threat that cannot be ignored.
    pub is_threatened: bool,
}

pub(crate) fn encode<G: Playable>(position: &G) -> EncodedPosition {
    let turn = position.turn();
    let planes = position.planes(turn).as_ref().to_vec();
    EncodedPosition { planes, turn, is_threatened: position.is_threatened() }
}

/// A solver that labels many positions, each with a bounded effort.
pub trait Prober: Send {
    /// The proved value of the position of a session, if the solver reaches it within about `max_nodes`.
    fn probe(&mut self, session: &dyn Session, max_nodes: u64) -> Option<Solved>;
}

/// The solver of one game, made when a position is within its reach for the first time.
pub(crate) struct TypedProber<G: Playable>(Option<Box<dyn Solver<G>>>);

impl<G: Playable> Default for TypedProber<G> {
    fn default() -> Self {
        Self(None)
    }
}

impl<G: Playable> Prober for TypedProber<G> {
    fn probe(&mut self, session: &dyn Session, max_nodes: u64) -> Option<Solved> {
        let position = typed::<G>(session).position();
        if session.outcome().is_some() || !position.is_within_reach() {
            return None;
        }
        let solver = self.0.get_or_insert_with(|| G::solver(&solver_options(PROBER_MIB)));
        let stop = AtomicBool::new(false);
        let mut progress = |so_far: SolveProgress| stop.store(so_far.nodes > max_nodes, Ordering::Relaxed);
        Some(Solved::new(position, solver.solve(position, &stop, &mut progress)?))
    }
}

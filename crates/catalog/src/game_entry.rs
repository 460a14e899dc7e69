//! One game or variant of a catalog, as everybody above the catalog holds it.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use quevedo_core::PositionError;
use serde::{Serialize, Serializer};

use crate::any_game::AnyGame;
use crate::{AlphaBetaSpec, EvalRef, PlayerSpec, Session};

/// How many nodes `bench` searches in a game that names no depth for it.
const BENCH_NODES: u64 = 500_000;
/// The depth of a `bench` that is bounded by nodes.
const BENCH_MAX_DEPTH: u32 = 100;
/// The transposition table of `bench` in MiB.
const BENCH_HASH: usize = 16;

/// A game or variant of a catalog. Cheap to clone; its capabilities are those of [`AnyGame`].
#[derive(Clone)]
pub struct GameEntry(Arc<dyn AnyGame>);

impl GameEntry {
    pub(crate) fn new(game: impl AnyGame + 'static) -> Self {
        Self(Arc::new(game))
    }

    /// A new game, from the start or from a position.
    pub fn session(&self, position: Option<&str>) -> Result<Box<dyn Session>, PositionError> {
        self.0.open(self, position)
    }

    /// The games that `bench` searches: from its positions, or from the start.
    pub fn bench_sessions(&self) -> Vec<Box<dyn Session>> {
        let positions = self.bench_positions();
        let chosen = positions.iter().map(|position| Some(*position)).chain(positions.is_empty().then_some(None));
        chosen.map(|position| self.session(position).expect("a position of `bench` is one of the game")).collect()
    }

    /// The player of `bench`. Everything that decides how many nodes it visits is set, whatever the defaults become.
    pub fn bench_player(&self) -> PlayerSpec {
        PlayerSpec::AlphaBeta(AlphaBetaSpec {
            eval: Some(EvalRef::Best),
            depth: self.bench_depth().or(Some(BENCH_MAX_DEPTH)),
            nodes: self.bench_depth().is_none().then_some(BENCH_NODES),
            hash: Some(BENCH_HASH),
            threads: Some(1),
            ..AlphaBetaSpec::default()
        })
    }

    /// A new game from a position as UCI programs write it; our own notation does as well.
    pub fn uci_session(&self, position: &str) -> Result<Box<dyn Session>, PositionError> {
        self.0.open_uci(self, position)
    }
}

impl Deref for GameEntry {
    type Target = dyn AnyGame;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

/// A game is written as its id.
impl Serialize for GameEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl fmt::Debug for GameEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GameEntry").field(&self.id()).finish()
    }
}

/// Two entries are equal if their ids are.
impl PartialEq for GameEntry {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for GameEntry {}

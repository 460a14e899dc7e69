//! Players.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use quevedo_catalog::PlayerSpec;
use quevedo_core::{Limits, SearchRequest};

use crate::interrupt::interruptible;
use crate::position::Position;
use crate::search_result::SearchResult;
use crate::value_error;

/// A player by its spec, a line of text: `max`, `level=3`, `alphabeta:depth=8`, `mcts:policy=puct,sims=800`. It plays every game, and
/// keeps its tables from search to search.
///
/// >>> import quevedo
/// >>> player = quevedo.Player("alphabeta:depth=4")
/// >>> player.spec
/// 'alphabeta:depth=4'
/// >>> player.best(quevedo.Position("othello")).move in quevedo.Position("othello").legal_moves
/// True
/// >>> quevedo.Player("alphabeta:depht=4")  # doctest: +IGNORE_EXCEPTION_DETAIL
/// Traceback (most recent call last):
/// ValueError: ...
#[pyclass(frozen, module = "quevedo")]
pub(crate) struct Player {
    spec: PlayerSpec,
    /// An engine for each game that was played.
    engines: Mutex<HashMap<String, Box<dyn quevedo_catalog::Player>>>,
}

/// A player by its text.
pub(crate) fn read_spec(text: &str) -> PyResult<PlayerSpec> {
    text.parse().map_err(value_error)
}

/// Seconds, if they can be a time.
pub(crate) fn duration(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    seconds
        .map(Duration::try_from_secs_f64)
        .transpose()
        .map_err(|_| value_error("time is a number of seconds from 0 on"))
}

#[pymethods]
impl Player {
    #[new]
    fn new(spec: &str) -> PyResult<Self> {
        Ok(Self { spec: read_spec(spec)?, engines: Mutex::default() })
    }

    /// The spec in its canonical form.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// Chooses a move. Limits are obeyed beside those of the spec; time is in seconds; with `moves` the player chooses among these.
    #[pyo3(signature = (position, *, depth=None, nodes=None, time=None, moves=None))]
    fn best(
        &self,
        py: Python<'_>,
        position: PyRef<'_, Position>,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        moves: Option<Vec<String>>,
    ) -> PyResult<SearchResult> {
        let session = position.session().fork();
        let game = session.entry().clone();
        let limits = Limits { depth, nodes, time: duration(time)? };
        let moves = moves.unwrap_or_default();
        let search_moves: Vec<String> = moves.iter().map(|mv| position.move_text(mv)).collect::<PyResult<_>>()?;
        let found = interruptible(py, |stop| {
            let mut engines = self.engines.lock().unwrap_or_else(PoisonError::into_inner);
            if !engines.contains_key(game.id()) {
                engines.insert(game.id().to_owned(), game.player(&self.spec)?);
            }
            let Some(engine) = engines.get_mut(game.id()) else { return Ok(None) };
            let mut report = |_: &_| {};
            let request = SearchRequest::new(stop, &mut report);
            Ok(engine.search(&*session, &mut SearchRequest { limits, search_moves: &search_moves, ..request }))
        })?;
        let found = found.map_err(|error: quevedo_catalog::SpecError| value_error(error))?;
        let found = found.ok_or_else(|| value_error("the game is over: there is no move to choose"))?;
        let chance = found.score.map(|score| position.session().entry().chance(score));
        Ok(SearchResult::new(found, chance))
    }

    /// Forgets what was learned in earlier searches.
    fn reset(&self) {
        self.engines.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn __repr__(&self) -> String {
        format!("quevedo.Player({:?})", self.spec.to_string())
    }
}

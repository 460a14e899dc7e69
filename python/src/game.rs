//! The games.

use std::sync::LazyLock;

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quevedo_catalog::{Catalog, GameEntry, InputBuckets};
use quevedo_core::{Language, Rng};
use quevedo_train::fit::InputEncoding;

use crate::arrays::one;
use crate::interrupt::interruptible;
use crate::position::Position;
use crate::value_error;

/// The games of the package.
pub(crate) static CATALOG: LazyLock<Catalog> = LazyLock::new(Catalog::standard);

/// The names of all games and variants.
///
/// >>> import quevedo
/// >>> quevedo.games()[:4]
/// ['chess', 'othello', 'connect4', 'connect4:7x6']
#[pyfunction]
pub(crate) fn games() -> Vec<String> {
    CATALOG.games().iter().map(|game| game.id().to_owned()).collect()
}

pub(crate) fn find(name: &str) -> PyResult<GameEntry> {
    CATALOG.find(name).cloned().map_err(value_error)
}

/// A game or a variant of one, by its name.
///
/// >>> import quevedo
/// >>> game = quevedo.Game("othello")
/// >>> game.sides, game.observation_shape, game.num_actions
/// (('Black', 'White'), (2, 8, 8), 65)
/// >>> game.perft(5)
/// 1396
#[pyclass(frozen, eq, hash, module = "quevedo")]
#[derive(Clone, PartialEq)]
pub(crate) struct Game(pub(crate) GameEntry);

impl std::hash::Hash for Game {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.id().hash(state);
    }
}

/// The shape of the planes of a position: planes, rows from the bottom, columns from the left.
pub(crate) fn observation_shape(game: &GameEntry) -> [usize; 3] {
    let spec = game.input_spec();
    [spec.planes, spec.height, spec.width]
}

#[pymethods]
impl Game {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        find(name).map(Self)
    }

    /// Its name in commands and files.
    #[getter]
    fn name(&self) -> &str {
        self.0.id()
    }

    /// Its name for people.
    #[getter]
    fn title(&self) -> String {
        self.0.title(Language::English)
    }

    /// The names of the sides, the one that moves first ahead.
    #[getter]
    fn sides(&self) -> (&'static str, &'static str) {
        let [first, second] = self.0.about().sides;
        (first.en, second.en)
    }

    /// The rules in one paragraph.
    #[getter]
    fn rules(&self) -> &'static str {
        self.0.about().rules.en
    }

    /// Whether the rules know a draw.
    #[getter]
    fn has_draws(&self) -> bool {
        self.0.has_draws()
    }

    /// The evaluators of the game with their meanings, the strongest first.
    #[getter]
    fn evaluators(&self) -> Vec<(&'static str, &'static str)> {
        self.0.evaluators().into_iter().map(|(name, meaning)| (name, meaning.en)).collect()
    }

    /// The shape of an observation: planes, rows from the bottom, columns.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        observation_shape(&self.0).into()
    }

    /// The size of the action space.
    #[getter]
    fn num_actions(&self) -> usize {
        self.0.action_count()
    }

    /// How many squares identify a move, at most.
    #[getter]
    fn num_steps(&self) -> usize {
        self.0.input_spec().steps
    }

    /// The name of the input encoding: networks fit every game of the same.
    #[getter]
    fn encoding(&self) -> &'static str {
        self.0.input_spec().name
    }

    /// How networks see the game: what `encoding.json` of a folder of data says.
    fn input_encoding<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let InputEncoding { name, width, height, planes, max_active_features, steps, scale, flipped, buckets } =
            InputEncoding::of(&self.0);
        let encoding = PyDict::new(py);
        encoding.set_item("name", name)?;
        let numbers = [width, height, planes, max_active_features, steps];
        let names = ["width", "height", "planes", "max_active_features", "steps"];
        names.into_iter().zip(numbers).try_for_each(|(name, number)| encoding.set_item(name, number))?;
        encoding.set_item("scale", scale)?;
        encoding.set_item("flipped", flipped)?;
        if let Some(InputBuckets { plane, count, squares }) = buckets {
            let found = PyDict::new(py);
            found.set_item("plane", plane)?;
            found.set_item("count", count)?;
            found.set_item("squares", squares)?;
            encoding.set_item("buckets", found)?;
        }
        Ok(encoding)
    }

    /// Each feature (plane · squares + square) as the other side sees it.
    fn flipped_features<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u16>> {
        one(py, self.0.flipped_features())
    }

    /// The start position.
    fn start(&self) -> PyResult<Position> {
        Position::open(&self.0, None)
    }

    /// A position from its notation.
    fn position(&self, text: &str) -> PyResult<Position> {
        Position::open(&self.0, Some(text))
    }

    /// The games of a text, each at its end: PGN of every game, moves from the start, or a format of the game's own.
    fn read(&self, text: &str) -> PyResult<Vec<Position>> {
        let imports = self.0.import(text).map_err(value_error)?;
        Ok(imports.into_iter().map(|import| Position::new(import.session)).collect())
    }

    /// The number of move sequences of so many plies from the start.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        self.start()?.perft(py, depth)
    }

    fn __repr__(&self) -> String {
        format!("quevedo.Game({:?})", self.0.id())
    }
}

/// Games of one call between two looks at signals and threads.
const PART: u64 = 256;

/// Plays random games from the start; returns plies in all, and games won by the first player, by the second and by nobody.
///
/// >>> import quevedo
/// >>> plies, results = quevedo.random_games("connect4:7x6", 1000, seed=1)
/// >>> sum(results), plies > 7000
/// (1000, True)
#[pyfunction]
#[pyo3(signature = (game, count, *, seed=0, threads=1))]
pub(crate) fn random_games(
    py: Python<'_>,
    game: &str,
    count: u64,
    seed: u64,
    threads: usize,
) -> PyResult<(u64, (u64, u64, u64))> {
    use std::sync::atomic::{AtomicU64, Ordering};
    let game = find(game)?;
    let parts = AtomicU64::new(0);
    let counts = interruptible(py, |stop| {
        let work = || {
            let mut sum = (0, [0; 3]);
            while !stop.load(Ordering::Relaxed) {
                let part = parts.fetch_add(1, Ordering::Relaxed);
                let Some(left) = count.checked_sub(part * PART).filter(|left| *left > 0) else { break };
                let mut rng = Rng::with_seed(quevedo_core::hash::combine(seed, part));
                let played = game.playouts(left.min(PART), &mut rng);
                sum.0 += played.plies;
                sum.1.iter_mut().zip(played.results).for_each(|(sum, results)| *sum += results);
            }
            sum
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
            let add = |(plies, sum): (u64, [u64; 3]), (more, results): (u64, [u64; 3])| {
                (plies + more, std::array::from_fn(|index| sum[index] + results[index]))
            };
            threads.into_iter().filter_map(|thread| thread.join().ok()).fold((0, [0; 3]), add)
        })
    })?;
    Ok((counts.0, counts.1.into()))
}

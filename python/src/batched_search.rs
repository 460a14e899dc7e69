//! PUCT in many games at once, with a network of Python.

use std::borrow::Cow;
use std::sync::Mutex;

use numpy::{AllowTypeChange, PyArray1, PyArray2, PyArrayLike1, PyArrayLike2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quevedo_catalog::{BatchSearch, MctsSpec, PolicyLayout};

use crate::arrays::{four, one, two};
use crate::game::observation_shape;
use crate::search_result::SearchResult;
use crate::value_error;
use crate::vector_env::{VectorEnv, check_count};

/// PUCT in all games of an environment at once. A function of Python judges the leaves of all trees in one call:
/// `evaluate(planes) -> (logits, values)`.
///
/// * `planes`: float32, positions by planes by rows by columns, from the perspective of the side to move.
/// * `logits`: float32, positions by actions, the logits of the policy; those of illegal actions are left out. For games of large
///   action spaces positions by squares · steps: the logit of a move is the sum over its squares.
/// * `values`: float32, the expected result of the side to move, -1 to 1.
///
/// >>> import numpy, quevedo
/// >>> env = quevedo.VectorEnv("connect4:7x6", 4)
/// >>> def evaluate(planes):
/// ...     return numpy.zeros((len(planes), 7), "f4"), numpy.zeros(len(planes), "f4")
/// >>> search = quevedo.BatchedSearch(env, evaluate, simulations=50, seed=1)
/// >>> search.run()
/// >>> search.policy().shape, search.visits().sum(axis=1).tolist()
/// ((4, 7), [50, 50, 50, 50])
/// >>> rewards, dones = env.step(search.draw(temperature=1.0))
#[pyclass(frozen, module = "quevedo")]
pub(crate) struct BatchedSearch {
    env: Py<VectorEnv>,
    evaluate: Py<PyAny>,
    search: Mutex<Box<dyn BatchSearch>>,
    /// Planes, rows, columns.
    shape: [usize; 3],
    actions: usize,
    /// The logits of a position by squares and steps.
    steps: usize,
    count: usize,
}

impl BatchedSearch {
    fn with<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut dyn BatchSearch) -> T + Send) -> PyResult<T> {
        py.detach(|| {
            let mut search =
                self.search.lock().map_err(|_| value_error("an earlier call failed: make a new search"))?;
            Ok(work(&mut **search))
        })
    }

    /// Asks the function for the leaves, and backs its answers up.
    fn ask(&self, py: Python<'_>, planes: Vec<f32>, leaves: usize) -> PyResult<()> {
        let [channels, rows, columns] = self.shape;
        let planes = four(py, planes, [leaves, channels, rows, columns])?;
        let answer = self.evaluate.call1(py, (planes,))?;
        // A tuple, or the list that runtimes of networks return.
        let [logits, values]: [Bound<'_, PyAny>; 2] = answer
            .extract(py)
            .map_err(|_| PyValueError::new_err("the function returns a pair: logits of the policy, and values"))?;
        let wrong = |what, error: PyErr| value_error(format!("{what}: {}", error.value(py)));
        let logits: PyArrayLike2<'_, f32, AllowTypeChange> =
            logits.extract().map_err(|error: PyErr| wrong("logits are positions by actions", error))?;
        let values: PyArrayLike1<'_, f32, AllowTypeChange> =
            values.extract().map_err(|error: PyErr| wrong("values are one number for each position", error))?;
        let layout = self.layout(leaves, logits.as_array().dim(), values.as_array().dim())?;
        // Usually the rows follow each other, and nothing is copied.
        let logits = logits.as_slice().map_or_else(|_| logits.as_array().iter().copied().collect(), Cow::Borrowed);
        let values = values.as_array().to_vec();
        self.with(py, |search| search.finish(layout, &logits, &values))
    }

    fn layout(&self, leaves: usize, logits: (usize, usize), values: usize) -> PyResult<PolicyLayout> {
        let layout = match logits.1 {
            found if found == self.actions => Some(PolicyLayout::Actions),
            found if found == self.steps => Some(PolicyLayout::Steps),
            _ => None,
        };
        layout.filter(|_| logits.0 == leaves && values == leaves).ok_or_else(|| {
            let Self { actions, steps, .. } = self;
            value_error(format!(
                "logits of the shape {logits:?} and {values} values for {leaves} positions: give logits of the shape \
                 ({leaves}, {actions}) or ({leaves}, {steps}), and {leaves} values"
            ))
        })
    }
}

#[pymethods]
impl BatchedSearch {
    #[new]
    #[pyo3(signature = (env, evaluate, *, simulations=100, batch=8, c=1.5, cbase=None, fpu=None, noise=0.0, solver=true, threads=1, seed=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        py: Python<'_>,
        env: Py<VectorEnv>,
        evaluate: Py<PyAny>,
        simulations: u64,
        batch: usize,
        c: f64,
        cbase: Option<f64>,
        fpu: Option<f64>,
        noise: f64,
        solver: bool,
        threads: usize,
        seed: Option<u64>,
    ) -> PyResult<Self> {
        if simulations == 0 || batch == 0 || !(0.0..=1.0).contains(&noise) {
            return Err(value_error("simulations and batch are at least 1, noise is from 0 to 1"));
        }
        let spec = MctsSpec {
            sims: Some(simulations),
            batch: Some(batch),
            c: Some(c),
            cbase,
            fpu,
            noise: Some(noise),
            solver: Some(solver),
            threads: Some(threads),
            seed,
            ..MctsSpec::default()
        };
        let (game, count) = (env.get().entry().clone(), env.get().read()?.len());
        let search = Mutex::new(py.detach(|| game.batch_search(&spec, count)).map_err(value_error)?);
        let input = game.input_spec();
        let (shape, steps) = (observation_shape(&game), input.squares() * input.steps);
        Ok(Self { env, evaluate, search, shape, actions: game.action_count(), steps, count })
    }

    /// Searches all games from where they are. Subtrees of the moves played since the last search are kept.
    fn run(&self, py: Python<'_>) -> PyResult<()> {
        let env = self.env.get();
        self.with(py, |search| env.read().map(|games| search.begin(&**games)))??;
        let features: usize = self.shape.iter().product();
        loop {
            let (leaves, planes) = self.with(py, |search| {
                let leaves = search.collect();
                let mut planes = vec![0.0; leaves * features];
                search.write_planes(&mut planes);
                (leaves, planes)
            })?;
            if leaves == 0 {
                return Ok(());
            }
            self.ask(py, planes, leaves)?;
            py.check_signals()?;
        }
    }

    /// How often each action was visited: games by actions.
    fn visits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let mut visits = vec![0; self.count * self.actions];
        let search = self.search.lock().map_err(value_error)?;
        for (game, row) in visits.chunks_exact_mut(self.actions).enumerate() {
            search.visits(game).iter().for_each(|(action, count)| row[*action as usize] = *count as u32);
        }
        two(py, visits, [self.count, self.actions])
    }

    /// The shares of the actions in the visits, the target of a policy: games by actions.
    fn policy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let mut shares = vec![0.0; self.count * self.actions];
        let search = self.search.lock().map_err(value_error)?;
        for (game, row) in shares.chunks_exact_mut(self.actions).enumerate() {
            let visits = search.visits(game);
            let all: u64 = visits.iter().map(|(_, count)| count).sum();
            for (action, count) in visits {
                row[action as usize] = count as f32 / all.max(1) as f32;
            }
        }
        two(py, shares, [self.count, self.actions])
    }

    /// The visits of one game by action, for games of large action spaces: actions and counts.
    fn visits_of<'py>(
        &self,
        py: Python<'py>,
        game: usize,
    ) -> PyResult<(Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u32>>)> {
        self.check_game(game)?;
        let visits = self.search.lock().map_err(value_error)?.visits(game);
        let (actions, counts) = visits.into_iter().map(|(action, count)| (action, count as u32)).unzip();
        Ok((one(py, actions), one(py, counts)))
    }

    /// The expected result of the side to move in every game, -1 to 1.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let search = self.search.lock().map_err(value_error)?;
        let value = |game| (2.0 * search.value(game).unwrap_or(0.5) - 1.0) as f32;
        Ok(one(py, (0..self.count).map(value).collect()))
    }

    /// An action for every game, in proportion to its visits to the power of 1 / temperature; the best one for temperature 0. The
    /// temperature is one number, or one for each game.
    #[pyo3(signature = (temperature=None))]
    fn draw<'py>(
        &self,
        py: Python<'py>,
        temperature: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let temperatures = match temperature {
            None => vec![0.0; self.count],
            Some(value) => match value.extract::<f64>() {
                Ok(one) => vec![one; self.count],
                Err(_) => value.extract::<PyArrayLike1<'_, f64, AllowTypeChange>>()?.as_array().to_vec(),
            },
        };
        check_count("temperatures", temperatures.len(), self.count)?;
        if temperatures.iter().any(|temperature| temperature.is_nan() || *temperature < 0.0) {
            return Err(value_error("a temperature is a number from 0 on"));
        }
        let actions = self.with(py, |search| {
            let mut actions = vec![0; temperatures.len()];
            search.draw(&temperatures, &mut actions);
            actions
        })?;
        Ok(one(py, actions))
    }

    /// What was found in one game: move, score, visits and principal variation.
    fn result(&self, game: usize) -> PyResult<SearchResult> {
        self.check_game(game)?;
        let found = self.search.lock().map_err(value_error)?.result(game);
        let found = found.ok_or_else(|| value_error("nothing was searched yet: call run first"))?;
        Ok(SearchResult::new(found.text, Some(found.value)))
    }

    fn __repr__(&self) -> String {
        format!("<BatchedSearch of {} games of {}>", self.count, self.env.get().entry().id())
    }
}

impl BatchedSearch {
    fn check_game(&self, game: usize) -> PyResult<()> {
        let count = self.count;
        if game < count { Ok(()) } else { Err(value_error(format!("there is no game {game}: there are {count}"))) }
    }
}

//! Many games stepped at once.

use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

use numpy::{AllowTypeChange, PyArray1, PyArray2, PyArray4, PyArrayLike1};
use pyo3::prelude::*;
use quevedo_catalog::{GameBatch, GameEntry};
use quevedo_core::Side;
use quevedo_core::actions::NO_ACTION;

use crate::arrays::{four, one, two};
use crate::game::{Game, find, observation_shape};
use crate::interrupt::interruptible;
use crate::outcome::returns;
use crate::value_error;

/// Masks of more elements are refused: games of large action spaces have `legal`.
const LARGEST_MASK: usize = 1 << 30;

/// Many games of one kind, stepped at once. A game that ends is followed by the next one in its place.
///
/// >>> import numpy, quevedo
/// >>> env = quevedo.VectorEnv("connect4:7x6", 1000, seed=1)
/// >>> env.observations().shape, env.mask().shape, int(env.turns.sum())
/// ((1000, 2, 6, 7), (1000, 7), 0)
/// >>> rewards, dones = env.step(env.sample())
/// >>> rewards.shape, bool(dones.any())
/// ((1000, 2), False)
#[pyclass(frozen, module = "quevedo")]
pub(crate) struct VectorEnv {
    game: GameEntry,
    games: RwLock<Box<dyn GameBatch>>,
    threads: usize,
}

impl VectorEnv {
    pub(crate) fn entry(&self) -> &GameEntry {
        &self.game
    }

    pub(crate) fn read(&self) -> PyResult<RwLockReadGuard<'_, Box<dyn GameBatch>>> {
        self.games.read().map_err(|_| value_error("an earlier call failed: make a new environment"))
    }

    fn write(&self) -> PyResult<RwLockWriteGuard<'_, Box<dyn GameBatch>>> {
        self.games.write().map_err(|_| value_error("an earlier call failed: make a new environment"))
    }

    fn check_game(&self, game: usize) -> PyResult<()> {
        let count = self.read()?.len();
        if game < count { Ok(()) } else { Err(value_error(format!("there is no game {game}: there are {count}"))) }
    }
}

/// Refuses arrays of another length than the games.
pub(crate) fn check_count(what: &str, found: usize, wanted: usize) -> PyResult<()> {
    if found == wanted {
        return Ok(());
    }
    Err(value_error(format!("{found} {what} for {wanted} games: give one for each")))
}

#[pymethods]
impl VectorEnv {
    #[new]
    #[pyo3(signature = (game, num_envs, *, seed=0, threads=1))]
    fn new(game: &str, num_envs: usize, seed: u64, threads: usize) -> PyResult<Self> {
        if num_envs == 0 {
            return Err(value_error("num_envs is at least 1"));
        }
        let game = find(game)?;
        let games = RwLock::new(game.game_batch(num_envs, seed));
        Ok(Self { game, games, threads })
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(self.game.clone())
    }

    /// How many games there are.
    #[getter]
    fn num_envs(&self) -> PyResult<usize> {
        Ok(self.read()?.len())
    }

    /// The size of the action space.
    #[getter]
    fn num_actions(&self) -> usize {
        self.game.action_count()
    }

    /// The shape of an observation.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        observation_shape(&self.game).into()
    }

    /// Begins all games anew.
    fn reset(&self) -> PyResult<()> {
        self.write()?.restart();
        Ok(())
    }

    /// Begins the next game in one place from a position, for one game; those after it begin at the start again.
    fn set_position(&self, game: usize, text: &str) -> PyResult<()> {
        self.check_game(game)?;
        let is_set = self.write()?.set_position(game, text).map_err(value_error)?;
        if is_set { Ok(()) } else { Err(value_error(format!("the game is over in `{text}`"))) }
    }

    /// Plays an action in every game. Returns rewards, a row of both players' for each game, and which games ended by it. An action
    /// that is not legal raises a ValueError, and nothing is played.
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: PyArrayLike1<'py, u32, AllowTypeChange>,
    ) -> PyResult<(Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<bool>>)> {
        let actions = actions.as_array().to_vec();
        let count = self.read()?.len();
        check_count("actions", actions.len(), count)?;
        let ended = py.detach(|| {
            let mut ended = vec![None; actions.len()];
            let stepped = self.write().map(|mut games| games.step(&actions, self.threads, &mut ended));
            stepped.and_then(|stepped| stepped.map_err(value_error)).map(|()| ended)
        })?;
        let mut rewards = Vec::with_capacity(2 * count);
        for outcome in &ended {
            let (first, second) = outcome.map_or((0.0, 0.0), |outcome| returns(outcome.winner.map(Side::index)));
            rewards.extend([first, second]);
        }
        let dones = ended.iter().map(Option::is_some).collect();
        Ok((two(py, rewards, [count, 2])?, one(py, dones)))
    }

    /// A random legal action for every game.
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let actions = py.detach(|| {
            self.write().map(|mut games| {
                let mut actions = vec![0; games.len()];
                games.random_actions(&mut actions);
                actions
            })
        })?;
        Ok(one(py, actions))
    }

    /// Plays so many random moves in every game without a word to Python between them; returns how many games ended.
    fn play_random(&self, py: Python<'_>, steps: u64) -> PyResult<u64> {
        interruptible(py, |stop| {
            let mut ended = 0;
            for _ in 0..steps {
                if stop.load(std::sync::atomic::Ordering::Relaxed) {
                    break;
                }
                ended += self.write()?.play_random(1, self.threads);
            }
            Ok(ended)
        })?
    }

    /// What a network sees of every game: ones and zeros, games by planes by rows by columns, from the perspective of the side to move.
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray4<f32>>> {
        let [planes, rows, columns] = observation_shape(&self.game);
        let (count, ones) = py.detach(|| {
            self.read().map(|games| {
                let mut ones = vec![0.0; games.len() * planes * rows * columns];
                games.write_planes(0..games.len(), &mut ones);
                (games.len(), ones)
            })
        })?;
        four(py, ones, [count, planes, rows, columns])
    }

    /// The legal actions of all games, one game after the other, and where those of each game end.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<i64>>)> {
        let games = self.read()?;
        let (mut actions, mut ends) = (Vec::new(), Vec::with_capacity(games.len()));
        for game in 0..games.len() {
            actions.extend(games.legal(game).iter().filter(|action| **action != NO_ACTION));
            ends.push(actions.len() as i64);
        }
        Ok((one(py, actions), one(py, ends)))
    }

    /// Which actions are legal: games by actions.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let games = self.read()?;
        let (count, actions) = (games.len(), self.game.action_count());
        if count * actions > LARGEST_MASK {
            let problem = format!("a mask of {count} games and {actions} actions is too large: use `legal`");
            return Err(value_error(problem));
        }
        let mut mask = vec![false; count * actions];
        for (game, row) in mask.chunks_exact_mut(actions).enumerate() {
            for action in games.legal(game).iter().filter(|action| **action != NO_ACTION) {
                row[*action as usize] = true;
            }
        }
        two(py, mask, [count, actions])
    }

    /// Who moves in every game: 0 the first player, 1 the second.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let games = self.read()?;
        Ok(one(py, (0..games.len()).map(|game| games.turn(game).index() as u8).collect()))
    }

    /// How many moves were played in every game.
    #[getter]
    fn plies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let games = self.read()?;
        Ok(one(py, (0..games.len()).map(|game| games.plies(game) as u32).collect()))
    }

    /// The position of a game, in its notation.
    fn position(&self, game: usize) -> PyResult<String> {
        self.check_game(game)?;
        Ok(self.read()?.position(game))
    }

    /// The move of a legal action of a game, in move notation.
    fn move_of(&self, game: usize, action: u32) -> PyResult<String> {
        self.check_game(game)?;
        let shown = self.read()?.show_action(game, action);
        shown.ok_or_else(|| value_error(format!("game {game}: action {action} is not legal")))
    }

    fn __len__(&self) -> PyResult<usize> {
        self.num_envs()
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<VectorEnv of {} games of {}>", self.read()?.len(), self.game.id()))
    }
}

//! Matches between two players.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::thread;

use pyo3::prelude::*;
use quevedo_arena::stats::Elo;
use quevedo_arena::{GameConditions, MatchSettings, Openings, ThreadPool, play_match as play};

use crate::game::{CATALOG, find};
use crate::interrupt::interruptible;
use crate::player::read_spec;
use crate::value_error;

/// The result of a match, from the view of the first player.
///
/// >>> import quevedo
/// >>> result = quevedo.play_match("connect4:7x6", "alphabeta:depth=3", "random", games=20, random_plies=2, seed=1)
/// >>> result.games, result.wins > 15, result.los > 0.99
/// (20, True, True)
#[pyclass(frozen, get_all, module = "quevedo")]
pub(crate) struct MatchResult {
    /// Games played.
    games: u64,
    /// Won by the first player.
    wins: u64,
    /// Drawn.
    draws: u64,
    /// Won by the second player.
    losses: u64,
    /// Won by the side that moves first, and by the other.
    side_wins: (u64, u64),
    /// The share of the points of the first player.
    score: f64,
    /// The Elo difference, by pairs of games from the same opening.
    elo: f64,
    /// Its 95 % interval.
    elo_interval: (f64, f64),
    /// The likelihood of superiority: the probability that the first player is stronger.
    los: f64,
    /// How often a pair of games came to 0, ½, 1, 1½ and 2 points.
    pairs: Vec<u64>,
    /// Moves in all.
    moves: u64,
}

impl From<quevedo_arena::MatchResult> for MatchResult {
    fn from(result: quevedo_arena::MatchResult) -> Self {
        let Elo { difference, interval, superiority } = result.elo();
        Self {
            games: result.games,
            wins: result.wins,
            draws: result.draws,
            losses: result.losses,
            side_wins: result.side_wins.into(),
            score: result.score(),
            elo: difference,
            elo_interval: interval.into(),
            los: superiority,
            pairs: result.pairs.counts.to_vec(),
            moves: result.moves,
        }
    }
}

#[pymethods]
impl MatchResult {
    fn __repr__(&self) -> String {
        let Self { games, wins, draws, losses, elo, elo_interval: (low, high), los, .. } = self;
        format!(
            "<MatchResult {games} games: +{wins} ={draws} -{losses}, Elo {elo:+.1} [{low:+.1}, {high:+.1}], LOS {:.1} %>",
            100.0 * los
        )
    }
}

/// Plays a match. Games come in pairs from the same opening, and the players alternate in moving first. The same seed gives the same
/// games on any number of threads (all cores by default), as long as no player has a time limit. `openings` is a list of moves or
/// positions, one a line, or "shipped" for the balanced openings of the game; without it games begin with `random_plies` random moves.
#[pyfunction]
#[pyo3(signature = (game, first, second, *, games=100, threads=None, seed=0, random_plies=0, openings=None))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub(crate) fn play_match(
    py: Python<'_>,
    game: &str,
    first: &str,
    second: &str,
    games: u64,
    threads: Option<usize>,
    seed: u64,
    random_plies: u32,
    openings: Option<&str>,
) -> PyResult<MatchResult> {
    let game = find(game)?;
    let openings = match openings {
        None => Openings::Random { plies: random_plies },
        Some("shipped") => Openings::shipped_or_random(&game),
        Some(text) => Openings::read(&game, text).map_err(value_error)?,
    };
    let conditions = GameConditions { openings, ..GameConditions::new(&game, seed) };
    let settings = MatchSettings::new(conditions, [read_spec(first)?, read_spec(second)?], games);
    settings.check().map_err(value_error)?;
    let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZero::get));
    let played = interruptible(py, |stop| {
        let pool = ThreadPool { stop: stop.clone(), ..ThreadPool::new(&CATALOG, threads) };
        play(&settings, &pool, Vec::new(), |_, _, _| ControlFlow::Continue(()))
    })?;
    played.map(MatchResult::from).map_err(value_error)
}

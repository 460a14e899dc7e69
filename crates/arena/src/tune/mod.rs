//! Tuning of search parameters by games: [SPSA](Spsa) on a [`WorkerPool`].
//!
//! An iteration is a batch of pairs of games around the same values; every pair has its own perturbation, one opening, and both
//! sides swapped. The values are moved when all games of the iteration are finished, so the same plan gives the same values on
//! any number of threads. The points of every pair are in a journal, from which an interrupted run continues:
//!
//! ```text
//! {"version":1,"plan":{…}}
//! {"iteration":1,"points":[0,1,-1,0],"values":[50.3,219.1]}
//! ```

mod effect;
mod plot;
mod spsa;

pub use effect::params_with_effect;
pub use spsa::{Spsa, SpsaParam};

use std::ops::ControlFlow;
use std::path::Path;

use quevedo_catalog::{AlphaBetaSpec, GameEntry, ParamValues, PlayerSpec};
use quevedo_core::SearchParams;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    GameConditions, GameJob, GameReport, Journal, JournalError, MatchError, MatchSettings, Openings, Sides, WorkerPool,
};

/// What decides a run: the same plan gives the same values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TunePlan {
    /// The id of the game.
    pub game: String,
    /// Nodes a move.
    pub nodes: u64,
    /// MiB of the transposition table.
    pub hash: usize,
    /// The number of iterations.
    pub iterations: u64,
    /// Pairs of games an iteration.
    pub pairs: u64,
    /// The step of the last pair for a point, as a share of the perturbation.
    pub r_end: f64,
    /// The seed of perturbations, openings and players.
    pub seed: u64,
    /// The parameters to tune.
    pub params: Vec<SpsaParam>,
    /// Other parameters that differ from those of the game.
    pub fixed: Vec<(String, i32)>,
}

/// A finished iteration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct IterationRecord {
    /// Its number, from 1.
    iteration: u64,
    /// Won less lost games of the first player of each pair.
    points: Vec<i32>,
    /// The values after it, for readers; a run that continues computes them again.
    values: Vec<f64>,
}

/// Why a run cannot be played.
#[derive(Debug, Error)]
pub enum TuneError {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A game cannot be played, or the run was stopped.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// A line of the journal does not belong to the plan.
    #[error("{path}: line {line} is not iteration {expected} of this run: remove the file to start again")]
    Order {
        /// The file.
        path: String,
        /// The line, from 1.
        line: u64,
        /// The expected iteration.
        expected: u64,
    },
    /// There is nothing to tune.
    #[error("there is no parameter to tune")]
    NoParams,
}

/// A run.
#[derive(Debug)]
pub struct Tuning {
    plan: TunePlan,
    game: GameEntry,
    openings: Openings,
    spsa: Spsa,
    journal: Journal,
    /// The values at the start and after every iteration.
    history: Vec<Vec<f64>>,
}

impl Tuning {
    /// Opens the journal of a run, or creates it, and continues where it ends.
    pub fn open(plan: TunePlan, game: &GameEntry, journal: &Path) -> Result<Self, TuneError> {
        if plan.params.is_empty() {
            return Err(TuneError::NoParams);
        }
        let path = journal.display().to_string();
        let (journal, known) = Journal::open_lines::<_, IterationRecord>(journal, &plan)?;
        let spsa = Spsa::new(&plan.params, plan.iterations * plan.pairs, plan.r_end, plan.seed);
        let history = vec![spsa.values().to_vec()];
        let openings = Openings::shipped_or_random(game);
        let mut tuning = Self { plan, game: game.clone(), openings, spsa, journal, history };
        for (expected, known) in (1..).zip(known) {
            if known.iteration != expected || known.points.len() as u64 != tuning.plan.pairs {
                return Err(TuneError::Order { path, line: expected + 1, expected });
            }
            tuning.update(&known.points);
        }
        Ok(tuning)
    }

    /// Plays the iterations that are missing. `on_iteration` is called after each.
    pub fn run(&mut self, pool: &dyn WorkerPool, mut on_iteration: impl FnMut(&Self)) -> Result<(), TuneError> {
        while self.iterations_done() < self.plan.iterations {
            let points = self.play_iteration(pool)?;
            self.update(&points);
            let (iteration, values) = (self.iterations_done(), self.spsa.values().to_vec());
            self.journal.add(&IterationRecord { iteration, points, values })?;
            on_iteration(self);
        }
        Ok(())
    }

    /// The plan.
    pub fn plan(&self) -> &TunePlan {
        &self.plan
    }

    /// Finished iterations.
    pub fn iterations_done(&self) -> u64 {
        self.history.len() as u64 - 1
    }

    /// The values so far.
    pub fn values(&self) -> &[f64] {
        self.spsa.values()
    }

    /// The parameters so far as a player takes them: those tuned and those fixed.
    pub fn params(&self) -> ParamValues {
        self.param_values(&self.spsa.rounded())
    }

    /// A plot of every parameter over the iterations, as SVG.
    pub fn plot(&self) -> String {
        plot::draw(&self.plan.params, &self.history)
    }

    /// The first pair of the next iteration.
    fn first_pair(&self) -> u64 {
        self.iterations_done() * self.plan.pairs
    }

    /// Moves the values by the points of the next iteration.
    fn update(&mut self, points: &[i32]) {
        let results: Vec<(u64, i32)> = (self.first_pair()..).zip(points.iter().copied()).collect();
        self.spsa.update(&results);
        self.history.push(self.spsa.values().to_vec());
    }

    /// Plays the pairs of the next iteration and returns the points of each.
    fn play_iteration(&self, pool: &dyn WorkerPool) -> Result<Vec<i32>, MatchError> {
        let first = self.first_pair();
        let mut points = vec![0; self.plan.pairs as usize];
        let mut jobs = (first..first + self.plan.pairs).flat_map(|pair| self.jobs(pair));
        pool.play(&mut jobs, &mut |_, report| {
            points[(report.number / 2 - first) as usize] += points_of(&report);
            ControlFlow::Continue(())
        })?;
        Ok(points)
    }

    /// The two games of a pair.
    fn jobs(&self, pair: u64) -> [Result<GameJob, MatchError>; 2] {
        let seed = self.plan.seed;
        let conditions = GameConditions { openings: self.openings.clone(), ..GameConditions::new(&self.game, seed) };
        let players = self.spsa.players(pair).map(|values| self.player(&values));
        let settings = MatchSettings::new(conditions, players, 2);
        [2 * pair, 2 * pair + 1].map(|number| settings.job(number))
    }

    fn player(&self, values: &[i32]) -> PlayerSpec {
        PlayerSpec::AlphaBeta(AlphaBetaSpec {
            nodes: Some(self.plan.nodes),
            hash: Some(self.plan.hash),
            params: Some(self.param_values(values)),
            ..AlphaBetaSpec::default()
        })
    }

    /// The values of the tuned parameters, and the fixed ones, in the order of [`SearchParams::TABLE`].
    fn param_values(&self, values: &[i32]) -> ParamValues {
        let tuned = self.plan.params.iter().map(|param| param.name.as_str()).zip(values.iter().copied());
        let fixed = self.plan.fixed.iter().map(|(name, value)| (name.as_str(), *value));
        let index = |name: &str| SearchParams::TABLE.iter().position(|param| param.name == name);
        let mut list: Vec<(usize, i32)> =
            tuned.chain(fixed).filter_map(|(name, value)| Some((index(name)?, value))).collect();
        list.sort_unstable();
        ParamValues(list)
    }
}

/// The points of a game for the first player of its pair: 1, 0 or -1.
fn points_of(report: &GameReport) -> i32 {
    let side = Sides::Alternating.of_first(report.number);
    report.outcome.winner.map_or(0, |winner| if winner == side { 1 } else { -1 })
}

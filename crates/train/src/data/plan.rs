//! The plan of a data run: the same plan gives the same shards, on any pool.

use std::sync::atomic::AtomicBool;

use quevedo_arena::{GameConditions, GameJob, MatchError, Openings, check_player};
use quevedo_catalog::{AlphaBetaSpec, EvalRef, GameEntry, PlayerSpec};
use quevedo_core::Score;
use serde::Serialize;

use super::Head;

/// How many openings are tried where balanced ones are wanted.
const DRAWS: u64 = 50;
/// Numbers of games stay below this, so that every draw of every game has a number of its own.
const MAX_GAMES: u64 = 1 << 40;
/// Nodes of the solver for a position, if nothing else is said: a few milliseconds.
pub const EXACT_NODES: u64 = 20_000;
/// The depth to which openings are searched where balanced ones are wanted: enough to see what hangs.
const BALANCE_DEPTH: u32 = 2;

/// Everything that decides the data of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DataPlan {
    /// The game.
    pub game: GameEntry,
    /// The player of both sides.
    pub player: PlayerSpec,
    /// The seed of all random numbers.
    pub seed: u64,
    /// Random plies at the start of a game; every other game gets one more, so that both sides move first.
    pub random_plies: u32,
    /// Openings that replace the random plies.
    #[serde(skip)]
    pub openings: Option<Openings>,
    /// Openings worth more points than this for a side are drawn again.
    pub balanced: Option<Score>,
    /// Leave out positions that need a search: threats, noisy moves, proved scores.
    pub quiet: bool,
    /// Let a solver label the positions it can solve.
    pub exact: bool,
    /// The solver gives a position up after this many nodes.
    #[serde(skip_serializing_if = "is_default_effort")]
    pub exact_nodes: u64,
    /// For every move, draw up to this many other moves, and keep the positions after them as well, each with a search of
    /// its own.
    #[serde(skip_serializing_if = "is_zero")]
    pub sibling_moves: u32,
    /// Games in a shard, the most an interrupted run can lose.
    pub games_per_shard: u64,
}

impl DataPlan {
    /// Plain games from random openings.
    pub fn new(game: &GameEntry, player: PlayerSpec, seed: u64) -> Self {
        Self {
            game: game.clone(),
            player,
            seed,
            random_plies: 8,
            openings: None,
            balanced: None,
            quiet: false,
            exact: false,
            exact_nodes: EXACT_NODES,
            sibling_moves: 0,
            games_per_shard: 250,
        }
    }

    /// Refuses a plan that cannot be played.
    pub fn check(&self) -> Result<(), MatchError> {
        check_player(&self.game, &self.player)?;
        // Openings with the odd ply, and without.
        [0, 1].into_iter().try_for_each(|number| self.draw(number, 0).map(drop))
    }

    /// The head of its shards.
    pub fn head(&self) -> Head {
        let spec = self.game.input_spec();
        Head {
            encoding: spec.name.into(),
            planes: spec.planes,
            squares: spec.squares(),
            seed: self.seed,
            ..Head::default()
        }
    }

    /// A game of the run.
    pub fn job(&self, number: u64) -> Result<GameJob, MatchError> {
        let (Some(limit), None) = (self.balanced, &self.openings) else { return self.draw(number, 0) };
        let mut best: Option<(Score, GameJob)> = None;
        for attempt in 0..DRAWS {
            let job = self.draw(number, attempt)?;
            let imbalance = self.imbalance(&job)?;
            if best.as_ref().is_none_or(|(least, _)| imbalance < *least) {
                best = Some((imbalance, job));
            }
            if imbalance <= limit {
                break;
            }
        }
        best.map_or_else(|| self.draw(number, 0), |(_, job)| Ok(job))
    }

    /// How many points either side is ahead after the opening of a job.
    fn imbalance(&self, job: &GameJob) -> Result<Score, MatchError> {
        let session = job.opening.open(&self.game).map_err(|problem| MatchError::BadOpening { problem })?;
        let eval = self.game.handmade_evaluators().first().map(|name| EvalRef::Named((*name).into()));
        let spec = AlphaBetaSpec { eval, depth: Some(BALANCE_DEPTH), hash: Some(1), ..AlphaBetaSpec::default() };
        let mut player = self.game.player(&PlayerSpec::AlphaBeta(spec))?;
        let found = player.search_until(&*session, &AtomicBool::new(false));
        Ok(found.and_then(|found| found.score).unwrap_or(0).abs())
    }

    fn draw(&self, number: u64, attempt: u64) -> Result<GameJob, MatchError> {
        let random = || Openings::Random { plies: self.random_plies + (number % 2) as u32 };
        let openings = self.openings.clone().unwrap_or_else(random);
        let conditions = GameConditions { openings, ..GameConditions::new(&self.game, self.seed) };
        conditions.job(number, [&self.player, &self.player], [0, 1], number + attempt * MAX_GAMES)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_default_effort(nodes: &u64) -> bool {
    *nodes == EXACT_NODES
}

//! What decides the data of a run: the same plan makes the same shards, on any pool.

use std::sync::atomic::AtomicBool;

use quevedo_arena::{GameConditions, GameJob, MatchError, Openings, check_player};
use quevedo_catalog::{AlphaBetaSpec, EvalRef, GameEntry, PlayerSpec};
use quevedo_core::Score;
use serde::Serialize;

use super::Head;

/// How often an opening is drawn anew where balanced ones are wanted.
const DRAWS: u64 = 50;
/// Numbers of games stay below this, so that every draw of every game has a number of its own.
const MOST_GAMES: u64 = 1 << 40;
/// The depth to which openings are searched where balanced ones are wanted: enough to see what hangs.
const BALANCE_DEPTH: u32 = 2;

/// What decides the data of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DataPlan {
    /// The game.
    pub game: GameEntry,
    /// Who plays both sides.
    pub player: PlayerSpec,
    /// Where all random numbers come from.
    pub seed: u64,
    /// Games begin with so many random plies, or one more: both sides get to move first.
    pub random_plies: u32,
    /// Where games begin instead, if there is a list.
    #[serde(skip)]
    pub openings: Option<Openings>,
    /// Openings that are judged to be worth more points for a side are drawn anew.
    pub balanced: Option<Score>,
    /// Leave out what a quick judgement cannot be expected to see: threats, noisy moves, ends in sight.
    pub quiet: bool,
    /// Let a solver label what is near enough for it.
    pub exact: bool,
    /// Beside every move up to so many others are drawn, and the positions behind them kept with a search of their own.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub beside: u32,
    /// Games in a shard: what an interrupted run loses at most.
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
            beside: 0,
            games_per_shard: 250,
        }
    }

    /// Refuses what cannot be played, before anything is.
    pub fn check(&self) -> Result<(), MatchError> {
        check_player(&self.game, &self.player)?;
        // Openings with the odd ply, and without.
        [0, 1].into_iter().try_for_each(|number| self.draw(number, 0).map(drop))
    }

    /// The head of its shards.
    pub fn head(&self) -> Head {
        let spec = self.game.input_spec();
        Head {
            sees: spec.name.into(),
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
        conditions.job(number, [&self.player, &self.player], [0, 1], number + attempt * MOST_GAMES)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over references")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

//! What decides the data of a run: the same plan makes the same shards, on any pool.

use quevedo_arena::{GameJob, MatchError, Openings, Terms, check_player};
use quevedo_catalog::{Ask, GameEntry, PlayerSpec};
use quevedo_core::Score;
use serde::{Deserialize, Serialize};

use super::Head;

/// How often an opening is drawn anew where balanced ones are wanted.
const DRAWS: u64 = 50;
/// Numbers of games stay below this, so that every draw of every game has a number of its own.
const MOST_GAMES: u64 = 1 << 40;
/// Who judges openings: deep enough to see what hangs, quick enough not to be noticed.
const JUDGE: &str = "alphabeta:eval=handmade,depth=2,hash=1";

/// What decides the data of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DataPlan {
    /// The game.
    pub game: &'static GameEntry,
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
    pub fn new(game: &'static GameEntry, player: PlayerSpec, seed: u64) -> Self {
        Self {
            game,
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
        check_player(self.game, &self.player)?;
        // Openings with the odd ply, and without.
        [0, 1].into_iter().try_for_each(|number| self.draw(number, 0).map(drop))
    }

    /// The head of its shards.
    pub fn head(&self) -> Head {
        let sees = self.game.sees();
        Head {
            sees: sees.name.into(),
            planes: sees.planes,
            squares: sees.squares(),
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
            let imbalance = imbalance(&job)?;
            if best.as_ref().is_none_or(|(least, _)| imbalance < *least) {
                best = Some((imbalance, job));
            }
            if imbalance <= limit {
                break;
            }
        }
        best.map_or_else(|| self.draw(number, 0), |(_, job)| Ok(job))
    }

    fn draw(&self, number: u64, attempt: u64) -> Result<GameJob, MatchError> {
        let random = || Openings::Random { plies: self.random_plies + (number % 2) as u32 };
        let openings = self.openings.clone().unwrap_or_else(random);
        let terms = Terms { openings, ..Terms::plain(self.game, self.seed) };
        terms.job(number, [&self.player, &self.player], [0, 1], number + attempt * MOST_GAMES)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over references")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// How many points either side is ahead after the opening of a job.
fn imbalance(job: &GameJob) -> Result<Score, MatchError> {
    let session = job.opening.open(job.game).map_err(|problem| MatchError::BadOpening { problem })?;
    let mut judge = job.game.player(&JUDGE.parse()?)?.ok_or(MatchError::Human)?;
    let stop = std::sync::atomic::AtomicBool::new(false);
    let thought = judge.think(&*session, &mut Ask { clock: None, stop: &stop, report: &mut |_| {} });
    Ok(thought.and_then(|thought| thought.score).unwrap_or(0).abs())
}

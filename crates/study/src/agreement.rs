//! Tables of best moves and blunders: players play against themselves, and a stronger reference player evaluates some of
//! the moves.

use std::sync::atomic::{AtomicBool, Ordering};

use quevedo_catalog::{GameEntry, Player, PlayerSpec, Session};
use quevedo_core::{Rng, SearchRequest};

use crate::claim::{self, Order, Verdict};
use crate::figures::{Mean, show_share};
use crate::plan::AgreementPlan;
use crate::run::{Experiment, TimeSlice};
use crate::table::{RunContext, StudyTable, TableContext, code};
use quevedo_arena::report::{Report, Table};
use quevedo_arena::{MatchError, check_player};

/// One move in so many is evaluated, beginning with another one in every game.
const EVERY: u64 = 5;
/// The plies after which a game is broken off.
const MAX_PLIES: u64 = 120;

/// The players of a table.
pub(crate) struct Agreements {
    plan: AgreementPlan,
    rows: Vec<Agreement>,
}

/// The evaluated moves of a player.
struct Agreement {
    game: GameEntry,
    plan: AgreementPlan,
    player: PlayerSpec,
    seed: u64,
    target: u64,
    games: u64,
    /// 1 for the move of the reference player, 0 for another.
    best: Mean,
    /// 1 for a move that loses much, 0 for another.
    blunders: Mean,
    /// Units lost a move.
    lost: Mean,
}

impl Agreements {
    pub(crate) fn new(plan: &AgreementPlan, run: &RunContext) -> Result<Self, MatchError> {
        let game = run.game(&plan.game)?;
        check_player(&game, &plan.reference)?;
        let row = |player: &PlayerSpec| {
            check_player(&game, player)?;
            let seed = run.seed(&format!("{} {player}", plan.game));
            let target = run.games(plan.games);
            let [best, blunders, lost] = [Mean::default(); 3];
            let (game, plan, player) = (game.clone(), plan.clone(), player.clone());
            Ok(Agreement { game, plan, player, seed, target, games: 0, best, blunders, lost })
        };
        Ok(Self { plan: plan.clone(), rows: plan.players.iter().map(row).collect::<Result<_, MatchError>>()? })
    }

    /// Whether a player loses less than the one above.
    fn verdict(&self, index: usize) -> Option<Verdict> {
        Order::Less.test_means(&self.rows[index].lost, &self.rows[index.checked_sub(1)?].lost)
    }
}

impl Agreement {
    /// Plays one game and evaluates some of its moves.
    fn play(&mut self, stop: &AtomicBool) -> Result<(), MatchError> {
        let seed = quevedo_core::hash::combine(self.seed, self.games);
        let bad = |problem: String| MatchError::BadOpening { problem };
        let mut session = self.game.session(None).map_err(|error| bad(error.to_string()))?;
        let mut rng = Rng::with_seed(seed);
        for _ in 0..self.plan.plies {
            session.play_random(&mut rng);
        }
        let mut player = self.game.player(&self.player.clone().with_seed(seed))?;
        let mut reference = self.game.player(&self.plan.reference)?;
        for ply in 0..MAX_PLIES {
            let Some(mv) = player.search_until(&*session, stop).map(|found| found.mv) else { break };
            if stop.load(Ordering::Relaxed) {
                return Err(MatchError::Stopped);
            }
            if ply % EVERY == self.games % EVERY {
                self.evaluate(&*session, &mut *reference, &mv, stop);
            }
            session.play(&mv).map_err(|error| bad(error.to_string()))?;
        }
        self.games += 1;
        Ok(())
    }

    /// Compares a move with that of the reference player, both by the reference player's score.
    fn evaluate(&mut self, session: &dyn Session, reference: &mut dyn Player, mv: &str, stop: &AtomicBool) {
        let Some(best) = reference.search_until(session, stop) else { return };
        let played = if best.mv == mv {
            Some(best.clone())
        } else {
            let search_moves = [mv.to_owned()];
            let mut report = |_: &_| {};
            let request = SearchRequest::new(stop, &mut report);
            reference.search(session, &mut SearchRequest { search_moves: &search_moves, ..request })
        };
        let scores = best.score.zip(played.and_then(|found| found.score));
        let Some((best_score, score)) = scores.filter(|_| !stop.load(Ordering::Relaxed)) else { return };
        let unit = f64::from(self.game.unit());
        // Scores are bounded, so that the distance to a proved end does not count.
        let units = |score: i32| (f64::from(score) / unit).clamp(-2.0 * self.plan.blunder, 2.0 * self.plan.blunder);
        let lost = (units(best_score) - units(score)).max(0.0);
        let share = |holds: bool| f64::from(u8::from(holds));
        self.best.add(share(best.mv == mv));
        self.blunders.add(share(lost >= self.plan.blunder));
        self.lost.add(lost);
    }
}

impl Experiment for Agreement {
    fn is_done(&self) -> bool {
        self.games >= self.target
    }

    fn advance(&mut self, slice: &TimeSlice<'_>) -> Result<(), MatchError> {
        while !self.is_done() && (self.games == 0 || !slice.is_over()) {
            self.play(slice.stop)?;
        }
        Ok(())
    }
}

impl StudyTable for Agreements {
    fn experiments(&mut self) -> Vec<&mut dyn Experiment> {
        self.rows.iter_mut().map(|row| row as &mut dyn Experiment).collect()
    }

    fn write(&self, context: &mut TableContext<'_>, report: &mut Report) {
        let head = [
            "player",
            "games",
            "moves evaluated",
            "best moves",
            "blunders",
            "units lost a move",
            "loses less than above",
        ];
        let mut table = Table::new(&context.plan.title, &head);
        for (index, row) in self.rows.iter().enumerate() {
            let share = |mean: &Mean| show_share(mean.value().unwrap_or(0.0), mean.count());
            table.push([
                code(&row.player),
                row.games.to_string(),
                row.best.count().to_string(),
                share(&row.best),
                share(&row.blunders),
                row.lost.show(1.0),
                claim::show(self.verdict(index)),
            ]);
        }
        report.table(table.trimmed());
        report.text(format!(
            "Evaluated by {}; a blunder loses {} units or more by its score.",
            code(&self.plan.reference),
            self.plan.blunder
        ));
        for (index, row) in self.rows.iter().enumerate() {
            let what = format!("{} loses less a move than the one above", code(&row.player));
            context.add_verdict(report, &what, self.verdict(index), self.plan.because.as_deref());
        }
    }
}

//! Tables of good moves and blunders: players play against themselves, and a stronger one judges every few moves.

use std::sync::atomic::{AtomicBool, Ordering};

use quevedo_catalog::{Ask, Orders, Player, PlayerSpec, Session};
use quevedo_core::Rng;

use super::claim::{self, Order, Verdict};
use super::figures::{Mean, show_share};
use super::plan::AgreementPlan;
use super::run::{Bench, Experiment};
use super::subject::{Outline, Scale, Subject, code};
use crate::report::{Report, Table};
use crate::{MatchError, check_player};

/// One move in so many is judged, another one in every game.
const EVERY: u64 = 5;
/// No game is followed longer.
const LONGEST: u64 = 120;

/// The players of a table.
pub(super) struct Agreements {
    plan: AgreementPlan,
    rows: Vec<Agreement>,
}

/// The judged moves of a player.
struct Agreement {
    plan: AgreementPlan,
    player: PlayerSpec,
    seed: u64,
    target: u64,
    games: u64,
    /// 1 for the judge's own move, 0 for another.
    best: Mean,
    /// 1 for a move that loses much, 0 for another.
    blunders: Mean,
    /// Units lost a move.
    lost: Mean,
}

impl Agreements {
    pub(super) fn new(plan: &AgreementPlan, scale: &Scale) -> Result<Self, MatchError> {
        check_player(plan.game, &plan.judge)?;
        let row = |player: &PlayerSpec| {
            check_player(plan.game, player)?;
            let seed = scale.seed(&format!("{} {player}", plan.game.id));
            let target = scale.games(plan.games);
            let [best, blunders, lost] = [Mean::default(); 3];
            Ok(Agreement { plan: plan.clone(), player: player.clone(), seed, target, games: 0, best, blunders, lost })
        };
        Ok(Self { plan: plan.clone(), rows: plan.players.iter().map(row).collect::<Result<_, MatchError>>()? })
    }

    /// Whether a player loses less than the one above.
    fn verdict(&self, index: usize) -> Option<Verdict> {
        Order::Less.judge_means(&self.rows[index].lost, &self.rows[index.checked_sub(1)?].lost)
    }
}

impl Agreement {
    /// One game, some of its moves judged.
    fn play(&mut self, stop: &AtomicBool) -> Result<(), MatchError> {
        let game = self.plan.game;
        let seed = quevedo_core::hash::combine(self.seed, self.games);
        let bad = |problem: String| MatchError::BadOpening { problem };
        let mut session = game.session(None).map_err(|error| bad(error.to_string()))?;
        let mut rng = Rng::with_seed(seed);
        for _ in 0..self.plan.plies {
            session.play_random(&mut rng);
        }
        let mut player = game.player(&self.player.clone().with_seed(seed))?.ok_or(MatchError::Human)?;
        let mut judge = game.player(&self.plan.judge)?.ok_or(MatchError::Human)?;
        for ply in 0..LONGEST {
            let Some(mv) =
                player.think(&*session, &mut Ask { clock: None, stop, report: &mut |_| {} }).map(|thought| thought.mv)
            else {
                break;
            };
            if stop.load(Ordering::Relaxed) {
                return Err(MatchError::Stopped);
            }
            if ply % EVERY == self.games % EVERY {
                self.judge(&*session, &mut *judge, &mv, stop);
            }
            session.play(&mv).map_err(|error| bad(error.to_string()))?;
        }
        self.games += 1;
        Ok(())
    }

    /// Compares a move with the judge's, both seen by the judge.
    fn judge(&mut self, session: &dyn Session, judge: &mut dyn Player, mv: &str, stop: &AtomicBool) {
        let Some(best) = judge.think(session, &mut Ask { clock: None, stop, report: &mut |_| {} }) else { return };
        let orders = Orders { only: vec![mv.to_owned()], ..Orders::default() };
        let played = if best.mv == mv {
            Some(best.clone())
        } else {
            judge.think_within(session, &mut Ask { clock: None, stop, report: &mut |_| {} }, &orders)
        };
        let scores = best.score.zip(played.and_then(|thought| thought.score));
        let Some((best_score, score)) = scores.filter(|_| !stop.load(Ordering::Relaxed)) else { return };
        let unit = f64::from(self.plan.game.unit());
        // A win that is seen is worth no more than enough: how far away it is does not matter.
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

    fn advance(&mut self, bench: &Bench<'_>) -> Result<(), MatchError> {
        while !self.is_done() && (self.games == 0 || !bench.is_over()) {
            self.play(bench.stop)?;
        }
        Ok(())
    }
}

impl Subject for Agreements {
    fn experiments(&mut self) -> Vec<&mut dyn Experiment> {
        self.rows.iter_mut().map(|row| row as &mut dyn Experiment).collect()
    }

    fn write(&self, outline: &mut Outline<'_>, report: &mut Report) {
        let head =
            ["player", "games", "moves judged", "best moves", "blunders", "units lost a move", "loses less than above"];
        let mut table = Table::new(&outline.plan.title, &head);
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
            "Judged by {}; a blunder loses {} units or more in its eyes.",
            code(&self.plan.judge),
            self.plan.blunder
        ));
        for (index, row) in self.rows.iter().enumerate() {
            let what = format!("{} loses less a move than the one above", code(&row.player));
            outline.judge(report, &what, self.verdict(index), self.plan.because.as_deref());
        }
    }
}

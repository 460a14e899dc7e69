//! Tables of time and nodes a move, measured on one thread, a position at a time.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use quevedo_catalog::{GameEntry, Session};
use quevedo_core::Rng;

use crate::claim::{Order, Verdict};
use crate::figures::{Mean, short};
use crate::plan::{EffortClaim, EffortPlan, EffortRow};
use crate::run::{Experiment, TimeSlice};
use crate::table::{RunContext, StudyTable, TableContext, code};
use quevedo_arena::report::{LinePlot, Report, Series, Table};
use quevedo_arena::{MatchError, OpeningError, check_player};

/// How many random positions are tried before it is an error that the game is over in all of them.
const ATTEMPTS: usize = 200;

/// The measurements of a table.
pub(crate) struct Efforts {
    plan: EffortPlan,
    rows: Vec<Effort>,
}

/// The measurements of a row.
struct Effort {
    game: GameEntry,
    row: EffortRow,
    plies: u32,
    /// All rows search the same positions.
    rng: Rng,
    target: u64,
    nodes: Mean,
    seconds: Mean,
}

impl Efforts {
    pub(crate) fn new(plan: &EffortPlan, run: &RunContext) -> Result<Self, MatchError> {
        let game = run.game(&plan.game)?;
        let row = |row: &EffortRow| {
            check_player(&game, &row.player)?;
            let plies = row.plies.unwrap_or(plan.plies);
            // Without random plies there is one position only.
            let target = if plies == 0 { 1 } else { run.games(plan.positions) };
            let rng = Rng::with_seed(run.seed(&plan.game));
            let (nodes, seconds) = (Mean::default(), Mean::default());
            Ok(Effort { game: game.clone(), row: row.clone(), plies, rng, target, nodes, seconds })
        };
        Ok(Self { plan: plan.clone(), rows: plan.rows.iter().map(row).collect::<Result<_, MatchError>>()? })
    }

    fn verdict(&self, index: usize, claim: EffortClaim) -> Option<Verdict> {
        let row = &self.rows[index];
        let above = index.checked_sub(1).and_then(|above| self.rows.get(above));
        match claim {
            EffortClaim::MoreNodes => Order::Greater.test_means(&row.nodes, &above?.nodes),
            EffortClaim::MoreTime => Order::Greater.test_means(&row.seconds, &above?.seconds),
            EffortClaim::FewerNodes => Order::Less.test_means(&row.nodes, &self.rows.get(index + 1)?.nodes),
            EffortClaim::Faster => {
                let spared = row.row.seconds? - row.seconds.value()?;
                Some(Verdict::of_positive(spared - row.seconds.error(), spared + row.seconds.error()))
            }
        }
    }

    /// Nodes or seconds over the numbers of the rows, ours and the published ones.
    fn lines(
        &self,
        axis: &str,
        what: &str,
        ours: fn(&Effort) -> &Mean,
        published: fn(&EffortRow) -> Option<f64>,
    ) -> LinePlot {
        let measured = self.rows.iter().filter_map(|row| Some([row.row.at?, ours(row).value()?, 0.0]));
        let printed = self.rows.iter().filter_map(|row| Some([row.row.at?, published(&row.row)?, 0.0]));
        let lines = [("ours", measured.collect::<Vec<_>>()), ("published", printed.collect())];
        let line = |(name, points): (&str, Vec<[f64; 3]>)| Series { name: name.into(), points };
        LinePlot {
            title: format!("{what} by {axis}"),
            axes: [axis.into(), what.into()],
            log_scale: [false, true],
            lines: lines.into_iter().filter(|(_, points)| !points.is_empty()).map(line).collect(),
        }
    }

    fn table(&self, context: &TableContext<'_>) -> Table {
        let head = [
            "",
            "player",
            "positions",
            "published nodes",
            "our nodes",
            "published s",
            "our s",
            "our nodes a second",
            "verdicts",
        ];
        let mut table = Table::new(&context.plan.title, &head);
        for (index, row) in self.rows.iter().enumerate() {
            let verdicts = row.row.claims.iter().map(|claim| match self.verdict(index, *claim) {
                Some(verdict) => format!("{}: {}", claim.text(), verdict.text()),
                None => String::new(),
            });
            let speed = row.nodes.value().zip(row.seconds.value()).map(|(nodes, seconds)| nodes / seconds.max(1e-9));
            table.push([
                row.name(),
                code(&row.row.player),
                row.nodes.count().to_string(),
                row.row.nodes.map_or_else(String::new, |nodes| nodes.to_string()),
                row.nodes.show(1.0),
                row.row.seconds.map_or_else(String::new, |seconds| seconds.to_string()),
                show_seconds(&row.seconds),
                speed.map_or_else(String::new, short),
                verdicts.collect::<Vec<_>>().join("; "),
            ]);
        }
        table
    }
}

/// Seconds with five decimals.
fn show_seconds(seconds: &Mean) -> String {
    seconds.value().map_or_else(|| "–".into(), |value| format!("{value:.5}"))
}

impl EffortClaim {
    fn text(self) -> &'static str {
        match self {
            Self::MoreNodes => "more nodes than above",
            Self::MoreTime => "more time than above",
            Self::FewerNodes => "fewer nodes than below",
            Self::Faster => "no slower than published",
        }
    }
}

impl Effort {
    fn name(&self) -> String {
        self.row.name.clone().unwrap_or_default()
    }

    fn position(&mut self) -> Result<Box<dyn Session>, MatchError> {
        for _ in 0..ATTEMPTS {
            let bad = |problem: String| MatchError::BadOpening { problem };
            let mut session = self.game.session(None).map_err(|error| bad(error.to_string()))?;
            for _ in 0..self.plies {
                session.play_random(&mut self.rng);
            }
            if session.outcome().is_none() {
                return Ok(session);
            }
        }
        Err(OpeningError::TooLong { plies: self.plies }.into())
    }

    /// Measures one move, by a new player.
    fn measure(&mut self, stop: &AtomicBool) -> Result<(), MatchError> {
        let session = self.position()?;
        let mut player = self.game.player(&self.row.player)?;
        let begin = Instant::now();
        let found = player.search_until(&*session, stop);
        let seconds = begin.elapsed().as_secs_f64();
        let found = found.ok_or_else(|| MatchError::NoMove { position: session.position() })?;
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            return Err(MatchError::Stopped);
        }
        self.nodes.add(found.nodes as f64);
        self.seconds.add(seconds);
        Ok(())
    }
}

impl Experiment for Effort {
    fn is_done(&self) -> bool {
        self.nodes.count() >= self.target
    }

    fn advance(&mut self, slice: &TimeSlice<'_>) -> Result<(), MatchError> {
        while !self.is_done() && (self.nodes.count() == 0 || !slice.is_over()) {
            self.measure(slice.stop)?;
        }
        Ok(())
    }
}

impl StudyTable for Efforts {
    fn experiments(&mut self) -> Vec<&mut dyn Experiment> {
        self.rows.iter_mut().map(|row| row as &mut dyn Experiment).collect()
    }

    fn write(&self, context: &mut TableContext<'_>, report: &mut Report) {
        report.table(self.table(context).trimmed());
        for (index, row) in self.rows.iter().enumerate() {
            for claim in &row.row.claims {
                let what = format!("{} {}: {}", row.name(), code(&row.row.player), claim.text());
                context.add_verdict(report, what.trim(), self.verdict(index, *claim), row.row.because.as_deref());
            }
        }
        if let Some(axis) = &self.plan.axis {
            report.line_plot(self.lines(axis, "nodes", |row| &row.nodes, |row| row.nodes.map(|nodes| nodes as f64)));
            report.line_plot(self.lines(axis, "seconds", |row| &row.seconds, |row| row.seconds));
        }
    }
}

//! Tables of matches: two players a row.

use crate::claim::{self, Verdict};
use crate::figures::show_elo;
use crate::pairing::Pairing;
use crate::plan::{VersusPlan, VersusRow};
use crate::run::Experiment;
use crate::table::{RunContext, StudyTable, TableContext, code};
use quevedo_arena::report::{Bar, BarPlot, Report, Table};
use quevedo_arena::{GameConditions, MatchError, Opening, Openings};

/// The matches of a table.
pub(crate) struct Versus {
    plan: VersusPlan,
    matches: Vec<Pairing>,
}

impl Versus {
    pub(crate) fn new(plan: &VersusPlan, run: &RunContext) -> Result<Self, MatchError> {
        let matches = plan.rows.iter().map(|row| pairing(plan, row, run)).collect::<Result<_, _>>()?;
        Ok(Self { plan: plan.clone(), matches })
    }

    fn rows(&self) -> impl Iterator<Item = (&VersusRow, &Pairing)> {
        self.plan.rows.iter().zip(&self.matches)
    }

    fn table(&self, context: &TableContext<'_>) -> Table {
        let mut head = vec!["", "A", "B", "published", "ours", "share of A", "ms a move A", "B", "claim", "verdict"];
        if self.plan.elo {
            head.insert(6, "Elo of A");
        }
        let mut table = Table::new(&context.plan.title, &head);
        for (row, played) in self.rows() {
            let [a, b] = [&row.a, &row.b].map(code);
            let published = row.published.map_or_else(String::new, |[wins, losses]| format!("{wins}/{losses}"));
            let mut cells = vec![label(&self.plan, row), a, b, published, played.show_counts(), played.show_share()];
            if self.plan.elo {
                cells.push(show_elo_interval(played));
            }
            cells.extend(played.times.iter().map(|time| time.show(1e3)));
            cells.extend([row.claim.map_or("", claim::Order::text).into(), claim::show(verdict(row, played))]);
            table.push(cells);
        }
        table
    }

    /// Published times, in a table of their own: few rows have them.
    fn times(&self) -> Option<Table> {
        let mut table =
            Table::new("Seconds a move", &["A", "B", "published A", "B", "ours A", "B", "claim", "verdict"]);
        for (row, played) in self.rows() {
            let Some(times) = row.times else { continue };
            let mut cells = [&row.a, &row.b].map(code).to_vec();
            cells.extend(times.map(|seconds| seconds.to_string()));
            cells.extend(played.times.iter().map(|time| time.show(1.0)));
            cells
                .extend([row.time_claim.map_or("", claim::Order::text).into(), claim::show(time_verdict(row, played))]);
            table.push(cells);
        }
        (!table.rows.is_empty()).then_some(table)
    }

    /// Published pieces at the end.
    fn pieces(&self) -> Option<Table> {
        let mut table = Table::new("Pieces of A at the end", &["", "A", "B", "published", "ours"]);
        for (row, played) in self.rows() {
            let Some(pieces) = row.pieces else { continue };
            let [a, b] = [&row.a, &row.b].map(code);
            table.push([label(&self.plan, row), a, b, pieces.to_string(), played.pieces.show(1.0)]);
        }
        (!table.rows.is_empty()).then_some(table)
    }

    fn bars(&self, context: &TableContext<'_>) -> BarPlot {
        let bar = |(row, played): (&VersusRow, &Pairing)| {
            let elo = played.elo();
            Bar { name: self.bar_name(row), value: elo.difference, interval: elo.interval }
        };
        BarPlot {
            title: context.plan.title.clone(),
            unit: "Elo of A over B".into(),
            bars: self.rows().map(bar).collect(),
        }
    }

    fn bar_name(&self, row: &VersusRow) -> String {
        let label = label(&self.plan, row);
        if label.is_empty() { format!("{} v {}", row.a, row.b) } else { label }
    }
}

/// The game, where the row has its own, and the name of the row.
fn label(plan: &VersusPlan, row: &VersusRow) -> String {
    let game = row.game.as_deref().filter(|game| plan.game.as_deref() != Some(*game));
    game.into_iter().chain(row.name.as_deref()).collect::<Vec<_>>().join(", ")
}

fn show_elo_interval(played: &Pairing) -> String {
    let elo = played.elo();
    let [low, high] = elo.interval.map(show_elo);
    format!("{} [{low}, {high}]", show_elo(elo.difference))
}

fn verdict(row: &VersusRow, played: &Pairing) -> Option<Verdict> {
    row.claim?.test_share(played.share(), played.games())
}

fn time_verdict(row: &VersusRow, played: &Pairing) -> Option<Verdict> {
    row.time_claim?.test_means(&played.times[0], &played.times[1])
}

fn pairing(plan: &VersusPlan, row: &VersusRow, run: &RunContext) -> Result<Pairing, MatchError> {
    let bad = |problem: &str| MatchError::BadOpening { problem: problem.into() };
    let game = row.game.as_ref().or(plan.game.as_ref());
    let game = run.game(game.ok_or_else(|| bad("neither the table nor the row names a game"))?)?;
    let seed = run.seed(&format!("{} {} {} {:?} {:?}", game.id(), row.a, row.b, row.name, row.opening));
    let openings = if let Some(moves) = &row.opening {
        let moves = moves.split_whitespace().map(str::to_owned).collect();
        Openings::List([Opening { position: None, moves }].into())
    } else if row.positions.is_empty() {
        Openings::Random { plies: row.plies.unwrap_or(plan.plies) }
    } else {
        let open = |position: &String| Opening { position: Some(position.clone()), moves: Vec::new() };
        Openings::List(row.positions.iter().map(open).collect())
    };
    let conditions = GameConditions { openings, ..GameConditions::new(&game, seed) };
    let players = [run.player(&row.a), run.player(&row.b)];
    Pairing::new(conditions, players, plan.fixed, run.games(plan.games))
}

impl StudyTable for Versus {
    fn experiments(&mut self) -> Vec<&mut dyn Experiment> {
        self.matches.iter_mut().map(|played| played as &mut dyn Experiment).collect()
    }

    fn write(&self, context: &mut TableContext<'_>, report: &mut Report) {
        report.table(self.table(context).trimmed());
        report.text(show_game_counts(self.matches.iter()));
        for (row, played) in self.rows() {
            let what = format!("{} v {}", code(&row.a), code(&row.b));
            context.add_verdict(report, &what, verdict(row, played), row.because.as_deref());
        }
        if let Some(times) = self.times() {
            report.table(times);
            for (row, played) in self.rows() {
                let what = format!("time of {} v {}", code(&row.a), code(&row.b));
                context.add_verdict(report, &what, time_verdict(row, played), row.time_because.as_deref());
            }
        }
        if let Some(pieces) = self.pieces() {
            report.table(pieces);
        }
        if self.plan.elo {
            report.bar_plot(self.bars(context));
        }
    }
}

/// The number of games, as a sentence.
pub(crate) fn show_game_counts<'a>(matches: impl Iterator<Item = &'a Pairing>) -> String {
    let counts: Vec<u64> = matches.map(Pairing::games).collect();
    let (least, most) = (counts.iter().min().copied().unwrap_or(0), counts.iter().max().copied().unwrap_or(0));
    let each = if least == most { least.to_string() } else { format!("{least} to {most}") };
    format!("Played: {} games, {each} a pairing.", counts.iter().sum::<u64>())
}

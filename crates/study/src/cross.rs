//! Cross tables: every row plays every column, always with the same sides.

use crate::pairing::Pairing;
use crate::plan::CrossPlan;
use crate::run::Experiment;
use crate::table::{RunContext, StudyTable, TableContext};
use crate::versus::show_game_counts;
use quevedo_arena::report::{Report, Table};
use quevedo_arena::{GameConditions, MatchError, Openings};

/// The matches of a table, row by row.
pub(crate) struct Cross {
    plan: CrossPlan,
    matches: Vec<Pairing>,
}

impl Cross {
    pub(crate) fn new(plan: &CrossPlan, run: &RunContext) -> Result<Self, MatchError> {
        let game = run.game(&plan.game)?;
        let mut matches = Vec::new();
        for row in &plan.rows {
            for column in &plan.columns {
                let seed = run.seed(&format!("{} {} {}", plan.game, row.player, column.player));
                let openings = Openings::Random { plies: plan.plies };
                let conditions = GameConditions { openings, ..GameConditions::new(&game, seed) };
                let mut players = [row.player.clone(), column.player.clone()];
                if !plan.rows_first {
                    players.reverse();
                }
                matches.push(Pairing::new(conditions, players, true, run.games(plan.games))?);
            }
        }
        Ok(Self { plan: plan.clone(), matches })
    }

    /// The share of the row's points.
    fn show(&self, played: &Pairing) -> String {
        let share = if self.plan.rows_first { played.share() } else { 1.0 - played.share() };
        crate::figures::show_share(share, played.games())
    }
}

impl StudyTable for Cross {
    fn experiments(&mut self) -> Vec<&mut dyn Experiment> {
        self.matches.iter_mut().map(|played| played as &mut dyn Experiment).collect()
    }

    fn write(&self, context: &mut TableContext<'_>, report: &mut Report) {
        let [rows, columns] = &self.plan.sides;
        let caption = format!("{}: points of the {rows} against the {columns}", context.plan.title);
        let corner = format!("{rows} \\ {columns}");
        let mut head = vec![corner.as_str()];
        head.extend(self.plan.columns.iter().map(|column| column.name.as_str()));
        head.push("ms a move");
        let mut table = Table::new(caption, &head);
        for (row, matches) in self.plan.rows.iter().zip(self.matches.chunks(self.plan.columns.len().max(1))) {
            let mut cells = vec![row.name.clone()];
            cells.extend(matches.iter().map(|played| self.show(played)));
            let player = usize::from(!self.plan.rows_first);
            let times: Vec<f64> = matches.iter().filter_map(|played| played.times[player].value()).collect();
            let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
            cells.push(crate::figures::short(1e3 * mean));
            table.push(cells);
        }
        report.table(table.trimmed());
        report.text(show_game_counts(self.matches.iter()));
    }
}

//! Tables in which every row plays every column, always with the same sides.

use super::pairing::Pairing;
use super::plan::CrossPlan;
use super::run::Experiment;
use super::subject::{Outline, Scale, Subject};
use super::versus::tell_games;
use crate::report::{Report, Table};
use crate::{MatchError, Openings, Terms};

/// The matches of a table, row by row.
pub(super) struct Cross {
    plan: CrossPlan,
    matches: Vec<Pairing>,
}

impl Cross {
    pub(super) fn new(plan: &CrossPlan, scale: &Scale) -> Result<Self, MatchError> {
        let mut matches = Vec::new();
        for row in &plan.rows {
            for column in &plan.columns {
                let seed = scale.seed(&format!("{} {} {}", plan.game.id, row.player, column.player));
                let openings = Openings::Random { plies: plan.plies };
                let terms = Terms { openings, ..Terms::plain(plan.game, seed) };
                let mut players = [row.player.clone(), column.player.clone()];
                if !plan.rows_first {
                    players.reverse();
                }
                matches.push(Pairing::new(terms, players, true, scale.games(plan.games))?);
            }
        }
        Ok(Self { plan: plan.clone(), matches })
    }

    /// The share of the row's points.
    fn show(&self, played: &Pairing) -> String {
        let share = if self.plan.rows_first { played.share() } else { 1.0 - played.share() };
        super::figures::show_share(share, played.games())
    }
}

impl Subject for Cross {
    fn experiments(&mut self) -> Vec<&mut dyn Experiment> {
        self.matches.iter_mut().map(|played| played as &mut dyn Experiment).collect()
    }

    fn write(&self, outline: &mut Outline<'_>, report: &mut Report) {
        let [rows, columns] = &self.plan.sides;
        let caption = format!("{}: points of the {rows} against the {columns}", outline.plan.title);
        let corner = format!("{rows} \\ {columns}");
        let mut head = vec![corner.as_str()];
        head.extend(self.plan.columns.iter().map(|column| column.name.as_str()));
        head.push("ms a move");
        let mut table = Table::new(caption, &head);
        for (row, matches) in self.plan.rows.iter().zip(self.matches.chunks(self.plan.columns.len().max(1))) {
            let mut cells = vec![row.name.clone()];
            cells.extend(matches.iter().map(|played| self.show(played)));
            let seat = usize::from(!self.plan.rows_first);
            let times: Vec<f64> = matches.iter().filter_map(|played| played.times[seat].value()).collect();
            let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
            cells.push(super::figures::short(1e3 * mean));
            table.push(cells);
        }
        report.table(table.trimmed());
        report.text(tell_games(self.matches.iter()));
    }
}

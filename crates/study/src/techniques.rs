//! What each technique of the search is worth: the whole search against itself with one technique switched off.
//!
//! Many techniques are compared at once, so some would look better or worse by chance alone. The intervals are those of
//! all comparisons of the study together (Bonferroni), and a difference is a finding only where its interval leaves zero out.

use quevedo_arena::report::{Bar, BarPlot, Report, Table};
use quevedo_arena::stats::Elo;
use quevedo_arena::{GameConditions, MatchError, Openings};
use quevedo_catalog::PlayerSpec;

use crate::figures::show_elo;
use crate::pairing::Pairing;
use crate::plan::TechniquesPlan;
use crate::run::Experiment;
use crate::table::{RunContext, StudyTable, TableContext, code};

/// The matches of a table, one for each technique.
pub(crate) struct Techniques {
    plan: TechniquesPlan,
    matches: Vec<Pairing>,
}

impl Techniques {
    pub(crate) fn new(plan: &TechniquesPlan, run: &RunContext) -> Result<Self, MatchError> {
        let game = run.game(&plan.game)?;
        let pairing = |(technique, without): &(String, PlayerSpec)| {
            let seed = run.seed(&format!("{} {} {technique}", game.id(), plan.player));
            let openings = Openings::Random { plies: plan.plies };
            let conditions = GameConditions { openings, ..GameConditions::new(&game, seed) };
            Pairing::new(conditions, [plan.player.clone(), without.clone()], false, run.games(plan.games))
        };
        let matches = plan.rows.iter().map(pairing).collect::<Result<_, _>>()?;
        Ok(Self { plan: plan.clone(), matches })
    }

    fn rows(&self, comparisons: usize) -> impl Iterator<Item = (&str, &Pairing, Elo)> {
        let rows = self.plan.rows.iter().zip(&self.matches);
        rows.map(move |((technique, _), played)| (technique.as_str(), played, Elo::among(&played.pairs(), comparisons)))
    }
}

/// What the interval says of a technique.
fn finding(elo: &Elo) -> &'static str {
    match elo.interval {
        [low, _] if low > 0.0 => "stronger with it",
        [_, high] if high < 0.0 => "weaker with it",
        _ => "no difference shown",
    }
}

impl StudyTable for Techniques {
    fn experiments(&mut self) -> Vec<&mut dyn Experiment> {
        self.matches.iter_mut().map(|played| played as &mut dyn Experiment).collect()
    }

    fn write(&self, context: &mut TableContext<'_>, report: &mut Report) {
        let comparisons = context.comparisons;
        let head = ["technique", "games", "different pairs", "with it v without", "Elo", "interval", "finding"];
        let mut table = Table::new(&context.plan.title, &head);
        let mut bars = Vec::new();
        for (technique, played, elo) in self.rows(comparisons) {
            let [low, high] = elo.interval.map(show_elo);
            table.push([
                technique.to_owned(),
                played.games().to_string(),
                played.pairs().total().to_string(),
                played.show_counts(),
                show_elo(elo.difference),
                format!("[{low}, {high}]"),
                finding(&elo).to_owned(),
            ]);
            bars.push(Bar { name: technique.to_owned(), value: elo.difference, interval: elo.interval });
        }
        report.table(table);
        report.text(format!(
            "{}, with a technique against without it. The intervals are those of {comparisons} comparisons together; pairs of \
             games whose moves were all played before count once.",
            code(&self.plan.player)
        ));
        report.bar_plot(BarPlot { title: context.plan.title.clone(), unit: "Elo of the technique".into(), bars });
    }
}

//! Ladders: players of one game of increasing strength, rated by games between neighbours.

use crate::claim::{self, Verdict};
use crate::pairing::Pairing;
use crate::plan::{LadderPlan, LadderRow};
use crate::run::Experiment;
use crate::table::{RunContext, StudyTable, TableContext, code};
use crate::versus::show_game_counts;
use quevedo_arena::report::{LinePlot, Report, Series, Table};
use quevedo_arena::stats::{Rating, Ratings};
use quevedo_arena::{GameConditions, MatchError, Openings};

/// The games of all ladders of a table.
pub(crate) struct Ladders {
    plan: LadderPlan,
    ladders: Vec<Ladder>,
}

/// The pairings of one ladder, with the places of their players.
struct Ladder {
    plan: LadderRow,
    meetings: Vec<([usize; 2], Pairing)>,
}

impl Ladders {
    pub(crate) fn new(plan: &LadderPlan, run: &RunContext) -> Result<Self, MatchError> {
        let ladders = plan.ladders.iter().map(|row| Ladder::new(plan, row, run)).collect::<Result<_, _>>()?;
        Ok(Self { plan: plan.clone(), ladders })
    }

    fn lines(&self, axis: &str, title: &str) -> LinePlot {
        let line = |ladder: &Ladder| {
            let ratings = ladder.ratings();
            let point = |(at, rating): (&f64, &Rating)| [*at, rating.elo, rating.error];
            Series { name: ladder.plan.game.clone(), points: ladder.plan.at.iter().zip(&ratings).map(point).collect() }
        };
        LinePlot {
            title: title.into(),
            axes: [axis.into(), "Elo".into()],
            log_scale: [self.plan.log_scale, false],
            lines: self.ladders.iter().map(line).collect(),
        }
    }
}

impl Ladder {
    fn new(plan: &LadderPlan, row: &LadderRow, run: &RunContext) -> Result<Self, MatchError> {
        let game = run.game(&row.game)?;
        let mut meetings = Vec::new();
        for lower in 0..row.players.len() {
            for upper in lower + 1..row.players.len().min(lower + 1 + plan.reach) {
                let players = [&row.players[upper], &row.players[lower]].map(Clone::clone);
                let seed = run.seed(&format!("{} {} {}", row.game, players[0], players[1]));
                let conditions = GameConditions {
                    openings: Openings::Random { plies: row.plies },
                    ..GameConditions::new(&game, seed)
                };
                meetings.push(([upper, lower], Pairing::new(conditions, players, false, run.games(plan.games))?));
            }
        }
        Ok(Self { plan: row.clone(), meetings })
    }

    /// The ratings of the players, from the lowest place.
    fn ratings(&self) -> Vec<Rating> {
        let mut games = Vec::new();
        for (index, (places, played)) in self.meetings.iter().enumerate() {
            games.extend(played.scored(*places, (index as u64) << 32));
        }
        Ratings::of(self.plan.players.len(), &games).players
    }

    fn games_of(&self, place: usize) -> u64 {
        self.meetings.iter().filter(|(places, _)| places.contains(&place)).map(|(_, played)| played.games()).sum()
    }

    /// Whether a player is stronger than the one below, by their own games.
    fn verdict(&self, place: usize) -> Option<Verdict> {
        let below = place.checked_sub(1).filter(|_| self.plan.rising)?;
        let (_, played) = self.meetings.iter().find(|(places, _)| *places == [place, below])?;
        claim::Order::Greater.test_share(played.share(), played.games())
    }
}

impl StudyTable for Ladders {
    fn experiments(&mut self) -> Vec<&mut dyn Experiment> {
        let meetings = self.ladders.iter_mut().flat_map(|ladder| &mut ladder.meetings);
        meetings.map(|(_, played)| played as &mut dyn Experiment).collect()
    }

    fn write(&self, context: &mut TableContext<'_>, report: &mut Report) {
        let head = ["game", "player", "games", "Elo", "±", "ms a move", "stronger than the one above"];
        let mut table = Table::new(&context.plan.title, &head);
        let mut verdicts = Vec::new();
        for ladder in &self.ladders {
            for (place, (player, rating)) in ladder.plan.players.iter().zip(ladder.ratings()).enumerate() {
                let (verdict, games) = (ladder.verdict(place), ladder.games_of(place));
                let time = |(places, played): &([usize; 2], Pairing)| {
                    places.iter().position(|other| *other == place).and_then(|index| played.times[index].value())
                };
                let times: Vec<f64> = ladder.meetings.iter().filter_map(time).collect();
                let time = 1e3 * times.iter().sum::<f64>() / times.len().max(1) as f64;
                table.push([
                    ladder.plan.game.clone(),
                    code(player),
                    games.to_string(),
                    if games == 0 { "–".into() } else { format!("{:+.0}", rating.elo) },
                    format!("{:.0}", rating.error),
                    crate::figures::short(time),
                    claim::show(verdict),
                ]);
                verdicts
                    .push((format!("{}: {} is stronger than the one above", ladder.plan.game, code(player)), verdict));
            }
        }
        report.table(table.trimmed());
        report
            .text(show_game_counts(self.ladders.iter().flat_map(|ladder| &ladder.meetings).map(|(_, played)| played)));
        for (what, verdict) in verdicts {
            context.add_verdict(report, &what, verdict, self.plan.because.as_deref());
        }
        if let Some(axis) = &self.plan.axis {
            report.line_plot(self.lines(axis, &context.plan.title));
        } else {
            for ladder in &self.ladders {
                let rated = ladder.plan.players.iter().zip(ladder.ratings());
                let bars: Vec<_> =
                    rated.map(|(player, rating)| (player.to_string(), rating.elo, rating.error)).collect();
                report.elo_plot(&format!("{}: {}", context.plan.title, ladder.plan.game), &bars);
            }
        }
    }
}

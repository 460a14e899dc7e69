//! Ladders: players of one game that should be stronger and stronger, rated by games between neighbours.

use super::claim::{self, Verdict};
use super::pairing::Pairing;
use super::plan::{LadderPlan, LadderRow};
use super::run::Experiment;
use super::subject::{Outline, Scale, Subject, code};
use super::versus::tell_games;
use crate::report::{Line, Lines, Report, Table};
use crate::stats::{Rating, Ratings};
use crate::{MatchError, Openings, Terms};

/// The games of all ladders of a table.
pub(super) struct Ladders {
    plan: LadderPlan,
    ladders: Vec<Ladder>,
}

/// The pairings of one ladder, with the places of their players.
struct Ladder {
    plan: LadderRow,
    meetings: Vec<([usize; 2], Pairing)>,
}

impl Ladders {
    pub(super) fn new(plan: &LadderPlan, scale: &Scale) -> Result<Self, MatchError> {
        let ladders = plan.ladders.iter().map(|row| Ladder::new(plan, row, scale)).collect::<Result<_, _>>()?;
        Ok(Self { plan: plan.clone(), ladders })
    }

    fn lines(&self, axis: &str, title: &str) -> Lines {
        let line = |ladder: &Ladder| {
            let ratings = ladder.ratings();
            let point = |(at, rating): (&f64, &Rating)| [*at, rating.elo, rating.error];
            Line { name: ladder.plan.game.id.into(), points: ladder.plan.at.iter().zip(&ratings).map(point).collect() }
        };
        Lines {
            title: title.into(),
            axes: [axis.into(), "Elo".into()],
            powers: [self.plan.powers, false],
            lines: self.ladders.iter().map(line).collect(),
        }
    }
}

impl Ladder {
    fn new(plan: &LadderPlan, row: &LadderRow, scale: &Scale) -> Result<Self, MatchError> {
        let mut meetings = Vec::new();
        for lower in 0..row.players.len() {
            for upper in lower + 1..row.players.len().min(lower + 1 + plan.reach) {
                let players = [&row.players[upper], &row.players[lower]].map(Clone::clone);
                let seed = scale.seed(&format!("{} {} {}", row.game.id, players[0], players[1]));
                let terms = Terms { openings: Openings::Random { plies: row.plies }, ..Terms::plain(row.game, seed) };
                meetings.push(([upper, lower], Pairing::new(terms, players, false, scale.games(plan.games))?));
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
        claim::Order::Greater.judge_share(played.share(), played.games())
    }
}

impl Subject for Ladders {
    fn experiments(&mut self) -> Vec<&mut dyn Experiment> {
        let meetings = self.ladders.iter_mut().flat_map(|ladder| &mut ladder.meetings);
        meetings.map(|(_, played)| played as &mut dyn Experiment).collect()
    }

    fn write(&self, outline: &mut Outline<'_>, report: &mut Report) {
        let head = ["game", "player", "games", "Elo", "±", "ms a move", "stronger than the one above"];
        let mut table = Table::new(&outline.plan.title, &head);
        let mut verdicts = Vec::new();
        for ladder in &self.ladders {
            for (place, (player, rating)) in ladder.plan.players.iter().zip(ladder.ratings()).enumerate() {
                let (verdict, games) = (ladder.verdict(place), ladder.games_of(place));
                let seat = |(places, played): &([usize; 2], Pairing)| {
                    places.iter().position(|other| *other == place).and_then(|seat| played.times[seat].value())
                };
                let times: Vec<f64> = ladder.meetings.iter().filter_map(seat).collect();
                let time = 1e3 * times.iter().sum::<f64>() / times.len().max(1) as f64;
                table.push([
                    ladder.plan.game.id.into(),
                    code(player),
                    games.to_string(),
                    if games == 0 { "–".into() } else { format!("{:+.0}", rating.elo) },
                    format!("{:.0}", rating.error),
                    super::figures::short(time),
                    claim::show(verdict),
                ]);
                verdicts.push((
                    format!("{}: {} is stronger than the one above", ladder.plan.game.id, code(player)),
                    verdict,
                ));
            }
        }
        report.table(table.trimmed());
        report.text(tell_games(self.ladders.iter().flat_map(|ladder| &ladder.meetings).map(|(_, played)| played)));
        for (what, verdict) in verdicts {
            outline.judge(report, &what, verdict, self.plan.because.as_deref());
        }
        if let Some(axis) = &self.plan.axis {
            report.line_plot(self.lines(axis, &outline.plan.title));
        } else {
            for ladder in &self.ladders {
                let rated = ladder.plan.players.iter().zip(ladder.ratings());
                let bars: Vec<_> =
                    rated.map(|(player, rating)| (player.to_string(), rating.elo, rating.error)).collect();
                report.elo_plot(&format!("{}: {}", outline.plan.title, ladder.plan.game.id), &bars);
            }
        }
    }
}

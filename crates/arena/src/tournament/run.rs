//! A tournament that is ready to be played, and its run.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use quevedo_catalog::{Catalog, GameEntry};

use super::schedule::{self, Fixture, Meeting, Start};
use super::swiss::{self, RankedPlayer};
use super::{Entrant, Format, OnFault, Plan, PlanError, PlanLocation, RunIdentity, Tally};
use crate::{GameConditions, GameJob, GameReport, MatchError, WorkerPool};

/// A tournament that can be played.
#[derive(Clone, Debug)]
pub struct Tournament {
    plan: Plan,
    names: Vec<String>,
    conditions: GameConditions,
}

impl Tournament {
    /// Checks a plan and reads its openings; a file is relative to `folder`. External engines are started for that, and
    /// ended again.
    pub fn prepare(catalog: &Catalog, plan: Plan, folder: &Path) -> Result<Self, PlanError> {
        let game =
            catalog.find(&plan.game).map_err(|error| PlanError::new(PlanLocation::Key("game"), error.message()))?;
        plan.check(game)?;
        let conditions = GameConditions {
            openings: plan.openings.read(game, folder)?,
            clock: plan.clock,
            adjudication: plan.adjudication,
            ..GameConditions::new(game, plan.seed)
        };
        let names = plan.players.iter().map(Entrant::display_name).collect();
        let tournament = Self { plan, names, conditions };
        let first = Fixture { number: 0, round: 1, players: [0, 1], opening: 0, pair: 0 };
        tournament.job(&first).map_err(|error| PlanError::of_match(PlanLocation::Key("openings"), &error))?;
        Ok(tournament)
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The game.
    pub fn game(&self) -> &GameEntry {
        &self.conditions.game
    }

    /// The names of the players, in the order of the plan.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The event tag of the game records.
    pub fn event(&self) -> &str {
        self.plan.event.as_deref().unwrap_or(&self.plan.name)
    }

    /// How many games it has.
    pub fn games(&self) -> u64 {
        schedule::count(&self.plan)
    }

    /// Identifies the games; a journal belongs to it.
    pub fn identity(&self) -> RunIdentity {
        RunIdentity::new(&self.plan, &self.conditions.openings)
    }

    /// The job of a game.
    pub fn job(&self, fixture: &Fixture) -> Result<GameJob, MatchError> {
        let players = fixture.players.map(|player| &self.plan.players[player].spec);
        self.conditions.job(fixture.number, players, fixture.players.map(|player| player as u64), fixture.opening)
    }

    /// Assigns games to their fixtures; those without a fixture are left out.
    pub fn tally(&self, known: Vec<GameReport>) -> Result<Tally<'_>, MatchError> {
        let mut tally = Tally::new(self);
        let mut known = by_number(known);
        for stage in 0..self.stages() {
            if !self.begin(stage, &mut known, &mut tally)?.is_empty() {
                break;
            }
        }
        Ok(tally)
    }

    /// Plays the tournament, without the games that are `known` from an earlier run. `on_game` is called with every game
    /// as soon as it ends, on the calling thread and with all games so far; it may break the run off.
    pub fn run(
        &self,
        pool: &dyn WorkerPool,
        known: Vec<GameReport>,
        mut on_game: impl FnMut(&GameJob, &GameReport, &Tally<'_>) -> ControlFlow<()>,
    ) -> Result<Tally<'_>, MatchError> {
        let mut tally = Tally::new(self);
        let mut known = by_number(known);
        for stage in 0..self.stages() {
            let missing = self.begin(stage, &mut known, &mut tally)?;
            if self.play(pool, &missing, &mut tally, &mut on_game)?.is_break() {
                break;
            }
        }
        Ok(tally)
    }

    /// Plays the missing games of a stage.
    fn play(
        &self,
        pool: &dyn WorkerPool,
        missing: &[Fixture],
        tally: &mut Tally<'_>,
        on_game: &mut dyn FnMut(&GameJob, &GameReport, &Tally<'_>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, MatchError> {
        if missing.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        let mut jobs = missing.iter().map(|fixture| self.job(fixture));
        let mut unfinished: BTreeMap<u64, Fixture> = missing.iter().map(|fixture| (fixture.number, *fixture)).collect();
        let mut ended = Ok(ControlFlow::Continue(()));
        pool.play(&mut jobs, &mut |job, report| {
            let Some(fixture) = unfinished.remove(&report.number) else { return ControlFlow::Continue(()) };
            if let Some(error) = self.failure(&fixture, &report) {
                ended = Err(error);
                return ControlFlow::Break(());
            }
            let added = tally.add(fixture, job.opening.clone(), report.clone());
            ended = added.map(|()| on_game(&job, &report, tally));
            ended.clone().unwrap_or(ControlFlow::Break(()))
        })?;
        match ended? {
            ControlFlow::Continue(()) if !unfinished.is_empty() => Err(MatchError::Stopped),
            ended => Ok(ended),
        }
    }

    /// The error with which the run stops after a fault, if it does.
    fn failure(&self, fixture: &Fixture, report: &GameReport) -> Option<MatchError> {
        let fault = report.fault.as_ref().filter(|_| self.plan.on_fault == OnFault::Stop)?;
        let player = self.names[fixture.players[fault.player.min(1)]].clone();
        Some(MatchError::Failed { number: report.number + 1, player, problem: fault.text.clone() })
    }

    /// The number of stages. The fixtures of a stage may depend on the results of the stages before.
    fn stages(&self) -> usize {
        if self.plan.format == Format::Swiss { self.plan.rounds.unwrap_or(0) } else { 1 }
    }

    /// Begins a stage after all games of the stages before: adds its known games and returns the other fixtures.
    fn begin(
        &self,
        stage: usize,
        known: &mut BTreeMap<u64, GameReport>,
        tally: &mut Tally<'_>,
    ) -> Result<Vec<Fixture>, MatchError> {
        let fixtures = if self.plan.format == Format::Swiss {
            self.swiss_round(stage as u64, tally)
        } else {
            schedule::fixtures(&schedule::meetings(&self.plan), Start::default())
        };
        let mut missing = Vec::new();
        for fixture in fixtures {
            match known.remove(&fixture.number) {
                Some(report) => tally.add(fixture, self.job(&fixture)?.opening, report)?,
                None => missing.push(fixture),
            }
        }
        Ok(missing)
    }

    /// The games of a round of a Swiss tournament.
    fn swiss_round(&self, round: u64, tally: &mut Tally<'_>) -> Vec<Fixture> {
        let bye = self.names.len();
        let pairings = swiss::pair(self.ranking(tally), &|one, other| tally.met(one, other));
        tally.begin_round(&pairings);
        let pairings = pairings.into_iter().filter(|players| !players.contains(&bye));
        let meetings: Vec<Meeting> = pairings.map(|players| Meeting { players, games: self.plan.games }).collect();
        let start = Start {
            number: round * schedule::games_a_round(&self.plan),
            opening: round * self.plan.games / 2,
            round: Some(round + 1),
        };
        schedule::fixtures(&meetings, start)
    }

    /// The ranking of a Swiss tournament, best first, equal ones by seeding. A bye makes their number even.
    fn ranking(&self, tally: &Tally<'_>) -> Vec<RankedPlayer> {
        let ranked = |player| RankedPlayer { player, half_points: tally.half_points(player) as i64 };
        let mut ranking: Vec<RankedPlayer> = (0..self.names.len()).map(ranked).collect();
        ranking.sort_by_key(|ranked| -ranked.half_points);
        if ranking.len() % 2 == 1 {
            ranking.push(RankedPlayer { player: self.names.len(), half_points: -1 });
        }
        ranking
    }
}

/// Games by their numbers; of two with the same number the first counts.
fn by_number(games: Vec<GameReport>) -> BTreeMap<u64, GameReport> {
    games.into_iter().rev().map(|game| (game.number, game)).collect()
}

//! A tournament that is ready to be played, and its playing.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use super::schedule::{self, Fixture, Meeting, Start};
use super::swiss::{self, Standing};
use super::{Entrant, Format, Identity, OnFault, Place, Plan, PlanError, Tally};
use crate::{GameJob, GameReport, MatchError, Terms, WorkerPool};

/// A tournament that can be played.
#[derive(Clone, Debug)]
pub struct Tournament {
    plan: Plan,
    names: Vec<String>,
    terms: Terms,
}

impl Tournament {
    /// Checks a plan, starts its engines once and reads its openings, which are named relative to `folder`.
    pub fn prepare(plan: Plan, folder: &Path) -> Result<Self, PlanError> {
        plan.check()?;
        let terms = Terms {
            openings: plan.read_openings(folder)?,
            clock: plan.clock,
            adjudication: plan.adjudication,
            ..Terms::plain(plan.game, plan.seed)
        };
        let names = plan.players.iter().map(Entrant::called).collect();
        let tournament = Self { plan, names, terms };
        let first = Fixture { number: 0, round: 1, players: [0, 1], opening: 0, pair: 0 };
        tournament.job(&first).map_err(|error| PlanError::new(Place::Key("openings"), error))?;
        Ok(tournament)
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What the players are called, in the order of the plan.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// What the records of the games call it.
    pub fn event(&self) -> &str {
        self.plan.event.as_deref().unwrap_or(&self.plan.name)
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        schedule::count(&self.plan)
    }

    /// What decides the games: a journal belongs to it.
    pub fn identity(&self) -> Identity {
        Identity::new(&self.plan, &self.terms.openings)
    }

    /// A game, as those who play it see it.
    pub fn job(&self, fixture: &Fixture) -> Result<GameJob, MatchError> {
        let players = fixture.players.map(|player| &self.plan.players[player].spec);
        self.terms.job(fixture.number, players, fixture.players.map(|player| player as u64), fixture.opening)
    }

    /// Puts games where they belong; those that no stage asks for are left out.
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

    /// Plays the tournament, but for the games that are `known` from an earlier run. `on_game` hears of every game that
    /// is played now as soon as it ends, on the calling thread, with all games so far, and may break the run off.
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
        let mut waiting: BTreeMap<u64, Fixture> = missing.iter().map(|fixture| (fixture.number, *fixture)).collect();
        let mut ended = Ok(ControlFlow::Continue(()));
        pool.play(&mut jobs, &mut |job, report| {
            let Some(fixture) = waiting.remove(&report.number) else { return ControlFlow::Continue(()) };
            if let Some(error) = self.failure(&fixture, &report) {
                ended = Err(error);
                return ControlFlow::Break(());
            }
            let added = tally.add(fixture, job.opening.clone(), report.clone());
            ended = added.map(|()| on_game(&job, &report, tally));
            ended.clone().unwrap_or(ControlFlow::Break(()))
        })?;
        match ended? {
            ControlFlow::Continue(()) if !waiting.is_empty() => Err(MatchError::Stopped),
            ended => Ok(ended),
        }
    }

    /// Why the run stops here, if it does.
    fn failure(&self, fixture: &Fixture, report: &GameReport) -> Option<MatchError> {
        let fault = report.fault.as_ref().filter(|_| self.plan.on_fault == OnFault::Stop)?;
        let player = self.names[fixture.players[fault.seat.min(1)]].clone();
        Some(MatchError::Failed { number: report.number + 1, player, problem: fault.text.clone() })
    }

    /// How many lists of games there are, each of which may depend on the results of those before.
    fn stages(&self) -> usize {
        if self.plan.format == Format::Swiss { self.plan.rounds.unwrap_or(0) } else { 1 }
    }

    /// Begins a stage, when all before have been played: hands its known games over, and returns those that are left.
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
        let free_place = self.names.len();
        let pairings = swiss::pair(self.table(tally), &|one, other| tally.met(one, other));
        tally.begin_round(&pairings);
        let pairings = pairings.into_iter().filter(|players| !players.contains(&free_place));
        let meetings: Vec<Meeting> = pairings.map(|players| Meeting { players, games: self.plan.games }).collect();
        let start = Start {
            number: round * schedule::games_a_round(&self.plan),
            opening: round * self.plan.games / 2,
            round: Some(round + 1),
        };
        schedule::fixtures(&meetings, start)
    }

    /// The table of a Swiss tournament, best first, equal ones by seeding; a free place makes their number even.
    fn table(&self, tally: &Tally<'_>) -> Vec<Standing> {
        let standing = |player| Standing { player, half_points: tally.half_points(player) as i64 };
        let mut table: Vec<Standing> = (0..self.names.len()).map(standing).collect();
        table.sort_by_key(|standing| -standing.half_points);
        if table.len() % 2 == 1 {
            table.push(Standing { player: self.names.len(), half_points: -1 });
        }
        table
    }
}

/// Games by their numbers; of two with the same number the first is right.
fn by_number(games: Vec<GameReport>) -> BTreeMap<u64, GameReport> {
    games.into_iter().rev().map(|game| (game.number, game)).collect()
}

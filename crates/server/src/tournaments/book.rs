//! What was played in a tournament, and the tables that follow from it.
//!
//! Looking at a tournament starts no engine and reads no file: its players are replaced by ones that are never asked.
//! Who they are is put back into the tables afterwards, and where a list of openings is not at hand, the jobs tell where
//! each game began.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use quevedo_arena::tournament::{Entrant, GameLine, OpeningSource, Plan, Standings, Tally, Tournament};
use quevedo_arena::{GameJob, Opening};
use quevedo_catalog::{Catalog, GameEntry, PlayerSpec, RandomSpec};
use quevedo_core::Side;

use crate::store::JobDone;

/// A plan and the games that were played by it.
#[derive(Clone)]
pub(crate) struct Book {
    pub(crate) catalog: Catalog,
    pub(crate) plan: Plan,
    pub(crate) games: Vec<Arc<JobDone>>,
}

/// The tables of a tournament.
pub(crate) struct View {
    pub(crate) standings: Standings,
    /// Every game on a line, by number.
    pub(crate) lines: Vec<GameLine>,
    pub(crate) games: Vec<Arc<JobDone>>,
}

/// How many games a plan has.
pub(crate) fn planned(catalog: &Catalog, plan: &Plan) -> u64 {
    let plan = Plan { openings: OpeningSource::default(), ..plan.clone() };
    shown(catalog, &plan).map_or(0, |tournament| tournament.games())
}

/// The tournament as it is looked at.
fn shown(catalog: &Catalog, plan: &Plan) -> Result<Tournament, String> {
    let spec = PlayerSpec::Random(RandomSpec::default());
    let harmless = |player: &Entrant| Entrant { name: Some(player.display_name()), spec: spec.clone() };
    let openings = match &plan.openings {
        OpeningSource::File(_) => OpeningSource::default(),
        other => other.clone(),
    };
    let players = plan.players.iter().map(harmless).collect();
    let plan = Plan { players, openings, ..plan.clone() };
    Tournament::prepare(catalog, plan, Path::new("")).map_err(|error| error.to_string())
}

impl Book {
    /// The tables.
    pub(crate) fn view(&self) -> Result<View, String> {
        self.look(|_, standings, lines| View { standings, games: self.games_of(&lines), lines })
    }

    /// Looks at the tables; the tally holds the same games.
    pub(super) fn look<T>(&self, see: impl FnOnce(&Tally<'_>, Standings, Vec<GameLine>) -> T) -> Result<T, String> {
        let tournament = shown(&self.catalog, &self.plan)?;
        let reports = self.games.iter().map(|done| done.1.clone()).collect();
        let tally = tournament.tally(reports).map_err(|error| error.to_string())?;
        let (mut standings, mut lines) = (tally.standings(), tally.lines().collect::<Vec<_>>());
        for row in &mut standings.rows {
            row.spec = self.plan.players[row.player].spec.to_string();
        }
        if matches!(self.plan.openings, OpeningSource::File(_)) {
            self.put_openings_back(tournament.game(), &mut standings, &mut lines);
        }
        Ok(see(&tally, standings, lines))
    }

    /// The games of some lines, one for each.
    pub(super) fn games_of(&self, lines: &[GameLine]) -> Vec<Arc<JobDone>> {
        let games: BTreeMap<u64, &Arc<JobDone>> = self.games.iter().map(|done| (done.1.number + 1, done)).collect();
        lines.iter().filter_map(|line| games.get(&line.number).map(|done| Arc::clone(done))).collect()
    }

    /// The tables were made as if every game had begun at the usual start.
    fn put_openings_back(&self, game: &GameEntry, standings: &mut Standings, lines: &mut [GameLine]) {
        let openings: BTreeMap<u64, &Opening> =
            self.games.iter().map(|done| (done.0.number + 1, &done.0.opening)).collect();
        let (mut plies, count) = (0, lines.len());
        for line in lines.iter_mut() {
            let Some(opening) = openings.get(&line.number) else { continue };
            line.plies += opening.moves.len();
            plies += line.plies;
            let words: Vec<&str> = opening.position.iter().chain(&opening.moves).map(String::as_str).collect();
            line.opening = words.join(" ");
        }
        standings.mean_plies = plies as f64 / count.max(1) as f64;
        // Whose moves are whose follows from who begins; where that is the other side, the figures would be swapped.
        if self.games.iter().any(|done| begins(game, &done.0) != Some(Side::First)) {
            standings.rows.iter_mut().for_each(|row| (row.time_us, row.nodes, row.depth) = (None, None, None));
            lines.iter_mut().for_each(forget_means);
        }
    }
}

/// Who moves first after the opening.
fn begins(game: &GameEntry, job: &GameJob) -> Option<Side> {
    job.opening.open(game).ok().map(|session| session.turn())
}

fn forget_means(line: &mut GameLine) {
    (line.first_mean_ms, line.second_mean_ms) = (None, None);
    (line.first_mean_nodes, line.second_mean_nodes) = (None, None);
    (line.first_mean_depth, line.second_mean_depth) = (None, None);
}

//! The games of a tournament, and its tables.
//!
//! Showing a tournament starts no engine and reads no file: its players are replaced by random ones that never play. Their
//! specs are put back into the tables afterwards. Where the openings come from a file, the jobs say how each game began.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use quevedo_arena::tournament::{Entrant, GameLine, OpeningSource, Plan, Standings, Tally, Tournament};
use quevedo_arena::{GameJob, Opening};
use quevedo_catalog::{Catalog, GameEntry, PlayerSpec, RandomSpec};
use quevedo_core::Side;

use crate::store::JobDone;

/// A plan and its games so far.
#[derive(Clone)]
pub(crate) struct PlayedTournament {
    pub(crate) catalog: Catalog,
    pub(crate) plan: Plan,
    pub(crate) games: Vec<Arc<JobDone>>,
}

/// The tables of a tournament.
pub(crate) struct TournamentTables {
    pub(crate) standings: Standings,
    /// Every game as a line, by number.
    pub(crate) lines: Vec<GameLine>,
    pub(crate) games: Vec<Arc<JobDone>>,
}

/// How many games a plan has.
pub(crate) fn count_games(catalog: &Catalog, plan: &Plan) -> u64 {
    let plan = Plan { openings: OpeningSource::default(), ..plan.clone() };
    prepare_for_display(catalog, &plan).map_or(0, |tournament| tournament.games())
}

/// The tournament without its engines and files.
fn prepare_for_display(catalog: &Catalog, plan: &Plan) -> Result<Tournament, String> {
    let spec = PlayerSpec::Random(RandomSpec::default());
    let replace = |player: &Entrant| Entrant { name: Some(player.display_name()), spec: spec.clone() };
    let openings = match &plan.openings {
        OpeningSource::File(_) => OpeningSource::default(),
        other => other.clone(),
    };
    let players = plan.players.iter().map(replace).collect();
    let plan = Plan { players, openings, ..plan.clone() };
    Tournament::prepare(catalog, plan, Path::new("")).map_err(|error| error.to_string())
}

impl PlayedTournament {
    /// The tables.
    pub(crate) fn tables(&self) -> Result<TournamentTables, String> {
        self.with_tables(|_, standings, lines| TournamentTables { standings, games: self.games_of(&lines), lines })
    }

    /// Calls `use_tables` with the tables and the tally of the same games.
    pub(super) fn with_tables<T>(
        &self,
        use_tables: impl FnOnce(&Tally<'_>, Standings, Vec<GameLine>) -> T,
    ) -> Result<T, String> {
        let tournament = prepare_for_display(&self.catalog, &self.plan)?;
        let reports = self.games.iter().map(|done| done.1.clone()).collect();
        let tally = tournament.tally(reports).map_err(|error| error.to_string())?;
        let (mut standings, mut lines) = (tally.standings(), tally.lines().collect::<Vec<_>>());
        for row in &mut standings.rows {
            row.spec = self.plan.players[row.player].spec.to_string();
        }
        if matches!(self.plan.openings, OpeningSource::File(_)) {
            self.restore_openings(tournament.game(), &mut standings, &mut lines);
        }
        Ok(use_tables(&tally, standings, lines))
    }

    /// The games of some lines, one for each.
    pub(super) fn games_of(&self, lines: &[GameLine]) -> Vec<Arc<JobDone>> {
        let games: BTreeMap<u64, &Arc<JobDone>> = self.games.iter().map(|done| (done.1.number + 1, done)).collect();
        lines.iter().filter_map(|line| games.get(&line.number).map(|done| Arc::clone(done))).collect()
    }

    /// Corrects tables that were made as if every game had begun at the start position.
    fn restore_openings(&self, game: &GameEntry, standings: &mut Standings, lines: &mut [GameLine]) {
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
        // The figures of a move go to the player who moves first after the opening. After an odd opening they would be
        // swapped.
        if self.games.iter().any(|done| turn_after_opening(game, &done.0) != Some(Side::First)) {
            standings.rows.iter_mut().for_each(|row| (row.time_us, row.nodes, row.depth) = (None, None, None));
            lines.iter_mut().for_each(clear_means);
        }
    }
}

fn turn_after_opening(game: &GameEntry, job: &GameJob) -> Option<Side> {
    job.opening.open(game).ok().map(|session| session.turn())
}

fn clear_means(line: &mut GameLine) {
    (line.first_mean_ms, line.second_mean_ms) = (None, None);
    (line.first_mean_nodes, line.second_mean_nodes) = (None, None);
    (line.first_mean_depth, line.second_mean_depth) = (None, None);
}

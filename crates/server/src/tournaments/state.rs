//! The state of a tournament for a visitor.

use quevedo_arena::tournament::OpeningSource;
use quevedo_core::Language;

use super::{TournamentTables, played};
use crate::App;
use crate::store::{JobDone, TournamentRow};
use crate::wire::{
    AdjudicationSettings, FaultText, TournamentCan, TournamentGame, TournamentSource, TournamentState,
    TournamentStatus, TournamentSummary,
};

/// A tournament in a list.
pub(crate) fn summary_of(app: &App, row: &TournamentRow, played: u64, visitor: &str) -> TournamentSummary {
    TournamentSummary {
        id: row.id.clone(),
        name: row.plan.name.clone(),
        game: row.plan.game.clone(),
        format: row.plan.format,
        players: row.plan.players.len(),
        status: row.status,
        source: row.source,
        mine: is_owner(row, visitor),
        played,
        planned: played::count_games(&app.catalog, &row.plan),
        created_ms: row.created_ms,
    }
}

/// A tournament with its table.
pub(crate) fn state_of(
    app: &App,
    row: &TournamentRow,
    tables: &TournamentTables,
    visitor: &str,
    language: Language,
) -> TournamentState {
    let summary = summary_of(app, row, tables.standings.games, visitor);
    let plan = &row.plan;
    let adjudication = &plan.adjudication;
    TournamentState {
        problem: row.failure.map(|failure| failure.message().text(language)),
        challengers: plan.challengers,
        rounds: plan.rounds,
        games: plan.games,
        random_plies: match plan.openings {
            OpeningSource::Random(plies) => Some(plies),
            _ => None,
        },
        seed: plan.seed,
        clock: plan.clock.map(|clock| clock.to_string()),
        adjudication: AdjudicationSettings {
            resign: adjudication.resign.is_some(),
            draw: adjudication.draw.is_some(),
            proved: adjudication.proved,
        },
        eta_s: app
            .tournaments
            .running(&row.id)
            // A run that has played its last game is removed a moment later.
            .filter(|_| row.status == TournamentStatus::Running)
            .and_then(|run| run.time_left(summary.planned))
            .map(|left| left.as_secs() + 1),
        standings: tables.standings.clone(),
        can: can_do(row, visitor),
        summary,
    }
}

/// A tournament of a command has no owner.
fn is_owner(row: &TournamentRow, visitor: &str) -> bool {
    row.source == TournamentSource::Page && row.owner == visitor
}

/// What a visitor may do with a tournament.
pub(crate) fn can_do(row: &TournamentRow, visitor: &str) -> TournamentCan {
    let own = is_owner(row, visitor);
    TournamentCan {
        stop: own && row.status == TournamentStatus::Running,
        resume: own && matches!(row.status, TournamentStatus::Stopped | TournamentStatus::Failed),
        delete: own,
    }
}

/// A finished game, by its index in the tables.
pub(crate) fn game_of(
    app: &App,
    row: &TournamentRow,
    tables: &TournamentTables,
    index: usize,
) -> Option<TournamentGame> {
    let line = tables.lines.get(index)?;
    let done: &JobDone = tables.games.get(index)?;
    let outcome = done.1.outcome_in(app.catalog.find(&row.plan.game).ok()?)?;
    Some(TournamentGame {
        id: super::replay::game_id(&row.id, line.number),
        number: line.number,
        round: line.round,
        first: line.first.clone(),
        second: line.second.clone(),
        outcome: outcome.into(),
        plies: line.plies,
        fault: done.1.fault.as_ref().map(FaultText::from),
    })
}

//! Stores a tournament that a command plays, so that the page shows it.

use quevedo_arena::tournament::Plan;
use quevedo_arena::{GameJob, GameReport};
use quevedo_core::hash::combine;

use crate::store::{Change, Store, StoreError, TournamentRow, now_ms};
use crate::wire::{TournamentSource, TournamentStatus};

/// Stores a tournament and its games in the database of a server, which may be running, and returns its id. `place` is a
/// data folder or the URL of a database. May be called again as games are played: the same plan is the same tournament,
/// and a game that is stored already does not change.
///
/// Blocks the thread until the database has answered.
pub fn store_tournament(
    place: &str,
    plan: &Plan,
    games: &[(GameJob, GameReport)],
    status: TournamentStatus,
) -> Result<String, StoreError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| StoreError::Folder { folder: place.into(), error })?;
    runtime.block_on(store(place, plan, games, status))
}

async fn store(
    place: &str,
    plan: &Plan,
    games: &[(GameJob, GameReport)],
    status: TournamentStatus,
) -> Result<String, StoreError> {
    let store = Store::open_shared(place).await?;
    let id = id_of(plan);
    let row = TournamentRow {
        id: id.clone(),
        plan: plan.clone(),
        status,
        failure: None,
        owner: String::new(),
        source: TournamentSource::Command,
        created_ms: now_ms(),
    };
    let mut changes = vec![Change::NewTournament(Box::new(row))];
    changes.extend(games.iter().map(|done| Change::TournamentGame(id.clone(), Box::new(done.clone()))));
    changes.push(Change::Tournament(id.clone(), status, None));
    let written = store.write(changes).await;
    store.close().await;
    written.map(|()| id)
}

/// The same plan has the same id; threads change no game.
fn id_of(plan: &Plan) -> String {
    let plan = Plan { threads: None, ..plan.clone() };
    let text = serde_json::to_string(&plan).expect("plain data");
    let hash = |seed| text.bytes().fold(seed, |hash, byte| combine(hash, byte.into()));
    format!("c{:016x}{:04x}", hash(1), hash(2) & 0xffff)
}

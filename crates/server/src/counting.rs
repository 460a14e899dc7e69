//! Counts the moves of finished games by position, for the explorer of the analysis board: those of games that end while the
//! server runs, and those of games that an older version has stored. The counting is a task of its own, behind whatever
//! stores games, and each game is counted in one transaction, so a crash counts nothing twice.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use quevedo_catalog::Catalog;

use crate::App;
use crate::store::{Change, CountedGame, PlayedGame, Resource, StoreError, StoredGame};
use crate::tournaments::stored_tournament_game;
use crate::wire::SeatKind;

/// Openings are what is explored: moves behind this ply are not counted.
const MAX_PLIES: usize = 40;
/// Games that one commit counts at most.
const BATCH: i64 = 20;
/// A pause between two commits, in which others write.
const PAUSE: Duration = Duration::from_millis(20);
/// How often a server among others looks for games that have ended elsewhere, or whether it is to count.
const LOOK_EVERY: Duration = Duration::from_secs(10);
/// How long to wait after a fault.
const AGAIN: Duration = Duration::from_mins(1);
/// The setting that holds the signature of the keys by which positions were counted.
const SIGNATURE: &str = "played_keys";

/// Counts until the server closes.
pub(crate) async fn count_games(app: Arc<App>) {
    let mut closing = app.closing();
    let count = async {
        loop {
            if let Err(error) = keep_counting(&app).await {
                tracing::error!(%error, "finished games are not counted for the explorer; in a while again");
                tokio::time::sleep(AGAIN).await;
            }
        }
    };
    tokio::select! {
        _ = closing.wait_for(|closing| *closing) => {},
        () = count => {},
    }
}

async fn keep_counting(app: &App) -> Result<(), StoreError> {
    while !counts_here(app).await {
        tokio::time::sleep(LOOK_EVERY).await;
    }
    check_keys(app).await?;
    loop {
        let found = app.store.uncounted(BATCH).await?;
        if found.is_empty() {
            wait(app).await;
            continue;
        }
        if !counts_here(app).await {
            return Ok(());
        }
        let mut changes = Vec::with_capacity(found.len());
        for source in found {
            let game = played(app, &source).await?;
            changes.push(Change::Played(source, game.map(Box::new)));
        }
        app.store.write(changes).await?;
        tokio::time::sleep(PAUSE).await;
    }
}

/// Of several servers one counts.
async fn counts_here(app: &App) -> bool {
    match &app.cluster {
        Some(cluster) => cluster.acquire(&Resource::Counting).await.is_ok(),
        None => true,
    }
}

/// Waits until there may be games to count.
async fn wait(app: &App) {
    let stored_here = app.uncounted.notified();
    if app.cluster.is_some() {
        let _ = tokio::time::timeout(LOOK_EVERY, stored_here).await;
    } else {
        stored_here.await;
    }
}

/// Counts everything anew where the keys of positions have changed since they were counted.
async fn check_keys(app: &App) -> Result<(), StoreError> {
    let signature = key_signature(&app.catalog);
    if app.store.setting(SIGNATURE).await?.is_some_and(|known| known == signature) {
        return Ok(());
    }
    app.store.write(vec![Change::ForgetPlayed, Change::Setting(SIGNATURE.into(), signature)]).await
}

/// The keys of a few positions of every game, in one number.
fn key_signature(catalog: &Catalog) -> String {
    let keys = catalog.games().iter().filter_map(|entry| entry.session(None).ok()).flat_map(|session| {
        let next: Vec<u64> = session.keyed_moves().into_iter().map(|(_, key)| key).collect();
        std::iter::once(session.key()).chain(next)
    });
    format!("{:016x}", keys.fold(0, |sum: u64, key| sum.rotate_left(5) ^ key))
}

/// What a game adds; nothing where it cannot be read, has no result, or was played elsewhere.
async fn played(app: &App, source: &CountedGame) -> Result<Option<PlayedGame>, StoreError> {
    let stored = match source {
        CountedGame::Game(id) => app.store.load(id).await,
        CountedGame::TournamentGame(id, number) => stored_tournament_game(app, id, *number).await,
    };
    match stored {
        Err(StoreError::Damaged { .. }) => Ok(None),
        stored => Ok(stored?.and_then(|stored| read(&app.catalog, &stored))),
    }
}

fn read(catalog: &Catalog, StoredGame { row, moves }: &StoredGame) -> Option<PlayedGame> {
    // Records of games that were played elsewhere have nobody in their seats.
    if row.seats.iter().all(|seat| seat.kind == SeatKind::Human && seat.visitor.is_none()) {
        return None;
    }
    let entry = catalog.find(&row.game).ok()?;
    let winner = row.outcome_in(entry)?.winner;
    let mut session = entry.session(Some(&row.start)).ok()?;
    let (mut steps, mut seen) = (Vec::new(), HashSet::new());
    for mv in moves.iter().take(MAX_PLIES) {
        let before = session.key();
        session.play(&mv.text).ok()?;
        let step = (before, session.key());
        if seen.insert(step) {
            steps.push(step);
        }
    }
    Some(PlayedGame { game: entry.id().to_owned(), winner, steps })
}

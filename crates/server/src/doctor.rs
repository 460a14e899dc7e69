//! `quevedo doctor` and `quevedo backup`: what is stored is looked at from end to end, or copied.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use quevedo_catalog::Catalog;
use thiserror::Error;

use crate::live::LiveGame;
use crate::store::{FILE, Inspection, StoreError};
use crate::tournaments::replay;
use crate::wire::GameReview;

/// Problems of one kind that are told in full.
const MAX_TOLD: usize = 10;

/// Something that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What: a part of the database, with a number of things in it.
    pub what: String,
    /// What is wrong with it; nothing where it is in order.
    pub problems: Vec<String>,
}

/// Why there is no copy.
#[derive(Debug, Error)]
pub enum BackupError {
    /// Another database than a file.
    #[error("only the database of a data folder is copied: use pg_dump for PostgreSQL")]
    NoFile,
    /// The file exists.
    #[error("{0} is there already: name a new file")]
    Exists(PathBuf),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The copy is not in order.
    #[error("the copy is not in order: {0}")]
    Damaged(String),
}

fn found<T: Display>(what: &str, problems: Result<Vec<T>, StoreError>) -> Finding {
    let mut problems: Vec<String> = match problems {
        Ok(problems) => problems.iter().map(ToString::to_string).collect(),
        Err(error) => vec![error.to_string()],
    };
    if problems.len() > MAX_TOLD {
        let more = problems.split_off(MAX_TOLD).len();
        problems.push(format!("and {more} more"));
    }
    Finding { what: what.into(), problems }
}

/// Looks at everything that is stored in a data folder or at the URL of a database, and changes nothing. A server may be
/// running. Blocks the thread.
pub fn examine(catalog: &Catalog, place: &str) -> Vec<Finding> {
    block_on(look(catalog, place))
}

/// Copies the database of a data folder into a new file while a server may be running, and looks at the copy; the number of
/// its games. Blocks the thread.
pub fn backup(place: &str, file: &Path) -> Result<usize, BackupError> {
    block_on(copy(place, file))
}

pub(crate) fn block_on<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a thread can wait for a database").block_on(work)
}

async fn copy(place: &str, file: &Path) -> Result<usize, BackupError> {
    if place.contains("://") {
        return Err(BackupError::NoFile);
    }
    if file.exists() {
        return Err(BackupError::Exists(file.to_owned()));
    }
    let source = Inspection::open(place).await?;
    let copied = source.copy_to(file).await;
    source.close().await;
    copied?;
    let copy = Inspection::open(&format!("sqlite://{}?mode=ro", file.display())).await?;
    let (problems, games) = (copy.file_problems().await?, copy.games().await?);
    copy.close().await;
    match problems.into_iter().next() {
        Some(problem) => Err(BackupError::Damaged(problem)),
        None => Ok(games.len()),
    }
}

async fn look(catalog: &Catalog, place: &str) -> Vec<Finding> {
    if !place.contains("://") && !Path::new(place).join(FILE).exists() {
        return vec![Finding { what: format!("database: none in {place} yet"), problems: Vec::new() }];
    }
    let store = match Inspection::open(place).await {
        Ok(store) => store,
        Err(error) => return vec![found::<String>("database", Err(error))],
    };
    let mut findings = vec![found("database", store.file_problems().await)];
    match store.table_problems().await {
        Ok((problems, behind)) if problems.is_empty() && behind > 0 => {
            let what = format!("tables: {behind} steps behind, start the server once to look at the rest");
            findings.push(found::<String>(&what, Ok(problems)));
        }
        Ok((problems, _)) => {
            findings.push(found("tables", Ok(problems)));
            findings.extend(look_at_rows(catalog, &store).await);
        }
        Err(error) => findings.push(found::<String>("tables", Err(error))),
    }
    store.close().await;
    findings
}

async fn look_at_rows(catalog: &Catalog, store: &Inspection) -> [Finding; 4] {
    let orphans = store.orphans().await.map(|count| match count {
        0 => Vec::new(),
        count => vec![format!("{count} moves or games belong to nothing")],
    });
    [
        look_at_games(catalog, store).await,
        look_at_tournaments(catalog, store).await,
        look_at_reviews(store).await,
        found("rows", orphans),
    ]
}

/// Every game is read and played once more.
async fn look_at_games(catalog: &Catalog, store: &Inspection) -> Finding {
    let ids = match store.games().await {
        Ok(ids) => ids,
        Err(error) => return found::<String>("games", Err(error)),
    };
    let mut problems = Vec::new();
    for id in &ids {
        let checked = store.game(id).await.and_then(|stored| {
            let row = stored.row.clone();
            let game = LiveGame::load(catalog, stored)?;
            let there = game.session().position();
            let problem = format!("its moves lead to `{there}`, not to `{}`", row.position);
            if there == row.position { Ok(()) } else { Err(StoreError::Damaged { id: row.id, problem }) }
        });
        problems.extend(checked.err());
    }
    found(&format!("games: {}", ids.len()), Ok(problems))
}

async fn look_at_tournaments(catalog: &Catalog, store: &Inspection) -> Finding {
    let ids = match store.tournaments().await {
        Ok(ids) => ids,
        Err(error) => return found::<String>("tournaments", Err(error)),
    };
    let mut problems = Vec::new();
    for id in &ids {
        match store.tournament(id).await {
            Ok((row, games)) => {
                problems.extend(games.iter().filter_map(|done| replay(catalog, id, &row, done).err()));
            }
            Err(error) => problems.push(error),
        }
    }
    found(&format!("tournaments: {}", ids.len()), Ok(problems))
}

async fn look_at_reviews(store: &Inspection) -> Finding {
    let reviews = match store.reviews().await {
        Ok(reviews) => reviews,
        Err(error) => return found::<String>("reviews", Err(error)),
    };
    let unreadable = |(game, text): &(String, String)| {
        let error = serde_json::from_str::<GameReview>(text).err()?;
        Some(format!("the review of {game} cannot be read: {error}"))
    };
    found(&format!("reviews: {}", reviews.len()), Ok(reviews.iter().filter_map(unreadable).collect()))
}

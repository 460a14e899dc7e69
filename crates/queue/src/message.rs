//! The messages: jobs and results.

use quevedo_arena::{GameJob, GameReport};
use serde::{Deserialize, Serialize};

/// The version of this program. Only the same program plays the same games.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The part of a job message that every version can read.
#[derive(Deserialize)]
pub(crate) struct VersionOnly {
    /// The version of the program that sent the job.
    pub(crate) version: String,
}

/// A game to be played.
#[derive(Serialize, Deserialize)]
pub(crate) struct JobMessage {
    pub(crate) version: String,
    pub(crate) job: GameJob,
}

/// The result of a job.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ResultMessage {
    /// The game.
    Played(GameReport),
    /// The game cannot be played.
    Refused {
        /// The number of its job.
        number: u64,
        /// The name of the worker.
        worker: String,
        /// Why.
        problem: String,
    },
}

impl JobMessage {
    pub(crate) fn write(job: GameJob) -> Result<Vec<u8>, serde_json::Error> {
        serde_json::to_vec(&Self { version: VERSION.into(), job })
    }

    /// Reads a job; the error says why this program cannot play it.
    pub(crate) fn read(bytes: &[u8]) -> Result<GameJob, String> {
        let broken = |error: serde_json::Error| format!("the job cannot be read: {error}");
        let VersionOnly { version } = serde_json::from_slice(bytes).map_err(broken)?;
        if version != VERSION {
            return Err(format!(
                "it runs version {VERSION}, the job is for {version}: use the same program everywhere"
            ));
        }
        let message: Self = serde_json::from_slice(bytes).map_err(broken)?;
        Ok(message.job)
    }
}

#[cfg(test)]
mod tests {
    use quevedo_arena::GameConditions;
    use quevedo_catalog::Catalog;

    use super::*;

    #[test]
    fn jobs_are_read_as_they_are_written() {
        let catalog = Catalog::standard();
        let players = ["random", "alphabeta:eval=\"nets/a, b.qnet\",nodes=100"].map(|spec| spec.parse().unwrap());
        let conditions = GameConditions::new(catalog.find("connect4").unwrap(), 7);
        let job = conditions.job(3, players.each_ref(), [0, 1], 1).unwrap();
        let bytes = JobMessage::write(job.clone()).unwrap();
        assert_eq!(JobMessage::read(&bytes), Ok(job));
        let text = String::from_utf8(bytes).unwrap();
        let other = text.replacen(VERSION, "999.0.0", 1);
        assert!(JobMessage::read(other.as_bytes()).is_err_and(|problem| problem.contains("the job is for 999.0.0")));
        assert!(JobMessage::read(b"{}").is_err_and(|problem| problem.contains("cannot be read")));
    }
}

//! What travels: orders to play a game, and answers.

use quevedo_arena::{GameJob, GameReport};
use serde::{Deserialize, Serialize};

/// Games are the same everywhere only where the program is.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The part of an order that every version understands.
#[derive(Deserialize)]
pub(crate) struct Head {
    /// The version of the program that wants the game.
    pub(crate) version: String,
}

/// A game to be played.
#[derive(Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) version: String,
    pub(crate) job: GameJob,
}

/// What came of an order.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answer {
    /// The game.
    Played(GameReport),
    /// The game cannot be played.
    Refused {
        /// The number of its job.
        number: u64,
        /// Who says so.
        worker: String,
        /// Why.
        problem: String,
    },
}

impl Order {
    pub(crate) fn write(job: GameJob) -> Result<Vec<u8>, serde_json::Error> {
        serde_json::to_vec(&Self { version: VERSION.into(), job })
    }

    /// Reads an order; the error says why this program cannot carry it out.
    pub(crate) fn read(bytes: &[u8]) -> Result<GameJob, String> {
        let broken = |error: serde_json::Error| format!("the job cannot be read: {error}");
        let head: Head = serde_json::from_slice(bytes).map_err(broken)?;
        if head.version != VERSION {
            let wanted = head.version;
            return Err(format!("it runs version {VERSION}, the job is for {wanted}: use the same program everywhere"));
        }
        let order: Self = serde_json::from_slice(bytes).map_err(broken)?;
        Ok(order.job)
    }
}

#[cfg(test)]
mod tests {
    use quevedo_arena::Terms;
    use quevedo_catalog::find_game;

    use super::*;

    #[test]
    fn orders_are_read_as_they_are_written() {
        let random = "random".parse().unwrap();
        let job = Terms::plain(find_game("connect4").unwrap(), 7).job(3, [&random, &random], [0, 1], 1).unwrap();
        let bytes = Order::write(job.clone()).unwrap();
        assert_eq!(Order::read(&bytes), Ok(job));
        let text = String::from_utf8(bytes).unwrap();
        let other = text.replacen(VERSION, "999.0.0", 1);
        assert!(Order::read(other.as_bytes()).is_err_and(|problem| problem.contains("the job is for 999.0.0")));
        assert!(Order::read(b"{}").is_err_and(|problem| problem.contains("cannot be read")));
        let unknown = text.replacen("connect4", "checkers", 1);
        assert!(Order::read(unknown.as_bytes()).is_err_and(|problem| problem.contains("checkers")));
    }
}

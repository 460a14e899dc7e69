//! How a game ends, and why.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize, Serializer};

use crate::view::Text;
use crate::{Side, reasons};

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Outcome {
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// Why the game is over.
    pub reason: &'static Reason,
}

impl Outcome {
    /// `winner` has won.
    #[inline]
    pub const fn win(winner: Side, reason: &'static Reason) -> Self {
        Self { winner: Some(winner), reason }
    }

    /// Nobody has won.
    #[inline]
    pub const fn draw(reason: &'static Reason) -> Self {
        Self { winner: None, reason }
    }

    /// The result as game records write it: `1-0`, `0-1`, `1/2-1/2`, the first player's points first.
    pub const fn score_text(self) -> &'static str {
        score_text(self.winner)
    }

    /// The outcome as files and databases keep it.
    pub fn record(self) -> RecordedOutcome {
        RecordedOutcome { winner: self.winner, reason: self.reason.code.into() }
    }
}

/// Why a game is over. [`reasons`] has those that any game may use; a game declares its own as statics
/// and lists them in [`View::REASONS`](crate::View::REASONS).
#[derive(Clone, Copy, Debug)]
pub struct Reason {
    /// Its name in files, databases and the API, in snake case. Two reasons are equal if their codes are.
    pub code: &'static str,
    /// The reason in words.
    pub text: Text,
    /// A draw that the rules declare although legal moves remain. The move rules alone, and so perft, know
    /// nothing of it.
    pub is_claim: bool,
}

impl Reason {
    /// The end of a game that has no legal moves any more, or that an arbiter ends.
    pub const fn new(code: &'static str, en: &'static str, es: &'static str) -> Self {
        Self { code, text: Text { en, es }, is_claim: false }
    }

    /// A draw that the rules declare although legal moves remain.
    pub const fn claim(code: &'static str, en: &'static str, es: &'static str) -> Self {
        Self { code, text: Text { en, es }, is_claim: true }
    }
}

impl PartialEq for Reason {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for Reason {}

impl Hash for Reason {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.code.hash(state);
    }
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code)
    }
}

/// An [`Outcome`] as files and databases keep it: the reason is a code that only its game can resolve.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RecordedOutcome {
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// The code of the reason.
    pub reason: String,
}

/// The points of both sides.
const fn score_text(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::First) => "1-0",
        Some(Side::Second) => "0-1",
        None => "1/2-1/2",
    }
}

impl RecordedOutcome {
    /// The result as game records write it.
    pub const fn score_text(&self) -> &'static str {
        score_text(self.winner)
    }

    /// The outcome, if the reason is a common one or among the game's `own`.
    pub fn resolve(&self, own: &[&'static Reason]) -> Option<Outcome> {
        let reason = reasons::find(own, &self.reason)?;
        Some(Outcome { winner: self.winner, reason })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static SUNK: Reason = Reason::new("sunk", "all ships sunk", "todos los barcos hundidos");

    #[test]
    fn recorded_outcomes_are_resolved_with_the_reasons_of_the_game() {
        let end = Outcome::win(Side::Second, &SUNK);
        let json = serde_json::to_string(&end).unwrap();
        assert_eq!(json, r#"{"winner":"second","reason":"sunk"}"#);
        let read: RecordedOutcome = serde_json::from_str(&json).unwrap();
        assert_eq!(read, end.record());
        assert_eq!(read.resolve(&[&SUNK]), Some(end));
        assert_eq!(read.resolve(&[]), None, "another game does not know the reason");
        let draw = Outcome::draw(&reasons::REPETITION);
        assert_eq!(serde_json::to_string(&draw).unwrap(), r#"{"winner":null,"reason":"repetition"}"#);
        assert_eq!(draw.record().resolve(&[&SUNK]), Some(draw));
    }

    #[test]
    fn an_outcome_is_two_words() {
        assert_eq!(size_of::<Option<Outcome>>(), 2 * size_of::<usize>());
    }
}

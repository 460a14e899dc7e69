//! Results that are certain.
//!
//! How the four types of results relate:
//!
//! | type | says | seen by | made by |
//! |---|---|---|---|
//! | [`Outcome`] | how a game has ended, and why | nobody: it names the winner | the rules, the arbiter |
//! | [`Value`] | win, draw or loss under best play | the side to move | [`Value::of`] an outcome, solvers |
//! | [`Proof`] | a value, with plies to the end and margin where known | the side to move | solvers, a proved score |
//! | [`Score`] | a number: an estimate, or a proved result ([`score::PROVED`] and more) | the side to move | evaluators, searches |
//!
//! ```text
//! Outcome --Value::of(side)--> Value --score(plies)--> Score --Proof::of_score--> Proof
//! ```

use serde::{Deserialize, Serialize};

use crate::score::{self, DRAW, Score};
use crate::{Outcome, Side};

/// Who wins, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// The other side wins.
    Loss,
    /// Nobody wins.
    Draw,
    /// The side to move wins.
    Win,
}

impl Value {
    /// The outcome from the view of a side.
    pub fn of(outcome: Outcome, side: Side) -> Self {
        match outcome.winner {
            None => Self::Draw,
            Some(winner) if winner == side => Self::Win,
            Some(_) => Self::Loss,
        }
    }

    /// The score of a position that ends in `plies` plies.
    pub fn score(self, plies: u32) -> Score {
        match self {
            Self::Win => score::win_in(plies as usize),
            Self::Draw => DRAW,
            Self::Loss => score::loss_in(plies as usize),
        }
    }

    /// The score of a proved result whose end is not known: beyond every evaluation, below every end in known plies.
    pub fn distant_score(self) -> Score {
        match self {
            Self::Win => score::clamp(score::WIN),
            Self::Draw => DRAW,
            Self::Loss => score::clamp(-score::WIN),
        }
    }
}

/// What is certain about a position, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// Who wins under best play.
    pub value: Value,
    /// How many plies until the end when the winner hurries and the loser delays, where it is known.
    pub plies: Option<u32>,
    /// By how much in the game's own count, where it has one: discs at the end.
    pub margin: Option<i32>,
}

impl Proof {
    /// What a score proves by itself.
    pub fn of_score(score: Score) -> Option<Self> {
        let value = if score > 0 { Value::Win } else { Value::Loss };
        score::plies_to_end(score).map(|plies| Self { value, plies: Some(plies as u32), margin: None })
    }
}

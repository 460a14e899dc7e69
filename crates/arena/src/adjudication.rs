//! Adjudication: games are decided before their end, where the scores of both players agree.
//!
//! Everything is off unless asked for. A game that is played to its end does not depend on the scores of its players.

use quevedo_core::{Outcome, Score, Side, reasons};
use serde::{Deserialize, Serialize};

use crate::PlayedMove;

/// When a game is decided before its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// A player resigns when both scores say that it is lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<Resign>,
    /// A game is drawn when both scores say that it is equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<Draw>,
    /// A proved win of a player ends the game.
    #[serde(default)]
    pub proved: bool,
}

/// When a player resigns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resign {
    /// How many units it must be behind: pawns, discs.
    pub units: f64,
    /// For how many moves of each side.
    pub moves: usize,
}

/// When a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// How many units a side may be ahead.
    pub units: f64,
    /// For how many moves of each side.
    pub moves: usize,
    /// Not before this many plies.
    pub after: usize,
}

impl Adjudication {
    /// The outcome after the last move, if the game is adjudicated there. `unit` is the points of a unit of the game,
    /// `turn` the side that made the last move. Sides are taken to alternate; where they do not (a pass) scores are
    /// still those of their own side.
    pub(crate) fn decide(&self, unit: Score, moves: &[PlayedMove], turn: Side, plies: usize) -> Option<Outcome> {
        let last = moves.last()?;
        if let Some(score) = last.score.filter(|_| self.proved && last.plies_to_end.is_some()) {
            let winner = if score > 0 { turn } else { !turn };
            return Some(Outcome::win(winner, &reasons::ADJUDICATION));
        }
        let unit = f64::from(unit);
        let lead = |back: usize| {
            let own = moves.len().checked_sub(back + 1).and_then(|index| moves[index].score)?;
            Some(f64::from(own) * if back % 2 == 0 { 1.0 } else { -1.0 } / unit)
        };
        let is_equal =
            |draw: Draw| (0..2 * draw.moves).all(|back| lead(back).is_some_and(|lead| lead.abs() <= draw.units));
        if self.draw.is_some_and(|draw| plies >= draw.after && is_equal(draw)) {
            return Some(Outcome::draw(&reasons::ADJUDICATION));
        }
        let Resign { units, moves } = self.resign?;
        let all = |holds: fn(f64, f64) -> bool| (0..2 * moves).all(|back| lead(back).is_some_and(|l| holds(l, units)));
        if all(|lead, units| lead >= units) {
            return Some(Outcome::win(turn, &reasons::RESIGNATION));
        }
        all(|lead, units| lead <= -units).then(|| Outcome::win(!turn, &reasons::RESIGNATION))
    }
}

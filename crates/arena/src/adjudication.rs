//! Games that are decided before their end, where the players agree on who wins.
//!
//! Everything is off unless asked for: a game played to its end needs no trust in the scores of its players.

use quevedo_catalog::GameEntry;
use quevedo_core::{Outcome, Reason, Side};
use serde::{Deserialize, Serialize};

use crate::PlayedMove;

/// When a game is decided before its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// A player that both see lost gives up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<Resign>,
    /// A game that both see level is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<Draw>,
    /// A player that has proved how the game ends is believed.
    #[serde(default)]
    pub proved: bool,
}

/// When a player gives up.
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
    /// How many units anybody may be ahead.
    pub units: f64,
    /// For how many moves of each side.
    pub moves: usize,
    /// Not before this many plies.
    pub after: usize,
}

impl Adjudication {
    /// How the game ends here, if anybody decides it. `turn` is who made the last of the moves; sides alternate, and
    /// where they do not (a pass) the scores speak of themselves all the same.
    pub(crate) fn judge(&self, game: &GameEntry, moves: &[PlayedMove], turn: Side, plies: usize) -> Option<Outcome> {
        let last = moves.last()?;
        if let Some(score) = last.score.filter(|_| self.proved && last.plies_to_end.is_some()) {
            let winner = if score > 0 { turn } else { !turn };
            return Some(Outcome::win(winner, Reason::Adjudication));
        }
        let unit = f64::from(game.unit());
        let lead = |back: usize| {
            let own = moves.len().checked_sub(back + 1).and_then(|index| moves[index].score)?;
            Some(f64::from(own) * if back % 2 == 0 { 1.0 } else { -1.0 } / unit)
        };
        let level =
            |draw: Draw| (0..2 * draw.moves).all(|back| lead(back).is_some_and(|lead| lead.abs() <= draw.units));
        if self.draw.is_some_and(|draw| plies >= draw.after && level(draw)) {
            return Some(Outcome::draw(Reason::Adjudication));
        }
        let Resign { units, moves } = self.resign?;
        let all = |holds: fn(f64, f64) -> bool| (0..2 * moves).all(|back| lead(back).is_some_and(|l| holds(l, units)));
        if all(|lead, units| lead >= units) {
            return Some(Outcome::win(turn, Reason::Resignation));
        }
        all(|lead, units| lead <= -units).then(|| Outcome::win(!turn, Reason::Resignation))
    }
}

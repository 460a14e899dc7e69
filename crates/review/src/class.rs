//! Classes of moves.

use serde::{Deserialize, Serialize};

/// How good a move is, by the expected score that it lost. The limits are those that chess players know from chess.com.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum MoveClass {
    /// The best move, or as good as it.
    Best,
    /// At most 0.05 lost.
    Good,
    /// At most 0.10 lost.
    Inaccuracy,
    /// At most 0.20 lost.
    Mistake,
    /// More than 0.20 lost.
    Blunder,
}

/// Where the classes end. Losses are differences of floating-point numbers, hence the tolerance.
const LIMITS: [(f64, MoveClass); 4] = [
    (TOLERANCE, MoveClass::Best),
    (0.05 + TOLERANCE, MoveClass::Good),
    (0.10 + TOLERANCE, MoveClass::Inaccuracy),
    (0.20 + TOLERANCE, MoveClass::Mistake),
];
const TOLERANCE: f64 = 1e-9;

impl MoveClass {
    /// All classes, the best first.
    pub const ALL: [Self; 5] = [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The class of a move that lost so much expected score.
    pub fn of_loss(loss: f64) -> Self {
        LIMITS.iter().find(|(limit, _)| loss <= *limit).map_or(Self::Blunder, |(_, class)| *class)
    }

    /// Whether the move should have been another one.
    pub fn is_blamed(self) -> bool {
        self >= Self::Inaccuracy
    }

    /// The name in English, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The mark behind the move: `?!`, `?`, `??`; empty for moves that need none.
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Best | Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The numeric annotation glyph of PGN, where there is one.
    pub const fn glyph(self) -> Option<u8> {
        match self {
            Self::Best | Self::Good => None,
            Self::Inaccuracy => Some(6),
            Self::Mistake => Some(2),
            Self::Blunder => Some(4),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_go_by_the_loss() {
        let losses = [0.0, 0.001, 0.05, 0.051, 0.1, 0.2, 1.0 - 0.8, 0.21, 1.0];
        let classes: Vec<&str> = losses.map(MoveClass::of_loss).map(MoveClass::name).to_vec();
        let mistakes = ["mistake", "mistake", "blunder", "blunder"];
        assert_eq!(classes[..5], ["best", "good", "good", "inaccuracy", "inaccuracy"]);
        assert_eq!(classes[5..], mistakes);
    }
}

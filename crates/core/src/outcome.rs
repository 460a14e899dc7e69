//! How a game ends, and why.

use serde::{Deserialize, Serialize};

use crate::Side;
use crate::view::Text;

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// Why the game is over.
    pub reason: Reason,
}

impl Outcome {
    /// `winner` has won.
    #[inline]
    pub const fn win(winner: Side, reason: Reason) -> Self {
        Self { winner: Some(winner), reason }
    }

    /// Nobody has won.
    #[inline]
    pub const fn draw(reason: Reason) -> Self {
        Self { winner: None, reason }
    }

    /// The result as game records write it: `1-0`, `0-1`, `1/2-1/2`, the first player's points first.
    pub const fn score_text(self) -> &'static str {
        match self.winner {
            Some(Side::First) => "1-0",
            Some(Side::Second) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The king is in check and nothing helps.
    Mate,
    /// Not in check, and no legal move.
    Stalemate,
    /// The same position for the third time.
    Repetition,
    /// Fifty moves a side without a capture or a pawn move.
    FiftyMoves,
    /// Neither side has the pieces to mate.
    Material,
    /// The side to move has no move, and that loses.
    NoMoves,
    /// A piece has reached the goal.
    GoalReached,
    /// Ten moves in a row without a step forward.
    Stalled,
    /// Too few pieces are left to go on.
    TooFewLeft,
    /// Nobody can move; the discs are counted.
    Discs,
    /// Four in line.
    FourInLine,
    /// The board is full.
    BoardFull,
    /// A clock ran out. No position says so, nor the two below: whoever keeps the clocks and hears the players does.
    Time,
    /// A player gave up.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
    /// A program failed: it crashed, fell silent or broke the rules.
    Forfeit,
    /// The arbiter decided before the end.
    Adjudication,
}

impl Reason {
    /// A draw that the rules declare although legal moves remain. The move rules alone, and so perft, know
    /// nothing of it.
    #[inline]
    pub const fn is_claim(self) -> bool {
        matches!(self, Self::Repetition | Self::FiftyMoves | Self::Material)
    }

    /// The reason in words.
    pub const fn text(self) -> Text {
        match self {
            Self::Mate => Text { en: "checkmate", es: "jaque mate" },
            Self::Stalemate => Text { en: "stalemate", es: "rey ahogado" },
            Self::Repetition => Text { en: "threefold repetition", es: "triple repetición" },
            Self::FiftyMoves => Text { en: "the fifty-move rule", es: "la regla de los cincuenta movimientos" },
            Self::Material => Text { en: "insufficient material", es: "material insuficiente" },
            Self::NoMoves => Text { en: "no moves left", es: "sin jugadas posibles" },
            Self::GoalReached => Text { en: "goal reached", es: "meta alcanzada" },
            Self::Stalled => Text { en: "ten moves without going forward", es: "diez jugadas sin avanzar" },
            Self::TooFewLeft => Text { en: "too few pieces left", es: "quedan demasiado pocas piezas" },
            Self::Discs => Text { en: "disc count", es: "recuento de fichas" },
            Self::FourInLine => Text { en: "four in line", es: "cuatro en línea" },
            Self::Time => Text { en: "time ran out", es: "tiempo agotado" },
            Self::Resignation => Text { en: "resignation", es: "abandono" },
            Self::Agreement => Text { en: "agreement", es: "acuerdo" },
            Self::Forfeit => Text { en: "forfeit", es: "incomparecencia" },
            Self::Adjudication => Text { en: "adjudication", es: "adjudicación" },
            Self::BoardFull => Text { en: "full board", es: "tablero lleno" },
        }
    }
}

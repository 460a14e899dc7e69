//! How a game of chess ends, besides repetition.

use quevedo_core::Reason;

/// The king is in check, and no move helps.
pub static MATE: Reason = Reason::new("mate", "checkmate", "jaque mate");
/// Not in check, and no legal move.
pub static STALEMATE: Reason = Reason::new("stalemate", "stalemate", "rey ahogado");
/// Fifty moves a side without a capture or a pawn move.
pub static FIFTY_MOVES: Reason =
    Reason::claim("fifty_moves", "the fifty-move rule", "la regla de los cincuenta movimientos");
/// Neither side has the pieces to mate.
pub static MATERIAL: Reason = Reason::claim("material", "insufficient material", "material insuficiente");

//! The reasons of an end that are common to many games. A game declares those that it alone has.

use crate::Reason;

/// The same position [as often](crate::Game::REPETITION_LIMIT) as the rules allow at most.
pub static REPETITION: Reason = Reason::claim("repetition", "threefold repetition", "triple repetición");
/// The side to move has no move, and that loses.
pub static NO_MOVES: Reason = Reason::new("no_moves", "no moves left", "sin jugadas posibles");
/// The board is full.
pub static BOARD_FULL: Reason = Reason::new("board_full", "full board", "tablero lleno");
/// A clock ran out. No position says this, nor any of those below: the arbiter decides them.
pub static TIME: Reason = Reason::new("time", "time ran out", "tiempo agotado");
/// A player gave up.
pub static RESIGNATION: Reason = Reason::new("resignation", "resignation", "abandono");
/// The players agreed on a draw.
pub static AGREEMENT: Reason = Reason::new("agreement", "agreement", "acuerdo");
/// A program failed: it crashed, did not answer or broke the rules.
pub static FORFEIT: Reason = Reason::new("forfeit", "forfeit", "incomparecencia");
/// The arbiter decided before the end.
pub static ADJUDICATION: Reason = Reason::new("adjudication", "adjudication", "adjudicación");

/// All of the above.
pub const COMMON: &[&Reason] =
    &[&REPETITION, &NO_MOVES, &BOARD_FULL, &TIME, &RESIGNATION, &AGREEMENT, &FORFEIT, &ADJUDICATION];

/// Whether no position says this: a clock, the players or an arbiter ended the game.
pub fn is_by_arbiter(reason: &Reason) -> bool {
    [&TIME, &RESIGNATION, &AGREEMENT, &FORFEIT, &ADJUDICATION].contains(&reason)
}

/// The reason with that code, among a game's `own` or the common ones.
pub fn find(own: &[&'static Reason], code: &str) -> Option<&'static Reason> {
    own.iter().chain(COMMON).copied().find(|reason| reason.code == code)
}

//! The UCI command `position`: the game so far, with moves added as they are played.

use quevedo_catalog::Session;
use quevedo_core::{MoveError, PositionError, UciStyle};

use crate::MatchError;

/// The command `position` of a game.
pub(super) struct PositionCommand {
    style: UciStyle,
    /// The position after the moves that are written.
    session: Box<dyn Session>,
    text: String,
}

impl PositionCommand {
    /// A game from its start.
    pub(super) fn new(session: &dyn Session) -> Result<Self, MatchError> {
        let game = session.entry();
        let start = session.start();
        let bad_opening = |error: PositionError| MatchError::BadOpening { problem: error.to_string() };
        let session = game.session(Some(&start)).map_err(bad_opening)?;
        let text = if game.start_text() == start {
            "position startpos".into()
        } else {
            format!("position fen {}", session.uci_position())
        };
        Ok(Self { style: session.uci_style(), session, text })
    }

    /// How moves are written.
    pub(super) fn style(&self) -> UciStyle {
        self.style
    }

    /// The command after all moves of a session that continues the one this began with.
    pub(super) fn after(&mut self, session: &dyn Session) -> Result<&str, MoveError> {
        let written = self.session.history().len();
        for (index, mv) in session.history().iter().enumerate().skip(written) {
            self.text += if index == 0 { " moves " } else { " " };
            self.text += &self.session.uci_move(&mv.text, self.style)?;
            self.session.play(&mv.text)?;
        }
        Ok(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use quevedo_catalog::Catalog;

    use super::*;

    fn written(game: &str, position: Option<&str>, moves: &[&str]) -> String {
        let mut session = Catalog::standard().find(game).unwrap().session(position).unwrap();
        let mut command = PositionCommand::new(&*session).unwrap();
        for mv in moves {
            session.play(mv).unwrap();
            command.after(&*session).unwrap();
        }
        command.after(&*session).unwrap().to_owned()
    }

    #[test]
    fn moves_are_written_as_uci_programs_write_them() {
        let cases: [(&str, &[&str], &str); 5] = [
            ("chess", &["e4", "e5", "Nf3"], "position startpos moves e2e4 e7e5 g1f3"),
            ("othello", &["d3", "c5"], "position startpos moves P@d6 P@c4"),
            ("connect4:7x6", &["4", "4", "5"], "position startpos moves P@d1 P@d2 P@e1"),
            ("amazons", &["d1-d7/g7"], "position startpos moves d1d7,d7g7"),
            ("hare-hounds", &[], "position startpos"),
        ];
        for (game, moves, expected) in cases {
            assert_eq!(written(game, None, moves), expected);
        }
    }

    #[test]
    fn other_start_positions_are_written_in_full() {
        let ending = "8/8/8/4k3/8/4P3/4K3/8 w - - 3 40";
        assert_eq!(written("chess", Some(ending), &["Kd3"]), format!("position fen {ending} moves e2d3"));
        let rooks = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1";
        assert_eq!(written("chess", Some(rooks), &["e1g1"]), format!("position fen {rooks} moves e1g1"));
    }
}

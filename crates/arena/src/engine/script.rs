//! A game as the line `position` of UCI tells it, moves added as they are played.

use quevedo_catalog::{Dialect, Session};

use crate::MatchError;

/// The game so far, in the dialect of the program.
pub(super) struct Script {
    dialect: Dialect,
    /// Behind the moves that are written.
    board: Box<dyn Session>,
    text: String,
}

impl Script {
    /// A game from its start.
    pub(super) fn new(session: &dyn Session) -> Result<Self, MatchError> {
        let game = session.entry();
        let wrong = |error: quevedo_core::PositionError| MatchError::BadOpening { problem: error.to_string() };
        let (start, usual) = (session.start(), game.session(None).map_err(wrong)?);
        let dialect = match game.dialect {
            Dialect::Own if names_rooks(&start) => Dialect::RookCastling,
            dialect => dialect,
        };
        let board = game.session(Some(&start)).map_err(wrong)?;
        let text = if usual.position() == start {
            "position startpos".into()
        } else {
            format!("position fen {}", dialect.show_position(&*board))
        };
        Ok(Self { dialect, board, text })
    }

    /// How moves are written.
    pub(super) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Whether the program must be told that kings castle by taking their rooks.
    pub(super) fn castles_by_rook(&self) -> bool {
        self.dialect == Dialect::RookCastling
    }

    /// The line after all moves of a session that goes on from the one this began with.
    pub(super) fn follow(&mut self, session: &dyn Session) -> &str {
        let written = self.board.history().len();
        for (index, mv) in session.history().iter().enumerate().skip(written) {
            self.text += if index == 0 { " moves " } else { " " };
            self.text += &self.dialect.show_move(&*self.board, &mv.text);
            // What was played there can be played here.
            let _ = self.board.play(&mv.text);
        }
        &self.text
    }
}

/// Whether castling rights are the files of rooks, as Chess960 needs them.
fn names_rooks(start: &str) -> bool {
    let file = |right: char| matches!(right.to_ascii_lowercase(), 'a'..='h');
    start.split_whitespace().nth(2).is_some_and(|rights| rights.contains(file))
}

#[cfg(test)]
mod tests {
    use quevedo_catalog::find_game;

    use super::*;

    fn written(game: &str, position: Option<&str>, moves: &[&str]) -> String {
        let mut session = find_game(game).unwrap().session(position).unwrap();
        let mut script = Script::new(&*session).unwrap();
        for mv in moves {
            session.play(mv).unwrap();
            script.follow(&*session);
        }
        script.follow(&*session).to_owned()
    }

    #[test]
    fn games_are_told_as_other_programs_write_them() {
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
    fn other_starts_are_told_in_full() {
        let ending = "8/8/8/4k3/8/4P3/4K3/8 w - - 3 40";
        assert_eq!(written("chess", Some(ending), &["Kd3"]), format!("position fen {ending} moves e2d3"));
        let rooks = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1";
        assert_eq!(written("chess", Some(rooks), &["e1g1"]), format!("position fen {rooks} moves e1g1"));
    }
}

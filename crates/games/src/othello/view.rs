//! The board of Othello, and its words.

use quevedo_core::{About, Board, Notation, Piece, PieceAbout, Reason, Shape, Side, Text, View};

use super::notation::{BLACK, WHITE, square_name};
use super::{Othello, Placement, reasons};

/// A disc of a side.
pub(super) fn disc(side: Side) -> Piece {
    let (letter, glyph) = if side == Side::First { (BLACK, '●') } else { (WHITE, '○') };
    Piece { kind: "disc", side: Some(side), letter, glyph }
}

impl View for Othello {
    const ABOUT: About = About {
        id: "othello",
        name: Text { en: "Othello", es: "Otelo" },
        sides: [Text { en: "Black", es: "Negras" }, Text { en: "White", es: "Blancas" }],
        plural_sides: [false; 2],
        rules: Text {
            en: "Players put discs on the board in turn, Black first. A disc must enclose at least one enemy disc \
                 between itself and another disc of its own colour, in a straight line in any of the eight \
                 directions; all discs so enclosed turn over. Who has no such move passes. When neither player can \
                 move the game ends, and more discs win.",
            es: "Los jugadores colocan fichas por turnos; empiezan las negras. Cada ficha debe encerrar al menos una \
                 ficha rival entre ella y otra de su color, en línea recta en cualquiera de las ocho direcciones; \
                 todas las fichas encerradas cambian de color. Quien no puede jugar pasa. Cuando ninguno puede \
                 jugar, la partida termina y gana quien tiene más fichas.",
        },
        tagline: Text {
            en: "Enclose, turn over, and own the board in the end.",
            es: "Encierra, da la vuelta y quédate con el tablero.",
        },
        position_hint: Text {
            en: "64 characters from the top left, X black, O white, - empty, then X or O to move; or a transcript such as f5d6c3, or a GGF record.",
            es: "64 caracteres desde arriba a la izquierda, X negra, O blanca, - vacía; después X u O, a quien le toca; o una transcripción como f5d6c3, o una partida GGF.",
        },
        rules_page: Text { en: include_str!("rules.en.md"), es: include_str!("rules.es.md") },
        pieces: &[PieceAbout::new("disc", "disc", "ficha")],
    };

    const REASONS: &'static [&'static Reason] = &[&reasons::DISCS];

    fn shape() -> Shape {
        Shape::squares(8, 8, |column, row| square_name(8 * row + column))
    }

    fn board(&self) -> Board {
        Board::new(64, |square| Side::BOTH.into_iter().find(|side| self.discs(*side) >> square & 1 == 1).map(disc))
    }

    fn taps(&self, mv: Placement) -> Vec<String> {
        vec![self.show_move(mv)]
    }

    const CHOICES: &'static [(&'static str, Text)] = &[("pass", Text { en: "pass", es: "pasar" })];
}

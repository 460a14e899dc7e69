//! The board of the Mouse and the Cats, and its words.

use quevedo_core::view::BoardKind;
use quevedo_core::{About, Board, DecisivePlace, Game, Piece, PieceAbout, Reason, Shape, Side, Text, View};

use super::notation::square_name;
use super::{MouseCats, Step, reasons};
use crate::bits::Bits;

/// What a letter of a position looks like.
pub(super) fn draw(letter: char) -> Piece {
    match letter {
        'M' => Piece { kind: "mouse", side: Some(Side::First), letter, glyph: 'M' },
        _ => Piece { kind: "cat", side: Some(Side::Second), letter, glyph: 'c' },
    }
}

impl View for MouseCats {
    const ABOUT: About = About {
        id: "mouse-cats",
        name: Text { en: "The Mouse and the Cats", es: "El ratón y los gatos" },
        sides: [Text { en: "Mouse", es: "Ratón" }, Text { en: "Cats", es: "Gatos" }],
        plural_sides: [false, true],
        rules: Text {
            en: "One mouse against four cats on the dark squares of a chess board. Everything moves one square \
                 diagonally to an empty square: the mouse in all four directions, the cats only forward, towards \
                 rank 1. Nothing is captured. The mouse begins. It wins by reaching rank 8, or when the cats cannot \
                 move; the cats win when the mouse cannot.",
            es: "Un ratón contra cuatro gatos en las casillas oscuras de un tablero de ajedrez. Todos mueven una \
                 casilla en diagonal a una casilla vacía: el ratón en las cuatro direcciones, los gatos solo hacia \
                 delante, hacia la fila 1. No hay capturas. Empieza el ratón. Gana si llega a la fila 8 o si los \
                 gatos no pueden mover; los gatos ganan si el ratón no puede mover.",
        },
        tagline: Text {
            en: "Slip past four cats that never look back.",
            es: "Escúrrete entre cuatro gatos que nunca miran atrás.",
        },
        position_hint: Text {
            en: "Rows from the top, M mouse, c cat, numbers for empty squares, then m or c.",
            es: "Filas desde arriba, M ratón, c gato, números para las casillas vacías; después m o c.",
        },
        rules_page: Text { en: include_str!("rules.en.md"), es: include_str!("rules.es.md") },
        pieces: &[PieceAbout::new("mouse", "mouse", "ratón"), PieceAbout::new("cat", "cat", "gato")],
    };

    const HAS_DRAWS: bool = false;

    const REASONS: &'static [&'static Reason] = &[&reasons::GOAL_REACHED];

    fn shape() -> Shape {
        let name = |column: u8, row: u8| square_name((7 - row) * 8 + column);
        Shape { kind: BoardKind::Checkered, ..Shape::squares(8, 8, name) }
    }

    fn board(&self) -> Board {
        Board::new(64, |place| {
            let square = (7 - place / 8) * 8 + place % 8;
            self.letter(square as u8).map(draw)
        })
    }

    /// A mouse at its goal, a mouse and the cats that shut it in, or cats that cannot move.
    fn decisive_places(&self) -> Vec<DecisivePlace> {
        let Some(outcome) = self.outcome() else { return Vec::new() };
        let places = |squares: u64| Bits(squares).map(|square| usize::from((7 - square / 8) * 8 + square % 8));
        let mouse = DecisivePlace::all(Side::First, places(self.mouse));
        let cats = |cats: u64| DecisivePlace::all(Side::Second, places(cats));
        match (outcome.winner, outcome.reason) {
            (_, reason) if *reason == reasons::GOAL_REACHED => mouse.collect(),
            (Some(Side::Second), _) => mouse.chain(cats(self.cats & self.mouse_neighbours())).collect(),
            _ => cats(self.cats).collect(),
        }
    }

    fn taps(&self, mv: Step) -> Vec<String> {
        [mv.from, mv.to].map(square_name).to_vec()
    }
}

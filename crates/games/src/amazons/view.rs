//! The board of the Amazons, and its words.

use quevedo_core::view::BoardKind;
use quevedo_core::{About, Board, DecisivePlace, Game, Piece, PieceAbout, Shape, Side, Text, View};

use super::distances::DistanceMaps;
use super::{Amazons, AmazonsMove};

/// What a letter of a position looks like.
pub(super) fn draw(letter: char) -> Piece {
    match letter {
        'Q' => Piece { kind: "amazon", side: Some(Side::First), letter, glyph: '♕' },
        'q' => Piece { kind: "amazon", side: Some(Side::Second), letter, glyph: '♛' },
        _ => Piece { kind: "arrow", side: None, letter, glyph: '✶' },
    }
}

impl<const N: usize> View for Amazons<N> {
    const ABOUT: About = About {
        id: "amazons",
        name: Text { en: "Game of the Amazons", es: "Juego de las Amazonas" },
        sides: [Text { en: "White", es: "Blancas" }, Text { en: "Black", es: "Negras" }],
        plural_sides: [false; 2],
        rules: Text {
            en: "In a turn one of your amazons moves like a chess queen, any distance in a straight line over empty \
                 squares, and then shoots an arrow in the same manner from where she landed. The arrow stays on its \
                 square for good. Neither amazons nor arrows jump over anything. White begins. Who cannot move loses.",
            es: "En cada turno una de tus amazonas mueve como la dama del ajedrez, cualquier distancia en línea recta \
                 sobre casillas vacías, y después dispara una flecha del mismo modo desde donde ha llegado. La flecha \
                 queda en su casilla para siempre. Ni amazonas ni flechas saltan sobre nada. Empiezan las blancas. \
                 Pierde quien no puede mover.",
        },
        tagline: Text {
            en: "Queens that burn the squares behind them.",
            es: "Reinas que van cerrando el tablero a flechazos.",
        },
        position_hint: Text {
            en: "Rows from the top, Q white, q black, * arrow, numbers for empty squares, then w or b.",
            es: "Filas desde arriba, Q blanca, q negra, * flecha, números para las casillas vacías; después w o b.",
        },
        rules_page: Text { en: include_str!("rules.en.md"), es: include_str!("rules.es.md") },
        pieces: &[PieceAbout::new("amazon", "amazon", "amazona"), PieceAbout::new("arrow", "arrow", "flecha")],
    };

    const HAS_DRAWS: bool = false;
    const INSTRUCTIONS: &'static [Text] = &[
        Text { en: "Choose an amazon", es: "Elige una amazona" },
        Text { en: "Move the amazon", es: "Mueve la amazona" },
        Text { en: "Now shoot an arrow", es: "Ahora dispara una flecha" },
    ];

    fn shape() -> Shape {
        let name = |column: u8, row: u8| Self::GRID.name(column, N as u8 - 1 - row);
        Shape { kind: BoardKind::Checkered, ..Shape::squares(N as u8, N as u8, name) }
    }

    fn board(&self) -> Board {
        Board::new(N * N, |place| {
            let square = (N - 1 - place / N) * N + place % N;
            self.letter(square as u8).map(draw)
        })
    }

    /// The amazons that cannot move, and the squares that the other side can still reach.
    fn decisive_places(&self) -> Vec<DecisivePlace> {
        if self.has_moves() {
            return Vec::new();
        }
        let loser = self.turn();
        let amazons = [self.amazons(loser), self.amazons(!loser)];
        let territory = DistanceMaps::of_queens(amazons, &self.propagators()).other.reached();
        let places = |squares: u128| {
            let square = |place: usize| (N - 1 - place / N) * N + place % N;
            (0..N * N).filter(move |place| squares >> square(*place) & 1 == 1)
        };
        let [stuck, free] = [(loser, amazons[0]), (!loser, territory)];
        DecisivePlace::all(stuck.0, places(stuck.1)).chain(DecisivePlace::all(free.0, places(free.1))).collect()
    }

    fn taps(&self, mv: AmazonsMove) -> Vec<String> {
        [mv.from, mv.to, mv.arrow].map(Self::square_name).to_vec()
    }

    /// After the second tap the amazon has moved, and no arrow has been shot.
    fn board_after_taps(&self, mv: AmazonsMove, taps: usize) -> Board {
        let mut after = *self;
        match taps {
            0 | 1 => {}
            2 => after.relocate(mv.from, mv.to),
            _ => after.play(mv),
        }
        after.board()
    }
}

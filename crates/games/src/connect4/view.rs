//! The standing board of Connect-4, and its words.

use quevedo_core::view::BoardKind;
use quevedo_core::{
    About, Board, DecisivePlace, Game, Notation, Piece, PieceAbout, Place, Reason, Shape, Side, Text, View,
};

use super::notation::{FIRST, SECOND};
use super::{Column, Connect4, reasons};

/// A disc of a side.
pub(super) fn disc(side: Side) -> Piece {
    let (letter, glyph) = if side == Side::First { (FIRST, '●') } else { (SECOND, '○') };
    Piece { kind: "disc", side: Some(side), letter, glyph }
}

impl<const W: usize, const H: usize> Connect4<W, H> {
    /// The bit of a place of the board.
    pub(super) fn square_of(place: usize) -> u64 {
        Self::square((place % W) as u8, (H - 1 - place / W) as u8)
    }
}

impl<const W: usize, const H: usize> View for Connect4<W, H> {
    const ABOUT: About = About {
        id: "connect4",
        name: Text { en: "Connect-4", es: "Conecta 4" },
        sides: [Text { en: "Yellow", es: "Amarillas" }, Text { en: "Red", es: "Rojas" }],
        plural_sides: [false; 2],
        rules: Text {
            en: "Players drop discs into the columns of a standing board in turn, Yellow first; a disc falls to the \
                 lowest free square. Four discs of one colour in a row, column or diagonal win. A full board \
                 without four in line is a draw.",
            es: "Los jugadores dejan caer fichas por turnos en las columnas de un tablero vertical; empiezan las \
                 amarillas, y cada ficha baja hasta la casilla libre más baja. Gana quien pone cuatro fichas de su \
                 color en línea horizontal, vertical o diagonal. Si el tablero se llena sin cuatro en línea, hay \
                 tablas.",
        },
        tagline: Text { en: "Drop a disc, line up four.", es: "Suelta una ficha, alinea cuatro." },
        position_hint: Text {
            en: "The columns played so far, such as 44453, or rows from the top with . x o joined by /, then the side to move.",
            es: "Las columnas jugadas, como 44453, o las filas desde arriba con . x o unidas por /, y después el turno.",
        },
        rules_page: Text { en: include_str!("rules.en.md"), es: include_str!("rules.es.md") },
        pieces: &[PieceAbout::new("disc", "disc", "ficha")],
    };

    const REASONS: &'static [&'static Reason] = &[&reasons::FOUR_IN_LINE];

    fn shape() -> Shape {
        let cells = (0..H as u8).flat_map(|row| (0..W as u8).map(move |column| (column, row)));
        let places = cells.map(|(column, row)| {
            let name = format!("{}{}", char::from(b'a' + column), H as u8 - row);
            Place { name, tap: (column + 1).to_string(), column, row }
        });
        Shape { kind: BoardKind::Columns, places: places.collect(), lines: Vec::new() }
    }

    fn board(&self) -> Board {
        Board::new(W * H, |place| {
            let square = Self::square_of(place);
            Side::BOTH.into_iter().find(|side| self.discs(*side) & square != 0).map(disc)
        })
    }

    /// The discs in line.
    fn decisive_places(&self) -> Vec<DecisivePlace> {
        let winner = !self.turn();
        let fours = Self::fours(self.discs(winner));
        let places = (0..W * H).filter(|place| fours & Self::square_of(*place) != 0);
        DecisivePlace::all(winner, places).collect()
    }

    fn taps(&self, mv: Column) -> Vec<String> {
        vec![self.show_move(mv)]
    }
}

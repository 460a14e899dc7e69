//! The board of the Hare and the Dogs, and its words.

use quevedo_core::view::BoardKind;
use quevedo_core::{
    About, Board, Countdown, DecisivePlace, Game, Piece, PieceAbout, Place, Reason, Shape, Side, Text, View,
};

use super::notation::point_name;
use super::rules::{LINES, PLACES, POINTS, STALL_LIMIT};
use super::{HareHounds, Step, reasons};
use crate::bits::Bits;

/// What a letter of a position looks like.
pub(super) fn draw(letter: char) -> Piece {
    match letter {
        'h' => Piece { kind: "hare", side: Some(Side::Second), letter, glyph: 'h' },
        _ => Piece { kind: "dog", side: Some(Side::First), letter, glyph: 'D' },
    }
}

impl View for HareHounds {
    const ABOUT: About = About {
        id: "hare-hounds",
        name: Text { en: "The Hare and the Dogs", es: "La liebre y los perros" },
        sides: [Text { en: "Dogs", es: "Perros" }, Text { en: "Hare", es: "Liebre" }],
        plural_sides: [true, false],
        rules: Text {
            en: "Three dogs hunt a hare over eleven points. Everything moves one step along a line to an empty \
                 point: a dog forward (to the right) or sideways, never back, the hare in any direction. Nothing is \
                 captured. The dogs begin. They win when the hare cannot move. The hare wins by reaching the \
                 leftmost point a2, or when the dogs cannot move, or when they have made ten moves in a row without \
                 a step forward.",
            es: "Tres perros persiguen a una liebre por once puntos. Todos mueven un paso por una línea a un punto \
                 vacío: los perros hacia delante (a la derecha) o de lado, nunca hacia atrás; la liebre en cualquier \
                 dirección. No hay capturas. Empiezan los perros. Ganan cuando la liebre no puede mover. La liebre \
                 gana si llega al punto a2, en el extremo izquierdo, si los perros no pueden mover o si hacen diez \
                 jugadas seguidas sin avanzar.",
        },
        tagline: Text { en: "Three dogs, one hare, eleven points.", es: "Tres perros, una liebre, once puntos." },
        position_hint: Text {
            en: "Eleven points in the order a2 b1 b2 b3 c1 c2 c3 d1 d2 d3 e2: D dog, h hare, - empty; then d or h, then the stall counter.",
            es: "Once puntos en el orden a2 b1 b2 b3 c1 c2 c3 d1 d2 d3 e2: D perro, h liebre, - vacío; después d o h y el contador de espera.",
        },
        rules_page: Text { en: include_str!("rules.en.md"), es: include_str!("rules.es.md") },
        pieces: &[PieceAbout::new("dog", "dog", "perro"), PieceAbout::new("hare", "hare", "liebre")],
    };

    const HAS_DRAWS: bool = false;

    const REASONS: &'static [&'static Reason] = &[&reasons::GOAL_REACHED, &reasons::STALLED];

    fn shape() -> Shape {
        let place = |(point, (file, rank)): (u8, (u8, u8))| Place::new(point_name(point), file, 2 - rank);
        let places = (0..).zip(PLACES).map(place).collect();
        Shape { kind: BoardKind::Points, places, lines: LINES.to_vec() }
    }

    fn board(&self) -> Board {
        Board::new(POINTS, |point| self.letter(point as u8).map(draw))
    }

    /// A hare at its goal, a hare and the dogs that shut it in, or dogs that cannot move.
    fn decisive_places(&self) -> Vec<DecisivePlace> {
        let Some(outcome) = self.outcome() else { return Vec::new() };
        let hare = DecisivePlace { place: self.hare.into(), side: Side::Second };
        let dogs = |dogs: u16| DecisivePlace::all(Side::First, Bits(dogs.into()).map(usize::from));
        match (outcome.winner, outcome.reason) {
            (_, reason) if *reason == reasons::STALLED => Vec::new(),
            (_, reason) if *reason == reasons::GOAL_REACHED => vec![hare],
            (Some(Side::First), _) => std::iter::once(hare).chain(dogs(self.dogs & self.hare_neighbours())).collect(),
            _ => dogs(self.dogs).collect(),
        }
    }

    /// The dogs must go forward before these moves have run out.
    fn countdown(&self) -> Option<Countdown> {
        let (left, of) = (STALL_LIMIT - self.stall, STALL_LIMIT);
        let meaning = Text { en: "without a step forward, and the dogs lose", es: "sin avanzar, y pierden los perros" };
        Some(Countdown { side: Side::First, left: left.into(), of: of.into(), meaning })
    }

    fn taps(&self, mv: Step) -> Vec<String> {
        [mv.from, mv.to].map(point_name).to_vec()
    }
}

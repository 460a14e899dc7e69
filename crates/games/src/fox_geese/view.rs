//! The cross of the Fox and the Geese, and its words.

use quevedo_core::view::BoardKind;
use quevedo_core::{
    About, Board, Countdown, DecisivePlace, Game, Piece, PieceAbout, Place, Reason, Shape, Side, Text, View,
};

use super::notation::{WIDTHS, point_at, point_name};
use super::rules::STALL_LIMIT;
use super::{FoxGeese, Run, reasons};

/// What a letter of a position looks like.
pub(super) fn draw(letter: char) -> Piece {
    match letter {
        'F' => Piece { kind: "fox", side: Some(Side::Second), letter, glyph: 'F' },
        _ => Piece { kind: "goose", side: Some(Side::First), letter, glyph: 'g' },
    }
}

impl View for FoxGeese {
    const ABOUT: About = About {
        id: "fox-geese",
        name: Text { en: "The Fox and the Geese", es: "El zorro y las ocas" },
        sides: [Text { en: "Geese", es: "Ocas" }, Text { en: "Fox", es: "Zorro" }],
        plural_sides: [true, false],
        rules: Text {
            en: "A fox against geese on a cross of 33 points. A goose moves one step along a line to an empty point, \
                 forward (up) or sideways, never back. The fox moves one step along any line, or jumps over a goose \
                 next to it to the empty point right behind, capturing it, and may go on jumping in the same turn; \
                 it never has to. The geese begin. They win when the fox cannot move. The fox wins by reaching rank \
                 1, when fewer than four geese are left, when the geese cannot move, or when they have made ten \
                 moves in a row without a step forward.",
            es: "Un zorro contra las ocas en una cruz de 33 puntos. Una oca mueve un paso por una línea a un punto \
                 vacío, hacia delante (arriba) o de lado, nunca hacia atrás. El zorro mueve un paso por cualquier \
                 línea, o salta sobre una oca vecina al punto vacío que hay justo detrás y la captura, y puede \
                 seguir saltando en el mismo turno; nunca está obligado. Empiezan las ocas. Ganan cuando el zorro no \
                 puede mover. El zorro gana si llega a la fila 1, si quedan menos de cuatro ocas, si las ocas no \
                 pueden mover o si hacen diez jugadas seguidas sin avanzar.",
        },
        tagline: Text { en: "Herd a hungry fox into a corner.", es: "Arrincona a un zorro hambriento." },
        position_hint: Text {
            en: "Rows of the cross from the top, F fox, g goose, numbers for empty points, then g or f, then the stall counter.",
            es: "Filas de la cruz desde arriba, F zorro, g oca, números para los puntos vacíos; después g o f y el contador de espera.",
        },
        rules_page: Text { en: include_str!("rules.en.md"), es: include_str!("rules.es.md") },
        pieces: &[PieceAbout::new("goose", "goose", "oca"), PieceAbout::new("fox", "fox", "zorro")],
    };
    const RUNS: bool = true;
    const HAS_DRAWS: bool = false;
    const REASONS: &'static [&'static Reason] = &[&reasons::GOAL_REACHED, &reasons::STALLED, &reasons::TOO_FEW_LEFT];

    fn shape() -> Shape {
        let points = points();
        let place = |point: &u8| Place::new(point_name(*point), point % 8, 6 - point / 8);
        Shape { kind: BoardKind::Points, places: points.iter().map(place).collect(), lines: lines(&points) }
    }

    fn board(&self) -> Board {
        let points = points();
        Board::new(points.len(), |place| self.letter(points[place]).map(draw))
    }

    /// A fox at its goal, a fox and the geese that shut it in, the geese when they are too few or cannot move.
    fn decisive_places(&self) -> Vec<DecisivePlace> {
        let Some(outcome) = self.outcome() else { return Vec::new() };
        let points = points();
        let places = |set: u64| {
            let places: Vec<usize> = (0..points.len()).filter(|place| set >> points[*place] & 1 == 1).collect();
            places
        };
        let fox = DecisivePlace::all(Side::Second, places(1 << self.fox));
        let geese = |geese: u64| DecisivePlace::all(Side::First, places(geese));
        match (outcome.winner, outcome.reason) {
            (_, reason) if *reason == reasons::STALLED => Vec::new(),
            (_, reason) if *reason == reasons::GOAL_REACHED => fox.collect(),
            (Some(Side::First), _) => fox.chain(geese(self.blockers())).collect(),
            _ => geese(self.geese).collect(),
        }
    }

    /// The geese must go forward before these moves have run out.
    fn countdown(&self) -> Option<Countdown> {
        let (left, of) = (STALL_LIMIT - self.stall, STALL_LIMIT);
        let meaning = Text { en: "without a step forward, and the geese lose", es: "sin avanzar, y pierden las ocas" };
        Some(Countdown { side: Side::First, left: left.into(), of: of.into(), meaning })
    }

    fn taps(&self, mv: Run) -> Vec<String> {
        mv.path().map(point_name).collect()
    }

    /// The first tap names the fox or the goose; every further one is a step or a jump.
    fn board_after_taps(&self, mv: Run, taps: usize) -> Board {
        let mut after = *self;
        match (taps, mv.jumps()) {
            (0 | 1, _) => {}
            (_, 0) => after.play(mv),
            (_, jumps) => after.play(mv.prefix(jumps.min(taps as u32 - 1))),
        }
        after.board()
    }
}

/// All points, row by row from the top.
pub(super) fn points() -> Vec<u8> {
    let rows = WIDTHS.into_iter().enumerate();
    rows.flat_map(|(row, width)| (0..width).map(move |place| point_at(row, place))).collect()
}

/// Neighbours are joined orthogonally everywhere, diagonally where file and rank add up to an even number.
fn lines(points: &[u8]) -> Vec<[u8; 2]> {
    let joined = |a: u8, b: u8| {
        let (files, ranks) = ((a % 8).abs_diff(b % 8), (a / 8).abs_diff(b / 8));
        files + ranks == 1 || (files == 1 && ranks == 1 && (a % 8 + a / 8) % 2 == 0)
    };
    let pairs = (0..points.len()).flat_map(|i| (i + 1..points.len()).map(move |j| (i, j)));
    pairs.filter(|&(i, j)| joined(points[i], points[j])).map(|(i, j)| [i as u8, j as u8]).collect()
}

//! Positions of chess put together piece by piece.

use cozy_chess::{Color, File, Piece as Kind, Rank, Square};
use quevedo_core::compose::{Compose, FieldKind, NONE, PalettePiece, Setup, SetupField, SetupOptions};
use quevedo_core::{Side, Text};

use super::Chess;
use super::rules::color;
use super::view::{draw, place_of};

const EN_PASSANT: &str = "en_passant";
const HALFMOVE_CLOCK: &str = "halfmove_clock";
const MOVE_NUMBER: &str = "move_number";

/// A castling right: the colour, whether it is the short one, its key and its name.
const CASTLING: [(Color, bool, &str, Text); 4] = [
    (Color::White, true, "white_short", Text { en: "White castles short", es: "Enroque corto de las blancas" }),
    (Color::White, false, "white_long", Text { en: "White castles long", es: "Enroque largo de las blancas" }),
    (Color::Black, true, "black_short", Text { en: "Black castles short", es: "Enroque corto de las negras" }),
    (Color::Black, false, "black_long", Text { en: "Black castles long", es: "Enroque largo de las negras" }),
];

fn stands(setup: &Setup, square: Square, kind: Kind, color: Color) -> bool {
    setup.pieces.get(place_of(square)).copied().flatten() == Some(draw(kind, color).letter)
}

fn is_empty(setup: &Setup, square: Square) -> bool {
    setup.pieces.get(place_of(square)).copied().flatten().is_none()
}

/// The square of the king, if he stands on his first rank.
fn home_king(setup: &Setup, color: Color) -> Option<Square> {
    let rank = Rank::First.relative_to(color);
    File::ALL.into_iter().map(|file| Square::new(file, rank)).find(|square| stands(setup, *square, Kind::King, color))
}

/// The squares of the rooks to castle with, the outermost first.
fn castling_rooks(setup: &Setup, color: Color, short: bool) -> Vec<String> {
    let Some(king) = home_king(setup, color) else { return Vec::new() };
    let squares = File::ALL.into_iter().map(|file| Square::new(file, king.rank()));
    let rooks = squares.filter(|square| stands(setup, *square, Kind::Rook, color));
    let mut names: Vec<String> =
        rooks.filter(|rook| (king.file() < rook.file()) == short).map(|rook| rook.to_string()).collect();
    if short {
        names.reverse();
    }
    names
}

/// The squares behind pawns that may just have gone two steps.
fn en_passant_squares(setup: &Setup) -> Vec<String> {
    let mover = !color(setup.turn);
    let passed = |file: File| {
        let [from, over, to] =
            [Rank::Second, Rank::Third, Rank::Fourth].map(|rank| Square::new(file, rank.relative_to(mover)));
        let can = stands(setup, to, Kind::Pawn, mover) && is_empty(setup, from) && is_empty(setup, over);
        can.then(|| over.to_string())
    };
    File::ALL.into_iter().filter_map(passed).collect()
}

/// The castling rights as FEN writes them: `KQkq` for rooks in the corners, by their files otherwise.
fn castling_text(setup: &Setup) -> String {
    let rights: Vec<(Color, bool, &str)> = CASTLING
        .iter()
        .map(|(color, short, key, _)| (*color, *short, setup.field(key)))
        .filter(|(.., rook)| *rook != NONE)
        .collect();
    let classic = rights.iter().all(|(color, short, rook)| {
        let king = home_king(setup, *color).map(Square::file);
        king == Some(File::E) && rook.starts_with(if *short { 'h' } else { 'a' })
    });
    let letter = |(color, short, rook): &(Color, bool, &str)| {
        let file = rook.chars().next().unwrap_or('-');
        let letter = if !classic {
            file
        } else if *short {
            'k'
        } else {
            'q'
        };
        if *color == Color::White { letter.to_ascii_uppercase() } else { letter }
    };
    if rights.is_empty() { NONE.into() } else { rights.iter().map(letter).collect() }
}

impl Compose for Chess {
    fn palette() -> Vec<PalettePiece> {
        let kinds = [Kind::King, Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];
        let piece = |color: Color, kind: Kind| {
            let offered = PalettePiece::new(draw(kind, color));
            match kind {
                Kind::King => offered.at_most(1),
                Kind::Pawn => offered.at_most(8).only_on(64, |place| (8..56).contains(&place)),
                _ => offered,
            }
        };
        Color::ALL.into_iter().flat_map(|color| kinds.map(|kind| piece(color, kind))).collect()
    }

    fn options(setup: &Setup) -> SetupOptions {
        let mut fields = Vec::new();
        for (color, short, key, name) in CASTLING {
            let mut rooks = castling_rooks(setup, color, short);
            match rooks.len() {
                0 => {}
                1 => fields.push(SetupField { key, name, kind: FieldKind::Flag(rooks.remove(0)) }),
                _ => fields.push(SetupField { key, name, kind: FieldKind::Choice(rooks) }),
            }
        }
        let squares = en_passant_squares(setup);
        if !squares.is_empty() {
            let name = Text::new("En passant square", "Casilla al paso");
            fields.push(SetupField { key: EN_PASSANT, name, kind: FieldKind::Choice(squares) });
        }
        let name = Text::new("Plies without capture or pawn move", "Medias jugadas sin captura ni peón");
        fields.push(SetupField { key: HALFMOVE_CLOCK, name, kind: FieldKind::Counter { least: 0, most: 100 } });
        let name = Text::new("Move number", "Número de jugada");
        fields.push(SetupField { key: MOVE_NUMBER, name, kind: FieldKind::Counter { least: 1, most: 65_535 } });
        SetupOptions { turns: Side::BOTH.to_vec(), fields }
    }

    fn take_apart(&self) -> Setup {
        let board = self.inner();
        let mut setup =
            Setup::of(self).with(HALFMOVE_CLOCK, &board.halfmove_clock()).with(MOVE_NUMBER, &board.fullmove_number());
        for (color, short, key, _) in CASTLING {
            let rights = board.castle_rights(color);
            if let Some(file) = if short { rights.short } else { rights.long } {
                setup = setup.with(key, &Square::new(file, Rank::First.relative_to(color)));
            }
        }
        if let Some(file) = board.en_passant() {
            setup = setup.with(EN_PASSANT, &Square::new(file, Rank::Third.relative_to(!board.side_to_move())));
        }
        setup.settle::<Self>();
        setup
    }

    fn setup_text(setup: &Setup) -> String {
        let counter = |key, first: &str| match setup.field(key) {
            NONE => first.to_owned(),
            value => value.to_owned(),
        };
        format!(
            "{} {} {} {} {} {}",
            setup.ranks(&[8; 8]),
            setup.by_turn(['w', 'b']),
            castling_text(setup),
            setup.field(EN_PASSANT),
            counter(HALFMOVE_CLOCK, "0"),
            counter(MOVE_NUMBER, "1"),
        )
    }
}

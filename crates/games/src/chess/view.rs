//! The chess board, and its words.

use cozy_chess::{Color, File, Piece as Kind, Rank, Square};
use quevedo_core::view::BoardKind;
use quevedo_core::{About, Board, DecisivePlace, Game, Notation, Piece, PieceAbout, Reason, Shape, Text, View};

use super::rules::side;
use super::{Chess, ChessMove, reasons};

fn square_at(column: u8, row: u8) -> Square {
    Square::new(File::index(column.into()), Rank::index(usize::from(7 - row)))
}

pub(super) fn place_of(square: Square) -> usize {
    (7 - square.rank() as usize) * 8 + square.file() as usize
}

/// What a piece looks like.
pub(super) fn draw(kind: Kind, color: Color) -> Piece {
    let (name, letter, glyphs) = match kind {
        Kind::Pawn => ("pawn", 'p', ['♙', '♟']),
        Kind::Knight => ("knight", 'n', ['♘', '♞']),
        Kind::Bishop => ("bishop", 'b', ['♗', '♝']),
        Kind::Rook => ("rook", 'r', ['♖', '♜']),
        Kind::Queen => ("queen", 'q', ['♕', '♛']),
        Kind::King => ("king", 'k', ['♔', '♚']),
    };
    let letter = if color == Color::White { letter.to_ascii_uppercase() } else { letter };
    Piece { kind: name, side: Some(side(color)), letter, glyph: glyphs[color as usize] }
}

impl View for Chess {
    const ABOUT: About = About {
        id: "chess",
        name: Text { en: "Chess", es: "Ajedrez" },
        sides: [Text { en: "White", es: "Blancas" }, Text { en: "Black", es: "Negras" }],
        plural_sides: [false; 2],
        rules: Text {
            en: "The laws of chess. Checkmate the enemy king: attack it so that it cannot escape. Rooks move in \
                 straight lines, bishops diagonally, queens both ways, knights in an L, kings one square; pawns go \
                 forward, take diagonally, and become another piece on the last rank. Castling and en passant are \
                 in. Stalemate, insufficient material, the third repetition and fifty moves without a capture or a \
                 pawn move are draws.",
            es: "Las leyes del ajedrez. Da jaque mate al rey rival: atácalo sin que pueda escapar. Las torres mueven \
                 en línea recta, los alfiles en diagonal, las damas de ambos modos, los caballos en L, los reyes una \
                 casilla; los peones avanzan, capturan en diagonal y se convierten en otra pieza en la última fila. \
                 Hay enroque y captura al paso. Son tablas el rey ahogado, el material insuficiente, la tercera \
                 repetición y cincuenta jugadas sin captura ni movimiento de peón.",
        },
        tagline: Text { en: "The royal game: corner the enemy king.", es: "El juego rey: acorrala al rey contrario." },
        position_hint: Text {
            en: "FEN; the two counters may be left out. Or `chess960:518`, a start of Chess960 by its number.",
            es: "FEN; los dos contadores pueden omitirse. O `chess960:518`, un inicio de ajedrez 960 por su número.",
        },
        rules_page: Text { en: include_str!("rules.en.md"), es: include_str!("rules.es.md") },
        pieces: &[
            PieceAbout::new("king", "king", "rey").with_initial("K", "R"),
            PieceAbout::new("queen", "queen", "dama").with_initial("Q", "D"),
            PieceAbout::new("rook", "rook", "torre").with_initial("R", "T"),
            PieceAbout::new("bishop", "bishop", "alfil").with_initial("B", "A"),
            PieceAbout::new("knight", "knight", "caballo").with_initial("N", "C"),
            PieceAbout::new("pawn", "pawn", "peón"),
        ],
    };

    const REASONS: &'static [&'static Reason] =
        &[&reasons::MATE, &reasons::STALEMATE, &reasons::FIFTY_MOVES, &reasons::MATERIAL];

    fn shape() -> Shape {
        let name = |column: u8, row: u8| square_at(column, row).to_string();
        Shape { kind: BoardKind::Checkered, ..Shape::squares(8, 8, name) }
    }

    fn board(&self) -> Board {
        let piece = |place: usize| {
            let square = square_at((place % 8) as u8, (place / 8) as u8);
            Some(draw(self.board.piece_on(square)?, self.board.color_on(square)?))
        };
        let mut board = Board::new(64, piece);
        if self.in_check() {
            board.alerts.push(place_of(self.board.king(self.board.side_to_move())));
        }
        board
    }

    /// The king that is mated and the pieces that check it, or the king in stalemate.
    fn decisive_places(&self) -> Vec<DecisivePlace> {
        let reason = self.outcome().map(|outcome| outcome.reason);
        if reason != Some(&reasons::MATE) && reason != Some(&reasons::STALEMATE) {
            return Vec::new();
        }
        let color = self.board.side_to_move();
        let king = DecisivePlace { place: place_of(self.board.king(color)), side: side(color) };
        let checkers = self.board.checkers().into_iter().map(place_of);
        std::iter::once(king).chain(DecisivePlace::all(side(!color), checkers)).collect()
    }

    /// Castling is the king's way; where the king would stay or the square is his rook's, it is the rook that is
    /// tapped.
    fn taps(&self, mv: ChessMove) -> Vec<String> {
        let text = self.show_move(mv);
        let mut taps = vec![text[0..2].to_owned(), text[2..4].to_owned()];
        taps.extend(mv.0.promotion.map(|piece| format!("={piece}")));
        taps
    }

    /// A pawn stands on the last rank while its promotion is chosen.
    fn board_after_taps(&self, mv: ChessMove, taps: usize) -> Board {
        let choosing = mv.0.promotion.is_some() && taps == 2;
        if choosing {
            let mut board = self.board();
            let pawn = board.pieces[place_of(mv.0.from)].take();
            board.pieces[place_of(mv.0.to)] = pawn;
            board.alerts.clear();
            return board;
        }
        if taps < 2 {
            return self.board();
        }
        let mut after = self.clone();
        after.play(mv);
        after.board()
    }

    const CHOICES: &'static [(&'static str, Text)] = &[
        ("=q", Text { en: "queen", es: "dama" }),
        ("=r", Text { en: "rook", es: "torre" }),
        ("=b", Text { en: "bishop", es: "alfil" }),
        ("=n", Text { en: "knight", es: "caballo" }),
    ];
}

//! What is said about positions and moves of chess that cannot be.

quevedo_core::messages! {
    pub(super) table:
    fen(): "FEN", "la FEN";
    start_number(): "number of the start position", "el número de la posición inicial";
    castling_rights(): "castling rights", "los derechos de enroque";
    en_passant_square(): "en passant square", "la casilla al paso";
    counters(): "counters", "los contadores";
    halfmove_clock(): "halfmove clock", "el contador de jugadas sin captura";
    move_number(): "move number", "el número de jugada";

    letters():
        "K king, Q queen, R rook, B bishop, N knight, P pawn, in capitals for White, in small letters for Black",
        "K rey, Q dama, R torre, B alfil, N caballo, P peón: mayúsculas para las blancas, minúsculas para las negras";
    one_king(side, found): "one king a side; {side} has {found}", "un rey por bando; {side}: {found}";
    too_many_pieces(side, found):
        "at most 16 pieces a side; {side} has {found}", "como mucho 16 piezas por bando; {side}: {found}";
    too_many_pawns(side, found):
        "at most 8 pawns a side; {side} has {found}", "como mucho 8 peones por bando; {side}: {found}";
    pawn_rank(square):
        "no pawn stands on the first or last rank, as on {square}",
        "ningún peón está en la primera fila ni en la última, como en {square}";
    in_check_after_moving(side):
        "{side} has just moved and cannot still be in check", "{side}: acaban de mover y no pueden seguir en jaque";
    too_many_checks():
        "no move gives check with three pieces, or leaves both kings in check",
        "ninguna jugada da jaque con tres piezas ni deja a los dos reyes en jaque";
    kings_apart(): "kings never stand next to each other", "los reyes nunca están en casillas vecinas";
    write_turn(): "write `w` or `b`", "escribe `w` o `b`";
    write_castling():
        "some of `KQkq`, or `-`, with king and rook on their squares; rook files such as `HAha` in Chess960",
        "algunas de `KQkq`, o `-`, con el rey y la torre en sus casillas; columnas de torre como `HAha` en Chess960";
    write_en_passant():
        "the square behind a pawn that has just gone two steps, or `-`",
        "la casilla detrás de un peón que acaba de avanzar dos pasos, o `-`";
    two_numbers(): "two numbers", "dos números";
    missing_fields():
        "board, side to move, castling rights, en passant square", "tablero, turno, derechos de enroque, casilla al paso";
    too_many_fields(): "six fields at most", "seis campos como mucho";

    uci_or_san():
        "from and to as in `e2e4`, or algebraic as in `Nf3`, `exd5`, `e8=Q`, `O-O`",
        "origen y destino como en `e2e4`, o algebraica como en `Nf3`, `exd5`, `e8=Q`, `O-O`";
    no_such_move(): "no piece can make that move", "ninguna pieza puede hacer esa jugada";
    ambiguous_move():
        "several pieces can: name the file or rank it comes from",
        "pueden varias piezas: di la columna o la fila de la que viene";
    promotion_missing(from, to):
        "say what the pawn becomes: `{from}{to}q`, r, b or n", "di en qué se convierte el peón: `{from}{to}q`, r, b o n";
    promotion_refused():
        "only a pawn on the last rank becomes another piece",
        "solo un peón en la última fila se convierte en otra pieza";
    still_in_check(): "the king is in check and stays so", "el rey está en jaque y sigue estándolo";
    piece_cannot_go(from, to):
        "the piece on {from} cannot go to {to}", "la pieza de {from} no puede ir a {to}";
}

//! What is said about positions and moves that cannot be read, as far as it is the same in many games.

crate::messages! {
    pub table:
    bad_position(part, found, expected): "bad {part} `{found}`: {expected}", "error en {part} `{found}`: {expected}";
    missing_part(part, expected): "the {part} is missing: {expected}", "falta {part}: {expected}";
    bad_move(found, expected):
        "`{found}` does not read as a move: {expected}", "`{found}` no se lee como jugada: {expected}";
    illegal_move(found, why): "`{found}` is not legal: {why}", "`{found}` no es legal: {why}";
    bad_move_value(found):
        "`{found}` is no value of a move: write `MOVE:+6`", "`{found}` no es el valor de una jugada: escriba `JUGADA:+6`";
    line_move(number, error): "move {number}: {error}", "jugada {number}: {error}";

    board(): "board", "el tablero";
    rank(): "rank", "la fila";
    square(): "square", "la casilla";
    piece(): "piece", "la pieza";
    side_to_move(): "side to move", "el turno";
    counter(): "counter", "el contador";
    end(): "end", "el final";

    wrong_ranks(expected, found):
        "{expected} ranks joined by `/`, not {found}", "{expected} filas unidas por `/`, no {found}";
    wrong_places(rank, expected, found):
        "rank {rank} has {expected} places, not {found}", "la fila {rank} tiene {expected} lugares, no {found}";
    write_side(first, second):
        "write `{first}` or `{second}` after the board", "escribe `{first}` o `{second}` después del tablero";
    write_fen():
        "ranks from the top joined by `/`, then `w` or `b`", "filas desde arriba unidas por `/`, y después `w` o `b`";
    pieces_are(first, second): "pieces are {first} and {second}", "las piezas son {first} y {second}";
    nothing_follows(): "nothing may follow here", "aquí no puede seguir nada";
    number_between(least, most): "a number from {least} to {most}", "un número de {least} a {most}";
    square_between(first, last): "a square from {first} to {last}", "una casilla de {first} a {last}";

    from_and_to(example): "from and to, as in `{example}`", "origen y destino, como en `{example}`";
    game_over(): "the game is over", "la partida ha terminado";
    no_such_move(example):
        "no legal move is written so; `{example}` is one", "ninguna jugada legal se escribe así; `{example}` es una";
    no_own_piece(place):
        "no piece of the side to move stands on {place}", "en {place} no hay ninguna pieza de quien mueve";
    comes_to_rest_elsewhere(): "the piece would not come to rest there", "la pieza no quedaría allí";
    place_taken(place): "{place} is taken", "{place} está ocupado";
}

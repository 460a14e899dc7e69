//! What is said about positions and moves of this game that cannot be.

quevedo_core::messages! {
    pub(super) table:
    letters(): "X is black, O white, - empty", "X es negra; O, blanca; -, vacía";
    wrong_squares(found): "64 squares of X, O and -, not {found}", "64 casillas de X, O y -, no {found}";
    pass_not_forced():
        "there is a disc to be placed, and only a player without a move passes",
        "se puede colocar una ficha, y solo pasa quien no puede";
    square_or_pass(): "a square from a1 to h8, or `pass`", "una casilla de a1 a h8, o `pass`";
    disc_there(): "there is a disc already", "ya hay una ficha";
    must_pass(): "no disc can be placed, the move is `pass`", "no se puede colocar ninguna ficha; la jugada es `pass`";
    turns_nothing(): "it would turn no disc", "no daría la vuelta a ninguna ficha";

    foreign_board(found):
        "the board has {found} squares: write 64 of `-`, `*` or `X`, and `O`, then who moves",
        "el tablero tiene {found} casillas: escriba 64 de `-`, `*` o `X`, y `O`, y después quién mueve";
    foreign_letter(found):
        "`{found}` on the board: `X` or `*` is black, `O` white, `-` empty",
        "`{found}` en el tablero: `X` o `*` es negra; `O`, blanca; `-`, vacía";
    no_ggf(line, found):
        "line {line}: `{found}` is no game: write `(;GM[Othello]BO[8 BOARD *]B[F5]W[F6];)`",
        "línea {line}: `{found}` no es una partida: escriba `(;GM[Othello]BO[8 TABLERO *]B[F5]W[F6];)`";
    other_game(found): "this is a game of `{found}`", "es una partida de `{found}`";
    other_side(number, found):
        "move {number}, `{found}`, is written for the side that does not move",
        "la jugada {number}, `{found}`, está escrita para el bando que no mueve";
    at_line(line, problem): "line {line}: {problem}", "línea {line}: {problem}";
    game_number(number, problem): "game {number}: {problem}", "partida {number}: {problem}";
}

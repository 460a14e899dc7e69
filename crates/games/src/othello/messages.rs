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
}

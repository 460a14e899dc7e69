//! What is said about positions and moves of this game that cannot be.

quevedo_core::messages! {
    pub(super) table:
    letters(): "M is the mouse, c a cat", "M es el ratón; c, un gato";
    dark_squares(): "pieces stand on dark squares, such as a1", "las piezas están en casillas oscuras, como a1";
    wrong_pieces(cats, mice_found, cats_found):
        "one mouse (M) and {cats} cats (c), not {mice_found} and {cats_found}",
        "un ratón (M) y {cats} gatos (c), no {mice_found} y {cats_found}";
    mouse_steps(): "the mouse goes one square diagonally", "el ratón mueve una casilla en diagonal";
    cat_steps():
        "a cat goes one square diagonally, towards rank 1", "un gato mueve una casilla en diagonal, hacia la fila 1";
}

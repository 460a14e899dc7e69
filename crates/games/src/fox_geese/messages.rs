//! What is said about positions and moves of this game that cannot be.

quevedo_core::messages! {
    pub(super) table:
    stall_counter(): "stall counter", "el contador de jugadas sin avanzar";
    letters(): "F is the fox, g a goose", "F es el zorro; g, una oca";
    wrong_pieces(geese, foxes_found, geese_found):
        "one fox (F) and at most {geese} geese (g), not {foxes_found} and {geese_found}",
        "un zorro (F) y como mucho {geese} ocas (g), no {foxes_found} y {geese_found}";
    points_of_path():
        "the points of the path, as in `c3c4` or `d7d5f5`, all on the cross",
        "los puntos del camino, como en `c3c4` o `d7d5f5`, todos en la cruz";
    goose_steps():
        "a goose goes one step along a line to an empty point, forward or sideways, never back",
        "una oca mueve un paso por una línea a un punto vacío, hacia delante o de lado, nunca hacia atrás";
    fox_steps():
        "the fox goes one step along a line, or jumps over geese to the empty points right behind them",
        "el zorro mueve un paso por una línea, o salta sobre ocas a los puntos vacíos que hay justo detrás";
}

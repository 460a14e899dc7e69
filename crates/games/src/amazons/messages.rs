//! What is said about positions and moves of this game that cannot be.

quevedo_core::messages! {
    pub(super) table:
    letters():
        "Q is a white amazon, q a black one, * an arrow, a number that many empty squares",
        "Q es una amazona blanca; q, una negra; *, una flecha; un número, tantas casillas vacías";
    wrong_pieces(most, side, letter, found):
        "1 to {most} amazons a side; {side} (`{letter}`) has {found}",
        "de 1 a {most} amazonas por bando; {side} (`{letter}`): {found}";
    squares_of_move(square):
        "from-to/arrow, as in `d1-d4/g4`, each {square}", "origen-destino/flecha, como en `d1-d4/g4`, cada una {square}";
    nothing_behind_arrow(): "nothing may follow the arrow", "detrás de la flecha no puede seguir nada";
    no_amazon(place):
        "no amazon of the side to move stands on {place}", "en {place} no hay ninguna amazona de quien mueve";
    blocked_amazon(from, to):
        "the amazon cannot go from {from} to {to}", "la amazona no puede ir de {from} a {to}";
    blocked_arrow(from, to):
        "the arrow cannot fly from {from} to {to}", "la flecha no puede volar de {from} a {to}";
}

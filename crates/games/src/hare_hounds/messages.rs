//! What is said about positions and moves of this game that cannot be.

quevedo_core::messages! {
    pub(super) table:
    point(): "point", "el punto";
    stall_counter(): "stall counter", "el contador de jugadas sin avanzar";
    letters(): "D is a dog, h the hare, - empty", "D es un perro; h, la liebre; -, vacío";
    wrong_points(expected, found):
        "{expected} points of D, h and -, not {found}", "{expected} puntos de D, h y -, no {found}";
    wrong_pieces(dogs, hares_found, dogs_found):
        "one hare (h) and {dogs} dogs (D), not {hares_found} and {dogs_found}",
        "una liebre (h) y {dogs} perros (D), no {hares_found} y {dogs_found}";
    points_of_move():
        "from and to, as in `a2b2`, each one of the eleven points",
        "origen y destino, como en `a2b2`, cada uno de los once puntos";
    dog_steps():
        "a dog goes one step along a line, forward or sideways, never back",
        "un perro mueve un paso por una línea, hacia delante o de lado, nunca hacia atrás";
    hare_steps(): "the hare goes one step along a line", "la liebre mueve un paso por una línea";
}

//! What is said about positions and moves of this game that cannot be.

quevedo_core::messages! {
    pub(super) table:
    columns_played(): "columns played", "las columnas jugadas";
    diagram(): "diagram", "el diagrama";
    row(): "row", "la fila";
    bad_column(number, why): "move {number}: {why}", "jugada {number}: {why}";
    wrong_rows(rows, columns, found):
        "{rows} rows of {columns} squares joined by `/`, not {found}",
        "{rows} filas de {columns} casillas unidas por `/`, no {found}";
    wrong_squares(columns): "{columns} squares of `x`, `o` and `.`", "{columns} casillas de `x`, `o` y `.`";
    letters(): "x is the first player, o the second, . empty", "x es quien empieza; o, el otro; ., vacía";
    hanging_disc(column):
        "a disc hangs in the air in column {column}", "en la columna {column} hay una ficha en el aire";
    wrong_numbers(first, second, letter):
        "{first} discs of the first player (x) and {second} of the second (o) cannot be with `{letter}` to move",
        "no puede haber {first} fichas de quien empieza (x) y {second} del otro (o) si le toca a `{letter}`";
    already_won():
        "the side to move has four in line already", "quien mueve ya tiene cuatro en línea";
    column_between(most): "a column from 1 to {most}", "una columna de 1 a {most}";
    column_full(): "the column is full", "la columna está llena";
}

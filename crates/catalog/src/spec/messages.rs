//! What is said of a spec that cannot be used.

quevedo_core::messages! {
    pub(crate) table:
    unknown_player(name, known):
        "unknown player `{name}`: there are {known}",
        "no existe el jugador `{name}`: hay {known}";
    unknown_key(player, key, known):
        "player `{player}` has no key `{key}`: {known}",
        "el jugador `{player}` no tiene la clave `{key}`: {known}";
    takes_keys(keys): "it takes {keys}", "admite {keys}";
    takes_no_keys(): "it takes none", "no admite ninguna";
    not_a_pair(part):
        "`{part}` in a player: write `key=value`, several joined by `,`; a value with a comma goes in quotes",
        "`{part}` en un jugador: escriba `clave=valor`, varias separadas por `,`; un valor con coma va entre comillas";
    open_quote(part):
        "`{part}` in a player: the closing `\"` is missing",
        "`{part}` en un jugador: falta la `\"` de cierre";
    after_quote(part):
        "`{part}` in a player: the quotes go around the whole value; write `\\\"` for a quote inside it",
        "`{part}` en un jugador: las comillas rodean el valor entero; dentro se escribe `\\\"`";
    key_twice(key): "key `{key}` is given twice", "la clave `{key}` aparece dos veces";
    bad_value(value, key, expected):
        "bad value `{value}` for `{key}`: {expected}",
        "valor incorrecto `{value}` para `{key}`: {expected}";
    missing_key(player, key, expected):
        "player `{player}` needs `{key}=`: {expected}",
        "el jugador `{player}` necesita `{key}=`: {expected}";
    external_player(player):
        "`{player}` is an external engine: it plays in matches and tournaments only, from the command line",
        "`{player}` es un programa externo: solo juega en partidas y torneos desde la línea de órdenes";
    person_player(player):
        "`{player}` is a person: name a player that the program can move for, such as `medium`",
        "`{player}` es una persona: indique un jugador que mueva el programa, como `medium`";
    unusable_file(key, problem): "cannot use `{key}`: {problem}", "no se puede usar `{key}`: {problem}";
    number_from(min): "a whole number, at least {min}", "un número entero, como mínimo {min}";
    number_between(min, max): "a whole number from {min} to {max}", "un número entero de {min} a {max}";
    real_between(min, max): "a number from {min} to {max}", "un número de {min} a {max}";
    a_time():
        "a time such as `500ms` or `5s`, at most a day",
        "un tiempo como `500ms` o `5s`, un día como máximo";
    on_or_off(): "`on` or `off`", "`on` u `off`";
    one_of(words): "one of {words}", "una de estas palabras: {words}";
    an_evaluator():
        "the name of an evaluator of the game, or the path of a network",
        "el nombre de un evaluador del juego o la ruta de una red";
    a_book():
        "`on`, `off`, or the path of an opening book",
        "`on`, `off` o la ruta de un libro de aperturas";
    no_book(): "no book is shipped for this game", "no se incluye ningún libro de este juego";
    a_file(): "the path of a file", "la ruta de un fichero";
    a_command():
        "a program and its arguments, quoted where they hold blanks",
        "un programa y sus argumentos, entre comillas si contienen espacios";
    uci_options():
        "`name:value` of its options, several joined by `;`",
        "`nombre:valor` de sus opciones, varias separadas por `;`";
    search_params():
        "`name:value` of search parameters within their ranges, several joined by `;` (`quevedo players GAME` lists them)",
        "`nombre:valor` de parámetros de búsqueda dentro de su rango, varios separados por `;` (los lista `quevedo players JUEGO`)";
    uci_variant(): "the program's name of the game", "el nombre que el programa da al juego";
    known_evaluators(names): "this game has {names}", "este juego tiene {names}";
    one_step_moves():
        "the moves of this game have one step only",
        "las jugadas de este juego tienen un solo paso";
    no_ratings():
        "the levels of this game have no Elo; write `level=1` to `level=10`",
        "los niveles de este juego no tienen Elo; escribe de `level=1` a `level=10`";
    no_batches():
        "random games are not evaluated in batches; use `rollout=eval`, or `policy=puct` with a network that has a policy",
        "las partidas al azar no se evalúan por lotes; use `rollout=eval`, o `policy=puct` con una red que tenga política";
}

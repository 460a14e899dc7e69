//! What is said of a plan that cannot be played.

quevedo_core::messages! {
    pub(crate) table:
    plan_error(location, problem): "{location}: {problem}", "{location}: {problem}";
    key_of_plan(key): "`{key}`", "`{key}`";
    player_of_plan(number): "player {number}", "jugador {number}";
    pairing_of_plan(number): "pairing {number}", "emparejamiento {number}";
    at_least_one(): "at least 1", "al menos 1";
    too_many_games(games, max):
        "that makes {games} games, and a tournament has at most {max}: play fewer",
        "son {games} partidas, y un torneo tiene {max} como máximo: juegue menos";
    too_few_players(count):
        "a tournament has at least 2 players, this one has {count}: add another",
        "un torneo tiene al menos 2 jugadores, este tiene {count}: añada otro";
    bad_name():
        "a name is one line of text, without control characters",
        "un nombre es una línea de texto, sin caracteres de control";
    name_twice(number, name):
        "player {number} is also called `{name}`: give one of them another `name`",
        "el jugador {number} también se llama `{name}`: dé otro `name` a uno de ellos";
    key_of_gauntlet():
        "only a gauntlet has this key: leave it out, or change `format`",
        "solo un `gauntlet` tiene esta clave: quítela o cambie `format`";
    key_of_swiss():
        "only a Swiss tournament has this key: leave it out, or change `format`",
        "solo un torneo suizo tiene esta clave: quítela o cambie `format`";
    key_of_pairings():
        "only a tournament with `format = \"pairings\"` has this key: leave it out, or change `format`",
        "solo un torneo con `format = \"pairings\"` tiene esta clave: quítela o cambie `format`";
    odd_games():
        "an even number, at least 2: every opening is played with both sides swapped",
        "un número par, al menos 2: cada apertura se juega con los dos repartos de bandos";
    bad_challengers(max):
        "1 to {max}: at least one player must not be a challenger",
        "de 1 a {max}: al menos un jugador no puede ser aspirante";
    missing_rounds(max):
        "a Swiss tournament needs `rounds`: 1 to {max}",
        "un torneo suizo necesita `rounds`: de 1 a {max}";
    too_many_rounds(max):
        "1 to {max}: after that all players have met",
        "de 1 a {max}: después ya se han enfrentado todos";
    no_pairings():
        "no pairing is listed: add `[[pairing]]` with `players` and `games`",
        "no hay emparejamientos: añada `[[pairing]]` con `players` y `games`";
    unknown_player_name(name, known):
        "no player is called `{name}`: there are {known}",
        "ningún jugador se llama `{name}`: hay {known}";
    meets_itself():
        "a player cannot meet itself: enter it twice, under two names",
        "un jugador no se enfrenta a sí mismo: inscríbalo dos veces, con dos nombres";
    empty_pairing(): "a pairing has at least 1 game", "un emparejamiento tiene al menos 1 partida";
    bad_adjudication():
        "`resign` needs `units` above 0 and `draw` at least 0, both at least 1 of `moves`",
        "`resign` necesita `units` mayor que 0 y `draw` al menos 0, ambos al menos 1 en `moves`";
    long_openings(plies):
        "random openings of {plies} plies leave no game to play: use fewer",
        "tras aperturas de {plies} jugadas al azar no queda partida: use menos";
    other_problem(problem): "{problem}", "{problem}";
}

//! Every refusal of the API, in both languages.

quevedo_core::messages! {
    pub table:

    // Requests.
    not_found(): "There is nothing at this address.", "No hay nada en esta dirección.";
    method_not_allowed():
        "This address does not accept that method.",
        "Esta dirección no admite ese método.";
    no_websocket():
        "This address is for a WebSocket connection.",
        "Esta dirección es para una conexión WebSocket.";
    foreign_origin(): "Another site may not do that.", "Otro sitio no puede hacer eso.";
    too_large(): "That is too long.", "Es demasiado largo.";
    no_json():
        "A request has a JSON body and the header `content-type: application/json`.",
        "Una petición tiene un cuerpo JSON y la cabecera `content-type: application/json`.";
    bad_json(line, column):
        "The request is not JSON: error at line {line}, column {column}.",
        "La petición no es JSON: error en la línea {line}, columna {column}.";
    bad_field(field): "The field `{field}` of the request is not valid.", "El campo `{field}` de la petición no es válido.";
    bad_fields():
        "The request lacks a field, or has one that it should not have.",
        "A la petición le falta algún campo, o le sobra.";
    bad_query(): "The part behind `?` in the address is not valid.", "La parte tras `?` en la dirección no es válida.";
    bad_status(): "`status` is `running` or `finished`.", "`status` es `running` o `finished`.";
    bad_message(): "The server does not understand this message.", "El servidor no entiende este mensaje.";
    too_fast(seconds):
        "You are sending too many messages. Try again in {seconds} s.",
        "Estás enviando demasiados mensajes. Inténtalo de nuevo dentro de {seconds} s.";

    no_editor(): "This game has no board editor.", "Este juego no tiene editor de tablero.";
    wrong_piece_count(places, found):
        "`pieces` has {found} entries; the board has {places} places.",
        "`pieces` tiene {found} elementos; el tablero tiene {places} lugares.";
    unknown_piece(letter): "No piece has the letter `{letter}`.", "Ninguna pieza tiene la letra `{letter}`.";

    // The server itself.
    internal(): "The server failed; nothing was changed.", "El servidor ha fallado; nada ha cambiado.";
    storage(): "The server could not store this.", "El servidor no ha podido guardarlo.";
    storage_full():
        "The disk of the server is full: nothing was changed. Try again later.",
        "El disco del servidor está lleno: nada ha cambiado. Inténtalo más tarde.";
    storage_read_only():
        "The server may only read its games at the moment: nothing was changed. Try again later.",
        "Por ahora el servidor solo puede leer sus partidas: nada ha cambiado. Inténtalo más tarde.";
    storage_damaged():
        "What the server has stored of this is damaged: nothing was changed.",
        "Lo que el servidor tiene guardado de esto está dañado: nada ha cambiado.";
    unavailable(): "The server is closing.", "El servidor se está cerrando.";

    restarting():
        "The server restarts; the game goes on in a moment.",
        "El servidor se reinicia; la partida sigue enseguida.";
    elsewhere():
        "This has just moved to another server; it goes on in a moment.",
        "Esto acaba de pasar a otro servidor; sigue enseguida.";
    busy(seconds):
        "The server is busy. Try again in about {seconds} s.",
        "El servidor está ocupado. Inténtalo de nuevo dentro de unos {seconds} s.";

    // Machines that fail.
    machine_tries_again():
        "The machine failed while thinking; it tries again.",
        "La máquina ha fallado al pensar; lo intenta de nuevo.";
    machine_plays_any():
        "The machine failed again: it plays a move without thinking.",
        "La máquina ha vuelto a fallar: hace una jugada sin pensar.";

    // Quotas.
    too_many_requests(seconds):
        "Too many requests come from your address. Try again in {seconds} s.",
        "Llegan demasiadas peticiones desde tu dirección. Inténtalo de nuevo dentro de {seconds} s.";
    too_many_connections():
        "Too many games are watched from your address at once: close some first.",
        "Desde tu dirección se siguen demasiadas partidas a la vez: cierra alguna antes.";
    too_many_games(seconds):
        "You are making too many games. Try again in {seconds} s.",
        "Estás creando demasiadas partidas. Inténtalo de nuevo dentro de {seconds} s.";
    too_many_unfinished_games():
        "You have too many unfinished games: finish some first.",
        "Tienes demasiadas partidas sin terminar: termina alguna antes.";
    engine_time(seconds):
        "You have used up your engine time. Try again in {seconds} s.",
        "Has agotado tu tiempo de motor. Inténtalo de nuevo dentro de {seconds} s.";

    // Players.
    at_most(max): "at most {max} on a server", "como máximo {max} en un servidor";
    spec_length(max): "a player of at most {max} letters", "un jugador de {max} letras como máximo";
    no_files(): "files are for the command line only", "los ficheros son solo para la línea de órdenes";

    // Games.
    no_such_game(): "There is no such game.", "No existe esa partida.";
    over_at_start(reason):
        "The game would be over before it begins: {reason}.",
        "La partida acabaría antes de empezar: {reason}.";
    bad_clock():
        "A clock has from 0.1 seconds to 24 hours, and an increment of at most an hour.",
        "Un reloj tiene de 0,1 segundos a 24 horas, y un incremento de una hora como máximo.";
    outdated(): "This has changed in the meantime.", "Esto ha cambiado mientras tanto.";
    not_a_player(): "You do not play in this game.", "No juegas en esta partida.";
    not_your_turn(): "It is not your turn.", "No es tu turno.";
    illegal_move(): "This move is not legal here.", "Esa jugada no es legal aquí.";
    game_over(): "The game is over.", "La partida ha terminado.";
    waiting(): "The other player has not joined yet.", "El otro jugador aún no se ha unido.";
    paused(): "The game is paused.", "La partida está en pausa.";
    cannot_undo(): "There is no move that you can take back.", "No hay jugada que puedas deshacer.";
    no_draws(): "This game has no draws.", "En este juego no hay tablas.";
    help_closed():
        "Hints, analysis and evaluation are closed while two people play, unless both agree to open them.",
        "Las pistas, el análisis y la valoración están cerrados mientras juegan dos personas, salvo que ambas acuerden abrirlos.";
    bad_link(): "`address` is an http or https address.", "`address` es una dirección http o https.";
    no_offer(): "There is no offer to answer.", "No hay oferta que responder.";
    cannot_pause():
        "Only the person who started this game can pause it.",
        "Solo quien empezó esta partida puede pausarla.";
    cannot_step(): "Pause the game first.", "Primero pausa la partida.";
    cannot_join(): "There is no open seat for you here.", "Aquí no hay sitio libre para ti.";
    no_rematch():
        "Only those who played can play again, once the game is over.",
        "Solo quienes han jugado pueden repetir, cuando la partida ha terminado.";
    bad_ply(): "The game has no such position.", "La partida no tiene esa posición.";
    not_searched(player):
        "`{player}` does not search this position: a solver, a table or a book answers. Take `minimax`, `alphabeta` or `mcts`.",
        "`{player}` no busca en esta posición: responde un resolutor, una tabla o un libro. Elige `minimax`, `alphabeta` o `mcts`.";
    state_space_too_large(most):
        "This game has more than {most} positions: take a smaller one.",
        "Este juego tiene más de {most} posiciones: elige uno más pequeño.";
    bad_position_line(line, problem): "Line {line}: {problem}", "Línea {line}: {problem}";
    no_openings(): "This game has no openings: name the positions.", "Este juego no tiene aperturas: indica las posiciones.";
    review_running_game(): "A game is reviewed once it is over.", "Una partida se revisa cuando ha terminado.";
    nothing_to_review(): "There is no move to review.", "No hay ninguna jugada que revisar.";
    not_reviewed(): "This game has not been reviewed yet.", "Esta partida aún no se ha revisado.";
    record_without_moves(): "There is no move in it.", "No contiene ninguna jugada.";
    over_at_ply(): "The game is over in this position.", "En esa posición la partida ha terminado.";

    // Puzzles.
    no_such_puzzle(): "There is no such puzzle.", "No existe ese problema.";

    // Tournaments.
    no_such_tournament(): "There is no such tournament.", "No existe ese torneo.";
    tournament_running():
        "Your last tournament is still being played: wait until it ends, or stop it.",
        "Tu último torneo todavía se está jugando: espera a que acabe o detenlo.";
    too_many_tournaments():
        "The server plays as many tournaments as it can: try again when one has ended.",
        "El servidor ya juega tantos torneos como puede: inténtalo cuando acabe alguno.";
    too_many_own_tournaments():
        "You have too many tournaments: delete some first.",
        "Tienes demasiados torneos: borra alguno antes.";
    not_yours(): "Only the person who made this tournament may do that.", "Solo puede hacerlo quien creó el torneo.";
    bad_format(): "`format`: round-robin, gauntlet or swiss.", "`format`: round-robin, gauntlet o swiss.";
    too_many_players(max): "`players`: at most {max}.", "`players`: {max} como máximo.";
    bad_player(number, problem): "player {number}: {problem}", "jugador {number}: {problem}";
    too_many_random_plies(max):
        "`openings`: at most {max} random plies.",
        "`openings`: {max} jugadas al azar como máximo.";
    bad_tournament_clock():
        "`clock`: from 0.1 seconds to 10 minutes, and an increment of at most 30 seconds.",
        "`clock`: de 0,1 segundos a 10 minutos, y un incremento de 30 segundos como máximo.";
    too_many_tournament_games(games, max):
        "`games`: that makes {games} games; a server plays at most {max}.",
        "`games`: son {games} partidas; un servidor juega {max} como máximo.";

    // Why a tournament cannot continue.
    command_line_tournament():
        "It needs external programs or files, which are for the command line only.",
        "Necesita programas externos o ficheros, que son solo para la línea de órdenes.";
    move_too_long(seconds):
        "A player took longer than {seconds} s for a move.",
        "Un jugador tardó más de {seconds} s en una jugada.";
    player_failed(): "A player failed.", "Un jugador ha fallado.";
    tournament_failed():
        "The server could not continue it; the log of the server says why.",
        "El servidor no ha podido continuarlo; el registro del servidor dice por qué.";
}

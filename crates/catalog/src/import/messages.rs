//! What is said of games that cannot be read.

quevedo_core::messages! {
    pub(super) table:
    bad_record(line, problem): "line {line}: {problem}", "línea {line}: {problem}";
    game_number(number, problem): "game {number}: {problem}", "partida {number}: {problem}";
    no_game(): "there is no game in it", "no contiene ninguna partida";
}

//! Every sentence the terminal says, in both languages.
//!
//! Names of games, sides, choices and reasons come with the games; what a rule forbids is told by the game itself, in
//! English.

use quevedo_catalog::{PlayerSpec, PresetSpec, RandomSpec};
use quevedo_core::{Language, Text};

const fn text(en: &'static str, es: &'static str) -> Text {
    Text { en, es }
}

pub(crate) const YOU: Text = text("you", "tú");
pub(crate) const PERSON: Text = text("person", "persona");
pub(crate) const MOVE: Text = text("Move", "Jugada");
pub(crate) const PAUSED: Text = text("paused, p goes on", "en pausa, p continúa");
pub(crate) const CHECK: Text = text("check", "jaque");

pub(crate) const NOT_YOUR_TURN: Text = text("It is not your turn.", "No es tu turno.");
pub(crate) const GAME_OVER: Text =
    text("The game is over: n begins a new one.", "La partida ha terminado: n empieza otra.");
pub(crate) const NOTHING_TO_UNDO: Text = text("There is no move to take back.", "No hay jugada que deshacer.");
pub(crate) const NOTHING_TO_END: Text = text("This is not a whole move yet.", "La jugada aún no está completa.");
pub(crate) const HINT_REQUESTED: Text = text("Looking for a hint …", "Buscando una pista …");
pub(crate) const NO_FLIP: Text = text("A vertical board cannot be turned.", "Un tablero vertical no se puede girar.");

pub(crate) const ASK_QUIT: Text = text("Leave this game?  y / n", "¿Dejar la partida?  s / n");
pub(crate) const ASK_NEW: Text = text("Begin a new game?  y / n", "¿Empezar otra partida?  s / n");

pub(crate) const KEYS: Text = text("Keys", "Teclas");
pub(crate) const RULES: Text = text("Rules", "Reglas");
pub(crate) const CLOSE_HELP: Text = text("any key closes", "cualquier tecla cierra");
pub(crate) const SCROLL_HELP: Text =
    text("arrows scroll, any other key closes", "flechas desplazan, otra tecla cierra");

pub(crate) const MENU_TITLE: Text = text("Choose a game", "Elige un juego");
pub(crate) const YOU_PLAY: Text = text("You play", "Juegas con");
pub(crate) const BOTH_SIDES: Text = text("both sides", "los dos bandos");
pub(crate) const NO_SIDE: Text = text("nothing, two machines play", "nadie, juegan dos máquinas");
pub(crate) const OPPONENT: Text = text("Against", "Contra");
pub(crate) const NO_OPPONENT: Text = text("nobody", "nadie");

/// The opponents of the menu, from the weakest to the strongest.
pub(crate) const OPPONENTS: [(PlayerSpec, Text); 5] = [
    (PlayerSpec::Random(RandomSpec { seed: None }), text("random moves", "jugadas al azar")),
    (PlayerSpec::Easy(PRESET), text("easy", "fácil")),
    (PlayerSpec::Medium(PRESET), text("medium", "medio")),
    (PlayerSpec::Hard(PRESET), text("hard", "difícil")),
    (PlayerSpec::Max(PRESET), text("maximum", "máximo")),
];

const PRESET: PresetSpec = PresetSpec { effort: None, book: None, seed: None };

/// What the keys on a board do.
#[rustfmt::skip]
pub(crate) const BOARD_KEYS: &[(&str, Text)] = &[
    ("← ↑ ↓ →", text("move the cursor", "mueven el cursor")),
    ("Tab", text("goes to the next place you can choose", "va al siguiente lugar que puedes elegir")),
    ("Enter", text("or the space bar, or the mouse: choose a place", "o la barra espaciadora, o el ratón: elige un lugar")),
    (".", text("ends a run of captures; so does choosing its last place again", "termina una serie de capturas; también elegir otra vez su último lugar")),
    ("1 … 9", text("choose what is offered by number, or a column", "eligen lo que se ofrece con número, o una columna")),
    ("Esc", text("takes the last choice back, or the hint", "retira la última elección, o la pista")),
    (": m", text("write a move; Enter plays it, Esc leaves", "escribe una jugada; Enter la juega, Esc sale")),
    ("h", text("a hint: a move is marked and named", "una pista: marca y nombra una jugada")),
    ("u", text("takes your last move back", "deshace tu última jugada")),
    ("n", text("new game", "partida nueva")),
    ("f", text("turns the board around", "gira el tablero")),
    ("p", text("pauses the machines, and goes on", "detiene las máquinas, y continúa")),
    ("?", text("this help", "esta ayuda")),
    ("q", text("leaves", "sale")),
];

/// The reminder at the bottom of the board, most useful first.
pub(crate) const BOARD_HINTS: &[Text] = &[
    text("? help", "? ayuda"),
    text("q quit", "q salir"),
    text("Enter choose", "Enter elige"),
    text("Esc back", "Esc atrás"),
    text(": type a move", ": escribir jugada"),
    text("h hint", "h pista"),
    text("u undo", "u deshacer"),
    text("n new", "n nueva"),
    text("f flip", "f girar"),
    text("p pause", "p pausa"),
];

/// The reminder at the bottom of the menu.
pub(crate) const MENU_HINTS: &[Text] = &[
    text("Enter play", "Enter jugar"),
    text("q quit", "q salir"),
    text("↑ ↓ game", "↑ ↓ juego"),
    text("← → side", "← → bando"),
    text("Tab opponent", "Tab rival"),
    text("l español", "l English"),
];

/// What can be written in line mode.
pub(crate) const LINE_HELP: Text = text(
    "Write a move, or: hint, undo, moves, board, help, quit.",
    "Escribe una jugada, o: hint (pista), undo (deshacer), moves (jugadas), board (tablero), help (ayuda), quit (salir).",
);

/// Who moves.
pub(crate) fn to_move(language: Language, name: &str) -> String {
    match language {
        Language::English => format!("{name} to move"),
        Language::Spanish => format!("Turno: {name}"),
    }
}

/// A move that may be a good one.
pub(crate) fn hint(language: Language, mv: &str) -> String {
    match language {
        Language::English => format!("Hint: {mv}"),
        Language::Spanish => format!("Pista: {mv}"),
    }
}

/// A place that no legal move touches now.
pub(crate) fn not_possible(language: Language, place: &str) -> String {
    match language {
        Language::English => format!("{place} cannot be chosen here."),
        Language::Spanish => format!("{place} no se puede elegir ahora."),
    }
}

/// How a run of captures is ended at the place it has come to.
pub(crate) fn end_of_run(language: Language, place: &str) -> String {
    match language {
        Language::English => format!("{place} again, or the dot, ends the move"),
        Language::Spanish => format!("{place} otra vez, o el punto, termina la jugada"),
    }
}

/// Where an unfinished game was left.
pub(crate) fn left_at(language: Language, position: &str) -> String {
    match language {
        Language::English => format!("The game was left at: {position}"),
        Language::Spanish => format!("La partida quedó en: {position}"),
    }
}

/// The window is too small for the board.
pub(crate) fn too_small(language: Language, needed: (u16, u16), found: (u16, u16)) -> String {
    let ((width, height), (columns, rows)) = (needed, found);
    match language {
        Language::English => format!("Terminal too small: {width}x{height} needed, {columns}x{rows} here."),
        Language::Spanish => format!("Terminal demasiado pequeña: hacen falta {width}x{height}, hay {columns}x{rows}."),
    }
}

//! Only the games name games and pieces. All other code uses the contract.

use super::Problem;
use super::code::{self, Token};
use super::tree::{File, Tree};

/// Where no game and no piece may be named. Comments, help texts and tests may name them as examples.
const ROOMS: [&str; 2] = ["crates/", "web/"];

/// Places in there that are about games: the games, their solvers and studies, the table of games, a protocol that exists
/// for Othello alone, drawings, lessons.
const EXCEPT: [&str; 10] = [
    "crates/arena/src/engine/nboard.rs",
    "crates/catalog/src/games.rs",
    "crates/games/",
    "crates/protocol/src/nboard/",
    "crates/solve-build/",
    "crates/solve/",
    "crates/study/",
    "web/css/pieces.css",
    "web/lessons/",
    "web/pieces/",
];

/// Words that name a game or a piece and mean nothing else.
const NAMES: &str = "ajedrez alfil amazon amazons bishop bishops castle castles castling cats chess connect4 enpassant \
    fox foxes geese goose hare hares hound hounds king kings knight knights mousecats othello pawn pawns peon peones \
    queen queens reversi rook rooks zorro";

/// Words that mean other things too (a mouse is a device, an arrow a key): a piece only as a whole string.
const KINDS: [&str; 5] = ["arrow", "cat", "disc", "dog", "mouse"];

/// Names of protocols and formats that have a game in them, or are about one.
const FOREIGN: [&str; 2] = ["NBoard", "application/x-chess-pgn"];

/// A way to write moves that UCI names after a game.
const UCI_OPTION: &str = "chess960";

/// Names of more than one word, as they may be written.
const PHRASES: [&str; 5] = ["connect-4", "connect four", "mouse-cats", "en passant", "tic-tac-toe"];

/// Checks that games are named in their rooms only.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let starts = |path: &str, places: &[&str]| places.iter().any(|place| path.starts_with(place));
    let known = tree.files.iter().filter(|file| starts(&file.path, &ROOMS) && !starts(&file.path, &EXCEPT));
    known.filter(|file| !code::is_for_tests(&file.path)).flat_map(check_file).collect()
}

fn check_file(file: &File) -> Vec<Problem> {
    let text = file.text.as_deref().unwrap_or_default();
    let found = match file.extension() {
        "rs" => in_rust(text, file.path.contains("/uci")),
        "js" | "css" | "html" => in_script(text),
        _ => Vec::new(),
    };
    let advice = "ask the game for what you need through the contract of `crates/core`";
    let problem = |(line, name): (usize, String)| {
        Problem::new(&file.path, line, format!("`{name}` names a game or a piece, which only the games may: {advice}"))
    };
    found.into_iter().map(problem).collect()
}

/// The names in a Rust file, each line once. The examples of `--help` may have some.
fn in_rust(text: &str, is_uci: bool) -> Vec<(usize, String)> {
    let tokens = code::tokens(text).unwrap_or_default();
    let examples: Vec<usize> = code::find(&tokens, "const EXAMPLES: &str =").iter().map(|(line, _)| *line).collect();
    let may_stand = |(line, name): &(usize, String)| examples.contains(line) || (is_uci && name == UCI_OPTION);
    let mut found: Vec<_> = tokens.iter().filter_map(in_token).filter(|found| !may_stand(found)).collect();
    found.dedup_by_key(|(line, _)| *line);
    found
}

fn in_token(token: &Token) -> Option<(usize, String)> {
    if token.is_string && FOREIGN.iter().any(|name| token.text.contains(name)) {
        return None;
    }
    let kind = KINDS.iter().find(|kind| token.is_string && token.text == **kind).map(|kind| (*kind).to_owned());
    let name = kind.or_else(|| named(&token.text))?;
    Some((token.line, name))
}

/// The name of a game or piece in an identifier or a text.
fn named(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let phrase = PHRASES.iter().find(|phrase| lower.contains(**phrase)).map(|phrase| (*phrase).to_owned());
    phrase.or_else(|| words(text).into_iter().find(|word| is_name(word)))
}

fn is_name(word: &str) -> bool {
    let without_digits = word.trim_end_matches(|c: char| c.is_ascii_digit());
    NAMES.split(' ').any(|name| name == word || name == without_digits)
}

/// The words of an identifier or a text, in lowercase: `FoxGeese` and `fox-geese` are the same two.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut last_is_small = false;
    for c in text.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && last_is_small) {
            words.push(String::new());
        }
        if c.is_alphanumeric() {
            words.last_mut().expect("there is always a last word").extend(c.to_lowercase());
        }
        last_is_small = c.is_lowercase();
    }
    words
}

/// The names in a script, a style sheet or a page, where code and strings need not be told apart.
fn in_script(text: &str) -> Vec<(usize, String)> {
    let mut in_comment = false;
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let code = without_comments(line, &mut in_comment);
        let quoted =
            |kind: &&&str| ['"', '\'', '`'].iter().any(|quote| code.contains(&format!("{quote}{kind}{quote}")));
        // The page draws arrows for moves too.
        let kind = KINDS.iter().filter(|kind| **kind != "arrow").find(quoted).map(|kind| (*kind).to_owned());
        found.extend(kind.or_else(|| named(&code)).map(|name| (index + 1, name)));
    }
    found
}

/// A line without its comments. Two slashes in an address are no comment, because a colon stands before them.
fn without_comments(line: &str, in_comment: &mut bool) -> String {
    let mut code = String::new();
    let mut rest = line;
    loop {
        if *in_comment {
            let Some((_, after)) = rest.split_once("*/").or_else(|| rest.split_once("-->")) else { return code };
            *in_comment = false;
            rest = after;
        }
        let begin = ["/*", "<!--"].iter().filter_map(|mark| rest.find(mark)).min();
        let to_the_end = rest.match_indices("//").map(|(at, _)| at).find(|at| !rest[..*at].ends_with(':'));
        match (begin, to_the_end) {
            (Some(begin), end) if end.is_none_or(|end| begin < end) => {
                code += &rest[..begin];
                rest = &rest[begin + 2..];
                *in_comment = true;
            }
            (_, Some(end)) => return code + &rest[..end],
            _ => return code + rest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::*;

    fn problems(path: &str, text: &str) -> Vec<String> {
        check(&tree(&[(path, text)])).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_game_in_the_arena_is_reported() {
        let found = problems("crates/arena/src/a.rs", "fn a() {\n    if game.id == \"chess\" {}\n}\n");
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("crates/arena/src/a.rs:2: `chess` names a game or a piece"), "{found:?}");
        for code in ["fn is_fox_geese() {}", "use quevedo_games::FoxGeese;", "const A: &str = \"UCI_Chess960\";"] {
            assert_eq!(problems("crates/server/src/b.rs", code).len(), 1, "{code}");
        }
        for text in ["connect4:7x6", "Connect-4", "mouse-cats", "the Geese", "disc"] {
            assert_eq!(problems("crates/core/src/b.rs", &format!("const A: &str = {text:?};")).len(), 1, "{text}");
        }
    }

    #[test]
    fn uci_may_name_its_own_option() {
        let code = "const A: &str = \"UCI_Chess960\";";
        assert_eq!(problems("crates/protocol/src/uci/options.rs", code), Vec::<String>::new());
        assert_eq!(problems("crates/protocol/src/uci/options.rs", "enum A { Chess960, Rook }").len(), 1);
    }

    #[test]
    fn a_piece_on_the_page_is_reported() {
        let script = "// a king\nconst a = {\n  /* a rook\n a pawn */ queen: 9,\n};\nconst b = 'disc';\n";
        let found = problems("web/js/board/a.js", script);
        assert_eq!(found.len(), 2);
        assert!(found[0].starts_with("web/js/board/a.js:4: `queen` names"), "{found:?}");
        assert!(found[1].starts_with("web/js/board/a.js:6: `disc` names"), "{found:?}");
        assert_eq!(problems("web/index.html", "<!-- chess\n -->\n<b>Chess</b>").len(), 1);
    }

    #[test]
    fn other_meanings_pass() {
        let rust = "fn mouse_at(arrow: u8) { thinking(share, \"asking\", Firefox, connect) }";
        assert_eq!(problems("crates/cli/src/a.rs", rust), Vec::<String>::new());
        let script = "const a = event.key === \"ArrowLeft\"; // chess\nfetch(\"https://a/b\"); on(\"mousemove\");\n";
        assert_eq!(problems("web/js/a.js", script), Vec::<String>::new());
    }

    #[test]
    fn comments_help_and_tests_may_name_examples() {
        let examples = "const EXAMPLES: &str = \"\\\n  quevedo play chess\n\";\n";
        assert_eq!(problems("crates/cli/src/a.rs", examples), Vec::<String>::new());
        let rust = "//! As in chess.\n/// A rook.\n#[arg(help = \"chess\")]\nfn a() {} // fox\n\
                    #[cfg(test)]\nmod tests { const A: &str = \"othello\"; }\n";
        assert_eq!(problems("crates/arena/src/a.rs", rust), Vec::<String>::new());
        assert_eq!(problems("crates/arena/tests/a.rs", "const A: &str = \"chess\";"), Vec::<String>::new());
    }

    #[test]
    fn games_are_named_in_their_rooms() {
        let code = "const A: &str = \"othello\";";
        for path in
            ["crates/games/src/a/mod.rs", "crates/solve/src/a.rs", "crates/catalog/src/games.rs", "xtask/src/a.rs"]
        {
            assert_eq!(problems(path, code), Vec::<String>::new(), "{path}");
        }
        assert_eq!(problems("crates/catalog/src/entry.rs", code).len(), 1);
        assert_eq!(problems("web/pieces/chess.js", "export const king = 1;"), Vec::<String>::new());
    }
}

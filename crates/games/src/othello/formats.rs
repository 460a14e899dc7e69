//! The formats of other Othello programs.
//!
//! * transcripts: `f5d6c3d3c4`, one game a line, with or without blanks; passes are written or left out;
//! * GGF, the Generic Game Format: `(;GM[Othello]PB[one]PW[two]BO[8 BOARD *]B[F5]W[D6/1.50/0.2];)`;
//! * OBF, problems with the values of their moves, one a line: `BOARD X; H5:+6; G6:-2;`

use quevedo_core::notation::clip;
use quevedo_core::{ForeignGame, Game, LineError, Message, MoveError, Notation, Side};
use quevedo_record::ggf;

use super::{Othello, Placement, messages};

pub(super) const GGF: &str = "ggf";
pub(super) const OBF: &str = "obf";
pub(super) const TRANSCRIPT: &str = "transcript";

const SQUARES: usize = 64;
/// No margin is larger. Programs write values beyond it for moves that they did not search.
const MOST_DISCS: i32 = 64;
/// The tags of a record, and the properties of GGF that hold the same.
const TAGS: [(&str, &str); 4] = [("Site", "PC"), ("Date", "DT"), ("White", "PB"), ("Black", "PW")];

type Games = Result<Vec<ForeignGame<Othello>>, Message>;

/// Reads every format, told apart by its content.
pub(super) fn read(text: &str) -> Option<Games> {
    if ggf::is_ggf(text) {
        return Some(read_ggf(text));
    }
    let lines = text.trim_start_matches('\u{feff}').lines().map(without_comment).enumerate();
    let mut lines = lines.filter(|(_, line)| !line.is_empty()).peekable();
    let (_, first) = lines.peek()?;
    let read_line = if is_obf(first) {
        read_obf
    } else if is_transcript(first) {
        read_transcript
    } else {
        return None;
    };
    let many = text.trim().lines().nth(1).is_some();
    let at = |index: usize, problem| if many { messages::at_line(index + 1, problem) } else { problem };
    Some(lines.map(|(index, line)| read_line(line).map_err(|problem| at(index, problem))).collect())
}

/// Writes a game.
pub(super) fn write(format: &str, game: &ForeignGame<Othello>) -> Option<String> {
    match format {
        GGF => Some(write_ggf(game)),
        OBF => Some(write_obf(game)),
        TRANSCRIPT => write_transcript(game),
        _ => None,
    }
}

/// A line without blanks around it; lines that begin with `%` or `#` are comments.
fn without_comment(line: &str) -> &str {
    let line = line.trim();
    if line.starts_with(['%', '#']) { "" } else { line }
}

/// The colour of a disc.
fn disc(letter: char) -> Option<Side> {
    match letter {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Side::First),
        'O' | 'o' | 'W' | 'w' => Some(Side::Second),
        _ => None,
    }
}

fn is_empty_square(letter: char) -> bool {
    ['-', '.'].contains(&letter)
}

/// Reads 64 squares and the side to move, with blanks anywhere between them.
fn read_board(text: &str) -> Result<Othello, Message> {
    let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let Some((turn, squares)) = letters.split_last().filter(|(_, squares)| squares.len() == SQUARES) else {
        return Err(messages::foreign_board(letters.len().saturating_sub(1)));
    };
    let unknown = |letter: char| messages::foreign_letter(clip(&letter.to_string()));
    let turn = disc(*turn).ok_or_else(|| unknown(*turn))?;
    let mut discs = [0u64; 2];
    for (square, letter) in squares.iter().enumerate() {
        match disc(*letter) {
            Some(side) => discs[side.index()] |= 1 << square,
            None if is_empty_square(*letter) => {}
            None => return Err(unknown(*letter)),
        }
    }
    Ok(Othello::from_discs(discs[turn.index()], discs[(!turn).index()], turn))
}

/// Black's letter, White's letter and that of empty squares, row by row.
fn write_board(position: &Othello, black: char) -> (Vec<String>, char) {
    let letter = |side: Option<Side>| match side {
        Some(Side::First) => black,
        Some(Side::Second) => 'O',
        None => '-',
    };
    let at = |square: usize| Side::BOTH.into_iter().find(|side| position.discs(*side) >> square & 1 == 1);
    let row = |row: usize| (8 * row..8 * row + 8).map(|square| letter(at(square))).collect();
    ((0..8).map(row).collect(), letter(Some(position.turn())))
}

// Transcripts.

fn is_square(text: &str) -> bool {
    let mut letters = text.chars();
    let (file, rank) = (letters.next(), letters.next());
    file.is_some_and(|file| matches!(file.to_ascii_lowercase(), 'a'..='h'))
        && rank.is_some_and(|rank| matches!(rank, '1'..='8'))
}

fn is_transcript(line: &str) -> bool {
    is_square(line)
}

fn read_transcript(line: &str) -> Result<ForeignGame<Othello>, Message> {
    let mut game = ForeignGame::new(Othello::start());
    let mut position = game.start;
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let wrong = |error| LineError { number: game.moves.len() + 1, error }.message();
        let (mv, behind) = position.take_move(rest).map_err(wrong)?;
        position.play(mv);
        game.moves.push(mv);
        rest = behind.trim_start();
    }
    Ok(game)
}

/// The squares without blanks; passes are left out, as most programs do. Only games from the usual start.
fn write_transcript(game: &ForeignGame<Othello>) -> Option<String> {
    if game.start != Othello::start() {
        return None;
    }
    let squares = game.moves.iter().filter_map(|mv| mv.square()).map(super::notation::square_name);
    Some(squares.collect())
}

/// The first move of a transcript, and what follows it. A forced pass may be left out.
pub(super) fn take_move<'a>(position: &Othello, text: &'a str) -> Result<(Placement, &'a str), MoveError> {
    let word_end = text.find(char::is_whitespace).unwrap_or(text.len());
    for pass in ["pass", "pa", "--"] {
        if text.get(..pass.len()).is_some_and(|front| front.eq_ignore_ascii_case(pass)) {
            return Ok((position.parse_move(&text[..pass.len()])?, &text[pass.len()..]));
        }
    }
    if !is_square(text) {
        return Err(position.parse_move(&text[..word_end]).err().unwrap_or_else(|| MoveError::game_over(text)));
    }
    if position.placements() == 0 && position.has_moves() {
        return Ok((Placement::PASS, text));
    }
    Ok((position.parse_move(&text[..2])?, &text[2..]))
}

// GGF.

fn read_ggf(text: &str) -> Games {
    let games = ggf::parse_all(text).map_err(|error| messages::no_ggf(error.line, error.found))?;
    let many = games.len() > 1;
    let at = |index: usize, problem| if many { messages::game_number(index + 1, problem) } else { problem };
    let read = |(index, game): (usize, &ggf::Properties<'_>)| read_ggf_game(game).map_err(|error| at(index, error));
    games.iter().enumerate().map(read).collect()
}

fn read_ggf_game(properties: &ggf::Properties<'_>) -> Result<ForeignGame<Othello>, Message> {
    let find = |wanted: &str| properties.iter().find(|(name, _)| *name == wanted).map(|(_, value)| value.trim());
    if let Some(other) = find("GM").filter(|name| !name.eq_ignore_ascii_case("othello")) {
        return Err(messages::other_game(clip(other)));
    }
    let board = |value: &str| read_board(value.strip_prefix('8').unwrap_or(value));
    let start = find("BO").map_or(Ok(Othello::start()), board)?;
    let mut game = ForeignGame::new(start);
    let value_of = |property| find(property).filter(|value| !value.is_empty() && *value != "?");
    let tags = TAGS.iter().filter_map(|(tag, property)| Some(((*tag).into(), value_of(property)?.into())));
    game.tags.extend(tags);
    let mut position = start;
    for (index, (name, value)) in properties.iter().filter(|(name, _)| ["B", "W"].contains(name)).enumerate() {
        let side = if *name == "B" { Side::First } else { Side::Second };
        // Some programs leave passes out.
        if side != position.turn() && position.placements() == 0 && position.has_moves() {
            position.play(Placement::PASS);
            game.moves.push(Placement::PASS);
        }
        let wrong = |error| LineError { number: index + 1, error }.message();
        // Evaluation and time follow the square: `F5/1.50/0.2`.
        let text = value.split('/').next().unwrap_or("").trim();
        let mv = position.parse_move(text).map_err(wrong)?;
        if side != position.turn() {
            return Err(messages::other_side(index + 1, clip(text)));
        }
        position.play(mv);
        game.moves.push(mv);
    }
    Ok(game)
}

fn write_ggf(game: &ForeignGame<Othello>) -> String {
    let last = game.last();
    let tag = |name, otherwise| game.tag(name).unwrap_or(otherwise);
    let (rows, turn) = write_board(&game.start, '*');
    let board = format!("8 {} {turn}", rows.join(" "));
    let result = last.outcome().map_or("?".into(), |_| format!("{:+.3}", f64::from(last.margin(Side::First))));
    let mut properties = vec![("GM", "Othello"), ("PC", tag("Site", "Quevedo"))];
    properties.extend(game.tag("Date").map(|date| ("DT", date)));
    properties.extend([("PB", tag("White", "black")), ("PW", tag("Black", "white"))]);
    properties.extend([("RE", result.as_str()), ("TY", "8"), ("BO", board.as_str())]);
    let mut position = game.start;
    let moves: Vec<(&str, String)> = game
        .moves
        .iter()
        .map(|mv| {
            let side = if position.turn() == Side::First { "B" } else { "W" };
            position.play(*mv);
            (side, show_square(*mv))
        })
        .collect();
    ggf::write(properties.into_iter().chain(moves.iter().map(|(side, square)| (*side, square.as_str()))))
}

/// A move as these programs write it.
fn show_square(mv: Placement) -> String {
    mv.square().map_or_else(|| "PA".into(), |square| super::notation::square_name(square).to_ascii_uppercase())
}

// OBF.

/// A board and the side to move, with a semicolon behind them.
fn is_obf(line: &str) -> bool {
    let board = line.split(';').next().unwrap_or("");
    board.len() < line.len()
        && board.chars().filter(|letter| disc(*letter).is_some() || is_empty_square(*letter)).count() > SQUARES / 2
}

fn read_obf(line: &str) -> Result<ForeignGame<Othello>, Message> {
    let (board, values) = line.split_once(';').unwrap_or((line, ""));
    ForeignGame::with_values(read_board(board)?, values, -MOST_DISCS..=MOST_DISCS)
}

fn write_obf(game: &ForeignGame<Othello>) -> String {
    let (rows, turn) = write_board(&game.last(), 'X');
    let values = game.values.iter().map(|(mv, value)| {
        let mv = if *mv == Placement::PASS { "--".into() } else { show_square(*mv) };
        format!(" {mv}:{value:+};")
    });
    format!("{} {turn};{}", rows.concat(), values.collect::<String>())
}

//! Records are read generously and written strictly.

use quevedo_core::Side;
use quevedo_record::{Record, RecordedMove};

const GAME: &str = "\
[Event \"A \\\"friendly\\\" game\"]
[White \"One\"]
[Black \"Two\"]
[Result \"1-0\"]

% a line for programs only
1. e4 {the king's pawn} e5 $1 2. Nf3! (2. f4 {a (dark) gambit} exf4 (2... d5)) Nc6 ; a remark
3.Bb5 a6 1-0

[Event \"Second\"]

1... d5 *
";

fn texts(record: &Record) -> Vec<&str> {
    record.moves.iter().map(|mv| mv.text.as_str()).collect()
}

#[test]
fn everything_of_a_game_is_read() {
    let records = Record::parse_all(GAME).unwrap();
    assert_eq!(records.len(), 2);
    let first = &records[0];
    assert_eq!(first.tag("Event"), Some("A \"friendly\" game"));
    assert_eq!(first.tag("Missing"), None);
    assert_eq!(texts(first), ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]);
    assert_eq!(first.moves[0].comment.as_deref(), Some("the king's pawn"));
    assert_eq!(first.moves[3].comment.as_deref(), Some("a remark"));
    assert_eq!(first.result, "1-0");
    assert_eq!((texts(&records[1]), records[1].opening_turn), (vec!["d5"], Side::Second));
}

#[test]
fn what_is_written_reads_back() {
    for record in Record::parse_all(GAME).unwrap() {
        let text = record.to_string();
        assert_eq!(Record::parse_all(&text).unwrap(), [record], "{text}");
    }
}

#[test]
fn moves_are_numbered_and_lines_kept_short() {
    let moves = (0..40).map(|_| RecordedMove { text: "d1-d7/g7".into(), ..RecordedMove::default() }).collect();
    let record = Record { moves, opening_turn: Side::Second, result: "0-1".into(), ..Record::default() };
    let text = record.to_string();
    assert!(text.trim_start().starts_with("1... d1-d7/g7 2. d1-d7/g7 d1-d7/g7 3."), "{text}");
    assert!(text.lines().all(|line| line.len() < 80), "{text}");
    assert!(text.ends_with("0-1\n"), "{text}");
}

#[test]
fn numbers_are_moves_where_no_dot_follows() {
    let record = &Record::parse_all("[Game \"connect4\"]\n\n1. 4 4 2. 5 3 *").unwrap()[0];
    assert_eq!(texts(record), ["4", "4", "5", "3"]);
}

#[test]
fn errors_name_the_line() {
    let wrong = [
        ("[Event \"x\"", 1),
        ("\n[Event x]", 2),
        ("1. e4 {never closed", 1),
        ("1. e4\n\n(1. d4", 3),
        ("1. e4 )", 1),
        ("1. e4\n♞f6", 2),
        ("[A \"1\"] [B \"2\n\"]", 1),
    ];
    for (text, line) in wrong {
        assert_eq!(Record::parse_all(text).expect_err(text).line, line, "{text}");
    }
}

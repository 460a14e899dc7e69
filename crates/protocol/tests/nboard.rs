//! The `NBoard` protocol from outside.

mod common;

use common::{Conversation, check_transcript};
use quevedo_catalog::Catalog;
use quevedo_core::Rng;
use quevedo_protocol::NBoard;

fn nboard() -> Conversation<NBoard> {
    Conversation::new(NBoard::new(&Catalog::standard()).unwrap())
}

#[test]
fn transcripts_are_as_written() {
    check_transcript("nboard.txt", include_str!("transcripts/nboard.txt"), NBoard::new(&Catalog::standard()).unwrap());
}

/// The lines of play in `search` and the move in `===`, as squares.
fn search_lines(said: &[String]) -> Vec<Vec<String>> {
    let squares = |text: &str| -> Vec<String> {
        let pairs = text.as_bytes().chunks(2).map(|pair| String::from_utf8_lossy(pair).to_lowercase());
        pairs.map(|square| if square == "pa" { "pass".into() } else { square }).collect()
    };
    let line = |line: &String| {
        let (what, rest) = line.split_once(' ')?;
        ["search", "==="].contains(&what).then(|| squares(rest.split([' ', '/']).next().unwrap()))
    };
    said.iter().filter_map(line).collect()
}

#[test]
fn every_line_is_legal() {
    let mut rng = Rng::with_seed(3);
    for round in 0..12 {
        let mut conversation = nboard();
        conversation.say(&["nboard 2", "set depth 4"]);
        let mut session = Catalog::standard().find("othello").unwrap().session(None).unwrap();
        for _ in 0..rng.usize(0..58) {
            let Some(mv) = session.play_random(&mut rng) else { break };
            let text = if mv.text == "pass" { "PA".into() } else { mv.text.to_uppercase() };
            assert!(conversation.say(&[&format!("move {text}/1.5/2")]).is_empty());
        }
        let said = conversation.say(&[if round % 2 == 0 { "go" } else { "hint 3" }]);
        let lines = search_lines(&said);
        assert_eq!(lines.is_empty(), session.outcome().is_some(), "{said:?}");
        for line in lines {
            let mut board = session.fork();
            for text in line {
                board.play(&text).unwrap_or_else(|error| panic!("{said:?}: {error}"));
            }
        }
    }
}

#[test]
fn the_end_is_told_in_discs() {
    let mut session = Catalog::standard().find("othello").unwrap().session(None).unwrap();
    let mut rng = Rng::with_seed(8);
    while session.board().pieces.iter().flatten().count() < 58 {
        session.play_random(&mut rng).unwrap();
    }
    let board = session.position().replace('X', "*");
    let mut conversation = nboard();
    conversation.say(&["set depth 20", &format!("set game (;GM[Othello]BO[8 {board}];)")]);
    let said = conversation.say(&["go"]);
    let answer = said.iter().find(|line| line.starts_with("===")).unwrap();
    let discs: f64 = answer.split('/').nth(1).unwrap().parse().unwrap();
    assert!(discs.abs() <= 64.0 && discs % 2.0 == 0.0, "{answer}");
}

#[test]
fn a_command_ends_the_thinking_and_is_heard_then() {
    let mut conversation = nboard();
    conversation.say(&["nboard 2", "set depth 60"]);
    assert_eq!(conversation.say_and_hold("go"), ["status Thinking"]);
    assert!(conversation.say_and_hold("ping 7").is_empty());
    assert!(conversation.say_and_hold("move F5").is_empty());
    let said = conversation.run();
    let answer = said.iter().position(|line| line.starts_with("===")).unwrap();
    assert_eq!(said[answer + 1..], ["status Waiting", "pong 7"]);
    assert_eq!(conversation.say(&["move f5"]), ["status move: `f5` is not legal: there is a disc already"]);
    assert_eq!(conversation.say_and_hold("hint 1"), ["status Analyzing"]);
    conversation.end();
    assert!(conversation.over);
}

#[test]
fn no_garbage_is_the_end() {
    let mut rng = Rng::with_seed(1);
    let words = [
        "set",
        "game",
        "(;",
        "BO[8",
        ";)",
        "B[F5]",
        "move",
        "F5",
        "hint",
        "-1",
        "depth",
        "x",
        "é[",
        "ping",
        "99999999999",
    ];
    let mut conversation = nboard();
    conversation.say(&["set depth 2"]);
    for _ in 0..2_000 {
        let line: Vec<&str> = (0..rng.usize(0..6)).map(|_| words[rng.usize(..words.len())]).collect();
        conversation.say(&[&line.join(" ")]);
        conversation.say(&["set depth 2"]);
    }
    assert_eq!(conversation.say(&["ping 3"]), ["pong 3"]);
}

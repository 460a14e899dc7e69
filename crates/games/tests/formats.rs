//! The formats of other programs.

use quevedo_core::{ForeignGame, Game, Notation, Rng, Side};
use quevedo_games::Othello;
use quevedo_games::othello::Placement;

/// A random game, cut after some plies.
fn random_game(rng: &mut Rng) -> ForeignGame<Othello> {
    let mut game = ForeignGame::new(Othello::start());
    let mut position = game.start;
    for _ in 0..rng.usize(0..70) {
        let Some(mv) = position.random_move(rng) else { break };
        position.play(mv);
        game.moves.push(mv);
    }
    game
}

fn read_one(text: &str) -> ForeignGame<Othello> {
    let games = Othello::read_foreign(text).unwrap_or_else(|| panic!("`{text}` is in no format")).unwrap();
    assert_eq!(games.len(), 1, "{text}");
    games.into_iter().next().unwrap()
}

/// The shortest game that one side can win, nine moves long, leaves thirteen discs of one colour.
#[test]
fn a_published_transcript() {
    for text in ["e6f4e3f6g5d6e7f5c5", "E6F4E3F6G5D6E7F5C5", "e6 f4 e3 f6 g5 d6 e7 f5 c5", "e6f4 e3f6g5 D6e7f5c5\n"] {
        let last = read_one(text).last();
        assert_eq!((last.discs(Side::First).count_ones(), last.discs(Side::Second)), (13, 0), "{text}");
        assert!(last.outcome().is_some());
        assert_eq!(last.margin(Side::First), 64, "empty squares go to the winner");
    }
}

#[test]
fn passes_are_written_or_left_out() {
    let mut rng = Rng::with_seed(5);
    let mut passes = 0;
    for _ in 0..300 {
        let mut game = random_game(&mut rng);
        // A pass at the very end has nothing behind it that would tell of it.
        while game.moves.last() == Some(&Placement::PASS) {
            game.moves.pop();
        }
        if game.moves.is_empty() {
            continue;
        }
        passes += game.moves.iter().filter(|mv| **mv == Placement::PASS).count();
        let short = Othello::write_foreign("transcript", &game).unwrap();
        assert_eq!(read_one(&short).moves, game.moves, "{short}");
        for (pass, between) in [("--", ""), ("PA", " "), ("pass", ""), ("pass", "  ")] {
            let shown = game.moves.iter().map(|mv| mv.square().map_or(pass.into(), |_| game.start.show_move(*mv)));
            let long = shown.collect::<Vec<String>>().join(between);
            assert_eq!(read_one(&long).moves, game.moves, "{long}");
        }
    }
    assert!(passes > 20, "{passes}");
}

#[test]
fn games_are_read_back_in_every_format() {
    let mut rng = Rng::with_seed(6);
    for _ in 0..200 {
        let mut game = random_game(&mut rng);
        game.tags = vec![("White".into(), "Ana [x]".into()), ("Black".into(), "Blas".into())];
        let ggf = read_one(&Othello::write_foreign("ggf", &game).unwrap());
        assert_eq!((&ggf.start, &ggf.moves), (&game.start, &game.moves));
        assert_eq!((ggf.tag("White"), ggf.tag("Black")), (Some("Ana [x)"), Some("Blas")));
        game.values = game.last().legal_moves().into_iter().zip(-64..).collect();
        let obf = read_one(&Othello::write_foreign("obf", &game).unwrap());
        assert_eq!((obf.start, &obf.values), (game.last(), &game.values));
    }
    assert_eq!(Othello::write_foreign("sgf", &ForeignGame::new(Othello::start())), None);
    let later = ForeignGame::new(random_game(&mut rng).last());
    assert_eq!(Othello::write_foreign("transcript", &later), None, "a transcript begins at the start");
}

#[test]
fn a_file_of_games() {
    let start = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";
    let text = format!(
        "\u{feff}1 (;GM[Othello]PC[GGS/os]PB[one]PW[two]RE[+64.000]TY[8r]{start}B[e6/0.50/1]W[F4//2];)\n\
         2 (;GM[Othello]TY[8]B[F5]\nW[d6];)(;GM[Othello]{start};)\n"
    );
    let games = Othello::read_foreign(&text).unwrap().unwrap();
    let squares =
        |game: &ForeignGame<Othello>| game.moves.iter().map(|mv| game.start.show_move(*mv)).collect::<String>();
    assert_eq!(games.iter().map(squares).collect::<Vec<_>>(), ["e6f4", "f5d6", ""]);
    assert_eq!(
        (games[0].tag("Site"), games[0].tag("White"), games[0].tag("Black")),
        (Some("GGS/os"), Some("one"), Some("two"))
    );
    let many = Othello::read_foreign("f5d6\n\n# two\nf5f6\n").unwrap().unwrap();
    assert_eq!(many.iter().map(squares).collect::<Vec<_>>(), ["f5d6", "f5f6"]);
}

/// Black fills the last square and turns the one white disc: 64 to 0.
#[test]
fn a_problem_with_values() {
    let board = format!("{}O-", "X".repeat(62));
    for text in [
        format!("{board} X; H8:+64;"),
        format!("{board} X; h8:64; --:-127;"),
        format!("{} *;h8 : +64", board.replace('X', "*").replace('-', ".")),
        format!("{}\n", format!("{board} X; H8:+64;").to_lowercase()),
    ] {
        let problem = read_one(&text);
        let mv = problem.start.parse_move("h8").unwrap();
        assert_eq!(problem.values, [(mv, 64)], "{text}");
        assert_eq!(problem.start.discs(Side::Second).count_ones(), 1);
    }
}

#[test]
fn what_cannot_be_read_is_named() {
    let said = |text: &str| match Othello::read_foreign(text) {
        None => "no format".into(),
        Some(read) => read.expect_err(text).to_string(),
    };
    let board = format!("{}O-", "X".repeat(62));
    for (text, words) in [
        ("f5d6a1", "move 3: `a1` is not legal: it would turn no disc"),
        ("f5d6c9", "move 3: `c9` does not read as a move"),
        ("f5--", "move 2: `--` is not legal: there is a disc to be placed"),
        ("f5d6\nf5f5", "line 2: move 2: `f5` is not legal: there is a disc already"),
        ("(;GM[Othello]B[F5];", "line 1: "),
        ("(;GM[Othello]B[F5];) x", "`x` is no game"),
        ("(;GM[Go]B[F5];)", "a game of `Go`"),
        ("(;GM[Othello]W[F5];)", "move 1, `F5`, is written for the side that does not move"),
        ("(;GM[Othello]BO[8 --- *];)", "3 squares"),
        ("(;GM[Othello];)\n(;GM[Othello]B[A1];)", "game 2: move 1: `A1`"),
        (&format!("{board} X; H8;"), "`H8` is no value of a move"),
        (&format!("{board} X; A1:+2;"), "there is a disc already"),
        (&format!("{board}X X; H8:+64;"), "65 squares"),
        (&format!("{} X;", board.replace('-', "?")), "`?` on the board"),
        ("hello", "no format"),
        ("", "no format"),
        (&Othello::start().show(), "no format"),
    ] {
        assert!(said(text).contains(words), "`{text}` is refused with: {}", said(text));
    }
}

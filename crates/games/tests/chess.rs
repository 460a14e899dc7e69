//! What chess has beyond its move generator: draws, sameness of positions, material, and SAN.

use quevedo_core::reasons::REPETITION;
use quevedo_core::{Game, Line, Notation, Outcome, Side, View};
use quevedo_games::Chess;
use quevedo_games::chess::reasons::{FIFTY_MOVES, MATE, MATERIAL, STALEMATE};

fn position(fen: &str) -> Chess {
    Chess::parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn line(fen: &str, moves: &str) -> Line<Chess> {
    let mut line = Line::new(position(fen));
    for mv in moves.split_whitespace() {
        let mv = line.position().parse_move(mv).unwrap_or_else(|error| panic!("{error} in {}", line.position().show()));
        line.play(mv);
    }
    line
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn mates_and_stalemates() {
    let fools_mate = line(START, "f3 e5 g4 Qh4#");
    assert_eq!(fools_mate.outcome(), Some(Outcome::win(Side::Second, &MATE)));
    assert_eq!(position("7k/5Q2/6K1/8/8/8/8/8 b").outcome(), Some(Outcome::draw(&STALEMATE)));
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let twice = line(START, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    assert_eq!(twice.outcome(), None);
    let mut thrice = twice;
    thrice.play(thrice.position().parse_move("f6g8").unwrap());
    assert_eq!(thrice.occurrences(), 3);
    assert_eq!(thrice.outcome(), Some(Outcome::draw(&REPETITION)));
}

#[test]
fn a_lost_castling_right_makes_another_position() {
    let walk = "Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8";
    let line = line("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1", walk);
    assert_eq!(line.occurrences(), 2, "the first position had castling rights");
}

#[test]
fn en_passant_counts_only_where_it_can_be_played() {
    // After e2e4 no black pawn can take: the same position as without the note of the double step.
    let noted = position("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
    let plain = position("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
    assert_eq!(noted, plain);
    assert_eq!(noted.hash(), plain.hash());
    // Here the pawn on d4 can.
    let noted = position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    let plain = position("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1");
    assert_ne!(noted, plain);
    assert_ne!(noted.hash(), plain.hash());
    // And here it is pinned to its king.
    let noted = position("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1");
    let plain = position("3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1");
    assert_eq!(noted, plain);
    assert_eq!(noted.hash(), plain.hash());
}

#[test]
fn only_a_pawn_takes_en_passant() {
    // The bishop on e5 can go to f6, the square behind the pawn; that is no capture of it.
    let shuffle = "f7f5 g1h1 e8d8 h1g1 d8e8 g1h1 e8d8 h1g1 d8e8";
    let line = line("4k3/5p2/8/4B3/8/8/8/6K1 b - - 0 1", shuffle);
    assert_eq!(line.outcome(), Some(Outcome::draw(&REPETITION)));
}

#[test]
fn fifty_moves_draw_unless_the_last_one_mates() {
    assert_eq!(position("7k/8/8/8/8/8/R7/K7 b - - 100 80").outcome(), Some(Outcome::draw(&FIFTY_MOVES)));
    assert_eq!(position("7k/8/8/8/8/8/R7/K7 b - - 99 80").outcome(), None);
    let mate = line("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "Ra8#");
    assert_eq!(mate.outcome(), Some(Outcome::win(Side::First, &MATE)));
    // A draw by claim leaves the moves alone.
    assert!(position("7k/8/8/8/8/8/R7/K7 b - - 100 80").has_moves());
}

#[test]
fn dead_material_draws() {
    let draws = [
        "8/8/4k3/8/8/3K4/8/8 w",
        "8/8/4k3/8/8/3KB3/8/8 w",
        "8/8/4k3/8/8/3KN3/8/8 w",
        "8/8/4kb2/8/8/3KB3/8/8 w",   // f6 and e3: dark
        "8/8/4kb2/8/5B2/3KB3/8/8 b", // three bishops, all dark (f4 is dark)
    ];
    for fen in draws {
        let dead = position(fen).outcome();
        assert_eq!(dead, Some(Outcome::draw(&MATERIAL)), "{fen}");
    }
    let alive = [
        "8/8/4kb2/8/8/3K1B2/8/8 w", // f6 dark, f3 light
        "8/8/4kn2/8/8/3KB3/8/8 w",
        "8/8/4kn2/8/8/3KN3/8/8 w",
        "8/8/4k3/8/8/2NKN3/8/8 w",
        "8/8/4k3/8/8/3KP3/8/8 w",
    ];
    for fen in alive {
        assert_eq!(position(fen).outcome(), None, "{fen}");
    }
}

#[test]
fn who_can_still_mate_when_the_flag_falls() {
    let cases = [
        // fen, White can, Black can
        ("8/8/4k3/8/8/3KP3/8/8 w", true, false),
        ("8/8/4kq2/8/8/3KN3/8/8 w", false, true), // a knight cannot against a lone queen
        ("8/8/4kr2/8/8/3KN3/8/8 w", true, true),
        ("8/8/4kr2/8/8/3KB3/8/8 w", false, true), // one bishop cannot against a rook
        ("8/8/4kn2/8/8/3KB3/8/8 w", true, true),
        ("8/8/4kp2/8/8/3KB3/8/8 w", true, true),
        ("8/8/4k3/8/8/2NKN3/8/8 w", true, false),
        ("8/8/4k3/8/8/2BK4/2B5/8 w", true, false), // bishops of both colours
        // A wall of pawns that no king can pass.
        ("8/2k5/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/2K5/8 w", false, false),
        // The same wall with a hole for the white king: he reaches nothing either, but the black a-pawn is loose.
        ("8/2k5/8/8/p7/P7/2K5/8 w", true, true),
    ];
    for (fen, white, black) in cases {
        let position = position(fen);
        assert_eq!((position.can_win(Side::First), position.can_win(Side::Second)), (white, black), "{fen}");
    }
}

#[test]
fn san_is_written_as_the_standard_says() {
    let cases = [
        (START, "g1f3", "Nf3"),
        (START, "e2e4", "e4"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "O-O-O"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", "Rxa8+"),
        ("5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O+"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"),
        ("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", "e8=N"),
        ("4k3/8/8/8/8/8/8/R3K1R1 w - - 0 1", "a1d1", "Rd1"), // the king stands between
        ("6k1/8/8/8/8/K7/8/R6R w - - 0 1", "a1d1", "Rad1"),
        ("7k/8/8/R7/8/K7/8/R7 w - - 0 1", "a5a4", "Ra4"), // only one can: the king stands between
        ("7k/8/8/R7/8/8/1K6/R7 w - - 0 1", "a5a3", "R5a3"),
        ("6k1/8/8/8/4Q2Q/8/1K6/7Q w - - 0 1", "h4e1", "Qh4e1"),
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", "Rd8#"),
        // A pinned knight is no rival.
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
    ];
    for (fen, uci, san) in cases {
        let position = position(fen);
        let mv = position.parse_move(uci).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(position.pretty_move(mv), san, "{fen} {uci}");
        assert_eq!(position.parse_move(san), Ok(mv), "{fen} {san}");
    }
}

#[test]
fn san_is_read_generously_but_not_wrongly() {
    let castle = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_eq!(castle.parse_move("0-0"), castle.parse_move("e1g1"));
    assert_eq!(castle.parse_move("e1h1"), castle.parse_move("e1g1"), "the king takes his rook");
    assert!(castle.parse_move("Kh1").is_err(), "no king's move to his own rook");
    let start = Chess::start();
    assert_eq!(start.parse_move("Nf3!?"), start.parse_move("g1f3"));
    assert_eq!(start.parse_move("Ng1f3"), start.parse_move("g1f3"));
    let refused =
        ["", "N", "e", "e9", "Nf9", "xx", "Nf6", "exd5", "O-O", "e2e5", "e7e5", "e2e4q", "Nff3x", "♘f3", "PPe4"];
    for text in refused {
        assert!(start.parse_move(text).is_err(), "`{text}` is taken");
    }
    let two = position("7k/8/8/R7/8/8/1K6/R7 w - - 0 1");
    assert!(two.parse_move("Ra3").unwrap_err().to_string().contains("several"));
}

#[test]
fn errors_name_the_bad_part() {
    let refused = [
        ("", "FEN"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "board"),
        ("8/8/8/8/8/8/1K6/k7 w - - 0 1", "kings never stand next to each other"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w - - 0 1", "8 ranks"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x - - 0 1", "side to move"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KX - 0 1", "castling"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - e5 0 1", "en passant"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 101 1", "halfmove"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 0", "move number"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 2", "FEN"),
    ];
    for (fen, part) in refused {
        let error = Chess::parse(fen).expect_err(fen).to_string();
        assert!(error.contains(part), "`{fen}` is refused with: {error}");
    }
    let start = Chess::start();
    let why = |mv: &str| start.parse_move(mv).unwrap_err().to_string();
    assert!(why("e4e5").contains("no piece of the side to move stands on e4"));
    assert!(why("e2e5").contains("cannot go to e5"));
    let promotion = position("7k/4P3/8/8/8/8/8/4K3 w - - 0 1").parse_move("e7e8").unwrap_err().to_string();
    assert!(promotion.contains("say what the pawn becomes"), "{promotion}");
}

#[test]
fn counters_may_be_left_out() {
    assert_eq!(position("4k3/8/8/8/8/8/8/4K2R w K").show(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(position("4k3/8/8/8/8/8/8/4K2R w K -").show(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(position("4k3/8/8/8/8/8/8/4K2R w").show(), "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
}

#[test]
fn chess960_castles_by_the_rook() {
    let position = position("k7/8/8/8/8/8/8/1K2R3 w E - 0 1");
    let castle = position.parse_move("b1e1").unwrap();
    assert_eq!(position.pretty_move(castle), "O-O");
    let mut after = position.clone();
    after.play(castle);
    assert_eq!(after.show(), "k7/8/8/8/8/8/8/5RK1 b - - 1 1");
    assert_eq!(position.taps(castle), ["b1", "e1"]);
}

#[test]
fn a_king_in_check_is_marked() {
    let board = position("4k3/8/8/8/8/8/8/4RK2 b - - 0 1").board();
    assert_eq!(board.alerts.len(), 1);
    assert_eq!(board.pieces[board.alerts[0]].map(|piece| piece.letter), Some('k'));
    assert!(Chess::start().board().alerts.is_empty());
}

/// The rules of Chess960: bishops on squares of both colours, the king between the rooks, Black opposite White.
fn is_chess960_start(rank: &str) -> bool {
    let places = |piece| rank.match_indices(piece).map(|(place, _)| place).collect::<Vec<_>>();
    let (bishops, rooks, king) = (places('B'), places('R'), places('K'));
    let mut pieces: Vec<char> = rank.chars().collect();
    pieces.sort_unstable();
    pieces.iter().collect::<String>() == "BBKNNQRR"
        && (bishops[0] + bishops[1]) % 2 == 1
        && rooks[0] < king[0]
        && king[0] < rooks[1]
}

#[test]
fn the_starts_of_chess960_go_by_number() {
    let rank = |number: u32| {
        let text = position(&format!("chess960:{number}")).show();
        let ranks: Vec<&str> = text.split([' ', '/']).collect();
        assert_eq!((ranks[0].to_uppercase(), ranks[1], ranks[6]), (ranks[7].to_owned(), "pppppppp", "PPPPPPPP"));
        ranks[7].to_owned()
    };
    // Published in the numbering of Scharnagl.
    assert_eq!([0, 518, 959].map(rank), ["BBQNNRKR", "RNBQKBNR", "RKRNNQBB"]);
    assert_eq!(position("chess960:518"), position(START));
    let all: std::collections::BTreeSet<String> = (0..960).map(rank).collect();
    assert!(all.len() == 960 && all.iter().all(|rank| is_chess960_start(rank)));
    for wrong in ["chess960:960", "chess960:", "chess960:-1", "chess960:x"] {
        assert!(Chess::parse(wrong).unwrap_err().to_string().contains("from 0 to 959"), "{wrong}");
    }
}

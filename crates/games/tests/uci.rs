//! Positions and moves as other programs write them by UCI.

use std::collections::BTreeSet;

use quevedo_core::{Game, Notation, Rng, UciStyle};
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};

const STANDARD: UciStyle = UciStyle::Standard;
const CHESS_960: UciStyle = UciStyle::Chess960;

/// Positions and legal moves of random games read back as they were written, in either style and in our own notation.
fn reads_back<G: Notation>(start: &G) {
    let mut rng = Rng::with_seed(2);
    for _ in 0..5 {
        let mut position = start.clone();
        for _ in 0..60 {
            assert_eq!(G::parse_uci(&position.show_uci()).as_ref(), Ok(&position), "{}", position.show_uci());
            assert_eq!(G::parse_uci(&position.show()).as_ref(), Ok(&position), "{}", position.show());
            let moves = position.legal_moves();
            for style in [STANDARD, CHESS_960] {
                let texts: BTreeSet<String> = moves.iter().map(|mv| position.show_uci_move(*mv, style)).collect();
                assert_eq!(texts.len(), moves.len(), "{texts:?}");
                for mv in &moves {
                    let text = position.show_uci_move(*mv, style);
                    assert_eq!(position.parse_uci_move(&text, style), Ok(*mv), "{}: {text}", position.show());
                    let own = position.show_move(*mv);
                    assert_eq!(position.parse_uci_move(&own, style), Ok(*mv), "{}: {own}", position.show());
                }
            }
            if position.ended().is_some() {
                break;
            }
            let Some(mv) = position.random_move(&mut rng) else { break };
            position.play(mv);
        }
    }
}

#[test]
fn every_game_reads_back_what_it_writes() {
    reads_back(&Chess::start());
    reads_back(&Chess::parse("1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1").unwrap());
    reads_back(&Othello::start());
    reads_back(&Connect4::<7, 6>::start());
    reads_back(&Connect4::<8, 7>::start());
    reads_back(&Amazons::<6>::start());
    reads_back(&MouseCats::start());
    reads_back(&HareHounds::start());
    reads_back(&FoxGeese::start_17());
}

/// Plays moves in our own notation; answers how UCI programs write them.
fn written<G: Notation>(start: &str, moves: &[&str], style: UciStyle) -> Vec<String> {
    let mut position = G::parse(start).unwrap();
    let mut write = |own: &&str| {
        let mv = position.parse_move(own).unwrap();
        let text = position.show_uci_move(mv, style);
        position.play(mv);
        text
    };
    moves.iter().map(&mut write).collect()
}

#[test]
fn othello_drops_discs_and_counts_ranks_from_the_bottom() {
    let start = Othello::start();
    let (fen, hand) = ("8/8/8/3pP3/3Pp3/8/8/8", format!("{}{}", "P".repeat(60), "p".repeat(60)));
    assert_eq!(start.show_uci(), format!("{fen}[{hand}] w - - 0 1"));
    assert_eq!(Othello::parse_uci(&format!("{fen} w 0 1")), Ok(start), "the hand may be left out");
    assert_eq!(written::<Othello>(&start.show(), &["d3", "c5"], STANDARD), ["P@d6", "P@c4"]);
    assert!(start.parse_uci_move("p@d6", STANDARD).is_ok());
    let error = Othello::parse_uci("8/8/8/3xP3/3Pp3/8/8/8 w - - 0 1").unwrap_err().to_string();
    assert!(error.contains("pieces are P and p"), "{error}");
    let error = Othello::parse_uci("8/8/8/3pP3/3Pp3/8/8/8 x").unwrap_err().to_string();
    assert!(error.contains("then `w` or `b`"), "{error}");
}

#[test]
fn a_pass_in_othello_is_a_disc_that_stays() {
    let free = Othello::parse(&format!("OX-X----{} O", "-".repeat(56))).unwrap();
    assert!(free.parse_uci_move("a8a8", STANDARD).is_err(), "there is a move");
    // White encloses nothing; its lowest disc is on b2, which others call b7.
    let forced = Othello::parse(&format!("XO-X----XO------{} O", "-".repeat(48))).unwrap();
    let moves = forced.legal_moves();
    assert_eq!(moves.len(), 1);
    assert_eq!(forced.show_move(moves[0]), "pass");
    assert_eq!(forced.show_uci_move(moves[0], STANDARD), "b7b7");
    for text in ["b7b7", "a1a1", "pass"] {
        assert_eq!(forced.parse_uci_move(text, STANDARD), Ok(moves[0]), "{text}");
    }
}

#[test]
fn connect4_names_the_square_of_the_disc() {
    type Classic = Connect4<7, 6>;
    let start = Classic::start();
    let hand = format!("{}{}", "P".repeat(42), "p".repeat(42));
    assert_eq!(start.show_uci(), format!("7/7/7/7/7/7[{hand}] w - - 0 1"));
    assert_eq!(written::<Classic>("-", &["4", "4", "5"], STANDARD), ["P@d1", "P@d2", "P@e1"]);
    let error = start.parse_uci_move("P@d2", STANDARD).unwrap_err().to_string();
    assert!(error.contains("would not come to rest there"), "{error}");
    let won = Classic::parse("1122334").unwrap();
    assert!(won.parse_uci_move("P@e1", STANDARD).unwrap_err().to_string().contains("over"));
    assert!(Classic::parse_uci("7/7/7/7/7/3P3[] w").unwrap_err().to_string().contains("cannot be with"));
    assert_eq!(Classic::parse_uci("7/7/7/7/7/3P3[] b"), Classic::parse("4"));
    // Other programs know no other board.
    let large = Connect4::<8, 7>::start();
    assert_eq!(large.show_uci(), large.show());
    assert_eq!(written::<Connect4<8, 7>>("-", &["4"], STANDARD), ["4"]);
    assert!(large.parse_uci_move("P@d1", STANDARD).is_err());
}

#[test]
fn amazons_write_the_move_and_the_shot() {
    type Large = Amazons<10>;
    let start = Large::start();
    assert_eq!(start.show_uci(), "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1");
    assert_eq!(written::<Large>(&start.show(), &["d1-d7/g7", "d10-e9/e10"], STANDARD), ["d1d7,d7g7", "d10e9,e9e10"]);
    for bad in ["d1d7,d6g7", "d1d7", "d1d7,d7g7g8"] {
        assert!(start.parse_uci_move(bad, STANDARD).unwrap_err().to_string().contains("from-to/arrow"), "{bad}");
    }
    let error = start.parse_uci_move("d1d7,d7e9", STANDARD).unwrap_err().to_string();
    assert!(error.contains("cannot fly from d7 to e9"), "{error}");
}

#[test]
fn the_mouse_is_a_fox_and_the_cats_are_hounds() {
    let start = MouseCats::start();
    assert_eq!(start.show_uci(), "1h1h1h1h/8/8/8/8/8/8/4F3 w - - 0 1");
    assert_eq!(written::<MouseCats>(&start.show(), &["e1d2"], STANDARD), ["e1d2"]);
    let error = MouseCats::parse_uci("1h1h1h1h/8/8/8/8/8/8/3F4 w").unwrap_err().to_string();
    assert!(error.contains("dark squares"), "{error}");
    assert!(MouseCats::parse_uci("1h1h1h2/8/8/8/8/8/8/4F3 w").is_err());
}

#[test]
fn chess_castles_by_rook_in_chess_960() {
    let classic = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(written::<Chess>(classic, &["e1g1", "e8c8"], STANDARD), ["e1g1", "e8c8"]);
    assert_eq!(written::<Chess>(classic, &["e1g1", "e8c8"], CHESS_960), ["e1h1", "e8a8"]);
    assert_eq!(Chess::parse(classic).unwrap().uci_style(), STANDARD);
    // A king that steps aside and a promotion are written as ever.
    assert_eq!(written::<Chess>("8/P6k/8/8/8/8/8/4K3 w - - 0 1", &["a7a8q", "h7g7"], CHESS_960), ["a7a8q", "h7g7"]);
    let rooks = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1";
    let position = Chess::parse(rooks).unwrap();
    assert_eq!((position.show_uci().as_str(), position.uci_style()), (rooks, CHESS_960));
    // X-FEN: the letters mean the outermost rooks.
    assert_eq!(Chess::parse_uci(&rooks.replace("GBgb", "KQkq")), Ok(position));
    let inner = "1r2k1r1/8/8/8/8/8/8/RR2K1RR w Bg - 0 1";
    assert_eq!(Chess::parse_uci(inner).unwrap().show(), inner, "an inner rook is named by its file");
    assert!(Chess::parse_uci(&rooks.replace("GBgb", "KQkx")).unwrap_err().to_string().contains("castling rights"));
}

//! Positions put together piece by piece, and what is said about those that are none.

use quevedo_core::compose::{Compose, FieldKind, Setup};
use quevedo_core::{Game, Language, Notation, Side};
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};

/// Puts a piece on a place, or takes it away, and settles.
fn put<G: Compose>(setup: &mut Setup, place: &str, letter: Option<char>) {
    let index = G::shape().find(place).unwrap_or_else(|| panic!("no place {place}"));
    setup.pieces[index] = letter;
    setup.settle::<G>();
}

/// An empty board, with pieces put on it one after the other.
fn composed<G: Compose>(turn: Side, pieces: &[(&str, char)]) -> Setup {
    let mut setup = G::start().take_apart();
    setup.pieces.fill(None);
    setup.turn = turn;
    setup.settle::<G>();
    for (place, letter) in pieces {
        put::<G>(&mut setup, place, Some(*letter));
    }
    setup
}

/// Why the setup is no position, in both languages.
fn refusal<G: Compose>(setup: &Setup) -> [String; 2] {
    let error = setup.compose::<G>().expect_err("no position");
    [Language::English, Language::Spanish].map(|language| error.expected.text(language))
}

fn keys<G: Compose>(setup: &Setup) -> Vec<&'static str> {
    G::options(setup).fields.into_iter().map(|field| field.key).collect()
}

#[test]
fn chess_is_composed_in_every_detail() {
    let pieces = [("e1", 'K'), ("h1", 'R'), ("a1", 'R'), ("e8", 'k'), ("d5", 'p'), ("e5", 'P')];
    let mut setup = composed::<Chess>(Side::First, &pieces);
    assert_eq!(keys::<Chess>(&setup), ["white_short", "white_long", "en_passant", "halfmove_clock", "move_number"]);
    assert_eq!(Chess::setup_text(&setup), "4k3/8/8/3pP3/8/8/8/R3K2R w - - 0 1");
    let setup_with = setup.clone().with("white_short", &"h1").with("en_passant", &"d6").with("move_number", &"7");
    let position: Chess = setup_with.compose().unwrap();
    assert_eq!(position.show(), "4k3/8/8/3pP3/8/8/8/R3K2R w K d6 0 7");
    assert!(position.legal_moves().iter().any(|mv| position.show_move(*mv) == "e5d6"), "taken en passant");
    // Rights go with the rook, and the en passant square with the turn.
    setup = setup_with;
    put::<Chess>(&mut setup, "h1", None);
    setup.turn = Side::Second;
    setup.settle::<Chess>();
    assert_eq!(Chess::setup_text(&setup), "4k3/8/8/3pP3/8/8/8/R3K3 b - - 0 7");
}

#[test]
fn castling_with_two_rooks_on_a_side_asks_which() {
    let pieces = [("b1", 'K'), ("f1", 'R'), ("h1", 'R'), ("e8", 'k')];
    let setup = composed::<Chess>(Side::First, &pieces);
    let field = Chess::options(&setup).fields.remove(0);
    assert_eq!(field.kind, FieldKind::Choice(vec!["h1".into(), "f1".into()]));
    let inner: Chess = setup.with("white_short", &"f1").compose().unwrap();
    assert_eq!(inner.show(), "4k3/8/8/8/8/8/8/1K3R1R w F - 0 1");
    assert_eq!(inner.take_apart().field("white_short"), "f1");
}

#[test]
fn chess_says_what_is_wrong_with_the_board() {
    let kings = [("e1", 'K'), ("e8", 'k')];
    let with = |more: &[(&'static str, char)]| composed::<Chess>(Side::First, &[&kings[..], more].concat());
    let pawns: Vec<(String, char)> = "abcdefgh".chars().map(|file| (format!("{file}2"), 'P')).collect();
    let mut many: Vec<(&str, char)> = pawns.iter().map(|(place, letter)| (place.as_str(), *letter)).collect();
    many.push(("a3", 'P'));
    let queens: Vec<(String, char)> =
        "abcdefgh".chars().flat_map(|file| [(format!("{file}3"), 'Q'), (format!("{file}4"), 'Q')]).collect();
    let queens: Vec<(&str, char)> = queens.iter().map(|(place, letter)| (place.as_str(), *letter)).collect();
    let cases = [
        (composed::<Chess>(Side::First, &[("e1", 'K')]), "one king a side; Black has 0", "Negras: 0"),
        (with(&[("a4", 'K')]), "one king a side; White has 2", "Blancas: 2"),
        (with(&[("c1", 'P')]), "first or last rank, as on c1", "como en c1"),
        (with(&[("d7", 'P')]), "Black has just moved and cannot still be in check", "no pueden seguir en jaque"),
        (composed::<Chess>(Side::First, &[("e1", 'K'), ("e2", 'k')]), "next to each other", "vecinas"),
        (composed::<Chess>(Side::First, &[&kings[..], &many].concat()), "White has 9", "Blancas: 9"),
        (composed::<Chess>(Side::First, &[&kings[..], &queens].concat()), "White has 17", "Blancas: 17"),
        (with(&[("e4", 'r'), ("b4", 'b'), ("c2", 'n')]), "three pieces", "tres piezas"),
    ];
    for (setup, english, spanish) in cases {
        let words = refusal::<Chess>(&setup);
        assert!(words[0].contains(english) && words[1].contains(spanish), "{words:?} without {english}");
    }
    let letters = Chess::parse("4k3/8/8/3z4/8/8/8/4K3 w - - 0 1").unwrap_err();
    assert!(letters.to_string().contains("bad piece `z`: K king"), "{letters}");
    let width = Chess::parse("4k4/8/8/8/8/8/8/4K3 w - - 0 1").unwrap_err();
    assert!(width.to_string().contains("rank 8 has 8 places, not 9"), "{width}");
}

#[test]
fn discs_of_connect4_fall_and_decide_the_turn() {
    type Wide = Connect4<8, 7>;
    let mut setup = composed::<Wide>(Side::First, &[("d7", 'x')]);
    assert_eq!(Wide::setup_text(&setup), "......../......../......../......../......../......../...x.... o");
    put::<Wide>(&mut setup, "d5", Some('o'));
    assert_eq!(setup.compose::<Wide>().unwrap(), Wide::parse("44").unwrap());
    // The lower disc is taken away: the upper one falls.
    put::<Wide>(&mut setup, "d1", None);
    let words = refusal::<Wide>(&setup);
    assert!(words[0].contains("0 discs of the first player (x) and 1 of the second (o)"), "{words:?}");
    put::<Wide>(&mut setup, "a1", Some('x'));
    assert_eq!(Wide::setup_text(&setup), "......../......../......../......../......../......../x..o.... x");
}

#[test]
fn othello_amazons_and_the_hunts() {
    let othello = composed::<Othello>(Side::Second, &[("a1", 'X'), ("b1", 'O')]);
    assert_eq!(Othello::setup_text(&othello), format!("XO{} O", "-".repeat(62)));
    assert!(othello.compose::<Othello>().is_ok());
    let amazons = composed::<Amazons<10>>(Side::Second, &[("a1", 'Q'), ("j10", '*')]);
    let words = refusal::<Amazons<10>>(&amazons);
    assert!(words[0].contains("Black (`q`) has 0") && words[1].contains("Negras (`q`): 0"), "{words:?}");
    let cats = composed::<MouseCats>(Side::First, &[("d1", 'M'), ("b8", 'c'), ("d8", 'c'), ("f8", 'c'), ("h8", 'c')]);
    assert!(refusal::<MouseCats>(&cats)[0].contains("dark squares"));
    assert!(MouseCats::palette().iter().all(|offered| offered.places.as_ref().is_some_and(|dark| dark.len() == 32)));
    let dogs = [("a2", 'D'), ("b1", 'D'), ("b3", 'D'), ("e2", 'h')];
    let hare = composed::<HareHounds>(Side::First, &dogs).with("stall", &3);
    assert_eq!(HareHounds::setup_text(&hare), "DD-D------h d 3");
    let fox = composed::<FoxGeese>(Side::First, &[("d7", 'F'), ("c1", 'g')]).with("stall", &99);
    let mut settled = fox;
    settled.settle::<FoxGeese>();
    assert_eq!(FoxGeese::setup_text(&settled), "1F1/3/7/7/7/3/g2 g 0", "a counter beyond its range is none");
}

//! What is shown of the end of a game: the places that decided it, and the counts that lead to it. The places are read off
//! the rules and the diagrams, by hand.

use quevedo_core::{Game, Notation, Side, View};
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};

type Connect4x8x7 = Connect4<8, 7>;

/// The names of the decisive places of a side, sorted.
fn decisive<G: Notation + View>(position: &G, side: Side) -> Vec<String> {
    let shape = G::shape();
    let own = position.decisive_places().into_iter().filter(|decisive| decisive.side == side);
    let mut names: Vec<String> = own.map(|decisive| shape.places[decisive.place].name.clone()).collect();
    names.sort();
    names
}

fn at<G: Notation>(text: &str) -> G {
    G::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn the_four_in_line_and_no_other_disc() {
    let column = at::<Connect4x8x7>("1212121");
    assert_eq!(decisive(&column, Side::First), ["a1", "a2", "a3", "a4"]);
    assert!(decisive(&column, Side::Second).is_empty());
    let rank = at::<Connect4x8x7>("8182737");
    assert!(rank.outcome().is_none() && rank.decisive_places().is_empty(), "three in line decide nothing");
    // The last disc closes a line of five.
    let five = at::<Connect4x8x7>("112244553");
    assert_eq!(decisive(&five, Side::First), ["a1", "b1", "c1", "d1", "e1"]);
}

#[test]
fn the_mated_king_and_who_checks_it() {
    let fools_mate = at::<Chess>("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    assert_eq!(decisive(&fools_mate, Side::First), ["e1"]);
    assert_eq!(decisive(&fools_mate, Side::Second), ["h4"]);
    let stalemate = at::<Chess>("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(decisive(&stalemate, Side::Second), ["h8"]);
    let check = at::<Chess>("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1");
    assert!(check.decisive_places().is_empty(), "the king takes the queen");
}

#[test]
fn what_is_shut_in_and_by_whom() {
    let hare = at::<HareHounds>("-------DDDh h 0");
    assert_eq!(
        (decisive(&hare, Side::Second), decisive(&hare, Side::First)),
        (vec!["e2".into()], vec!["d1".to_owned(), "d2".into(), "d3".into()])
    );
    let home = at::<HareHounds>("hDD-D------ d 0");
    assert_eq!(decisive(&home, Side::Second), ["a2"]);
    assert!(decisive(&home, Side::First).is_empty());
    let mouse = at::<MouseCats>("8/8/8/8/8/8/1c1c1c1c/M7 m");
    assert_eq!((decisive(&mouse, Side::First), decisive(&mouse, Side::Second)), (vec!["a1".into()], vec!["b2".into()]));
    let fox = at::<FoxGeese>("Fgg/ggg/g1ggg1g/7/7/3/3 f 0");
    assert_eq!(decisive(&fox, Side::Second), ["c7"]);
    assert_eq!(decisive(&fox, Side::First), ["c5", "c6", "d6", "d7", "e5", "e7"], "and those that forbid a jump");
}

#[test]
fn the_territories_at_the_end() {
    // White, in the corner, is shut in by arrows; Black still reaches two squares.
    let end = at::<Amazons<6>>("q1*3/*1*3/***3/3***/3**1/3*1Q w");
    assert!(end.outcome().is_none(), "White has e1 and f2");
    let end = at::<Amazons<6>>("q1*3/*1*3/***3/3***/3***/3**Q w");
    assert_eq!(decisive(&end, Side::First), ["f1"]);
    assert_eq!(decisive(&end, Side::Second), ["b5", "b6"]);
}

#[test]
fn counts_run_out() {
    let geese = at::<FoxGeese>("1F1/3/7/g5g/gggggg1/ggg/ggg g 8");
    let count = geese.countdown().unwrap();
    assert_eq!((count.side, count.left, count.of), (Side::First, 2, 10));
    let mut next = geese;
    next.play(geese.parse_move("f3g3").unwrap());
    assert_eq!(next.countdown().unwrap().left, 1);
    let fresh = HareHounds::start().countdown().unwrap();
    assert_eq!((fresh.left, fresh.of), (10, 10));
    assert!(Othello::start().countdown().is_none() && Chess::start().countdown().is_none());
}

#[test]
fn draws_are_where_the_rules_have_them() {
    let has = [Chess::HAS_DRAWS, Othello::HAS_DRAWS, Connect4x8x7::HAS_DRAWS];
    let has_not = [Amazons::<10>::HAS_DRAWS, MouseCats::HAS_DRAWS, HareHounds::HAS_DRAWS, FoxGeese::HAS_DRAWS];
    assert_eq!((has, has_not), ([true; 3], [false; 4]));
}

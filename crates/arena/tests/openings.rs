//! Where games begin: lists, files, and the sets that come with the program.

use std::collections::BTreeSet;

use quevedo_arena::{BalanceSettings, GameConditions, Opening, OpeningError, Openings, balanced_openings};
use quevedo_catalog::{Catalog, GameEntry};

fn find_game(id: &str) -> GameEntry {
    Catalog::standard().find(id).unwrap().clone()
}

fn list(openings: &Openings) -> &[Opening] {
    match openings {
        Openings::List(list) => list,
        Openings::Random { .. } => panic!("not a list"),
    }
}

#[test]
fn every_game_has_openings_that_can_be_played() {
    for game in Catalog::standard().games() {
        let openings = Openings::shipped(game).unwrap_or_else(|| panic!("{} has none", game.id()));
        assert_eq!(Openings::shipped_or_random(game), openings);
        let openings = list(&openings);
        assert!(openings.len() >= 50, "{}: {}", game.id(), openings.len());
        let positions: BTreeSet<String> =
            openings.iter().map(|opening| opening.open(game).unwrap().position()).collect();
        assert_eq!(positions.len(), openings.len(), "{}: some are the same", game.id());
    }
}

#[test]
fn openings_are_read_as_moves_as_positions_and_as_records() {
    let chess = find_game("chess");
    let lines = "\u{feff}# two openings\ne2e4 e7e5 # open\n\n  d4 d5\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n";
    let read = Openings::read(&chess, lines).unwrap();
    assert_eq!(list(&read).len(), 3);
    assert_eq!(list(&read)[0].moves, ["e2e4", "e7e5"]);
    assert_eq!(list(&read)[2].position.as_deref(), Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
    let records = "[Event \"one\"]\n\n1. e4 c5 *\n\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n";
    let read = Openings::read(&chess, records).unwrap();
    assert_eq!(list(&read)[0].moves, ["e2e4", "c7c5"]);
    assert_eq!(list(&read)[1].moves, ["e2e4"]);
}

#[test]
fn only_the_first_plies_of_openings_are_read() {
    let chess = find_game("chess");
    let read = |text: &str, plies| Openings::read_plies(&chess, text, plies).map(|read| list(&read).to_vec());
    let moves = |text: &str, plies| -> Vec<Vec<String>> {
        read(text, plies).unwrap().into_iter().map(|opening| opening.moves).collect()
    };
    // The second differs from the first in its last ply only, and the third is over after its last one.
    let lines = "e2e4 e7e5 g1f3\ne2e4 e7e5 d2d4\nf3 e5 g4 Qh4\n";
    assert_eq!(moves(lines, 2), [["e2e4", "e7e5"], ["f2f3", "e7e5"]]);
    assert!(matches!(read(lines, 4), Err(OpeningError::Line { line: 3, .. })));
    let records = "[Event \"one\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Event \"two\"]\n\n1. e4 *\n";
    assert_eq!(moves(records, 3), [&["f2f3", "e7e5", "g2g4"][..], &["e2e4"]]);
}

#[test]
fn wrong_openings_are_named_by_their_line() {
    let chess = find_game("chess");
    let line = |text: &str| match Openings::read(&chess, text) {
        Err(OpeningError::Line { line, .. }) => line,
        other => panic!("{text:?}: {other:?}"),
    };
    assert_eq!(line("e2e4\n\ne2e5\n"), 3);
    assert_eq!(line("# fool's mate: the game is over\nf3 e5 g4 Qh4\n"), 2);
    assert_eq!(line("[Event \"never closed\n\n1. e4"), 1);
    assert_eq!(Openings::read(&chess, "# nothing\n"), Err(OpeningError::None));
    let record = Openings::read(&chess, "[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. e5 *\n");
    assert!(matches!(record, Err(OpeningError::Record { number: 2, .. })), "{record:?}");
}

#[test]
fn a_list_is_used_up_before_any_opening_comes_again() {
    let game = find_game("othello");
    let player = "random".parse().unwrap();
    let used = |seed: u64, pairs: std::ops::Range<u64>| -> Vec<Vec<String>> {
        let openings = Openings::read(&game, "d3\nc4\nf5\ne6\nd3 c3\n").unwrap();
        let conditions = GameConditions { openings, ..GameConditions::new(&game, seed) };
        pairs.map(|pair| conditions.job(2 * pair, [&player; 2], [0, 1], pair).unwrap().opening.moves).collect()
    };
    for round in 0..3 {
        let round: BTreeSet<_> = used(1, 5 * round..5 * round + 5).into_iter().collect();
        assert_eq!(round.len(), 5);
    }
    assert_eq!(used(1, 0..5), used(1, 0..5));
    assert!((2..20).any(|seed| used(seed, 0..5) != used(1, 0..5)), "the seed decides the order");
}

#[test]
fn balanced_openings_are_balanced_and_repeat() {
    let settings = |threads| BalanceSettings {
        game: find_game("connect4"),
        plies: 6,
        candidates: 40,
        keep: 10,
        player: "alphabeta:depth=5,hash=1".parse().unwrap(),
        seed: 3,
        threads,
    };
    let one = balanced_openings(&settings(1), &|| {}).unwrap();
    assert_eq!(one, balanced_openings(&settings(3), &|| {}).unwrap());
    assert_eq!(one.len(), 10);
    let all = balanced_openings(&BalanceSettings { keep: 1000, ..settings(2) }, &|| {}).unwrap();
    let worst = one.iter().map(|opening| opening.score.abs()).max().unwrap();
    assert!(all[10..].iter().all(|other| other.plies_to_end.is_some() || other.score.abs() >= worst));
}

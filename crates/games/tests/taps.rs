//! Boards of half-made moves.

use quevedo_core::{Board, Game, Notation, Rng, View};
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};

/// In random games: no tap shows the position, all taps show the position after the move.
fn ends_agree<G: View>(start: &G) {
    let mut rng = Rng::with_seed(3);
    for _ in 0..3 {
        let mut position = start.clone();
        while position.ended().is_none() {
            let Some(mv) = position.random_move(&mut rng) else { break };
            let mut after = position.clone();
            after.play(mv);
            let taps = position.taps(mv).len();
            assert_eq!(position.board_after_taps(mv, 0), position.board(), "{position:?}, {mv:?}");
            assert_eq!(position.board_after_taps(mv, taps), after.board(), "{position:?}, {mv:?}");
            position = after;
        }
    }
}

#[test]
fn no_tap_is_the_position_and_all_taps_are_the_move() {
    ends_agree(&Chess::start());
    ends_agree(&Chess::parse("7k/PPPPP3/8/8/8/8/8/K7 w - - 0 1").unwrap());
    ends_agree(&Othello::start());
    ends_agree(&Connect4::<8, 7>::start());
    ends_agree(&Amazons::<6>::start());
    ends_agree(&MouseCats::start());
    ends_agree(&HareHounds::start());
    ends_agree(&FoxGeese::start_17());
}

/// The board after some taps of a move.
fn tapped<G: View + Notation>(position: &str, mv: &str, taps: usize) -> Board {
    let position = G::parse(position).unwrap();
    let mv = position.parse_move(mv).unwrap();
    position.board_after_taps(mv, taps)
}

fn board<G: View + Notation>(position: &str) -> Board {
    G::parse(position).unwrap().board()
}

#[test]
fn an_amazon_moves_before_she_shoots() {
    type Small = Amazons<6>;
    let start = "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w";
    let moved = board::<Small>("1q2q1/q4q/6/1Q4/Q4Q/4Q1 w");
    assert_eq!(tapped::<Small>(start, "b1-b3/d3", 1), board::<Small>(start));
    assert_eq!(tapped::<Small>(start, "b1-b3/d3", 2), moved);
    assert_eq!(tapped::<Small>(start, "b1-b3/b1", 2), moved);
    assert_eq!(tapped::<Small>(start, "b1-b3/d3", 3), board::<Small>("1q2q1/q4q/6/1Q1*2/Q4Q/4Q1 b"));
}

#[test]
fn a_fox_captures_jump_by_jump() {
    let start = "3/3/3F3/3g3/7/1gg/g1g f 0";
    for (taps, expected) in [(1, start), (2, "3/3/7/7/3F3/1gg/g1g f 0"), (3, "3/3/7/7/7/2g/gFg f 0")] {
        assert_eq!(tapped::<FoxGeese>(start, "d5d3d1", taps), board::<FoxGeese>(expected), "{taps}");
    }
    assert_eq!(tapped::<FoxGeese>(start, "d5d3", 2), board::<FoxGeese>("3/3/7/7/3F3/1gg/g1g f 0"));
    assert_eq!(tapped::<FoxGeese>(start, "d5d6", 2), board::<FoxGeese>("3/1F1/7/3g3/7/1gg/g1g f 0"));
}

#[test]
fn a_pawn_stands_on_the_last_rank_until_its_promotion_is_chosen() {
    // The pawn on e7 takes on d8, with check or without.
    let start = "3rk3/4P3/8/8/8/8/8/K7 w - - 0 1";
    let before = board::<Chess>(start);
    let choosing = tapped::<Chess>(start, "e7d8q", 2);
    let shape = Chess::shape();
    let letter = |board: &Board, name: &str| board.pieces[shape.find(name).unwrap()].map(|piece| piece.letter);
    assert_eq!((letter(&choosing, "d8"), letter(&choosing, "e7")), (Some('P'), None));
    let changed = before.pieces.iter().zip(&choosing.pieces).filter(|(a, b)| a != b).count();
    assert_eq!((changed, choosing.alerts.len()), (2, 0));
    assert_eq!(tapped::<Chess>(start, "e7d8n", 1), before);
    assert_eq!(letter(&tapped::<Chess>(start, "e7d8n", 3), "d8"), Some('N'));
    assert_eq!(tapped::<Chess>(start, "e7d8q", 3).alerts, [shape.find("e8").unwrap()]);
}

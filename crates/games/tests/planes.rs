//! The input encoding of networks: both perspectives show the same board, and different positions and moves differ.

use std::collections::{HashMap, HashSet};

use quevedo_core::planes::{NO_STEP, planes_of_board, steps_of_taps};
use quevedo_core::{Game, Notation, Planes, Rng, Side};
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};

fn features<G: Planes>(position: &G, viewer: Side) -> Vec<usize> {
    let mut features = Vec::new();
    position.each_feature(viewer, |feature| features.push(feature));
    features
}

/// Checks the positions of random games; `alike` is how many moves may have the same squares.
fn check<G: Planes>(alike: usize) {
    assert!((0..G::FEATURES).all(|feature| G::flip_perspective(G::flip_perspective(feature)) == feature));
    let mut rng = Rng::with_seed(7);
    let mut seen: HashMap<(Side, Vec<usize>), G> = HashMap::new();
    let mut different_views = 0;
    for _ in 0..60 {
        let mut position = G::start();
        while let Some(mv) = position.random_move(&mut rng).filter(|_| position.outcome().is_none()) {
            let views = Side::BOTH.map(|side| features(&position, side));
            let mut flipped: Vec<usize> = views[0].iter().map(|feature| G::flip_perspective(*feature)).collect();
            flipped.sort_unstable();
            assert_eq!(flipped, views[1], "{position:?}");
            assert!(views[0].len() <= G::MAX_ACTIVE_FEATURES && views[0].iter().all(|feature| *feature < G::FEATURES));
            check_steps(&position, alike);
            let view = views[position.turn().index()].clone();
            if let Some(other) = seen.insert((position.turn(), view), position.clone()) {
                assert_eq!(other.turn(), position.turn());
            } else {
                different_views += 1;
            }
            position.play(mv);
        }
    }
    assert!(different_views > 20, "random games differ");
}

fn check_steps<G: Planes>(position: &G, alike: usize) {
    let (mut all, mut different) = (0, HashSet::new());
    position.each_move(|mv| {
        let steps = position.steps(mv);
        let is_square = |square: &u8| usize::from(*square) < G::SQUARES || *square == NO_STEP;
        assert!(steps.as_ref().iter().all(is_square), "{mv:?}");
        all += 1;
        different.insert(steps.as_ref().to_vec());
    });
    assert!(different.len() * alike >= all, "{position:?}");
}

#[test]
fn every_game_is_encoded() {
    check::<Chess>(4);
    check::<Othello>(1);
    check::<Connect4<7, 6>>(1);
    check::<Connect4<8, 7>>(1);
    check::<Amazons<10>>(1);
    check::<Amazons<6>>(1);
    check::<MouseCats>(1);
    check::<HareHounds>(1);
    check::<FoxGeese>(10_000); // runs of captures that end alike
}

/// The default methods of the trait equal what a game computes from its bitboards.
fn check_defaults<G: Planes>(has_steps: impl Fn(&G, G::Move) -> bool) {
    let mut rng = Rng::with_seed(8);
    for _ in 0..20 {
        let mut position = G::start();
        while let Some(mv) = position.random_move(&mut rng).filter(|_| position.outcome().is_none()) {
            for viewer in Side::BOTH {
                assert_eq!(planes_of_board(&position, viewer), position.planes(viewer), "{position:?}");
            }
            position.each_move(|mv| {
                if has_steps(&position, mv) {
                    assert_eq!(steps_of_taps(&position, mv), position.steps(mv), "{mv:?}: {position:?}");
                }
            });
            position.play(mv);
        }
    }
}

#[test]
fn defaults_read_the_board_and_the_taps() {
    // A castling king moves by two squares; its target in the bitboards is the rook.
    check_defaults::<Chess>(|position, mv| !matches!(&position.show_move(mv)[..], "e1g1" | "e1c1" | "e8g8" | "e8c8"));
    check_defaults::<Connect4<7, 6>>(|_, _| false); // the taps are columns
}

/// The first rank is where each side begins.
#[test]
fn chess_has_the_own_side_at_the_bottom() {
    let start = Chess::start();
    let [white, black] = Side::BOTH.map(|side| start.planes(side));
    assert_eq!(white, black, "the start looks the same to both");
    assert_eq!(white[0], 0xff00, "own pawns stand on the second rank");
    assert_eq!(white[6], 0x00ff_0000_0000_0000, "the other's on the seventh");
    assert_eq!(white[5], 1 << 4, "the king on the file e");
}

/// The squares of a drop are those of the rows from the bottom.
#[test]
fn discs_pile_up() {
    let mut position = Connect4::<7, 6>::start();
    for height in 0..6 {
        let mut third = None;
        let mut number = 0;
        position.each_move(|mv| {
            if number == 2 {
                third = Some(mv);
            }
            number += 1;
        });
        let mv = third.unwrap();
        assert_eq!(position.steps(mv)[0], height * 7 + 2);
        position.play(mv);
    }
    let planes = position.planes(Side::First);
    assert_eq!((planes[0] | planes[1]).count_ones(), 6);
    assert_eq!(planes[0] & 1 << 2, 1 << 2, "the first disc is at the bottom");
}

//! What networks see: both sides see the same board, each its own way, and tell positions and moves apart.

use std::collections::{HashMap, HashSet};

use quevedo_core::planes::{MAX_PLANES, NO_STEP};
use quevedo_core::{Game, Planes, Rng, Side};
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};

fn inputs<G: Planes>(position: &G, viewer: Side) -> Vec<usize> {
    let mut inputs = Vec::new();
    position.each_feature(viewer, |input| inputs.push(input));
    inputs
}

/// Plays random games; equal views must be of positions with equal moves (their squares, for the side to move).
/// `alike` is how many moves may share their squares.
fn check<G: Planes>(alike: usize) {
    assert!((0..G::FEATURES).all(|input| G::turned(G::turned(input)) == input));
    let mut rng = Rng::with_seed(7);
    let mut seen: HashMap<(Side, Vec<usize>), G> = HashMap::new();
    let mut told_apart = 0;
    for _ in 0..60 {
        let mut position = G::start();
        while let Some(mv) = position.random_move(&mut rng).filter(|_| position.outcome().is_none()) {
            let views = Side::BOTH.map(|side| inputs(&position, side));
            let mut turned: Vec<usize> = views[0].iter().map(|input| G::turned(*input)).collect();
            turned.sort_unstable();
            assert_eq!(turned, views[1], "{position:?}");
            assert!(views[0].len() <= G::MAX_ACTIVE_FEATURES && views[0].iter().all(|input| *input < G::FEATURES));
            assert!(position.planes(Side::First)[G::PLANES..MAX_PLANES].iter().all(|plane| *plane == 0));
            check_steps(&position, alike);
            let view = views[position.turn().index()].clone();
            if let Some(other) = seen.insert((position.turn(), view), position.clone()) {
                assert_eq!(other.turn(), position.turn());
            } else {
                told_apart += 1;
            }
            position.play(mv);
        }
    }
    assert!(told_apart > 20, "random games differ");
}

fn check_steps<G: Planes>(position: &G, alike: usize) {
    let (mut all, mut different) = (0, HashSet::new());
    position.each_move(|mv| {
        let steps = position.steps(mv);
        let (used, unused) = steps.split_at(G::STEPS);
        assert!(used.iter().all(|square| usize::from(*square) < G::SQUARES || *square == NO_STEP), "{mv:?}");
        assert!(unused.iter().all(|square| *square == NO_STEP));
        all += 1;
        different.insert(steps);
    });
    assert!(different.len() * alike >= all, "{position:?}");
}

#[test]
fn networks_see_every_game() {
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

/// The first rank is where each side begins.
#[test]
fn chess_is_seen_from_both_ends() {
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

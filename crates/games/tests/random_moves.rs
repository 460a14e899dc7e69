//! Random moves are uniform: many are drawn in one position and counted.

use std::collections::HashMap;

use quevedo_core::{Notation, Rng};
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};

/// Draws per legal move.
const DRAWS: usize = 2000;

/// Pearson's chi-squared statistic, less its mean, in units of its standard deviation, must not be extreme.
fn is_uniform<G: Notation>(position: &G) {
    let moves = position.legal_moves();
    let mut rng = Rng::with_seed(7);
    let mut counts: HashMap<G::Move, usize> = moves.iter().map(|mv| (*mv, 0)).collect();
    for _ in 0..DRAWS * moves.len() {
        let mv = position.random_move(&mut rng).unwrap();
        *counts.get_mut(&mv).unwrap_or_else(|| panic!("{} is not legal", position.show_move(mv))) += 1;
    }
    let deviation = |count: usize| (count as f64 - DRAWS as f64).powi(2) / DRAWS as f64;
    let chi_squared: f64 = counts.values().map(|count| deviation(*count)).sum();
    let freedom = (moves.len() - 1).max(1) as f64;
    let extreme = (chi_squared - freedom) / (2.0 * freedom).sqrt();
    assert!(extreme < 5.0, "`{}`: {extreme:.1} standard deviations off, {counts:?}", position.show());
}

fn are_uniform<G: Notation>(positions: &[&str]) {
    for text in positions {
        is_uniform(&G::parse(text).unwrap());
    }
}

#[test]
fn every_legal_move_is_as_likely_as_any_other() {
    are_uniform::<Chess>(&[
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/1P6/8/3pP3/8/8/k7/4K2R w K d6 0 1",
    ]);
    are_uniform::<Othello>(&["---------------------------OX------XO--------------------------- X"]);
    are_uniform::<Connect4<8, 7>>(&["", "4444444", "11111112222222"]);
    are_uniform::<Amazons<6>>(&[
        "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w",
        "**2**/1q***1/***1q*/q***1*/*QQQq*/Q****1 w",
        "1q*q**/1*2Q*/1q***Q/*1**1*/**Q*q*/1***1Q b",
    ]);
    are_uniform::<MouseCats>(&["1c1c1c1c/8/8/8/8/8/8/4M3 m", "8/6c1/1c3c2/8/3c4/6M1/8/8 c"]);
    are_uniform::<HareHounds>(&["DD-D------h d 0", "-D-D-D--h-- h 4"]);
    are_uniform::<FoxGeese>(&[
        "1F1/3/7/g5g/ggggggg/ggg/ggg g 0",
        "3/3/F2g3/1g1g1g1/gg2g1g/g1g/ggg f 1",
        // More runs than the fast path has room for.
        "3/gFg/1g1g1g1/3g3/1g1g1g1/g1g/3 f 0",
    ]);
}

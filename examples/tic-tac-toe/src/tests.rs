//! The quick loop of a new game: one call checks its rules, notation, board, planes, evaluators and search hints.

use quevedo_core::{Game, laws, perft};

use crate::TicTacToe;

#[test]
fn tic_tac_toe_keeps_the_laws() {
    let checked = laws::check_game::<TicTacToe>().unwrap_or_else(|violation| panic!("{violation}"));
    println!("{checked}");
}

/// The published counts: 255,168 games in all, of which perft counts the prefixes.
#[test]
fn perft_equals_the_published_counts() {
    let counts = [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&TicTacToe::start(), depth), count, "depth {depth}");
    }
}

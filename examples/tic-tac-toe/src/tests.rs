//! The quick loop of a new game: one call checks its rules, notation, board, planes, evaluators and search hints.

use quevedo_core::{Evaluator, Game, Notation, View, laws, perft};

use crate::{OpenLines, TicTacToe};

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

/// The cross in the middle is on three open lines, the nought in the corner on two: the points stand where the marks do.
#[test]
fn points_stand_on_the_marks() {
    let position = TicTacToe::parse("3/1X1/O2 x").unwrap();
    let points = OpenLines.layers(&position).remove(0).points;
    assert_eq!(points.into_iter().collect::<Vec<_>>(), [(4, 30.0), (6, -20.0)]);
    let pieces = position.board().pieces;
    assert_eq!((pieces[4].unwrap().letter, pieces[6].unwrap().letter), ('X', 'O'));
}

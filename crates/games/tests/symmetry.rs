//! Hashes that are the same up to the symmetries of the board.

use std::collections::HashSet;

use quevedo_core::{Game, Notation, Rng, Tactics};
use quevedo_games::Othello;

/// The position with its squares moved: the text is read by the columns and rows that `image` says.
fn moved(position: &Othello, image: impl Fn(usize, usize) -> (usize, usize)) -> Othello {
    let text: Vec<char> = position.show().chars().collect();
    let square = |index: usize| {
        let (column, row) = image(index % 8, index / 8);
        text[8 * row + column]
    };
    let board: String = (0..64).map(square).chain(text[64..].iter().copied()).collect();
    Othello::parse(&board).unwrap()
}

#[test]
fn a_symmetric_hash_is_that_of_all_images() {
    let mut rng = Rng::with_seed(3);
    let mut all = HashSet::new();
    for _ in 0..200 {
        let mut position = Othello::start();
        for _ in 0..rng.usize(6..50) {
            let Some(mv) = position.random_move(&mut rng) else { break };
            position.play(mv);
        }
        let hash = position.symmetric_hash();
        let turned = moved(&position, |column, row| (row, 7 - column));
        let mirrored = moved(&position, |column, row| (7 - column, row));
        let transposed = moved(&position, |column, row| (row, column));
        let around = moved(&position, |column, row| (7 - column, 7 - row));
        for image in [turned, mirrored, transposed, around] {
            assert_eq!(image.symmetric_hash(), hash, "{}", position.show());
        }
        all.insert(hash);
        let other_turn = position.show().replace(" X", " ?").replace(" O", " X").replace(" ?", " O");
        assert_ne!(Othello::parse(&other_turn).unwrap().symmetric_hash(), hash);
    }
    assert!(all.len() > 190, "{}", all.len());
}

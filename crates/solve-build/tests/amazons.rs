//! The Amazons solver against [`PlainSearch`], which shares no code with it.

use std::sync::atomic::AtomicBool;

use quevedo_core::{Game, Notation, Rng};
use quevedo_games::Amazons;
use quevedo_solve::amazons::AmazonsSolver;
use quevedo_solve_build::amazons_plain::{PlainSearch, Position};

fn solver_wins<const N: usize>(position: &Amazons<N>) -> bool {
    AmazonsSolver::new(16).wins(position, &AtomicBool::new(false), &mut |_| ()).expect("not stopped")
}

/// Random squares, most of them arrows, with some open squares and a few amazons.
fn scattered<const N: usize>(rng: &mut Rng, open: usize, amazons: [usize; 2]) -> Amazons<N> {
    let mut letters = vec!['*'; N * N - open];
    letters.extend(std::iter::repeat_n('1', open - amazons[0] - amazons[1]));
    letters.extend(std::iter::repeat_n('Q', amazons[0]));
    letters.extend(std::iter::repeat_n('q', amazons[1]));
    rng.shuffle(&mut letters);
    let ranks: Vec<String> = letters.chunks(N).map(|rank| rank.iter().collect()).collect();
    let mut board = ranks.join("/");
    for run in (2..=N).rev() {
        board = board.replace(&"1".repeat(run), &run.to_string());
    }
    Amazons::parse(&format!("{board} {}", if rng.bool() { 'w' } else { 'b' })).expect("a position")
}

/// Both have to agree who wins, and the solver that the winning move of the plain search wins.
fn solver_agrees<const N: usize>(text: &str) -> bool {
    let (board, position) = Position::parse(text).expect("a position");
    let mut search = PlainSearch::new(board, 20);
    let wins = search.wins(position);
    let mut next = Amazons::<N>::parse(text).expect("a position");
    assert_eq!(solver_wins(&next), wins, "{text}");
    let winning = search.winning_move(position);
    assert_eq!(winning.is_some(), wins, "{text} after {} nodes", search.nodes);
    if let Some(mv) = winning {
        next.play(next.parse_move(&mv).expect("a move"));
        assert!(!solver_wins(&next), "{text}: {mv}");
    }
    wins
}

#[test]
fn plain_search_agrees_on_small_boards() {
    assert!(!solver_agrees::<4>("1qq1/q2q/Q2Q/1QQ1 w"), "docs/solved.md has a loss");
    let mut rng = Rng::with_seed(6);
    for index in 0..60 {
        let position = scattered::<5>(&mut rng, 9 + index % 4, [1 + index % 2, 1 + index / 2 % 2]);
        solver_agrees::<5>(&position.show());
    }
}

/// The other 4x4 boards of docs/solved.md.
#[test]
#[ignore = "a minute: by `cargo xtask soak --only solve`"]
fn plain_search_agrees_on_the_boards_of_the_docs() {
    for text in ["q3/4/4/3Q w", "1q2/4/4/2Q1 w", "q2q/4/4/Q2Q w", "Q2q/4/4/q2Q w", "1q2/Q2q/4/1Q2 w"] {
        assert!(solver_agrees::<4>(text), "{text}: docs/solved.md has a win");
    }
}

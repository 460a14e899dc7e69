//! Opening books of Connect-4: built, resumed, used and refused.

use std::num::NonZero;

use quevedo_core::{Game, Rng};
use quevedo_games::Connect4;
use quevedo_solve::book::{Book, BookError};
use quevedo_solve::connect4::Connect4Solver;
use quevedo_solve_build::connect4_book::{BookBuilder, ResumeError};

/// A book of four discs on 4x4, built by two threads.
fn small_book() -> Book {
    let builder = BookBuilder::<4, 4>::new(4);
    builder.run(NonZero::new(2).expect("two"), 1, |_| true);
    assert_eq!(builder.solved(), builder.len());
    builder.book()
}

/// A position of a random game with this many discs that is not over.
fn random(rng: &mut Rng, discs: usize) -> Connect4<4, 4> {
    loop {
        let mut position = Connect4::start();
        for _ in 0..discs {
            let Some(mv) = position.random_move(rng) else { break };
            position.play(mv);
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

#[test]
fn with_a_book_solutions_are_the_same_and_need_no_search() {
    let mut solver = Connect4Solver::new(1);
    solver.use_book(small_book()).expect("a book of this board");
    let mut rng = Rng::with_seed(3);
    for discs in [0, 1, 2, 3, 4, 4, 4, 4, 5, 6, 7] {
        let position = random(&mut rng, discs);
        let (found, expected) = (solver.solve(&position), Connect4Solver::new(1).solve(&position));
        assert_eq!((found.score, found.plies, found.best), (expected.score, expected.plies, expected.best));
        solver.clear();
        let nodes = (solver.score(&position), solver.nodes()).1;
        // Up to four discs the search visits a few positions above the book, and none below it.
        assert!(discs > 4 || nodes < 100, "{nodes} nodes for {discs} discs");
    }
}

#[test]
fn an_unfinished_book_is_resumed() {
    let whole = small_book();
    let keys = whole.keys()[..whole.len() / 2].iter();
    let half = Book::new(whole.name(), keys.filter_map(|&key| Some((key, whole.get(key)?))));
    let builder = BookBuilder::<4, 4>::new(4);
    builder.resume_from(half.clone()).expect("a book of this board");
    assert_eq!(builder.solved(), half.len());
    builder.run(NonZero::<usize>::MIN, 1, |_| true);
    assert_eq!(builder.book(), whole);
}

/// Otherwise the file would be overwritten by an empty book.
#[test]
fn a_book_with_another_number_of_discs_is_not_resumed() {
    let error = BookBuilder::<4, 4>::new(3).resume_from(small_book()).expect_err("a book of four discs");
    assert_eq!(error.to_string(), "the book has positions of 4 discs, not of 3");
    let error = BookBuilder::<5, 4>::new(4).resume_from(small_book()).expect_err("a book of 4x4");
    assert!(matches!(error, ResumeError::Book(BookError::Name { .. })), "{error}");
    BookBuilder::<4, 4>::new(3).resume_from(Book::new("connect4-4x4", [])).expect("an empty book");
}

#[test]
fn a_book_of_another_board_is_refused() {
    let wrong = Connect4Solver::<5, 4>::new(1).use_book(small_book());
    let Err(BookError::Name { found, expected }) = wrong else { panic!("{wrong:?}") };
    assert_eq!((found.as_str(), expected.as_str()), ("connect4-4x4", "connect4-5x4"));
    assert!(Connect4Solver::<4, 4>::new(1).use_book(Book::new("connect4-4x4", [])).is_err());
}

//! Every shipped puzzle is what it claims to be: each move of its solution is the only one that reaches the goal.
//!
//! Values come from the solvers of the games, asked about every move. Fast wins of chess are checked by a mate search of
//! their own, which shares no code with our searches.

use std::collections::HashSet;

use cozy_chess::{Board, GameStatus, Move};
use quevedo_catalog::{Catalog, GameEntry, Prober, Session};
use quevedo_core::Value;
use quevedo_puzzles::{Goal, HIGHEST_RATING, LOWEST_RATING, Puzzle, board_key, shipped};

/// The games with puzzles: all that are no variants.
const GAMES: [&str; 7] = ["chess", "othello", "connect4", "amazons", "mouse-cats", "hare-hounds", "fox-geese"];

fn game(id: &str) -> GameEntry {
    Catalog::standard().find(id).expect("a game").clone()
}

/// Who wins and by how much, from the view of `viewer`.
fn value(session: &dyn Session, viewer: &dyn Session, prober: &mut dyn Prober) -> (Value, Option<i32>) {
    if let Some(outcome) = session.outcome() {
        return (Value::of(outcome, viewer.turn()), None);
    }
    let solved = prober.probe(session, u64::MAX).expect("a position within reach");
    let value = match solved.value {
        value if session.turn() == viewer.turn() => value,
        Value::Win => Value::Loss,
        Value::Draw => Value::Draw,
        Value::Loss => Value::Win,
    };
    (value, solved.score.map(|score| if session.turn() == viewer.turn() { score } else { -score }))
}

/// Whether a move reaches the goal.
fn reaches(goal: Goal, session: &dyn Session, mv: &str, prober: &mut dyn Prober) -> bool {
    let mut after = session.fork();
    after.play(mv).expect("a legal move");
    let (value, score) = value(&*after, session, prober);
    match goal {
        Goal::Win => value == Value::Win,
        Goal::Draw => value >= Value::Draw,
        Goal::Score(wanted) => score.expect("a margin") >= wanted,
        Goal::WinIn(_) => panic!("checked by a search for mates"),
    }
}

/// Whether a move is the only one that reaches the goal. A solver without distances and margins lists all moves that keep the
/// value; elsewhere every move is solved.
fn check_move(puzzle: &Puzzle, session: &dyn Session, mv: &str, prober: &mut dyn Prober) {
    let solved = prober.probe(session, u64::MAX).expect("a position within reach");
    if solved.plies.is_none() && solved.score.is_none() {
        assert_eq!((puzzle.goal, solved.value), (Goal::Win, Value::Win), "{puzzle:?}");
        assert_eq!(solved.best, [mv], "{} in {puzzle:?}", session.position());
        return;
    }
    for other in session.legal() {
        let reaches = reaches(puzzle.goal, session, &other.text, prober);
        assert_eq!(reaches, other.text == mv, "{} at {} in {puzzle:?}", other.text, session.position());
    }
}

/// Checks the puzzles of a game whose goals the solver knows.
fn check_by_solver(id: &str) {
    let game = game(id);
    let mut prober = game.prober();
    for puzzle in shipped(id) {
        let mut session = game.session(Some(&puzzle.position)).expect("a position");
        let side = session.turn();
        for mv in &puzzle.solution {
            if session.turn() == side {
                check_move(puzzle, &*session, mv, &mut *prober);
            }
            session.play(mv).expect("a legal move");
        }
    }
}

#[test]
fn every_game_has_hundreds_of_different_puzzles() {
    for id in GAMES {
        let game = game(id);
        let puzzles = shipped(id);
        assert!(puzzles.len() >= 200, "{id}: {}", puzzles.len());
        let mut boards = HashSet::new();
        for puzzle in puzzles {
            let mut session = game.session(Some(&puzzle.position)).expect("a position");
            assert_eq!(session.position(), puzzle.position, "{id}");
            assert!(session.legal().len() >= 2, "{id}: {puzzle:?}");
            assert!(boards.insert(board_key(&*session)), "{id}: twice, or with its mirror image: {puzzle:?}");
            assert!((LOWEST_RATING..=HIGHEST_RATING).contains(&puzzle.rating), "{id}: {puzzle:?}");
            check_turns(&mut *session, puzzle);
        }
        let spread = puzzles.iter().map(|puzzle| puzzle.rating / 400).collect::<HashSet<_>>().len();
        assert!(spread >= 3, "{id}: ratings between {:?}", puzzles.iter().map(|puzzle| puzzle.rating).min());
    }
}

/// The side that solves a puzzle makes the first and the last move of its solution.
fn check_turns(session: &mut dyn Session, puzzle: &Puzzle) {
    let side = session.turn();
    for (ply, mv) in puzzle.solution.iter().enumerate() {
        assert_eq!(session.turn() == side, ply % 2 == 0, "{puzzle:?}");
        session.play(mv).expect("a legal move");
    }
    assert_eq!(puzzle.solution.len() % 2, 1, "{puzzle:?}");
}

#[test]
fn both_sides_have_puzzles_to_solve() {
    for id in GAMES {
        let game = game(id);
        let turns = shipped(id).iter().map(|puzzle| game.session(Some(&puzzle.position)).expect("a position").turn());
        assert_eq!(turns.collect::<HashSet<_>>().len(), 2, "{id}");
    }
}

#[test]
fn othello_puzzles_have_one_solution() {
    check_by_solver("othello");
}

#[test]
fn connect4_puzzles_have_one_solution() {
    check_by_solver("connect4");
}

#[test]
fn amazons_puzzles_have_one_solution() {
    check_by_solver("amazons");
}

#[test]
fn mouse_cats_puzzles_have_one_solution() {
    check_by_solver("mouse-cats");
}

#[test]
fn hare_hounds_puzzles_have_one_solution() {
    check_by_solver("hare-hounds");
}

#[test]
fn fox_geese_puzzles_have_one_solution() {
    check_by_solver("fox-geese");
}

#[test]
fn chess_puzzles_have_one_solution() {
    for puzzle in shipped("chess") {
        let Goal::WinIn(plies) = puzzle.goal else { panic!("no mate: {puzzle:?}") };
        let mut board: Board = puzzle.position.parse().expect("a position");
        assert!(u32::from(board.halfmove_clock()) + plies < 100, "the fifty-move rule ends it first: {puzzle:?}");
        assert_eq!(puzzle.solution.len(), plies as usize, "{puzzle:?}");
        for (ply, text) in puzzle.solution.iter().enumerate() {
            let left = plies.div_ceil(2) - ply as u32 / 2;
            if ply % 2 == 0 {
                assert!(left == 1 || !mates(&board, left - 1), "a faster mate: {puzzle:?}");
                for mv in moves(&board) {
                    let is_solution = uci(&board, mv) == *text;
                    assert_eq!(mates_after(&board, mv, left), is_solution, "{mv} at {board}: {puzzle:?}");
                }
            }
            let mv = moves(&board).into_iter().find(|mv| uci(&board, *mv) == *text).expect("a legal move");
            board.play(mv);
        }
        assert!(board.status() == GameStatus::Won && !board.checkers().is_empty(), "{puzzle:?}");
    }
}

fn moves(board: &Board) -> Vec<Move> {
    let mut all = Vec::new();
    board.generate_moves(|moves| {
        all.extend(moves);
        false
    });
    all
}

/// The move as UCI writes it: the king castles two squares away.
fn uci(board: &Board, mv: Move) -> String {
    cozy_chess::util::display_uci_move(board, mv).to_string()
}

fn after(board: &Board, mv: Move) -> Board {
    let mut after = board.clone();
    after.play_unchecked(mv);
    after
}

/// Whether the side to move mates by its `left`th move at the latest, by trying everything. The last move has to give check.
fn mates(board: &Board, left: u32) -> bool {
    moves(board).into_iter().any(|mv| mates_after(board, mv, left))
}

/// The same with the first move given.
fn mates_after(board: &Board, mv: Move, left: u32) -> bool {
    let next = after(board, mv);
    if left == 1 && next.checkers().is_empty() {
        return false;
    }
    let replies = moves(&next);
    if replies.is_empty() {
        return !next.checkers().is_empty();
    }
    left > 1 && replies.into_iter().all(|reply| mates(&after(&next, reply), left - 1))
}

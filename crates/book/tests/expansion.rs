//! Books as they are built and played from.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use quevedo_book::{Book, BookPlayer, Expansion};
use quevedo_core::{Game, Line, Notation, Rng, Score, Strategy, Tactics, ask};
use quevedo_games::{Connect4, Othello};
use quevedo_search::AlphaBeta;
use quevedo_search::alphabeta::Settings;
use quevedo_search::time::Limits;

const NODES: u64 = 50;

fn player<G: Tactics + quevedo_core::HasEvaluators>() -> Box<dyn Strategy<G>> {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let settings = Settings { limits, hash: 1, ..Settings::default() };
    Box::new(AlphaBeta::<G, _>::new(G::EVALUATORS[0].evaluator, settings).unwrap())
}

fn grow<G: Tactics + quevedo_core::HasEvaluators>(expansion: &mut Expansion<G>, positions: usize) {
    while expansion.len() < positions {
        expansion.expand(&player, 2).expect("there is more to expand");
    }
}

/// The different positions one move away, by their hashes.
fn next_positions<G: Tactics>(position: &G) -> Vec<(u64, G)> {
    let child = |mv| {
        let mut next = position.clone();
        next.play(mv);
        (next.symmetric_hash(), next)
    };
    let mut children: Vec<(u64, G)> = position.legal_moves().into_iter().map(child).collect();
    children.sort_by_key(|(key, _)| *key);
    children.dedup_by_key(|(key, _)| *key);
    children
}

/// The value of a position by plain negamax over the book, the values of the file at its leaves.
fn negamax<G: Tactics>(book: &Book, position: &G, seen: &mut HashMap<u64, Score>) -> Option<Score> {
    let key = position.symmetric_hash();
    let known = book.get(key)?;
    if let Some(value) = seen.get(&key) {
        return Some(*value);
    }
    let children = next_positions(position);
    assert_eq!(children.len(), known.values.len());
    let values = children.iter().zip(&known.values).map(|((_, child), stored)| {
        let sign = if child.turn() == position.turn() { 1 } else { -1 };
        let value = negamax(book, child, seen).map(|value| sign * value);
        assert!(value.is_none_or(|value| value == Score::from(*stored)), "stored {stored}, backed up {value:?}");
        Score::from(*stored)
    });
    let value = values.max().unwrap();
    seen.insert(key, value);
    Some(value)
}

#[test]
fn values_are_backed_up() {
    let mut expansion = Expansion::new("game", Othello::start());
    grow(&mut expansion, 150);
    let book = expansion.book();
    let mut seen = HashMap::new();
    assert!(negamax(&book, &Othello::start(), &mut seen).is_some());
    assert_eq!(seen.len(), book.len(), "every position is reached from the start");
}

/// Symmetric positions are one: the start has four first moves and one child.
#[test]
fn symmetric_positions_are_stored_once() {
    let mut expansion = Expansion::new("game", Othello::start());
    grow(&mut expansion, 2);
    let book = expansion.book();
    assert_eq!(book.get(Othello::start().symmetric_hash()).unwrap().values.len(), 1);
    // The three second moves are all different.
    let mut second = Othello::start();
    second.play(second.parse_move("f5").unwrap());
    assert_eq!(book.get(second.symmetric_hash()).unwrap().values.len(), 3);
}

/// The same book comes out however often the work is interrupted, and on any number of threads.
#[test]
fn a_resumed_book_is_the_same() {
    fn check<G: Tactics + quevedo_core::HasEvaluators>() {
        let mut whole = Expansion::new("game", G::start());
        while whole.len() < 60 {
            whole.expand(&player, 1).unwrap();
        }
        let mut parts = Expansion::new("game", G::start());
        for positions in [7, 31, 60] {
            grow(&mut parts, positions);
            let bytes = parts.book().to_bytes();
            parts = Expansion::resume(&Book::from_bytes(&bytes).unwrap(), G::start());
            assert_eq!(parts.book().to_bytes(), bytes);
        }
        assert!(whole.book() == parts.book());
    }
    check::<Othello>();
    check::<Connect4<7, 6>>();
}

/// The next position is the one with the least path error, computed here by a walk over all ways through the book.
#[test]
fn the_least_path_error_comes_next() {
    const PLY: Score = 25;
    let mut expansion = Expansion::new("game", Othello::start());
    for positions in [20, 60, 150] {
        grow(&mut expansion, positions);
        let before = expansion.book();
        let mut least: (Score, HashSet<u64>) = (Score::MAX, HashSet::new());
        let mut waiting = vec![(Othello::start(), 0)];
        while let Some((position, cost)) = waiting.pop() {
            let children = next_positions(&position);
            let known = before.get(position.symmetric_hash()).unwrap();
            for ((key, child), value) in children.into_iter().zip(&known.values) {
                let cost = cost + PLY + known.value() - Score::from(*value);
                if before.get(key).is_some() {
                    waiting.push((child, cost));
                } else if cost < least.0 {
                    least = (cost, HashSet::from([key]));
                } else if cost == least.0 {
                    least.1.insert(key);
                }
            }
        }
        grow(&mut expansion, positions + 1);
        let after = expansion.book();
        let added = least.1.iter().filter(|key| after.get(**key).is_some()).count();
        assert_eq!(added, 1, "one of {} positions with an error of {}", least.1.len(), least.0);
    }
}

#[test]
fn the_player_varies_among_good_moves_and_leaves_the_book() {
    let mut expansion = Expansion::new("game", Othello::start());
    grow(&mut expansion, 100);
    let book = Arc::new(expansion.book());
    let mut lines = HashSet::new();
    for seed in 0..20 {
        let mut left = BookPlayer::book_only(Arc::clone(&book), Some(seed));
        let mut again = BookPlayer::book_only(Arc::clone(&book), Some(seed));
        let mut line = Line::new(Othello::start());
        while let Some(result) = ask(&mut left, &line) {
            assert_eq!(ask(&mut again, &line), Some(result.clone()), "the same seed, the same move");
            assert!(result.book && result.pv[0] == result.mv && !result.lines.is_empty());
            assert!(result.score.unwrap() >= result.lines[0].score - 25);
            line.play(result.mv);
        }
        assert!(line.moves().len() >= 2, "{:?}", line.moves());
        lines.insert(line.moves().to_vec());
    }
    assert!(lines.len() > 3, "{}", lines.len());
    // A position that is not in the book is left to the other player.
    let mut rng = Rng::with_seed(1);
    let mut far = Line::new(Othello::start());
    for _ in 0..30 {
        let mv = far.position().random_move(&mut rng).unwrap();
        far.play(mv);
    }
    let mut player = BookPlayer::new(book, player::<Othello>(), None);
    assert!(!ask(&mut player, &far).unwrap().book);
}

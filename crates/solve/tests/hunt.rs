//! The tables of the small hunt games against known values and against one step of minimax.

use std::collections::HashSet;
use std::fmt::Debug;

use quevedo_core::{Notation, Rng, Side};
use quevedo_games::{HareHounds, MouseCats};
use quevedo_solve::hunt::{self, Numbered};
use quevedo_solve::{Solution, Value};

/// Values of an independent program; the head of the file names it.
const KNOWN: &str = include_str!("data/hunt.tsv");

fn agrees<G: Numbered + Notation>(position: &str, value: &str, plies: &str) {
    let solution = hunt::solve(&G::parse(position).unwrap());
    let expected = match value {
        "win" => Value::Win,
        "loss" => Value::Loss,
        _ => panic!("{value} is no value"),
    };
    assert_eq!((solution.value, solution.plies), (expected, plies.parse().ok()), "{position}");
}

#[test]
fn known_values() {
    for line in KNOWN.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[0] {
            "mouse-cats" => agrees::<MouseCats>(fields[1], fields[2], fields[3]),
            "hare-hounds" | "hare-hounds:center" => agrees::<HareHounds>(fields[1], fields[2], fields[3]),
            game => panic!("{game} has no table"),
        }
    }
}

/// A position picked with the same chance as any other.
fn sample<G: Numbered>(count: usize, seed: u64) -> Vec<G> {
    let mut positions = Vec::new();
    G::each_position(|position| positions.push(position));
    let mut rng = Rng::with_seed(seed);
    (0..count).map(|_| positions[rng.usize(..positions.len())].clone()).collect()
}

fn value_for(winner: Option<Side>, turn: Side) -> Value {
    match winner {
        None => Value::Draw,
        Some(winner) if winner == turn => Value::Win,
        Some(_) => Value::Loss,
    }
}

/// Minimax over one move: value, distance and best moves.
fn one_step<G: Numbered>(position: &G) -> (Value, Option<u32>, Vec<G::Move>) {
    if let Some(outcome) = position.outcome() {
        return (value_for(outcome.winner, position.turn()), Some(0), Vec::new());
    }
    let children: Vec<(G::Move, Solution<G::Move>)> = position
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let mut next = position.clone();
            next.play(mv);
            assert_ne!(next.turn(), position.turn());
            (mv, hunt::solve(&next))
        })
        .collect();
    let lost = children.iter().filter(|(_, child)| child.value == Value::Loss);
    let (value, plies) = match lost.map(|(_, child)| child.plies).min() {
        Some(soonest) => (Value::Win, soonest),
        None => (Value::Loss, children.iter().map(|(_, child)| child.plies).max().unwrap()),
    };
    let opposite = if value == Value::Win { Value::Loss } else { Value::Win };
    let best = children.iter().filter(|(_, child)| child.value == opposite && child.plies == plies);
    (value, plies.map(|plies| plies + 1), best.map(|(mv, _)| *mv).collect())
}

fn law_holds<G: Numbered + Notation>() {
    for position in sample::<G>(10_000, 1) {
        let solution = hunt::solve(&position);
        assert_eq!((solution.value, solution.plies, solution.best), one_step(&position), "{}", position.show());
    }
}

#[test]
fn a_position_has_the_value_of_its_best_move() {
    law_holds::<MouseCats>();
    law_holds::<HareHounds>();
}

fn numbers_differ<G: Numbered + Debug>() {
    let mut seen = HashSet::new();
    G::each_position(|position| {
        assert!(position.number() < G::NUMBERS && seen.insert(position.number()), "{position:?}");
    });
}

#[test]
fn every_position_has_its_own_number() {
    numbers_differ::<MouseCats>();
    numbers_differ::<HareHounds>();
}

/// Both sides play random best moves: the game has the value and the plies of the table.
fn best_play_has_the_value_of_the_table<G: Numbered + Notation>() {
    let mut rng = Rng::with_seed(2);
    for start in sample::<G>(2_000, 3) {
        let expected = hunt::solve(&start);
        let (mut position, mut plies) = (start.clone(), 0);
        while position.outcome().is_none() {
            let best = hunt::solve(&position).best;
            position.play(best[rng.usize(..best.len())]);
            plies += 1;
        }
        let winner = position.outcome().unwrap().winner;
        assert_eq!(
            (value_for(winner, start.turn()), Some(plies)),
            (expected.value, expected.plies),
            "{}",
            start.show()
        );
    }
}

/// The winner plays best moves, the loser random ones: the game has the value of the table, and no more plies.
fn winners_win<G: Numbered + Notation>() {
    let mut rng = Rng::with_seed(4);
    for start in sample::<G>(2_000, 5) {
        let expected = hunt::solve(&start);
        let (mut position, mut plies) = (start.clone(), 0);
        while position.outcome().is_none() {
            let solution = hunt::solve(&position);
            let moves = if solution.value == Value::Win { solution.best } else { position.legal_moves() };
            position.play(moves[rng.usize(..moves.len())]);
            plies += 1;
        }
        let winner = position.outcome().unwrap().winner;
        assert_eq!(value_for(winner, start.turn()), expected.value, "{}", start.show());
        assert!(Some(plies) <= expected.plies, "{}", start.show());
    }
}

#[test]
fn perfect_play() {
    best_play_has_the_value_of_the_table::<MouseCats>();
    best_play_has_the_value_of_the_table::<HareHounds>();
    winners_win::<MouseCats>();
    winners_win::<HareHounds>();
}

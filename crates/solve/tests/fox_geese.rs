//! The reader of the tables of the Fox and the Geese; `quevedo-solve-build` tests it on tables that it builds.

use std::sync::atomic::AtomicBool;

use quevedo_core::{Game, Notation, Outcome, Rng, Side};
use quevedo_games::FoxGeese;
use quevedo_solve::fox_geese::{FoxGeeseTables, shipped, strategy};
use quevedo_solve::{Solvable, SolverOptions, StopFlags, Value};

#[test]
fn the_tables_of_the_program_cover_up_to_ten_geese() {
    let tables = shipped();
    assert!((4..=10).all(|geese| tables.covered().any(|covered| covered == geese)));
    assert_eq!(tables.warnings(), Vec::<String>::new());
    assert_eq!(FoxGeeseTables::default().probe(&FoxGeese::start()), None);
}

/// With too few geese, or with the fox at its goal, the value needs no table.
#[test]
fn finished_games_need_no_table() {
    let tables = FoxGeeseTables::default();
    for (text, value) in [("3/3/7/3F3/3g3/1g1/3 g 0", Value::Loss), ("3/3/7/7/ggggggg/ggg/gF1 f 0", Value::Win)] {
        let position = FoxGeese::parse(text).unwrap();
        assert_eq!(tables.probe(&position), Some(value), "{text}");
        let solution = tables.solve(&position).unwrap();
        assert_eq!((solution.value, solution.plies, solution.best), (value, Some(0), Vec::new()), "{text}");
    }
}

#[test]
fn folders_without_tables_give_warnings() {
    let directory = tempfile::tempdir().unwrap();
    let missing = directory.path().join("missing");
    for (folder, words) in [(directory.path(), "no tables"), (&missing, "missing")] {
        let tables = FoxGeeseTables::open(folder);
        let [warning] = &tables.warnings()[..] else { panic!("{:?}", tables.warnings()) };
        assert!(warning.contains(words) && warning.contains(folder.to_str().unwrap()), "{warning}");
    }
    assert!(FoxGeeseTables::from_pack(b"nothing").warnings()[0].contains("pack"));
}

/// A game of the solver's geese against a random fox: its outcome, and its plies.
fn game(start: FoxGeese, rng: &mut Rng) -> (Outcome, u32) {
    let mut solver = FoxGeese::solver(&SolverOptions::with_memory(1));
    let (mut position, mut plies) = (start, 0);
    loop {
        if let Some(outcome) = position.outcome() {
            return (outcome, plies);
        }
        let mv = if position.turn() == Side::First {
            assert!(position.is_worth_solving(None), "{}", position.show());
            let solution = solver.solve_to_move(&position, StopFlags::all(&AtomicBool::new(false))).unwrap();
            assert_eq!(solution.value, Value::Win, "{}", position.show());
            solution.best[0]
        } else {
            position.random_move(rng).unwrap()
        };
        position.play(mv);
        plies += 1;
    }
}

#[test]
fn the_geese_of_the_program_win_from_the_starts() {
    let mut rng = Rng::with_seed(1);
    for start in [FoxGeese::start_13(), FoxGeese::start(), FoxGeese::start_17()] {
        let strategy = strategy(start.geese().count_ones()).unwrap();
        assert_eq!(strategy.start(), &start);
        for _ in 0..20 {
            let (outcome, plies) = game(start, &mut rng);
            assert_eq!(outcome.winner, Some(Side::First));
            assert!(plies <= strategy.plies());
        }
    }
}

#[test]
fn a_strategy_has_no_move_where_it_does_not_lead() {
    let strategy = strategy(15).unwrap();
    let mut position = FoxGeese::start();
    // A step back to the start is impossible, so after another first move the strategy is left for good.
    let followed = strategy.reply(&position).unwrap();
    let other = position.legal_moves().into_iter().find(|mv| {
        let after = |mv| {
            let mut next = position;
            next.play(mv);
            next.geese()
        };
        after(*mv).count_ones() == 15 && mirror(after(*mv)) != after(followed) && after(*mv) != after(followed)
    });
    position.play(other.unwrap());
    assert_eq!(strategy.reply(&position), None, "the fox is to move");
    position.play(position.legal_moves()[0]);
    assert_eq!(strategy.reply(&position), None);
}

/// The mirror image of points, by the files.
fn mirror(points: u64) -> u64 {
    (0..64)
        .filter(|point| points >> point & 1 == 1)
        .fold(0, |image, point| image | 1 << (point / 8 * 8 + 6 - point % 8))
}

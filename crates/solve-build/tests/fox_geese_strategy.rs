//! Strategies of the geese: made from the tables of the program, and checked by the rules.

use quevedo_core::{Game, Notation, Rng, Side};
use quevedo_games::{Bits, FoxGeese};
use quevedo_solve::Value;
use quevedo_solve::fox_geese::board::CROSS;
use quevedo_solve::fox_geese::{Certificate, StrategyError, shipped, strategy};
use quevedo_solve_build::fox_geese::{BuildSettings, StrategyFault, build, check_strategy, choose_strategy};

/// Random positions with ten geese on ranks 2 to 6 that the geese, to move, win or lose.
fn positions(value: Value, count: usize) -> Vec<FoxGeese> {
    let mut rng = Rng::with_seed(3);
    let random = || {
        let mut points: Vec<u8> = Bits(CROSS).filter(|point| (8..48).contains(point)).collect();
        rng.shuffle(&mut points);
        let geese = points[..10].iter().fold(0, |geese, point| geese | 1 << point);
        FoxGeese::placed(geese, 48 + rng.u8(2..5), Side::First, rng.u8(0..3))
    };
    std::iter::repeat_with(random).flatten().filter(|found| shipped().probe(found) == Some(value)).take(count).collect()
}

#[test]
fn strategies_of_ten_geese_win_against_every_answer() {
    let mut sizes = Vec::new();
    for start in positions(Value::Win, 12) {
        let made = choose_strategy(&start, shipped(), |_| {}).unwrap();
        let bytes = made.to_bytes();
        let read = Certificate::from_bytes(&bytes).unwrap();
        assert_eq!((read.start(), read.positions(), read.plies()), (&start, made.positions(), made.plies()));
        let checked = check_strategy(&start, &|position| read.reply(position)).unwrap();
        assert_eq!(checked.plies, made.plies(), "{}", start.show());
        assert!(checked.positions >= made.positions() as u64, "mirror images are counted once in a file");
        sizes.push(made.positions());
    }
    assert!(sizes.iter().any(|size| *size > 100), "{sizes:?}: too small to mean anything");
}

#[test]
fn positions_that_are_lost_have_no_strategy() {
    for start in positions(Value::Loss, 5) {
        assert!(
            matches!(choose_strategy(&start, shipped(), |_| {}), Err(StrategyError::NoMove(_))),
            "{}",
            start.show()
        );
    }
}

/// Any change is seen: by the checksum, or in a file with a right checksum by the walk of the reader.
#[test]
fn a_changed_strategy_is_refused() {
    let large = |start: &FoxGeese| choose_strategy(start, shipped(), |_| {}).unwrap();
    let made = positions(Value::Win, 12).iter().map(large).max_by_key(Certificate::positions).unwrap();
    let bytes = made.to_bytes();
    for index in (0..bytes.len()).step_by(7) {
        let mut changed = bytes.clone();
        changed[index] ^= 4;
        assert!(Certificate::from_bytes(&changed).is_err(), "byte {index}");
    }
    assert!(Certificate::from_bytes(&bytes[..bytes.len() - 1]).is_err());
}

/// Another move in a part of the positions, by both walks: mostly the fox wins, or a position arises that has no move.
#[test]
fn a_strategy_with_other_moves_fails() {
    let large = |start: &FoxGeese| choose_strategy(start, shipped(), |_| {}).unwrap();
    let made = positions(Value::Win, 12).iter().map(large).max_by_key(Certificate::positions).unwrap();
    let (mut by_checker, mut by_reader) = (0, 0);
    for part in 0..20 {
        let reply = |position: &FoxGeese| {
            let is_changed = position.hash() % 20 == part;
            if is_changed { position.random_move(&mut Rng::with_seed(part)) } else { made.reply(position) }
        };
        let checked = check_strategy(made.start(), &reply);
        by_checker += usize::from(matches!(checked, Err(StrategyFault::NoMove(_) | StrategyFault::FoxWins(_))));
        by_reader += usize::from(Certificate::new(*made.start(), |place| reply(&place.position()?)).is_err());
    }
    assert!(by_checker > 10 && by_reader > 10, "{by_checker} {by_reader}");
    let illegal = |position: &FoxGeese| {
        let mut later = *position;
        later.play(made.reply(position)?);
        later.legal_moves().first().copied()
    };
    assert!(matches!(check_strategy(made.start(), &illegal), Err(StrategyFault::IllegalMove(_))));
}

/// Tables in which no goose may be lost need those of no other number, and what they win is won without a loss.
#[test]
fn tables_without_lost_geese_give_strategies_without_captures() {
    let directory = tempfile::tempdir().unwrap();
    let settings = BuildSettings { directory: directory.path().to_owned(), fewest: 7, geese: 7, threads: 2 };
    let tables = build(&settings, |_| {}).unwrap();
    assert_eq!(tables.covered().collect::<Vec<_>>(), [7]);
    let mut rng = Rng::with_seed(5);
    let (mut won, mut won_with_losses) = (0, 0);
    for _ in 0..20_000 {
        let mut points: Vec<u8> = Bits(CROSS).filter(|point| (24..56).contains(point)).collect();
        rng.shuffle(&mut points);
        let geese = points[1..8].iter().fold(0, |geese, point| geese | 1 << point);
        let Some(start) = FoxGeese::placed(geese, points[0], Side::First, 0) else { continue };
        let in_general = shipped().probe(&start) == Some(Value::Win);
        if tables.probe(&start) != Some(Value::Win) {
            won_with_losses += usize::from(in_general);
            continue;
        }
        assert!(in_general, "{}", start.show());
        won += 1;
        if won <= 20 {
            let made = choose_strategy(&start, &tables, |_| {}).unwrap();
            let reply = |position: &FoxGeese| {
                assert_eq!(position.geese().count_ones(), 7, "{}", position.show());
                made.reply(position)
            };
            assert_eq!(check_strategy(&start, &reply).map(|checked| checked.plies), Ok(made.plies()));
        }
    }
    assert!(won > 20 && won_with_losses > 5, "{won} {won_with_losses}: too few to mean anything");
}

/// The strategies that are part of the program, against every answer of the fox.
#[test]
#[ignore = "a minute: by `cargo test --release`"]
fn the_strategies_of_the_program_win_against_every_answer() {
    for start in [FoxGeese::start_13(), FoxGeese::start(), FoxGeese::start_17()] {
        let strategy = strategy(start.geese().count_ones()).unwrap();
        let checked = check_strategy(&start, &|position| strategy.reply(position)).unwrap();
        assert_eq!(checked.plies, strategy.plies());
    }
}

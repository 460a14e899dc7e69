//! The shipped tables of chess endings: against searches, under the fifty-move rule, and in play.

use std::sync::atomic::AtomicBool;

use quevedo_core::{Game, Line, Notation, Rng, SearchRequest, Strategy, Value};
use quevedo_games::Chess;
use quevedo_search::Random;
use quevedo_solve::chess::EndingTables;
use quevedo_solve::{DeepeningSolver, Perfect, Solvable, Solver, SolverOptions};

static NEVER: AtomicBool = AtomicBool::new(false);

fn read(position: &str) -> Chess {
    Chess::parse(position).unwrap()
}

/// A random legal position with these men, White's and Black's, either to move.
fn random_position(rng: &mut Rng, men: &str) -> Chess {
    loop {
        let mut squares = ['1'; 64];
        men.chars().for_each(|man| squares[rng.usize(0..64)] = man);
        let ranks: Vec<String> = squares.chunks(8).map(|rank| rank.iter().collect()).collect();
        let turn = ["w", "b"][rng.usize(0..2)];
        let text = format!("{} {turn} - - 0 1", ranks.join("/"));
        match Chess::parse(&text) {
            Ok(position) if squares.iter().filter(|square| **square != '1').count() == men.len() => return position,
            _ => {}
        }
    }
}

#[test]
fn short_mates_are_those_of_a_search() {
    let (tables, mut rng) = (EndingTables::shipped(), Rng::with_seed(24));
    let mut compared = 0;
    while compared < 150 {
        let position = random_position(&mut rng, ["KQk", "KRk", "KPk", "Kqk", "Krk", "Kpk"][compared % 6]);
        let solution = tables.solve(&position).expect("three men are shipped");
        if position.outcome().is_some() || solution.plies.is_none_or(|plies| plies > 5) {
            compared += usize::from(compared % 3 == 2 && position.outcome().is_none());
            continue;
        }
        let found = DeepeningSolver::new(None).solve(&position, &NEVER, &mut |_| {}).expect("a short mate");
        assert_eq!((found.value, found.plies), (solution.value, solution.plies), "{}", position.show());
        let sorted = |mut moves: Vec<_>| {
            moves.sort();
            moves
        };
        assert_eq!(sorted(found.best), sorted(solution.best), "{}", position.show());
        compared += 1;
    }
}

#[test]
fn a_position_has_the_value_of_its_best_move() {
    let (tables, mut rng) = (EndingTables::shipped(), Rng::with_seed(25));
    for number in 0..6_000 {
        let position = random_position(&mut rng, ["KQk", "KRk", "KPk", "Kqk", "Krk", "Kpk"][number % 6]);
        let solution = tables.solve(&position).expect("three men are shipped");
        assert_eq!(solution.plies.is_none(), solution.value == Value::Draw && position.outcome().is_none());
        for mv in &solution.best {
            let mut next = position.clone();
            next.play(*mv);
            let after = tables.end(&next).expect("three men or two");
            assert_eq!(after.map(|end| end.plies + 1), solution.plies, "{}", position.show());
        }
        assert_eq!(solution.best.is_empty(), position.outcome().is_some(), "{}", position.show());
    }
}

#[test]
fn the_clock_of_the_fifty_move_rule_is_respected() {
    let at = |clock: u32| read(&format!("8/8/8/5k2/8/8/1Q6/K7 w - - {clock} 1"));
    let solve = |clock| EndingTables::shipped().solve(&at(clock)).map(|solution| (solution.value, solution.plies));
    // The only position of queen against king that takes ten moves.
    assert_eq!(solve(0), Some((Value::Win, Some(19))));
    assert_eq!(solve(81), Some((Value::Win, Some(19))));
    assert_eq!(solve(82), None);
}

#[test]
fn castling_rights_and_more_men_are_not_in_the_tables() {
    let oracle = Chess::oracle().expect("the shipped tables");
    assert_eq!(oracle.probe(&read("4k3/8/8/8/8/8/8/4K2R w K - 0 1")), None);
    assert_eq!(oracle.probe(&Chess::start()), None);
    let rook = read("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    let plies = EndingTables::shipped().solve(&rook).unwrap().plies.unwrap();
    assert_eq!(oracle.probe(&rook), Some(Value::Win.score(plies)));
    assert!(rook.is_within_reach() && !Chess::start().is_within_reach());
    assert_eq!(Chess::warnings(), Vec::<String>::new());
}

#[test]
fn perfect_mates_as_fast_as_the_table_says() {
    // The longest mates of the shipped endings.
    for (position, plies) in [
        ("8/8/8/5k2/8/8/1Q6/K7 w - - 0 1", 19),
        ("8/8/8/8/8/2k5/1R6/K7 w - - 0 1", 31),
        ("8/8/8/1k6/8/8/K5P1/8 w - - 0 1", 55),
    ] {
        let mut line = Line::new(read(position));
        let fallback = Box::new(Random::new(Some(1)));
        let mut player = Perfect::new(SolverOptions::with_memory(1), fallback, Some(7));
        let mut played = 0;
        while line.outcome().is_none() {
            let mut report = |_: &_| {};
            let mut request = SearchRequest::new(&NEVER, &mut report);
            line.play(player.choose(&line, &mut request).expect("the game goes on").mv);
            played += 1;
        }
        assert_eq!((played, line.outcome().unwrap().winner), (plies, Some(read(position).turn())), "{position}");
    }
}

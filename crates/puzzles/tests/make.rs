//! Making puzzles: what is made can be trusted, and made again.

use quevedo_catalog::{Catalog, GameEntry};
use quevedo_core::Value;
use quevedo_puzzles::{Goal, MakeSettings, Proof, Puzzle, judge, make_puzzles};

fn game(id: &str) -> GameEntry {
    Catalog::standard().find(id).expect("a game").clone()
}

fn settings(id: &str, count: usize) -> MakeSettings {
    MakeSettings {
        game: game(id),
        players: ["alphabeta:depth=1", "alphabeta:nodes=200,hash=1"].map(|text| text.parse().expect("a player")).into(),
        positions: Vec::new(),
        random_plies: 6,
        noise: 0.1,
        proof: Proof::Solver { margin: 1 },
        per_game: 1,
        count,
        max_games: 200,
        seed: 1,
    }
}

fn made(settings: &MakeSettings, before: &[Puzzle]) -> Vec<Puzzle> {
    let mut all = before.to_vec();
    let count = make_puzzles(settings, before, &mut |_, puzzles| {
        all.extend_from_slice(puzzles);
        true
    });
    assert_eq!(count.expect("puzzles"), all.len());
    all
}

#[test]
fn an_interrupted_run_goes_on_where_it_was() {
    let whole = made(&settings("mouse-cats", 8), &[]);
    assert_eq!(whole.len(), 8);
    let resumed = made(&settings("mouse-cats", 8), &whole[..3]);
    assert_eq!(resumed, whole);
    let mut games = 0;
    let stopped = make_puzzles(&settings("mouse-cats", 8), &[], &mut |_, _| {
        games += 1;
        games < 2
    });
    assert!(stopped.expect("puzzles") < 8 && games == 2);
}

#[test]
fn other_seeds_give_other_puzzles() {
    let [one, two] = [1, 2].map(|seed| made(&MakeSettings { seed, ..settings("hare-hounds", 4) }, &[]));
    assert_ne!(one, two);
}

/// A mate on the back rank.
#[test]
fn a_search_proves_a_mate_and_that_it_is_the_only_one() {
    let session = game("chess").session(Some("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")).expect("a position");
    let mut search = judge(session.entry(), Proof::Search { plies: 5 }).expect("a judge");
    let only = search.only_move(&*session).expect("one solution");
    assert_eq!((only.goal, only.mv.as_str()), (Goal::WinIn(1), "d1d8"));
    let values = search.move_values(&*session);
    assert_eq!((values[0].mv.as_str(), values[0].plies), ("d1d8", Some(1)));
    assert!(values[1..].iter().all(|value| value.value.is_none()));
}

#[test]
fn two_mates_are_no_puzzle() {
    let session = game("chess").session(Some("6k1/5ppp/8/8/8/8/8/KR1R4 w - - 0 1")).expect("a position");
    let mut search = judge(session.entry(), Proof::Search { plies: 3 }).expect("a judge");
    assert_eq!(search.only_move(&*session), None);
}

/// Known since 1988: on the board of 7 by 6 the first player wins in the middle column, draws beside it and loses elsewhere (J. Allen;
/// V. Allis).
#[test]
fn a_solver_proves_the_only_winning_move() {
    let game = game("connect4:7x6");
    let session = game.session(None).expect("the start");
    let mut solver = judge(&game, Proof::Solver { margin: 1 }).expect("a judge");
    let only = solver.only_move(&*session).expect("one winning move");
    assert_eq!((only.goal, only.mv.as_str()), (Goal::Win, "4"));
    let mut values: Vec<_> = solver.move_values(&*session).into_iter().map(|value| (value.mv, value.value)).collect();
    assert_eq!(values[0], ("4".into(), Some(Value::Win)));
    values.sort();
    let expected = [Value::Loss, Value::Loss, Value::Draw, Value::Win, Value::Draw, Value::Loss, Value::Loss];
    assert!(values.iter().map(|(_, value)| *value).eq(expected.map(Some)), "{values:?}");
}

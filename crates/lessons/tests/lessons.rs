//! What lessons compute, compared with published numbers, with our solvers, and with arithmetic by hand.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quevedo_catalog::{Catalog, GameEntry, PlayerSpec};
use quevedo_core::{Side, Value};
use quevedo_lessons::{Learner, SampleMatch, StateSpace};

fn game(id: &str) -> GameEntry {
    Catalog::standard().find(id).unwrap().clone()
}

fn solved(id: &str) -> StateSpace {
    StateSpace::solve(&game(id), 50_000, &AtomicBool::new(false)).unwrap()
}

/// The counts of tic-tac-toe that everybody publishes: 5,478 positions, 958 of them the end of a game (626 won by X, 316 by O,
/// 16 drawn).
#[test]
fn tic_tac_toe_has_the_published_number_of_positions() {
    let space = solved("tic-tac-toe");
    assert_eq!((space.positions, space.ended), (5478, 958));
    let over = |side: Side| space.layers.iter().find(|layer| layer.plies == 0 && layer.winner == side).unwrap().count;
    assert_eq!((over(Side::First), over(Side::Second)), (626, 316));
    let start = game("tic-tac-toe").start_text();
    assert!(space.layers.iter().all(|layer| !layer.examples.contains(&start)), "the start is drawn");
    assert!(space.drawn > 16);
}

/// The hare's positions have the values of the shipped retrograde table, which is written another way.
#[test]
fn the_hare_is_solved_as_the_table_says() {
    let entry = game("hare-hounds");
    let space = solved("hare-hounds");
    assert_eq!(space.drawn, 0, "the rules know no draw");
    assert_eq!(space.layers.iter().map(|layer| layer.count).sum::<usize>(), space.positions);
    let mut prober = entry.prober();
    let mut checked = 0;
    for layer in &space.layers {
        for text in &layer.examples {
            let session = entry.session(Some(text)).unwrap();
            if session.outcome().is_some() {
                assert_eq!(layer.plies, 0, "{text}");
                continue;
            }
            let known = prober.probe(&*session, 1).unwrap();
            let value = if session.turn() == layer.winner { Value::Win } else { Value::Loss };
            assert_eq!((known.value, known.plies), (value, Some(layer.plies)), "{text}");
            checked += 1;
        }
    }
    assert!(checked > 40, "{checked}");
}

#[test]
fn a_space_that_is_too_large_or_stopped_is_none() {
    assert_eq!(StateSpace::solve(&game("othello"), 500, &AtomicBool::new(false)), None);
    assert_eq!(StateSpace::solve(&game("tic-tac-toe"), 50_000, &AtomicBool::new(true)), None);
}

/// An evaluation that learns beats random moves more often than one that knows nothing, and foresees games better than a
/// coin; the centre of tic-tac-toe, on four lines, is worth more than an edge, on two.
#[test]
fn a_learner_learns() {
    let mut learner = Learner::new(&game("tic-tac-toe"), 1);
    let before = learner.run(0, 200);
    assert!(before.own.iter().all(|weight| *weight == 0.0));
    let after = learner.run(2_000, 200);
    assert_eq!(after.games, 2_000);
    assert!(after.score > before.score + 0.05, "{} {}", before.score, after.score);
    assert!(after.loss < 0.693, "{}", after.loss);
    let edges = [1, 3, 5, 7].map(|square| after.own[square]);
    assert!(edges.iter().all(|edge| after.own[4] > *edge), "{:?}", after.own);
    assert_eq!(Learner::new(&game("tic-tac-toe"), 1).run(50, 10), Learner::new(&game("tic-tac-toe"), 1).run(50, 10));
}

/// Every game in both orders: the same seed gives the same match, and equal players are not told apart by many games.
#[test]
fn a_match_of_equal_players_says_so_in_the_end() {
    let random: PlayerSpec = "random".parse().unwrap();
    let play = |seed| {
        let players = [random.clone(), random.clone()];
        SampleMatch::play(&game("tic-tac-toe"), players, 600, seed, Arc::default()).unwrap()
    };
    let played = play(1);
    assert_eq!(played, play(1));
    assert_ne!(played, play(2));
    let all = played.figures(600);
    assert_eq!(all.wins + all.draws + all.losses, 600);
    assert!(all.elo.interval[0] < 0.0 && all.elo.interval[1] > 0.0 && !all.is_small, "{all:?}");
    assert!(played.figures(6).is_small && played.figures(9_999).games == 600);
}

/// Three wins and three losses by hand: pairs of 2, 1 and 0 points; mean ½, variance 1/6.
#[test]
fn figures_are_those_of_the_first_games() {
    let played = SampleMatch { half_points: vec![2, 2, 2, 0, 0, 0, 2, 2] };
    let six = played.figures(6);
    assert_eq!((six.games, six.wins, six.draws, six.losses), (6, 3, 0, 3));
    let error = 1.959_964 * (1.0_f64 / 6.0 / 3.0).sqrt();
    let low = 400.0 * ((0.5 - error) / (0.5 + error)).log10();
    assert!((six.elo.interval[0] - low).abs() < 0.01 && six.elo.difference.abs() < 1e-9, "{six:?}");
}

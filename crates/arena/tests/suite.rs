//! Test suites: what is made is right, and players are measured by it.

use quevedo_arena::{SuiteSettings, answer, make_suite};
use quevedo_catalog::{Catalog, GameEntry, PlayerSpec};

fn game(id: &str) -> GameEntry {
    Catalog::standard().find(id).expect("a game").clone()
}

fn settings(id: &str, plies: u32, threads: usize) -> SuiteSettings {
    SuiteSettings {
        game: game(id),
        player: "alphabeta:nodes=200,hash=1".parse().expect("a player"),
        random_plies: 6,
        plies: plies..=plies + 1,
        margin: 2,
        count: 4,
        max_games: 200,
        seed: 3,
        threads,
    }
}

fn made(settings: &SuiteSettings) -> Vec<String> {
    let mut lines = Vec::new();
    let found = make_suite(settings, &mut |_, problem| lines.extend(problem)).expect("problems");
    assert_eq!(found, lines.len());
    lines
}

/// The value of a position for the side to move by plain negamax, in discs.
fn negamax(game: &GameEntry, position: &str) -> i32 {
    let session = game.session(Some(position)).expect("a position");
    if session.outcome().is_some() {
        let count = |disc| position.split(' ').next().unwrap_or("").matches(disc).count() as i32;
        let empties = 64 - count('X') - count('O');
        let difference = count('X') - count('O');
        let first = difference + difference.signum() * empties;
        return if position.ends_with('X') { first } else { -first };
    }
    let moves = session.legal().into_iter().map(|mv| {
        let mut after = session.fork();
        after.play(&mv.text).expect("a legal move");
        -negamax(game, &after.position())
    });
    moves.max().expect("a legal move")
}

#[test]
fn values_are_those_of_plain_negamax() {
    let settings = settings("othello", 53, 1);
    let lines = made(&settings);
    assert_eq!(lines.len(), settings.count);
    for line in lines {
        let problem = settings.game.import_one(&line).expect("a problem");
        assert_eq!(problem.values.len(), problem.session.legal().len(), "{line}");
        for (mv, value) in &problem.values {
            let mut after = problem.session.fork();
            after.play(mv).expect("a legal move");
            assert_eq!(-negamax(&settings.game, &after.position()), *value, "{mv}: {line}");
        }
        let mut values: Vec<i32> = problem.values.iter().map(|(_, value)| *value).collect();
        values.sort_unstable_by(|a, b| b.cmp(a));
        assert!(values[0] - values[1] >= settings.margin, "{line}");
    }
}

#[test]
fn threads_change_nothing() {
    let one = made(&settings("othello", 50, 1));
    assert_eq!(one.len(), 4);
    assert_eq!(made(&settings("othello", 50, 3)), one);
}

#[test]
fn a_player_is_measured_by_what_its_move_loses() {
    let mouse = game("mouse-cats");
    let start = mouse.session(None).expect("the start");
    let legal: Vec<String> = start.legal().into_iter().map(|mv| mv.text).collect();
    let line = format!("{}; {}:+7; {}:-2;", start.position(), legal[0], legal[1]);
    let problem = mouse.import_one(&line).expect("a problem");
    assert_eq!(problem.values, [(legal[0].clone(), 7), (legal[1].clone(), -2)]);
    let mut player = mouse.player(&"random:seed=1".parse::<PlayerSpec>().expect("a player")).expect("a player");
    for _ in 0..20 {
        match answer(&problem, &mut *player) {
            Some(answer) if answer.mv == legal[0] => assert_eq!(answer.loss, 0),
            Some(answer) => assert_eq!((answer.mv, answer.loss), (legal[1].clone(), 9)),
            None => assert!(legal.len() > 2, "a move without a value"),
        }
    }
    let wrong = mouse.import_one(&format!("{}; {}=7", start.position(), legal[0])).err().expect("no value").to_string();
    assert!(wrong.contains("no value of a move"), "{wrong}");
}

/// The shipped problems are what they claim to be: late positions with a value for every move, and one best move.
#[test]
fn the_shipped_problems_have_one_best_move_each() {
    let game = game("othello");
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/othello-hard.obf");
    let text = std::fs::read_to_string(file).expect("the shipped problems");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let distinct: std::collections::HashSet<&&str> = lines.iter().collect();
    assert_eq!((lines.len(), distinct.len()), (300, 300));
    for line in lines {
        let problem = game.import_one(line).expect("a problem");
        assert!((22..=24).contains(&problem.session.position().matches('-').count()), "{line}");
        assert_eq!(problem.values.len(), problem.session.legal().len(), "{line}");
        let mut values: Vec<i32> = problem.values.iter().map(|(_, value)| *value).collect();
        values.sort_unstable_by(|a, b| b.cmp(a));
        assert!(values[0] - values[1] >= 2 && values.iter().all(|value| value % 2 == 0), "{line}");
    }
}

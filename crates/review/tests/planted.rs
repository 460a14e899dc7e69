//! Planted blunders are found, and best moves are never blamed.
//!
//! Games are played by seeded players. A move is planted in each: one that the solver proves to throw the result away, or in
//! chess one that by the rules alone allows mate or loses the queen to a pawn.

use std::sync::atomic::AtomicBool;

use quevedo_catalog::{Catalog, GameEntry, Player, Prober, Session, Solved};
use quevedo_core::{Rng, Side, Value};
use quevedo_review::{MoveClass, Review, ReviewSettings, review};

/// Nodes for a position: few, so that the tests are quick.
const NODES: u64 = 4_000;
/// Nodes for the proofs of the tests.
const PROOF_NODES: u64 = 2_000_000;
const GAMES: usize = 10;
/// Games that are played at most to plant so many blunders.
const MOST_GAMES: u64 = 400;

fn game(id: &str) -> GameEntry {
    Catalog::standard().find(id).unwrap().clone()
}

fn reviewed(session: &dyn Session) -> Review {
    let settings = ReviewSettings { nodes: NODES, threads: 1 };
    review(session, &settings, &AtomicBool::new(false), &|_| {}).unwrap()
}

/// The value of a position for `side`: the outcome, or what the solver proves.
fn value_for(session: &dyn Session, side: Side, prober: &mut dyn Prober) -> Option<Value> {
    let value = match session.outcome() {
        Some(outcome) => return Some(Value::of(outcome, side)),
        None => prober.probe(session, PROOF_NODES)?.value,
    };
    let opposite = [Value::Win, Value::Draw, Value::Loss][value as usize];
    Some(if session.turn() == side { value } else { opposite })
}

/// A move that throws away what the position is worth.
fn throwing_move(session: &dyn Session, prober: &mut dyn Prober) -> Option<String> {
    let solved = prober.probe(session, PROOF_NODES).filter(|solved| solved.value > Value::Loss)?;
    let throws = |mv: &String| {
        let mut after = session.fork();
        after.play(mv).unwrap();
        value_for(&*after, session.turn(), prober).is_some_and(|value| value < solved.value)
    };
    session.legal().into_iter().map(|mv| mv.text).find(throws)
}

/// A game of a player against itself, opened at random, that is asked for a blunder from `first_ply` on. After the blunder a
/// few more moves are played.
fn planted_game(
    mut session: Box<dyn Session>,
    player: &str,
    seed: u64,
    first_ply: usize,
    blunder: &mut dyn FnMut(&dyn Session) -> Option<String>,
) -> Option<(Box<dyn Session>, usize)> {
    let mut rng = Rng::with_seed(seed);
    let mut player = session.entry().player(&player.parse().unwrap()).unwrap();
    for _ in 0..4 {
        session.play_random(&mut rng)?;
    }
    loop {
        let found = if session.history().len() >= first_ply { blunder(&*session) } else { None };
        if let Some(mv) = found {
            let ply = session.history().len();
            session.play(&mv).unwrap();
            for _ in 0..4 {
                play_on(&mut *session, &mut *player);
            }
            return Some((session, ply));
        }
        play_on(&mut *session, &mut *player)?;
    }
}

fn play_on(session: &mut dyn Session, player: &mut dyn Player) -> Option<()> {
    let mv = player.choose(session)?;
    session.play(&mv).ok().map(drop)
}

/// Plants blunders in ten games and looks for them.
fn check_planted(
    entry: &GameEntry,
    player: &str,
    first_ply: usize,
    blunder: &mut dyn FnMut(&dyn Session) -> Option<String>,
) {
    check_planted_from(entry, &mut |_| entry.session(None).unwrap(), player, first_ply, blunder);
}

/// The same with games from positions that `start` makes of a seed.
fn check_planted_from(
    entry: &GameEntry,
    start: &mut dyn FnMut(u64) -> Box<dyn Session>,
    player: &str,
    first_ply: usize,
    blunder: &mut dyn FnMut(&dyn Session) -> Option<String>,
) {
    let mut planted = 0;
    for seed in 0..MOST_GAMES {
        let player = format!("{player},seed={seed}");
        let Some((session, ply)) = planted_game(start(seed), &player, seed, first_ply, blunder) else { continue };
        let review = reviewed(&*session);
        let found = &review.moves[ply];
        let moves: Vec<&str> = session.history().iter().map(|mv| mv.text.as_str()).collect();
        assert!(found.class >= MoveClass::Mistake, "{} ply {ply} of {moves:?}: {found:?}", entry.id());
        assert_ne!(found.best, found.mv);
        assert!(review.turning_points().contains(&ply) || found.before.chance < 2.0 / 3.0, "{found:?}");
        planted += 1;
        if planted == GAMES {
            return;
        }
    }
    panic!("{}: only {planted} games have a blunder", entry.id());
}

fn check_solved_game(id: &str, player: &str, first_ply: usize) {
    let entry = game(id);
    let mut prober = entry.prober();
    check_planted(&entry, player, first_ply, &mut |session| throwing_move(session, &mut *prober));
}

#[test]
fn blunders_of_hare_and_dogs_are_found() {
    check_solved_game("hare-hounds", "alphabeta:nodes=200", 5);
}

#[test]
fn blunders_of_mouse_and_cats_are_found() {
    check_solved_game("mouse-cats", "alphabeta:nodes=200", 6);
}

/// Ten geese around a fox at the far end of the board: positions that the tables hold, and in which one step decides.
fn crowded_fox(entry: &GameEntry, seed: u64) -> Box<dyn Session> {
    let mut rng = Rng::with_seed(seed);
    loop {
        // Ranks 7 to 4 of the cross; below them the board is empty.
        let mut points: Vec<char> = "gggggggggg".chars().chain(std::iter::repeat_n('1', 9)).collect();
        rng.shuffle(&mut points);
        points.insert(rng.usize(..6), 'F');
        let ranks: Vec<String> =
            [0..3, 3..6, 6..13, 13..20].into_iter().map(|rank| points[rank].iter().collect()).collect();
        let side = ["f", "g"][rng.usize(..2)];
        let session = entry.session(Some(&format!("{}/7/3/3 {side} 0", ranks.join("/"))));
        if let Ok(session) = session.map_err(drop).and_then(|open| open.outcome().map_or(Ok(open), |_| Err(()))) {
            return session;
        }
    }
}

#[test]
fn blunders_of_fox_and_geese_are_found() {
    let entry = game("fox-geese");
    let mut prober = entry.prober();
    let mut start = |seed| crowded_fox(&entry, seed);
    let mut blunder = |session: &dyn Session| throwing_move(session, &mut *prober);
    check_planted_from(&entry, &mut start, "alphabeta:nodes=100", 0, &mut blunder);
}

#[test]
fn blunders_of_connect4_are_found() {
    check_solved_game("connect4", "alphabeta:nodes=300", 26);
}

#[test]
fn blunders_of_othello_are_found() {
    check_solved_game("othello", "alphabeta:nodes=300", 48);
}

#[test]
fn blunders_of_amazons_are_found() {
    check_solved_game("amazons:6x6", "alphabeta:nodes=300", 14);
}

/// A move after which the other side mates at once, where another move does not allow it.
fn allows_mate(session: &dyn Session) -> Option<String> {
    let is_mated_after = |mv: &str| {
        let mut after = session.fork();
        after.play(mv).unwrap();
        after.legal().iter().any(|reply| {
            let mut end = after.fork();
            end.play(&reply.text).unwrap();
            end.outcome().is_some_and(|outcome| outcome.winner == Some(!session.turn()))
        })
    };
    let moves: Vec<String> = session.legal().into_iter().map(|mv| mv.text).collect();
    let fatal = moves.iter().find(|mv| is_mated_after(mv))?;
    moves.iter().any(|mv| !is_mated_after(mv)).then(|| fatal.clone())
}

/// A queen that goes where a pawn takes it, without taking anything herself.
fn loses_queen(session: &dyn Session) -> Option<String> {
    let is_lost = |text: &str, to: &str| {
        let mut after = session.fork();
        after.play(text).unwrap();
        let by_pawn = |pretty: &str| pretty.starts_with(|c: char| c.is_ascii_lowercase()) && pretty.contains('x');
        after.legal().iter().any(|reply| by_pawn(&reply.pretty) && reply.taps[1] == to)
    };
    let quiet = |pretty: &str| pretty.starts_with('Q') && !pretty.contains(['x', '+', '#']);
    let moves = session.legal().into_iter();
    moves.filter(|mv| quiet(&mv.pretty)).find(|mv| is_lost(&mv.text, &mv.taps[1])).map(|mv| mv.text)
}

#[test]
fn mates_that_were_allowed_are_found() {
    check_planted(&game("chess"), "alphabeta:nodes=200", 6, &mut |session| {
        // Who is lost anyway loses little by it.
        let score = session.entry().evaluate(session, &quevedo_catalog::EvalRef::Best).unwrap().score;
        (score > -200).then(|| allows_mate(session)).flatten()
    });
}

#[test]
fn queens_that_were_left_to_a_pawn_are_found() {
    check_planted(&game("chess"), "alphabeta:nodes=2000", 8, &mut |session| {
        let score = session.entry().evaluate(session, &quevedo_catalog::EvalRef::Best).unwrap().score;
        (score.abs() < 200).then(|| loses_queen(session)).flatten()
    });
}

/// What the solver says of a move: among the best, or thrown away.
fn check_against_solver(session: &dyn Session, review: &Review, prober: &mut dyn Prober, checked: &mut [usize; 2]) {
    let mut position = session.fork();
    for (ply, judged) in review.moves.iter().enumerate().rev() {
        position.undo();
        let Some(Solved { value, best, .. }) = prober.probe(&*position, PROOF_NODES) else { continue };
        let what = || format!("{} {} {judged:?}", session.entry().id(), position.position());
        if best.contains(&judged.mv) {
            assert!(judged.class == MoveClass::Best && judged.loss <= 0.0, "{}", what());
            checked[0] += 1;
        }
        let mut after = position.fork();
        after.play(&judged.mv).unwrap();
        if let Some(after) = value_for(&*after, position.turn(), prober) {
            let is_forced = position.legal().len() == 1;
            let thrown = after < value && !is_forced;
            assert_eq!(judged.class == MoveClass::Blunder, thrown, "ply {ply}: {}", what());
            checked[1] += usize::from(thrown);
        }
    }
}

fn check_random_games(id: &str, games: u64, start: impl Fn(&GameEntry, u64) -> Box<dyn Session>) {
    let entry = game(id);
    let (mut prober, mut checked) = (entry.prober(), [0, 0]);
    for seed in 0..games {
        let mut rng = Rng::with_seed(seed);
        let mut session = start(&entry, seed);
        while session.play_random(&mut rng).is_some() {}
        check_against_solver(&*session, &reviewed(&*session), &mut *prober, &mut checked);
    }
    assert!(checked.iter().all(|count| *count > 0), "{id}: {checked:?} moves were checked");
}

#[test]
fn best_moves_of_solved_games_are_never_blamed() {
    let whole = |entry: &GameEntry, _| entry.session(None).unwrap();
    check_random_games("hare-hounds", 30, whole);
    check_random_games("mouse-cats", 20, whole);
    check_random_games("fox-geese", 20, crowded_fox);
    check_random_games("connect4:7x6", 2, whole);
    check_random_games("othello", 2, whole);
    check_random_games("amazons:6x6", 4, whole);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for (id, seed) in [("chess", 1), ("othello", 2), ("fox-geese", 3)] {
        let mut rng = Rng::with_seed(seed);
        let mut session = game(id).session(None).unwrap();
        for _ in 0..40 {
            session.play_random(&mut rng);
        }
        let on = |threads| {
            let settings = ReviewSettings { nodes: 1_000, threads };
            review(&*session, &settings, &AtomicBool::new(false), &|_| {}).unwrap()
        };
        assert_eq!(on(1), on(3), "{id}");
    }
}

#[test]
fn a_review_can_be_stopped_and_tells_how_far_it_is() {
    let mut session = game("chess").session(None).unwrap();
    session.play_line("e4 e5 Nf3 Nc6").unwrap();
    let settings = ReviewSettings { nodes: 500, threads: 1 };
    let seen = std::sync::Mutex::new(Vec::new());
    review(&*session, &settings, &AtomicBool::new(false), &|now| seen.lock().unwrap().push((now.done, now.total)))
        .unwrap();
    assert_eq!(*seen.lock().unwrap(), [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]);
    assert!(review(&*session, &settings, &AtomicBool::new(true), &|_| {}).is_err());
}

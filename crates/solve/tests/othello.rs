//! The Othello solver against plain negamax over the rules, published endgames, and its own invariants.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quevedo_core::{Evaluator, Game, Notation, Rng, Score, Side, Term};
use quevedo_games::Othello;
use quevedo_games::othello::Placement;
use quevedo_games::othello::lines::{flips, placements, reference, turned_by_last};
use quevedo_solve::othello::stability::Stability;
use quevedo_solve::othello::{Confidence, OthelloSolver};
use quevedo_solve::{Solution, Value};

/// A stop flag that is never set.
static GO_ON: AtomicBool = AtomicBool::new(false);

/// Positions of the FFO endgame test suite with their published scores and best moves.
const PUBLISHED: [(&str, i32, &[&str]); 5] = [
    ("OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O", 0, &["g5"]),
    ("--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O", 2, &["g8"]),
    ("--O-------OOX---OOOXXXO-OOOOXOXXXXXOOXOXXXXXXOOXX-XXXXOX--XXXX-- X", 4, &["a2"]),
    ("--O--O-----OOOX--X-XOXOO--XXXOOOXXXXOOOOXXXOXXOOXXXXXX--XOXX-O-- O", 0, &["c3"]),
    ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38, &["a2"]),
];

fn discs(position: &Othello) -> (u64, u64) {
    (position.discs(position.turn()), position.discs(!position.turn()))
}

fn empties(position: &Othello) -> u32 {
    let (own, other) = discs(position);
    (own | other).count_zeros()
}

/// A position of a random game with this many empty squares, or with more if the game ended.
fn random_position(rng: &mut Rng, left: u32) -> Othello {
    let mut position = Othello::start();
    while empties(&position) > left {
        let Some(mv) = position.random_move(rng) else { break };
        position.play(mv);
    }
    position
}

fn random_positions(seed: u64, count: usize, left: impl Fn(usize) -> u32) -> Vec<Othello> {
    let mut rng = Rng::with_seed(seed);
    (0..count).map(|index| random_position(&mut rng, left(index))).collect()
}

/// Any discs anywhere, whether reachable in a game or not.
fn scattered_discs(rng: &mut Rng) -> (u64, u64) {
    let full = if rng.bool() { u64::MAX } else { rng.u64(..) | rng.u64(..) };
    let own = rng.u64(..);
    (full & own, full & !own)
}

/// The score by the rules alone.
fn negamax(position: &Othello) -> i32 {
    let values = position.legal_moves().into_iter().map(|mv| value_of_move(position, mv));
    values.max().unwrap_or_else(|| {
        let (own, other) = discs(position);
        let (own, other) = (own.count_ones() as i32, other.count_ones() as i32);
        own - other + (own - other).signum() * (64 - own - other)
    })
}

fn value_of_move(position: &Othello, mv: Placement) -> i32 {
    let mut next = *position;
    next.play(mv);
    if next.turn() == position.turn() { negamax(&next) } else { -negamax(&next) }
}

fn solve(solver: &mut OthelloSolver, position: &Othello) -> Solution<Placement> {
    solver.solve(position, &GO_ON, |_| ()).expect("not stopped")
}

fn score(solver: &mut OthelloSolver, position: &Othello) -> i32 {
    solve(solver, position).score.expect("Othello has scores")
}

fn names(position: &Othello, moves: &[Placement]) -> Vec<String> {
    moves.iter().map(|&mv| position.show_move(mv)).collect()
}

#[test]
fn scores_and_best_moves_are_those_of_plain_negamax() {
    let mut solver = OthelloSolver::new(1);
    for position in random_positions(1, 450, |index| index as u32 % 9) {
        let moves = position.legal_moves();
        let values: Vec<i32> = moves.iter().map(|&mv| value_of_move(&position, mv)).collect();
        let expected = negamax(&position);
        let best: Vec<_> =
            moves.iter().zip(&values).filter(|(_, value)| **value == expected).map(|(mv, _)| *mv).collect();
        let text = position.show();
        let solution = solve(&mut solver, &position);
        assert_eq!(solution.score, Some(expected), "{text}");
        assert_eq!(solution.best, best, "{text}");
        let one = solver.solve_one(&position, &GO_ON, |_| ()).expect("not stopped");
        assert_eq!((one.score, one.value), (Some(expected), solution.value), "{text}");
        assert_eq!(one.best.len(), best.len().min(1), "{text}");
        assert!(one.best.iter().all(|mv| best.contains(mv)), "{text}");
    }
}

/// The score by alpha-beta over the rules, moves with few replies first: a second program for what negamax is too slow for.
fn alpha_beta(position: &Othello, mut alpha: i32, beta: i32) -> i32 {
    let mut after: Vec<Othello> = position.legal_moves().into_iter().map(|mv| played(position, mv)).collect();
    if after.is_empty() {
        return negamax(position);
    }
    after.sort_by_key(Othello::count_moves);
    for next in after {
        let value = if next.turn() == position.turn() {
            alpha_beta(&next, alpha, beta)
        } else {
            -alpha_beta(&next, -beta, -alpha)
        };
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    alpha
}

fn played(position: &Othello, mv: Placement) -> Othello {
    let mut next = *position;
    next.play(mv);
    next
}

/// Phases for tests that want all of them.
const PHASES: &[Confidence] =
    &[Confidence::Percent73, Confidence::Percent87, Confidence::Percent95, Confidence::Percent99];

/// The soft flag stops the search as long as no phase is finished; after that only the hard flag does, and the move of the last
/// finished phase is there to be played.
#[test]
fn a_finished_phase_has_a_move_to_play() {
    let position = Othello::parse("-OOO------OOOO--XXXOOXXX-XOOOXX-XXXXOOOOOXXOOOO---OXOO---OOOO--- X").unwrap();
    let mut solver = OthelloSolver::new(4);
    let [soft, hard] = [true, false].map(AtomicBool::new);
    assert_eq!(solver.solve_to_move(&position, &soft, &hard, |_| ()), None);
    assert_eq!(solver.finished_phase(), None);
    soft.store(false, Ordering::Relaxed);
    let mut phases = Vec::new();
    let solution = solver.solve_to_move(&position, &soft, &hard, |news| {
        if news.lower == news.upper && phases.last() != Some(&news.confidence) {
            phases.push(news.confidence);
            soft.store(true, Ordering::Relaxed);
            hard.store(phases.len() == 2, Ordering::Relaxed);
        }
    });
    assert_eq!(phases, [Confidence::Percent60, Confidence::Percent73]);
    let finished = solver.finished_phase().expect("two phases were finished");
    assert_eq!((solution, finished.confidence), (None, Confidence::Percent73));
    assert!(position.legal_moves().contains(&finished.best.expect("a move")));
}

#[test]
fn the_selective_phases_change_nothing() {
    let mut selective = OthelloSolver::new(4).with_phases(PHASES);
    let mut plain = OthelloSolver::new(4).with_phases(&[]);
    for (index, position) in random_positions(11, 24, |index| 12 + index as u32 % 4).iter().enumerate() {
        let (found, expected) = (solve(&mut selective, position), solve(&mut plain, position));
        assert_eq!((found.score, found.best), (expected.score, expected.best), "{}", position.show());
        if index % 4 < 2 {
            assert_eq!(found.score, Some(alpha_beta(position, -64, 64)), "{}", position.show());
        }
    }
}

/// Values that have nothing to do with the position, some of them far outside the score.
struct Noise;

impl Evaluator<Othello> for Noise {
    fn evaluate(&self, position: &Othello) -> Score {
        let (own, other) = discs(position);
        let mixed = (own ^ other.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48;
        (mixed % 12_000) as Score - 6_000
    }

    fn each_term(&self, _: &Othello, _: &mut dyn FnMut(Term)) {}
}

/// What a selective phase stores is never taken as proved, however wrong it is, nor by a later search.
#[test]
fn a_misleading_evaluator_changes_nothing() {
    let mut misled = OthelloSolver::with_ordering(4, Arc::new(Noise)).with_phases(PHASES);
    let mut wrong_phases = 0;
    for position in random_positions(12, 12, |index| 14 + index as u32 % 2) {
        let expected = solve(&mut OthelloSolver::new(4).with_phases(&[]), &position);
        for _ in 0..2 {
            let mut phases = Vec::new();
            let found = misled.solve(&position, &GO_ON, |news| phases.push(*news)).expect("not stopped");
            assert_eq!((found.score, &found.best), (expected.score, &expected.best), "{}", position.show());
            let is_wrong = |lower: i32, upper: i32| expected.score.is_some_and(|score| score < lower || score > upper);
            wrong_phases += phases.iter().filter(|news| is_wrong(news.lower, news.upper)).count();
            let proved = phases.iter().filter(|news| news.confidence == Confidence::Exact);
            assert_eq!(proved.filter(|news| is_wrong(news.lower, news.upper)).count(), 0, "{}", position.show());
        }
    }
    assert!(wrong_phases > 0, "the evaluator should mislead the selective phases");
}

#[test]
fn two_threads_find_what_one_finds() {
    let (mut one, mut two) = (OthelloSolver::new(16), OthelloSolver::new(16).with_threads(2));
    for position in random_positions(13, 12, |index| 15 + index as u32 % 3) {
        let (alone, together) = (solve(&mut one, &position), solve(&mut two, &position));
        assert_eq!((alone.score, alone.best), (together.score, together.best), "{}", position.show());
    }
    for (text, expected, best) in PUBLISHED {
        let position = Othello::parse(text).expect("a position");
        let solution = two.solve(&position, &GO_ON, |_| ()).expect("not stopped");
        assert_eq!(
            (solution.score, names(&position, &solution.best)),
            (Some(expected), best.iter().map(|&mv| mv.into()).collect()),
            "{text}"
        );
    }
}

#[test]
fn a_stopped_solver_says_what_it_is_almost_sure_of() {
    let (text, ..) = PUBLISHED[4];
    let position = Othello::parse(text).expect("a position");
    let mut solver = OthelloSolver::new(16);
    let stop = AtomicBool::new(false);
    let stopped = solver.solve_one(&position, &stop, |news| {
        stop.store(news.confidence == Confidence::Percent95 && news.lower == news.upper, Ordering::Relaxed);
    });
    assert_eq!(stopped, None);
    let phase = solver.finished_phase().expect("a phase was finished");
    assert_eq!((phase.confidence, phase.lower), (Confidence::Percent95, phase.upper));
    assert!(phase.best.is_some_and(|mv| position.legal_moves().contains(&mv)));
    // A search that is stopped at once knows nothing, whatever the one before knew.
    assert_eq!(solver.solve_one(&position, &AtomicBool::new(true), |_| ()), None);
    assert_eq!(solver.finished_phase(), None);
}

#[test]
fn a_window_gives_the_score_or_a_bound_on_the_same_side() {
    let mut rng = Rng::with_seed(2);
    let mut solver = OthelloSolver::new(1);
    for position in random_positions(3, 200, |index| 1 + index as u32 % 8) {
        let expected = negamax(&position);
        for _ in 0..6 {
            let alpha = rng.i32(-70..70);
            let beta = rng.i32(alpha + 1..=alpha + 20);
            let value = solver.exact(&position, alpha, beta, &GO_ON).expect("not stopped");
            let right = match value {
                _ if value <= alpha => expected <= value,
                _ if value >= beta => expected >= value,
                _ => expected == value,
            };
            assert!(right, "{value} for {expected} within {alpha} to {beta}: {}", position.show());
        }
    }
}

#[test]
fn who_wins_is_the_sign_of_the_score() {
    let mut solver = OthelloSolver::new(1);
    for position in random_positions(4, 150, |index| index as u32 % 13) {
        let expected = match score(&mut OthelloSolver::new(1), &position) {
            ..=-1 => Value::Loss,
            0 => Value::Draw,
            1.. => Value::Win,
        };
        assert_eq!(solver.outcome(&position, &GO_ON), Some(expected), "{}", position.show());
    }
}

#[test]
fn the_size_of_the_table_changes_nothing() {
    let (mut small, mut large) = (OthelloSolver::new(0), OthelloSolver::new(16));
    for position in random_positions(5, 40, |index| 9 + index as u32 % 6) {
        let (few, many) = (solve(&mut small, &position), solve(&mut large, &position));
        assert_eq!((few.score, few.best), (many.score, many.best), "{}", position.show());
    }
}

/// The eight symmetric images of a position.
fn symmetric(position: &Othello) -> Vec<Othello> {
    let mapped = |set: u64, map: &dyn Fn(u32, u32) -> u32| {
        (0..64)
            .filter(|square| set >> square & 1 == 1)
            .fold(0, |found, square| found | 1 << map(square / 8, square % 8))
    };
    let maps: [&dyn Fn(u32, u32) -> u32; 8] = [
        &|row, column| 8 * row + column,
        &|row, column| 8 * row + 7 - column,
        &|row, column| 8 * (7 - row) + column,
        &|row, column| 8 * (7 - row) + 7 - column,
        &|row, column| 8 * column + row,
        &|row, column| 8 * column + 7 - row,
        &|row, column| 8 * (7 - column) + row,
        &|row, column| 8 * (7 - column) + 7 - row,
    ];
    let (own, other) = discs(position);
    maps.iter().map(|map| Othello::from_discs(mapped(own, map), mapped(other, map), position.turn())).collect()
}

#[test]
fn symmetric_positions_have_the_same_score() {
    for position in random_positions(6, 12, |index| 10 + index as u32 % 4) {
        let solutions: Vec<_> =
            symmetric(&position).iter().map(|turned| solve(&mut OthelloSolver::new(1), turned)).collect();
        for solution in &solutions {
            assert_eq!(solution.score, solutions[0].score, "{}", position.show());
            assert_eq!(solution.best.len(), solutions[0].best.len(), "{}", position.show());
        }
    }
}

#[test]
fn the_colours_change_nothing() {
    for position in random_positions(7, 20, |index| 8 + index as u32 % 4) {
        let (own, other) = discs(&position);
        let recoloured = Othello::from_discs(own, other, !position.turn());
        assert_eq!(score(&mut OthelloSolver::new(1), &position), score(&mut OthelloSolver::new(1), &recoloured));
    }
}

#[test]
fn published_endgames_have_their_scores() {
    let mut solver = OthelloSolver::new(64);
    for (text, expected, best) in PUBLISHED {
        let position = Othello::parse(text).expect("a position");
        let solution = solve(&mut solver, &position);
        assert_eq!(solution.score, Some(expected), "{text}");
        assert_eq!(names(&position, &solution.best), best, "{text}");
    }
}

#[test]
fn finished_games_and_passes_are_understood() {
    let mut solver = OthelloSolver::new(1);
    let solved = |solver: &mut OthelloSolver, text: &str| {
        let position = Othello::parse(text).expect("a position");
        let solution = solve(solver, &position);
        assert_eq!(solution.plies, position.outcome().map(|_| 0), "{text}");
        (solution.score, names(&position, &solution.best))
    };
    let board = |rows: &str, turn: &str| format!("{rows:-<64} {turn}");
    // No disc, no white disc, a draw that nobody can change: the empty squares go to the winner, if there is one.
    assert_eq!(solved(&mut solver, &board("", "X")), (Some(0), vec![]));
    assert_eq!(solved(&mut solver, &board("XX", "X")), (Some(64), vec![]));
    assert_eq!(solved(&mut solver, &board("XX", "O")), (Some(-64), vec![]));
    assert_eq!(solved(&mut solver, &board("X--------------O", "X")), (Some(0), vec![]));
    // A full board.
    assert_eq!(solved(&mut solver, &format!("{} O", "X".repeat(40) + &"O".repeat(24))), (Some(-16), vec![]));
    // White passes, then Black takes the last white disc.
    assert_eq!(solved(&mut solver, &board("XO", "O")), (Some(-64), vec!["pass".into()]));
    assert_eq!(solved(&mut solver, &board("XO", "X")), (Some(64), vec!["c1".into()]));
}

/// Far from the end the moves are ordered by searches of many plies.
#[test]
fn a_raised_flag_stops_the_ordering_of_moves() {
    let mut solver = OthelloSolver::new(16);
    assert_eq!(solver.solve(&Othello::start(), &AtomicBool::new(true), |_| ()), None);
    assert!(solver.nodes() < 100_000, "{} nodes", solver.nodes());
}

#[test]
fn a_raised_flag_stops_it_and_leaves_it_sound() {
    let (text, expected, best) = PUBLISHED[2];
    let position = Othello::parse(text).expect("a position");
    let mut solver = OthelloSolver::new(16);
    let stop = AtomicBool::new(true);
    assert_eq!(solver.solve(&position, &stop, |_| ()), None);
    assert_eq!(solver.outcome(&position, &stop), None);
    assert_eq!(solver.exact(&position, -64, 64, &stop), None);
    // Stopped half way, by the first news: all best moves are not known then.
    stop.store(false, Ordering::Relaxed);
    assert_eq!(solver.solve(&position, &stop, |_| stop.store(true, Ordering::Relaxed)), None);
    let solution = solve(&mut solver, &position);
    assert_eq!((solution.score, names(&position, &solution.best)), (Some(expected), vec![best[0].to_string()]));
}

#[test]
fn progress_closes_in_on_the_score() {
    let (text, expected, best) = PUBLISHED[4];
    let position = Othello::parse(text).expect("a position");
    let mut solver = OthelloSolver::new(64);
    let mut news = Vec::new();
    let solution = solver.solve_one(&position, &GO_ON, |progress| news.push(*progress)).expect("not stopped");
    assert!(news.windows(2).all(|pair| pair[0].confidence <= pair[1].confidence));
    let proved: Vec<_> = news.iter().filter(|news| news.confidence == Confidence::Exact).collect();
    assert!(proved.windows(2).all(|pair| pair[0].lower <= pair[1].lower && pair[0].upper >= pair[1].upper));
    assert!(news.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes));
    let last = news.last().expect("there is news");
    assert_eq!((last.confidence, last.lower, last.upper), (Confidence::Exact, expected, expected));
    assert_eq!(last.best.map(|mv| position.show_move(mv)).as_deref(), Some(best[0]));
    assert_eq!(solver.nodes(), solution.nodes);
}

#[test]
fn moves_and_flips_are_those_of_the_rules() {
    let mut rng = Rng::with_seed(8);
    for round in 0..20_000 {
        let (own, other) =
            if round % 2 == 0 { discs(&random_position(&mut rng, round % 60)) } else { scattered_discs(&mut rng) };
        let position = Othello::from_discs(own, other, Side::First);
        let moves = position.placements();
        assert_eq!(placements(own, other), moves, "{}", position.show());
        assert_eq!(reference::placements(own, other), moves, "{}", position.show());
        for square in (0..64).filter(|square| (own | other) >> square & 1 == 0) {
            let turned = flips(own, other, square);
            assert_eq!(turned, reference::flips(own, other, square), "{square}: {}", position.show());
            assert_eq!(turned != 0, moves >> square & 1 == 1, "{square}: {}", position.show());
            if turned != 0 {
                let mut next = position;
                next.play(Placement::on(square));
                assert_eq!(next.discs(Side::First), own | turned | 1 << square, "{square}: {}", position.show());
                assert_eq!(next.discs(Side::Second), other & !turned, "{square}: {}", position.show());
            }
        }
    }
}

#[test]
fn the_last_move_is_counted_like_any_other() {
    let mut rng = Rng::with_seed(9);
    for round in 0..64_000_u32 {
        let square = (round % 64) as u8;
        let own = rng.u64(..) & !(1 << square);
        let other = !own & !(1 << square);
        assert_eq!(turned_by_last(own, square), reference::flips(own, other, square).count_ones(), "{own:x} {square}");
    }
}

/// Whether some line of play, by either side, turns one of the discs.
fn some_line_turns(position: &Othello, side: Side, held: u64) -> bool {
    let moves = position.legal_moves();
    position.discs(side) & held != held
        || moves.into_iter().any(|mv| {
            let mut next = *position;
            next.play(mv);
            some_line_turns(&next, side, held)
        })
}

#[test]
fn stable_discs_never_turn() {
    let stability = Stability::new();
    let mut seen = 0;
    for position in random_positions(10, 400, |index| index as u32 % 8) {
        for side in Side::BOTH {
            let held = stability.stable(position.discs(side), position.discs(!side));
            assert_eq!(held & !position.discs(side), 0, "{}", position.show());
            assert!(!some_line_turns(&position, side, held), "{held:x} of {}", position.show());
            seen += held.count_ones();
        }
    }
    assert!(seen > 400, "the bound should see some stable discs, and saw {seen}");
}

#[test]
fn a_disc_is_stable_in_a_corner_and_along_full_edges() {
    let stability = Stability::new();
    assert_eq!(stability.stable(1, 0), 1, "a corner");
    assert_eq!(stability.stable(0b0111, 0), 0b0111, "a row from a corner");
    assert_eq!(stability.stable(0b0110, 0), 0, "a row that can be taken from the side");
    assert_eq!(stability.stable(0b0011_1100, 0b1100_0011), 0b0011_1100, "a full edge");
    assert_eq!(stability.stable(0x0000_0000_0001_0307, 0), 0x0000_0000_0001_0307, "a wedge in a corner");
    assert_eq!(stability.stable(u64::MAX, 0), u64::MAX, "a full board");
}

/// A line of a file of published endgames: the position, the best score and the best moves.
fn endgame(line: &str) -> (Othello, i32, Vec<String>) {
    let mut fields = line.split(';').map(str::trim);
    let position = Othello::parse(fields.next().expect("a position")).expect("a position");
    let moves: Vec<(String, i32)> = fields
        .filter(|field| !field.is_empty() && !field.starts_with("--"))
        .map(|field| field.split_once(':').expect("a move and its score"))
        .map(|(mv, score)| (mv.to_ascii_lowercase(), score.parse().expect("a score")))
        .collect();
    let score = moves[0].1;
    let mut best: Vec<String> = moves.into_iter().filter(|mv| mv.1 == score).map(|mv| mv.0).collect();
    best.sort_by_key(|name| position.parse_move(name).expect("a move"));
    (position, score, best)
}

fn check_file(path: &Path, lines: usize) {
    let text = std::fs::read_to_string(path).expect("the file of endgames");
    let mut solver = OthelloSolver::new(256).with_threads(2);
    for line in text.lines().take(lines) {
        let (position, expected, best) = endgame(line);
        let solution = solve(&mut solver, &position);
        assert_eq!(solution.score, Some(expected), "{line}");
        assert_eq!(names(&position, &solution.best), best, "{line}");
        println!("{} empty squares: {expected:+} {best:?}, {} positions", empties(&position), solution.nodes);
    }
}

/// `QUEVEDO_PEER_DATA=DIR cargo test --release -p quevedo-solve --test othello -- --ignored --nocapture`
#[test]
#[ignore = "needs published files: by `cargo xtask soak --only solve --peer-data DIR`"]
fn files_of_published_endgames() {
    let folder = std::env::var_os("QUEVEDO_PEER_DATA").expect("QUEVEDO_PEER_DATA is the folder of public test data");
    let folder = PathBuf::from(folder).join("othello");
    check_file(&folder.join("fforum-20-39.obf"), 20);
    check_file(&folder.join("fforum-40-59.obf"), 5);
    check_file(&folder.join("hard-20.obf"), usize::MAX);
}

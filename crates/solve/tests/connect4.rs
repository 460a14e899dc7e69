//! The solver of Connect-4 against plain minimax, against positions solved by others, and against published facts.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use quevedo_core::{Game, Notation, Rng, Side};
use quevedo_games::Connect4;
use quevedo_games::connect4::Column;
use quevedo_solve::connect4::Connect4Solver;
use quevedo_solve::{Solution, Solver, Value};

/// Positions of 8x7 and their exact scores.
const LARGE: &str = include_str!("data/connect4-8x7.tsv");

/// How a game ends under best play: who wins, and after how many plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct End {
    winner: Option<Side>,
    plies: u32,
}

/// Plain minimax by the rules alone, with a cache of positions.
struct Plain<const W: usize, const H: usize>(HashMap<[u64; 2], (Connect4<W, H>, End)>);

impl<const W: usize, const H: usize> Plain<W, H> {
    fn end(&mut self, position: &Connect4<W, H>) -> End {
        let key = Side::BOTH.map(|side| position.discs(side));
        if let Some((_, end)) = self.0.get(&key) {
            return *end;
        }
        let winner = position.is_won().then_some(!position.turn());
        let ends = self.ends(position).into_iter().map(|(_, end)| end);
        let end = ends.max_by_key(|&end| preference(position.turn(), end)).unwrap_or(End { winner, plies: 0 });
        self.0.insert(key, (*position, end));
        end
    }

    /// The end after each move.
    fn ends(&mut self, position: &Connect4<W, H>) -> Vec<(Column, End)> {
        let ends = moves(position).into_iter().map(|mv| {
            let End { winner, plies } = self.end(&after(position, mv));
            (mv, End { winner, plies: plies + 1 })
        });
        ends.collect()
    }

    fn solution(&mut self, position: &Connect4<W, H>) -> Solution<Column> {
        let me = position.turn();
        let end = self.end(position);
        let ends = self.ends(position).into_iter();
        let best = ends.filter(|&(_, other)| preference(me, other) == preference(me, end)).map(|(mv, _)| mv).collect();
        let value = match end.winner {
            None => Value::Draw,
            Some(winner) if winner == me => Value::Win,
            Some(_) => Value::Loss,
        };
        Solution { value, plies: Some(end.plies), score: Some(score(position, end)), best, nodes: 0 }
    }
}

/// Larger is better: an early win, a draw, a late loss.
fn preference(side: Side, end: End) -> i64 {
    match end.winner {
        None => 0,
        Some(winner) if winner == side => 1_000 - i64::from(end.plies),
        Some(_) => i64::from(end.plies) - 1_000,
    }
}

/// The discs that the winner has left at the end, and the last one it played.
fn score<const W: usize, const H: usize>(position: &Connect4<W, H>, end: End) -> i32 {
    let Some(winner) = end.winner else { return 0 };
    let owned = if winner == Side::First { (W * H).div_ceil(2) } else { W * H / 2 };
    let last = discs(position) + end.plies;
    let played = if winner == Side::First { last.div_ceil(2) } else { last / 2 };
    let left = owned as i32 - played as i32 + 1;
    if winner == position.turn() { left } else { -left }
}

fn discs<const W: usize, const H: usize>(position: &Connect4<W, H>) -> u32 {
    Side::BOTH.map(|side| position.discs(side).count_ones()).iter().sum()
}

fn moves<const W: usize, const H: usize>(position: &Connect4<W, H>) -> Vec<Column> {
    let mut moves = Vec::new();
    position.each_move(|mv| moves.push(mv));
    moves
}

fn after<const W: usize, const H: usize>(position: &Connect4<W, H>, mv: Column) -> Connect4<W, H> {
    let mut next = *position;
    next.play(mv);
    next
}

/// A position of a random game with this many discs, or fewer if the game had to end: moves that make four are avoided.
fn random<const W: usize, const H: usize>(rng: &mut Rng, discs: u32) -> Connect4<W, H> {
    let mut position = Connect4::start();
    for _ in 0..discs {
        let next: Vec<_> = moves(&position).into_iter().map(|mv| after(&position, mv)).collect();
        let open: Vec<_> = next.iter().copied().filter(|next| !next.is_won()).collect();
        let choice = if open.is_empty() { next } else { open };
        if choice.is_empty() {
            break;
        }
        position = choice[rng.usize(0..choice.len())];
    }
    position
}

/// The solution without its node count.
fn checked<M>(solution: Solution<M>) -> Solution<M> {
    Solution { nodes: 0, ..solution }
}

fn assert_same<const W: usize, const H: usize>(
    solver: &mut Connect4Solver<W, H>,
    plain: &mut Plain<W, H>,
    position: &Connect4<W, H>,
) {
    let expected = plain.solution(position);
    assert_eq!(solver.value(position), expected.value, "{W}x{H} {}", position.show());
    assert_eq!(checked(solver.solve(position)), expected, "{W}x{H} {}", position.show());
}

/// Random positions with at least `from` discs.
fn compare<const W: usize, const H: usize>(from: u32, positions: usize) {
    let mut rng = Rng::with_seed((W * 100 + H) as u64);
    let mut solver = Connect4Solver::<W, H>::new(1);
    let mut plain = Plain::<W, H>(HashMap::new());
    for _ in 0..positions {
        let discs = rng.u32(from..=(W * H) as u32);
        assert_same(&mut solver, &mut plain, &random::<W, H>(&mut rng, discs));
    }
}

#[test]
fn every_position_of_four_by_four_is_solved() {
    let mut solver = Connect4Solver::<4, 4>::new(1);
    let mut plain = Plain(HashMap::new());
    plain.end(&Connect4::start());
    let positions: Vec<_> = plain.0.values().map(|known| known.0).collect();
    assert_eq!(positions.len(), 161_029, "as John Tromp counted them");
    for position in positions {
        assert_same(&mut solver, &mut plain, &position);
    }
}

#[test]
fn random_positions_of_many_sizes_are_solved() {
    compare::<1, 1>(0, 2);
    compare::<2, 3>(0, 10);
    compare::<4, 3>(0, 100);
    compare::<3, 5>(0, 200);
    compare::<5, 4>(6, 300);
    compare::<4, 5>(6, 300);
    compare::<7, 3>(9, 200);
    compare::<6, 4>(12, 100);
    compare::<5, 5>(14, 100);
    compare::<6, 5>(19, 100);
    compare::<4, 15>(50, 100);
}

#[test]
fn late_positions_of_the_real_boards_are_solved() {
    compare::<7, 6>(27, 200);
    compare::<8, 7>(41, 200);
}

/// A line of a data file: columns played, and the score.
fn cases<const W: usize, const H: usize>(text: &str) -> Vec<(Connect4<W, H>, i32)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let fields = lines.map(|line| line.rsplit_once([' ', '\t']).expect("columns and score"));
    let case = |(columns, score): (&str, &str)| {
        let columns = columns.trim_start_matches("connect4\t");
        (Connect4::parse(columns).expect("columns"), score.parse().expect("a score"))
    };
    fields.map(case).collect()
}

fn assert_large(discs_wanted: impl Fn(u32) -> bool) {
    let mut solver = Connect4Solver::<8, 7>::new(64);
    let mut count = 0;
    for (position, score) in cases(LARGE).into_iter().filter(|case| discs_wanted(discs(&case.0))) {
        assert_eq!(solver.score(&position), score, "{}", position.show());
        count += 1;
    }
    assert!(count > 0);
}

#[test]
fn known_positions_of_the_large_board_have_their_score() {
    assert_large(|discs| discs >= 24);
}

#[test]
#[ignore = "a minute: by `cargo xtask soak --only solve`"]
fn known_positions_of_the_large_board_have_their_score_from_the_opening_on() {
    assert_large(|_| true);
}

/// The sets of Pascal Pons, which are not part of this repository: `QUEVEDO_PEER_DATA` is the folder that has `connect4/Test_L1_R1`.
#[test]
#[ignore = "needs published files: by `cargo xtask soak --only solve --peer-data DIR`"]
fn positions_of_others_have_their_score() {
    let folder = std::env::var("QUEVEDO_PEER_DATA").expect("QUEVEDO_PEER_DATA");
    for set in ["Test_L3_R1", "Test_L2_R1", "Test_L1_R1"] {
        let text = std::fs::read_to_string(Path::new(&folder).join("connect4").join(set)).expect(set);
        let mut solver = Connect4Solver::<7, 6>::new(16);
        for (position, score) in cases(&text) {
            solver.clear();
            assert_eq!(solver.score(&position), score, "{set} {}", position.show());
        }
    }
}

/// The first player wins in the middle column, draws in the adjacent ones and loses in the others (Allen and Allis, 1988).
#[test]
#[ignore = "some minutes: by `cargo xtask soak --only solve`"]
fn the_first_move_of_the_classic_board_decides() {
    let mut solver = Connect4Solver::<7, 6>::new(1024);
    let start = Connect4::start();
    let values: Vec<Value> = moves(&start).into_iter().map(|mv| solver.value(&after(&start, mv))).collect();
    assert_eq!(
        values,
        [Value::Win, Value::Win, Value::Draw, Value::Loss, Value::Draw, Value::Win, Value::Win],
        "for the second player"
    );
    // With its last disc, at ply 41.
    let solution = solver.solve(&start);
    assert_eq!((solution.score, solution.plies, solution.best.len()), (Some(1), Some(41), 1));
}

/// Allis proved in 1988 that the second player at least draws on boards of six columns and an even number of rows, and
/// on those of seven columns unless the first begins in the middle.
#[test]
fn the_second_player_draws_where_it_was_proved() {
    assert_ne!(Connect4Solver::<6, 4>::new(64).value(&Connect4::start()), Value::Win);
    let mut solver = Connect4Solver::<7, 4>::new(64);
    let start = Connect4::start();
    for mv in moves(&start).into_iter().filter(|&mv| start.show_move(mv) != "4") {
        assert_ne!(solver.value(&after(&start, mv)), Value::Loss, "after {}", start.show_move(mv));
    }
}

/// Two positions of Pascal Pons' tutorial.
#[test]
fn published_positions_have_their_score() {
    let mut solver = Connect4Solver::<7, 6>::new(16);
    for (position, score) in cases::<7, 6>("4455 18\n44455554221 -15") {
        assert_eq!(solver.score(&position), score);
    }
}

#[test]
fn a_mirrored_position_has_the_same_score() {
    let mut rng = Rng::with_seed(7);
    for _ in 0..100 {
        let position = random::<7, 6>(&mut rng, 22);
        let diagram = position.show();
        let (board, turn) = diagram.split_once(' ').expect("board and turn");
        let rows: Vec<String> = board.split('/').map(|row| row.chars().rev().collect()).collect();
        let mirror = Connect4::parse(&format!("{} {turn}", rows.join("/"))).expect("a mirrored diagram");
        let mut solver = Connect4Solver::<7, 6>::new(4);
        assert_eq!(solver.score(&position), Connect4Solver::new(4).score(&mirror), "{diagram}");
        assert_eq!(solver.solve(&position).best.len(), solver.solve(&mirror).best.len(), "{diagram}");
    }
}

#[test]
fn a_stopped_solver_returns_nothing_and_can_be_used_again() {
    let mut solver = Connect4Solver::<8, 7>::new(8);
    let (position, score) = cases(LARGE).into_iter().find(|case| discs(&case.0) == 24).expect("a case");
    assert_eq!(Solver::solve(&mut solver, &Connect4::start(), &AtomicBool::new(true), &mut |_| ()), None);
    let mut seen = 0;
    let stopped = solver.try_score(&Connect4::start(), &mut |nodes| {
        seen = nodes;
        nodes < 100_000
    });
    assert_eq!(stopped, None);
    assert!(seen >= 100_000 && solver.nodes() >= seen);
    assert_eq!(solver.score(&position), score);
}

/// The score of the data is never outside the bounds, which only get narrower.
#[test]
fn the_bounds_of_a_search_hold_the_score() {
    let mut open = 0;
    for (position, score) in cases(LARGE).into_iter().filter(|case| discs(&case.0) == 20).take(8) {
        let mut bounds = Vec::new();
        let mut solver = Connect4Solver::<8, 7>::new(8);
        Solver::solve(&mut solver, &position, &AtomicBool::new(false), &mut |so_far| bounds.extend(so_far.bounds));
        assert!(bounds.iter().all(|bounds| bounds.low <= score && score <= bounds.high && bounds.is_proved()));
        assert!(bounds.is_sorted_by(|wide, narrow| wide.low <= narrow.low && narrow.high <= wide.high));
        open += bounds.iter().filter(|bounds| !bounds.is_exact()).count();
    }
    assert!(open > 0, "no search was long enough");
}

#[test]
fn a_small_table_and_a_used_one_change_nothing() {
    let cases: Vec<_> = cases::<8, 7>(LARGE).into_iter().filter(|case| discs(&case.0) >= 26).collect();
    let mut solver = Connect4Solver::new(1);
    for (position, score) in cases.iter().chain(cases.iter().rev()) {
        assert_eq!(solver.score(position), *score);
    }
    solver.clear();
    assert_eq!(solver.score(&cases[0].0), cases[0].1);
}

/// The book that is part of the program is not damaged, and changes no score.
#[test]
fn the_book_of_the_program_is_read() {
    let mut solver = Connect4Solver::<7, 6>::with_book(1).expect("the book of the program");
    for (position, score) in cases::<7, 6>("4455 18\n44455554221 -15") {
        assert_eq!(solver.score(&position), score);
    }
}

/// Published scores of the first moves, found almost without search.
#[test]
fn the_book_of_the_program_knows_the_opening() {
    let mut solver = Connect4Solver::<7, 6>::with_book(16).expect("the book of the program");
    let solution = solver.solve(&Connect4::start());
    assert_eq!((solution.score, solution.plies), (Some(1), Some(41)));
    let names: Vec<String> = solution.best.iter().map(|&mv| Connect4::<7, 6>::start().show_move(mv)).collect();
    assert_eq!(names, ["4"]);
    assert!(solver.nodes() < 100_000, "{} nodes", solver.nodes());
}

/// Some scores of that book, computed again without it.
#[test]
#[ignore = "some minutes: by `cargo xtask soak --only solve`"]
fn the_book_of_the_program_is_right() {
    let mut with = Connect4Solver::<7, 6>::with_book(1).expect("the book of the program");
    let mut without = Connect4Solver::<7, 6>::new(1024);
    let mut rng = Rng::with_seed(11);
    for _ in 0..50 {
        let position = random(&mut rng, 10);
        assert_eq!(with.score(&position), without.score(&position), "{}", position.show());
    }
}

/// A solver that is stopped before all best moves are known returns the score and some of them, or nothing.
#[test]
fn a_move_may_come_before_all_best_moves() {
    let mut rng = Rng::with_seed(13);
    let (mut nothing, mut some, mut all) = (0, 0, 0);
    for _ in 0..20 {
        let position = random(&mut rng, 14);
        let whole = Connect4Solver::<7, 6>::new(64).solve(&position);
        for eighths in 1..=8 {
            let limit = whole.nodes * eighths / 8;
            let mut solver = Connect4Solver::<7, 6>::new(64);
            let Some(found) = solver.try_solve_to_move(&position, &mut |so_far| so_far.nodes < limit) else {
                nothing += 1;
                continue;
            };
            assert_eq!((found.value, found.score, found.plies), (whole.value, whole.score, whole.plies));
            assert!(!found.best.is_empty(), "{}", position.show());
            assert!(found.best.iter().all(|mv| whole.best.contains(mv)), "{}", position.show());
            if found.best.len() < whole.best.len() { some += 1 } else { all += 1 }
        }
    }
    assert!(nothing > 0 && some > 0 && all > 0, "{nothing} {some} {all}");
}

/// One best move is one of all, with the same score, for fewer nodes.
#[test]
fn one_best_move_takes_less_than_all() {
    let mut rng = Rng::with_seed(14);
    let (mut nodes_of_one, mut nodes_of_all) = (0, 0);
    for _ in 0..30 {
        let position = random(&mut rng, 16);
        let all = Connect4Solver::<7, 6>::new(64).solve(&position);
        let one = Connect4Solver::<7, 6>::new(64).try_solve_one(&position, &mut |_| true).expect("not stopped");
        assert_eq!((one.value, one.score, one.plies), (all.value, all.score, all.plies), "{}", position.show());
        assert!(one.best.len() == 1 && all.best.contains(&one.best[0]), "{}", position.show());
        assert!(one.nodes <= all.nodes, "{}", position.show());
        (nodes_of_one, nodes_of_all) = (nodes_of_one + one.nodes, nodes_of_all + all.nodes);
    }
    assert!(nodes_of_one < nodes_of_all, "{nodes_of_one} {nodes_of_all}");
}

/// With the book every position of the 7x6 board is solved quickly: random positions, each by a new solver, and the slowest
/// known one. Four million nodes take about a second.
#[test]
#[ignore = "a minute: by `cargo xtask soak --only solve`"]
fn with_the_book_answers_are_quick() {
    let quick = |position: &Connect4<7, 6>| {
        let mut solver = Connect4Solver::<7, 6>::with_book(64).expect("the book of the program");
        let solution = solver.try_solve_to_move(position, &mut |so_far| so_far.nodes < 4_000_000);
        assert!(solution.is_some_and(|solution| !solution.best.is_empty()), "{}", position.show());
    };
    quick(&Connect4::parse("......./......./......./o.....x/xxo...o/oox.xox x").expect("a position"));
    let mut rng = Rng::with_seed(12);
    for discs in 0..16 {
        (0..60).for_each(|_| quick(&random(&mut rng, discs)));
    }
}

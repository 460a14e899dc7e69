//! The Amazons solver against positions of an independent solver, plain negamax over the rules, and brute force.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use quevedo_core::{Game, Notation, Rng, Side};
use quevedo_games::Amazons;
use quevedo_games::amazons::AmazonsMove;
use quevedo_solve::amazons::AmazonsSolver;
use quevedo_solve::{Solution, Solver as _, Value};

/// A stop flag that is never set.
static GO_ON: AtomicBool = AtomicBool::new(false);
/// MiB of a solver in a test.
const MIB: usize = 16;

fn solve<const N: usize>(solver: &mut AmazonsSolver<N>, position: &Amazons<N>) -> Solution<AmazonsMove> {
    solver.solve(position, &GO_ON, &mut |_| ()).expect("not stopped")
}

fn empties<const N: usize>(position: &Amazons<N>) -> usize {
    let occupied = position.arrows() | position.amazons(Side::First) | position.amazons(Side::Second);
    N * N - occupied.count_ones() as usize
}

/// A position of a random game with this many empty squares, or with more if the game ended.
fn random_position<const N: usize>(rng: &mut Rng, left: usize) -> Amazons<N> {
    let mut position = Amazons::start();
    while empties(&position) > left {
        let Some(mv) = position.random_move(rng) else { break };
        position.play(mv);
    }
    position
}

/// Each square an arrow, an amazon or nothing, whether reachable in a game or not, with some open squares and a few
/// amazons.
fn scattered<const N: usize>(rng: &mut Rng, open: usize, amazons: [usize; 2]) -> Amazons<N> {
    let mut letters = vec!['*'; N * N - open];
    letters.extend(std::iter::repeat_n('.', open - amazons[0] - amazons[1]));
    letters.extend(std::iter::repeat_n('Q', amazons[0]));
    letters.extend(std::iter::repeat_n('q', amazons[1]));
    rng.shuffle(&mut letters);
    let ranks: Vec<String> = letters.chunks(N).map(|rank| rank.iter().collect()).collect();
    position_of(&ranks, if rng.bool() { 'w' } else { 'b' })
}

/// A position from its ranks, an empty square written as a point.
fn position_of<const N: usize>(ranks: &[String], turn: char) -> Amazons<N> {
    let mut board = ranks.join("/");
    for run in (1..=N).rev() {
        board = board.replace(&".".repeat(run), &run.to_string());
    }
    Amazons::parse(&format!("{board} {turn}")).expect("a position")
}

fn after<const N: usize>(position: &Amazons<N>, mv: AmazonsMove) -> Amazons<N> {
    let mut next = *position;
    next.play(mv);
    next
}

/// A whole position, for the cache.
type Squares = ([u128; 3], Side);

fn squares<const N: usize>(position: &Amazons<N>) -> Squares {
    ([position.amazons(Side::First), position.amazons(Side::Second), position.arrows()], position.turn())
}

/// Plain negamax with a cache.
#[derive(Default)]
struct Negamax {
    known: HashMap<Squares, bool>,
}

impl Negamax {
    fn wins<const N: usize>(&mut self, position: &Amazons<N>) -> bool {
        let key = squares(position);
        if let Some(wins) = self.known.get(&key) {
            return *wins;
        }
        let wins = position.legal_moves().into_iter().any(|mv| !self.wins(&after(position, mv)));
        self.known.insert(key, wins);
        wins
    }

    /// The expected solution.
    fn solve<const N: usize>(&mut self, position: &Amazons<N>) -> (Value, Vec<AmazonsMove>) {
        let moves = position.legal_moves();
        let winning: Vec<AmazonsMove> = moves.iter().copied().filter(|mv| !self.wins(&after(position, *mv))).collect();
        if winning.is_empty() { (Value::Loss, moves) } else { (Value::Win, winning) }
    }
}

fn check<const N: usize>(solver: &mut AmazonsSolver<N>, position: &Amazons<N>) {
    let expected = Negamax::default().solve(position);
    let found = solve(solver, position);
    assert_eq!((found.value, found.best), expected, "{}", position.show());
    let wins = solver.wins(position, &GO_ON, &mut |_| ());
    assert_eq!(wins, Some(found.value == Value::Win), "{}", position.show());
}

fn check_value<const N: usize>(text: &str, expected: &str) {
    let position = Amazons::<N>::parse(text).expect("a position");
    let wins = AmazonsSolver::new(MIB).wins(&position, &GO_ON, &mut |_| ());
    assert_eq!(wins, Some(expected == "win"), "{text}");
}

#[test]
fn values_are_those_of_an_independent_solver() {
    let lines = include_str!("data/amazons.tsv").lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let [game, position, value] = fields[..] else { panic!("three fields: {line}") };
        match game {
            "amazons:6x6" => check_value::<6>(position, value),
            "amazons:8x8" => check_value::<8>(position, value),
            "amazons" | "amazons:10x10" => check_value::<10>(position, value),
            _ => panic!("a board we know: {line}"),
        }
    }
}

#[test]
fn values_and_winning_moves_are_those_of_plain_negamax() {
    let mut rng = Rng::with_seed(1);
    let mut solver = AmazonsSolver::<6>::new(MIB);
    for index in 0..120 {
        check(&mut solver, &random_position(&mut rng, 1 + index % 8));
    }
}

#[test]
#[ignore = "half a minute of plain negamax: by `cargo xtask soak --only solve`"]
fn values_and_winning_moves_are_those_of_plain_negamax_further_from_the_end() {
    let mut rng = Rng::with_seed(2);
    let mut solver = AmazonsSolver::<6>::new(MIB);
    for index in 0..300 {
        check(&mut solver, &random_position(&mut rng, 7 + index % 4));
    }
}

/// Scattered arrows cut a board into more regions, and odder ones, than games do: many sums, few moves.
#[test]
fn scattered_regions_have_the_values_of_plain_negamax() {
    let mut rng = Rng::with_seed(3);
    let (mut small, mut large) = (AmazonsSolver::<6>::new(MIB), AmazonsSolver::<8>::new(MIB));
    for index in 0..400 {
        let amazons = [1 + index % 4, 1 + index / 4 % 4];
        check(&mut small, &scattered(&mut rng, 7 + amazons[0] + amazons[1], amazons));
        check(&mut large, &scattered(&mut rng, 8 + amazons[0] + amazons[1], amazons));
    }
}

/// Two shared regions on one board, so that the sides have to choose between them.
#[test]
fn sums_of_shared_regions_have_the_values_of_plain_negamax() {
    let mut rng = Rng::with_seed(4);
    let mut solver = AmazonsSolver::<8>::new(MIB);
    for _ in 0..150 {
        let corners: Vec<Vec<char>> = (0..2).map(|_| corner(&mut rng)).collect();
        let row = |corner: usize, row: usize| corners[corner][3 * row..3 * row + 3].iter().collect::<String>();
        let ranks: Vec<String> = (0..8)
            .map(|rank| match rank {
                0..3 => format!("{}*****", row(0, rank)),
                5..8 => format!("*****{}", row(1, rank - 5)),
                _ => "********".into(),
            })
            .collect();
        check(&mut solver, &position_of(&ranks, if rng.bool() { 'w' } else { 'b' }));
    }
}

/// Nine squares with an amazon of each side, four empty ones and three arrows.
fn corner(rng: &mut Rng) -> Vec<char> {
    let mut squares: Vec<char> = "Qq....***".chars().collect();
    rng.shuffle(&mut squares);
    squares
}

/// Positions of the 4x4 board with an amazon each have so few descendants that plain negamax visits all of them.
#[test]
#[ignore = "millions of positions of plain negamax: by `cargo xtask soak --only solve`"]
fn small_boards_have_the_values_of_plain_negamax() {
    let mut solver = AmazonsSolver::<4>::new(MIB);
    for text in ["q3/4/4/3Q w", "1q2/4/4/2Q1 w", "4/1q2/2Q1/4 w"] {
        check(&mut solver, &Amazons::parse(text).expect("a position"));
    }
}

/// More empty squares in one piece than a word has bits.
#[test]
fn a_large_board_is_expanded_until_the_flag_is_raised() {
    let stop = AtomicBool::new(false);
    let mut start = Amazons::<10>::start();
    start.play(start.parse_move("d1-d7/g7").expect("a move"));
    let mut solver = AmazonsSolver::new(MIB);
    std::thread::scope(|scope| {
        let search = scope.spawn(|| solver.wins(&start, &stop, &mut |_| ()));
        std::thread::sleep(std::time::Duration::from_millis(300));
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(search.join().expect("no panic"), None);
    });
}

#[test]
fn a_stuck_side_has_lost_and_a_raised_flag_stops() {
    let stuck = Amazons::<6>::parse("Q*4/**4/6/6/6/5q w").expect("a position");
    let solution = solve(&mut AmazonsSolver::new(MIB), &stuck);
    assert_eq!((solution.value, solution.plies, solution.best), (Value::Loss, Some(0), Vec::new()));
    let raised = AtomicBool::new(true);
    assert_eq!(AmazonsSolver::<6>::new(MIB).solve(&Amazons::start(), &raised, &mut |_| ()), None);
    assert_eq!(AmazonsSolver::<10>::new(MIB).solve(&Amazons::start(), &raised, &mut |_| ()), None);
}

#[test]
#[ignore = "some minutes: by `cargo xtask soak --only solve`"]
fn five_by_five_with_an_amazon_each_is_won() {
    for text in ["q4/5/5/5/4Q w", "2q2/5/5/5/2Q2 w"] {
        let position = Amazons::<5>::parse(text).expect("a position");
        let wins = AmazonsSolver::new(1024).wins(&position, &GO_ON, &mut |_| ());
        assert_eq!(wins, Some(true), "{text}: docs/solved.md has a win");
    }
}

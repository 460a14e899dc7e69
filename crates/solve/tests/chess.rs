//! Syzygy tables against the laws of chess, retrograde analysis and public facts.
//!
//! The tables are not part of this repository. `QUEVEDO_PEER_DATA` is the folder that has `chess/syzygy3`, the tables of three men;
//! `QUEVEDO_SYZYGY` names others instead, and everything below that needs no more men is checked with them:
//!
//! `QUEVEDO_PEER_DATA=DIR cargo test --release -p quevedo-solve --test chess -- --ignored`

use std::path::Path;
use std::sync::atomic::AtomicBool;

use quevedo_core::{Game, Line, Notation, Rng, SearchRequest, Side, Strategy, Value};
use quevedo_games::Chess;
use quevedo_search::Random;
use quevedo_solve::chess::{self, SyzygyTables};
use quevedo_solve::{Perfect, Solvable, SolverOptions};

static NEVER: AtomicBool = AtomicBool::new(false);

/// How many positions of each material are tested.
const SAMPLE: usize = 20_000;

fn tables() -> &'static SyzygyTables {
    let folders = std::env::var("QUEVEDO_SYZYGY").unwrap_or_else(|_| {
        let folder = std::env::var("QUEVEDO_PEER_DATA").expect("QUEVEDO_PEER_DATA is the folder of public test data");
        Path::new(&folder).join("chess/syzygy3").display().to_string()
    });
    chess::open(&folders).expect("no others are open");
    assert_eq!(chess::warnings(), Vec::<String>::new());
    chess::tables().expect("open tables")
}

/// A position as text: letters of men and their squares, counted from a1 by ranks.
fn placed(men: &[(char, usize)], turn: char, clock: usize) -> Option<Chess> {
    let mut board = [None; 64];
    for (man, square) in men {
        if board[*square].replace(*man).is_some() {
            return None;
        }
    }
    let rank = |rank: usize| -> String { (0..8).map(|file| board[8 * rank + file].unwrap_or('1')).collect() };
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    Chess::parse(&format!("{} {turn} - - {clock} 1", ranks.join("/"))).ok()
}

/// A random legal position with the men of one side besides the kings, either color having them, either to move.
fn random_position(rng: &mut Rng, men: &str, clock: usize) -> Chess {
    loop {
        let swap = rng.bool();
        let color = |man: char| if swap { flipped(man) } else { man };
        let men: Vec<(char, usize)> = men.chars().map(|man| (color(man), rng.usize(0..64))).collect();
        let turn = if rng.bool() { 'w' } else { 'b' };
        if let Some(position) = placed(&men, turn, clock) {
            return position;
        }
    }
}

fn flipped(man: char) -> char {
    if man.is_uppercase() { man.to_ascii_lowercase() } else { man.to_ascii_uppercase() }
}

fn opposite(value: Value) -> Value {
    match value {
        Value::Win => Value::Loss,
        Value::Draw => Value::Draw,
        Value::Loss => Value::Win,
    }
}

fn children(position: &Chess) -> Vec<Chess> {
    let child = |mv| {
        let mut child = position.clone();
        child.play(mv);
        child
    };
    position.legal_moves().into_iter().map(child).collect()
}

/// The value by the end of the game, or else by a table.
fn value(tables: &SyzygyTables, position: &Chess) -> Value {
    let ended = position.outcome().map(|outcome| Value::of(outcome, position.turn()));
    ended.or_else(|| tables.value(position)).expect("a table for the position")
}

/// A position has the value of its best move, and a finished game that of its outcome.
fn keeps_the_law(tables: &SyzygyTables, position: &Chess) {
    let best = children(position).iter().map(|child| opposite(value(tables, child))).max();
    let expected = match position.outcome() {
        Some(outcome) => Value::of(outcome, position.turn()),
        None => best.expect("the game goes on"),
    };
    assert_eq!(tables.value(position), Some(expected), "{}", position.show());
}

#[test]
#[ignore = "needs published files: by `cargo xtask soak --only solve --peer-data DIR`"]
fn values_keep_the_law_of_one_step() {
    let tables = tables();
    let mut rng = Rng::with_seed(1);
    for men in ["KQk", "KRk", "KPk", "KBk", "KNk"] {
        for _ in 0..SAMPLE {
            keeps_the_law(tables, &random_position(&mut rng, men, 0));
        }
    }
    let four = ["KQRk", "KPPk", "KBNk", "KBPk", "KQkr", "KRkn", "KRkp", "KQkp", "KPkp", "KRkr", "KNkp"];
    let has_four = tables.solve(&Chess::parse("8/8/4k3/8/8/8/8/KQR5 w - - 0 1").unwrap()).is_some();
    for men in four.into_iter().filter(|_| has_four) {
        for _ in 0..SAMPLE {
            let position = random_position(&mut rng, men, 0);
            keeps_the_law(tables, &position);
            // Positions with an en passant capture are rare otherwise.
            for child in children(&position).iter().filter(|child| child.inner().en_passant().is_some()) {
                keeps_the_law(tables, child);
            }
        }
    }
}

/// Queen and rook win against the bare king, unless he takes them at once or is stalemated.
#[test]
#[ignore = "needs published files: by `cargo xtask soak --only solve --peer-data DIR`"]
fn queen_and_rook_win() {
    let tables = tables();
    let mut rng = Rng::with_seed(2);
    for men in ["KQk", "KRk"] {
        for _ in 0..SAMPLE {
            let position = random_position(&mut rng, men, 0);
            let board = position.inner();
            let expected = if board.colors(board.side_to_move()).len() == 2 {
                Value::Win
            } else {
                let takes = children(&position).iter().any(|child| child.inner().occupied().len() == 2);
                let stalemate = !position.has_moves() && !position.in_check();
                if takes || stalemate { Value::Draw } else { Value::Loss }
            };
            assert_eq!(tables.value(&position), Some(expected), "{}", position.show());
        }
    }
}

/// King and pawn against king by plain retrograde analysis: one step of minimax for all positions, repeated until nothing
/// changes.
struct Backwards {
    positions: Vec<Option<Chess>>,
    values: Vec<Option<Value>>,
}

impl Backwards {
    fn number(turn: usize, king: usize, pawn: usize, other: usize) -> usize {
        ((turn * 64 + king) * 64 + pawn) * 64 + other
    }

    fn number_of(position: &Chess) -> Option<usize> {
        let board = position.inner();
        let pawn = board.pieces(cozy_chess::Piece::Pawn).next_square()?;
        let [king, other] = cozy_chess::Color::ALL.map(|color| board.king(color) as usize);
        Some(Self::number(position.turn() as usize, king, pawn as usize, other))
    }

    /// The value without a pawn follows `queen_and_rook_win`. After a promotion the bare king moves.
    fn without_pawn(position: &Chess) -> Value {
        let heavy =
            position.inner().pieces(cozy_chess::Piece::Queen) | position.inner().pieces(cozy_chess::Piece::Rook);
        let takes = children(position).iter().any(|child| child.inner().occupied().len() == 2);
        let stalemate = !position.has_moves() && !position.in_check();
        if heavy.is_empty() || takes || stalemate { Value::Draw } else { Value::Loss }
    }

    fn solve() -> Self {
        let all = (0..2 * 64 * 64 * 64).map(|number| {
            let (turn, king, pawn, other) = (number >> 18, number >> 12 & 63, number >> 6 & 63, number & 63);
            placed(&[('K', king), ('P', pawn), ('k', other)], ['w', 'b'][turn], 0)
        });
        let positions: Vec<Option<Chess>> = all.collect();
        let steps: Vec<Vec<Result<usize, Value>>> =
            positions.iter().map(|position| Self::steps(position.as_ref())).collect();
        let mut values = vec![None; positions.len()];
        loop {
            let before = values.clone();
            for (number, position) in positions.iter().enumerate() {
                let Some(position) = position.as_ref().filter(|_| values[number].is_none()) else { continue };
                values[number] = match position.outcome() {
                    Some(outcome) => Some(Value::of(outcome, position.turn())),
                    None => value_by_moves(&steps[number], &values),
                };
            }
            if values == before {
                return Self { positions, values };
            }
        }
    }

    fn steps(position: Option<&Chess>) -> Vec<Result<usize, Value>> {
        let step = |child: &Chess| Self::number_of(child).ok_or_else(|| Self::without_pawn(child));
        position.map_or_else(Vec::new, |position| children(position).iter().map(step).collect())
    }
}

/// A win if some step wins, a loss if all lose; `None` if neither is known yet.
fn value_by_moves(steps: &[Result<usize, Value>], values: &[Option<Value>]) -> Option<Value> {
    let reached = |step: &Result<usize, Value>| step.map_or_else(Some, |number| values[number]).map(opposite);
    if steps.iter().any(|step| reached(step) == Some(Value::Win)) {
        return Some(Value::Win);
    }
    steps.iter().all(|step| reached(step) == Some(Value::Loss)).then_some(Value::Loss)
}

#[test]
#[ignore = "needs published files: by `cargo xtask soak --only solve --peer-data DIR`"]
fn king_and_pawn_agrees_with_retrograde_analysis() {
    let tables = tables();
    let backwards = Backwards::solve();
    let mut count = 0;
    for (position, value) in backwards.positions.iter().zip(&backwards.values) {
        let Some(position) = position else { continue };
        // Positions that stay undecided are draws.
        assert_eq!(tables.value(position), Some(value.unwrap_or(Value::Draw)), "{}", position.show());
        count += 1;
    }
    // 331,352 legal positions of king and pawn against king is a published count.
    assert_eq!(count, 331_352);
}

fn play_out(start: Chess, first: &mut dyn Strategy<Chess>, second: &mut dyn Strategy<Chess>) -> (Line<Chess>, u32) {
    let (mut line, mut plies) = (Line::new(start), 0);
    while line.outcome().is_none() {
        let mut report = |_: &_| {};
        let mut request = SearchRequest::new(&NEVER, &mut report);
        let choice = match line.turn() {
            Side::First => first.choose(&line, &mut request),
            Side::Second => second.choose(&line, &mut request),
        };
        line.play(choice.expect("the game goes on").mv);
        plies += 1;
    }
    (line, plies)
}

fn perfect(seed: u64) -> Box<dyn Strategy<Chess>> {
    Box::new(Perfect::new(SolverOptions::with_memory(1), Box::new(Random::new(Some(seed))), Some(seed)))
}

/// Mate in ten moves with the queen and in sixteen with the rook is as long as it can take; with neither capture nor pawn
/// in play, distances are distances to mate. With a pawn the mate comes within fifty moves.
#[test]
#[ignore = "needs published files: by `cargo xtask soak --only solve --peer-data DIR`"]
fn perfect_play_mates_in_time() {
    let tables = tables();
    let mut rng = Rng::with_seed(3);
    for (men, longest) in [("KQk", 20), ("KRk", 32), ("KPk", 100)] {
        let mut played = 0;
        while played < 200 {
            let start = random_position(&mut rng, men, 0);
            let winner = match value(tables, &start) {
                Value::Win => start.turn(),
                Value::Loss => !start.turn(),
                Value::Draw => continue,
            };
            for mut loser in [Box::new(Random::new(Some(played))) as Box<dyn Strategy<Chess>>, perfect(played)] {
                let mut best = perfect(played + 1);
                let (first, second) =
                    if winner == Side::First { (&mut best, &mut loser) } else { (&mut loser, &mut best) };
                let (line, plies) = play_out(start.clone(), &mut **first, &mut **second);
                assert_eq!(line.outcome().and_then(|outcome| outcome.winner), Some(winner), "{}", start.show());
                assert!(plies <= longest, "{plies}: {}", start.show());
            }
            played += 1;
        }
    }
}

/// The whole rest of a game whose clock runs out soon.
fn brute(position: &Chess) -> Value {
    if let Some(outcome) = position.outcome() {
        return Value::of(outcome, position.turn());
    }
    children(position).iter().map(|child| opposite(brute(child))).max().expect("the game goes on")
}

/// The search for mates respects the clock: with few plies left on it, brute force reaches the end.
#[test]
fn searches_respect_the_clock() {
    let mut rng = Rng::with_seed(14);
    let mut decided = 0;
    for number in 0..1000 {
        let position = random_position(&mut rng, ["KQk", "KRk"][number % 2], 96 + number / 2 % 4);
        let value = brute(&position);
        if value == Value::Draw {
            continue;
        }
        let never = AtomicBool::new(false);
        let solution = Chess::solver(&SolverOptions::with_memory(1))
            .solve(&position, &never, &mut |_| {})
            .expect("the end is near");
        assert_eq!(solution.value, value, "{}", position.show());
        let in_time = position.reversible_plies() + solution.plies.expect("the plies to the end") as usize <= 100;
        assert!(in_time && (!solution.best.is_empty() || position.outcome().is_some()), "{}", position.show());
        decided += usize::from(position.outcome().is_none());
    }
    assert!(decided > 10, "{decided} positions that are not drawn");
}

/// With at most four plies left on the clock, brute force reaches the end.
#[test]
#[ignore = "needs published files: by `cargo xtask soak --only solve --peer-data DIR`"]
fn solutions_respect_the_clock() {
    let tables = tables();
    let mut rng = Rng::with_seed(4);
    let (mut decided, mut silent) = (0, 0);
    for number in 0..4_000 {
        let position = random_position(&mut rng, ["KQk", "KRk"][number % 2], 96 + number / 2 % 4);
        let Some(solution) = tables.solve(&position) else {
            silent += 1;
            continue;
        };
        assert_eq!(solution.value, brute(&position), "{}", position.show());
        for mv in &solution.best {
            let mut child = position.clone();
            child.play(*mv);
            assert_eq!(opposite(brute(&child)), solution.value, "{}", position.show());
        }
        decided += usize::from(solution.value != Value::Draw && position.outcome().is_none());
    }
    // Mates within two moves are rare, and those that come with the last ply of the clock rarer.
    assert!(decided > silent && silent < 40, "{decided} decided, {silent} silent");
}

#[test]
#[ignore = "needs published files: by `cargo xtask soak --only solve --peer-data DIR`"]
fn an_oracle_has_values_where_the_clock_starts() {
    tables();
    let oracle = Chess::oracle().expect("there are tables");
    let probe = |position: &str| oracle.probe(&Chess::parse(position).unwrap());
    // Queen against king is in our own tables, with the distance, so that the clock can be compared with it.
    assert_eq!(probe("8/8/8/8/8/2k5/8/KQ6 w - - 3 1").map(|score| score > 0), Some(true));
    assert_eq!(oracle.probe(&Chess::start()), None);
    assert!(!Chess::start().is_within_reach());
    assert!(Chess::parse("8/8/8/8/8/2k5/8/KQ6 w - - 3 1").unwrap().is_within_reach());
}

#[test]
#[ignore = "needs published files: by `cargo xtask soak --only solve --peer-data DIR`"]
fn threads_get_the_same_values() {
    let tables = tables();
    let mut rng = Rng::with_seed(5);
    let men = ["KQk", "KRk", "KPk", "KBk", "KNk"];
    let positions: Vec<Chess> = (0..2_000).map(|number| random_position(&mut rng, men[number % 5], 0)).collect();
    let ask = || positions.iter().map(|one| (tables.value(one), tables.solve(one))).collect::<Vec<_>>();
    let answers: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]));
}

//! The evaluators: printed values, laws of symmetry, and the fast counts against plain ones.

use std::collections::{BTreeSet, VecDeque};

use fastrand::Rng;
use quevedo_core::{Evaluator, Game, HasEvaluators, Notation, Score, Side, for_turn, score};
use quevedo_games::{Amazons, Connect4, FoxGeese, HareHounds, MouseCats, Othello};

/// Every position of so many random games from `start`, the finished ones too.
fn random_positions<G: Game>(start: &G, games: u64) -> Vec<G> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::with_seed(seed);
        let mut position = start.clone();
        positions.push(position.clone());
        while let (None, Some(mv)) = (position.ended(), position.random_move(&mut rng)) {
            position.play(mv);
            positions.push(position.clone());
        }
    }
    positions
}

fn evaluator<G: HasEvaluators>(name: &str) -> G::Eval {
    G::evaluator(name).unwrap_or_else(|| panic!("there is no evaluator {name}"))
}

fn evaluate<G: HasEvaluators>(name: &str, position: &G) -> Score {
    evaluator::<G>(name).evaluate(position)
}

/// What every evaluator of a game promises, on random games.
fn keep_the_contract<G: HasEvaluators + Notation>(start: &G, games: u64) {
    assert_eq!(G::EVALUATORS[0].name, "handmade");
    let names: BTreeSet<&str> = G::EVALUATORS.iter().map(|named| named.name).collect();
    assert_eq!(names.len(), G::EVALUATORS.len(), "two evaluators share a name");
    for position in random_positions(start, games) {
        for named in G::EVALUATORS {
            let points = named.evaluator.evaluate(&position);
            assert!(points.abs() < score::PROVED, "{} says {points} of `{}`", named.name, position.show());
            let terms = named.evaluator.terms(&position);
            assert!(!terms.is_empty(), "{} has nothing to say of `{}`", named.name, position.show());
            assert!(terms.iter().all(|term| term.value.is_finite() && !term.name.is_empty()));
        }
    }
}

#[test]
fn scores_stay_below_proved_results() {
    keep_the_contract(&Othello::start(), 100);
    keep_the_contract(&Connect4::<8, 7>::start(), 200);
    keep_the_contract(&Connect4::<7, 6>::start(), 200);
    keep_the_contract(&Amazons::<10>::start(), 20);
    keep_the_contract(&Amazons::<8>::start(), 30);
    keep_the_contract(&Amazons::<6>::start(), 60);
    keep_the_contract(&MouseCats::start(), 300);
    keep_the_contract(&HareHounds::start(), 300);
    keep_the_contract(&HareHounds::start_center(), 300);
    keep_the_contract(&FoxGeese::start(), 60);
    keep_the_contract(&FoxGeese::start_13(), 60);
    keep_the_contract(&FoxGeese::start_17(), 60);
}

/// The evaluators of symmetric games evaluator a position and its images alike.
fn evaluate_alike<G: HasEvaluators + Notation>(start: &G, games: u64, image: impl Fn(&str) -> String) {
    for position in random_positions(start, games) {
        let text = position.show();
        let other = G::parse(&image(&text)).unwrap_or_else(|error| panic!("image of `{text}`: {error}"));
        for named in G::EVALUATORS {
            let (here, there) = (named.evaluator.evaluate(&position), named.evaluator.evaluate(&other));
            assert_eq!(here, there, "{} of `{text}` and `{}`", named.name, other.show());
        }
    }
}

/// The ranks of a FEN-like text, one character a square, and what follows them.
fn ranks(text: &str) -> (Vec<Vec<char>>, &str) {
    let (board, rest) = text.split_once(' ').expect("a board and a side");
    let rank = |rank: &str| {
        let mut cells = Vec::new();
        let mut empties = 0;
        for letter in rank.chars().chain(['/']) {
            if let Some(digit) = letter.to_digit(10) {
                empties = 10 * empties + digit as usize;
            } else {
                cells.extend(vec!['.'; std::mem::take(&mut empties)]);
                cells.push(letter);
            }
        }
        cells.pop();
        cells
    };
    (board.split('/').map(rank).collect(), rest)
}

/// The inverse of [`ranks`].
fn joined(ranks: &[Vec<char>], rest: &str) -> String {
    let rank = |cells: &Vec<char>| {
        let runs = cells.chunk_by(|a, b| *a == '.' && *b == '.');
        runs.map(|run| if run[0] == '.' { run.len().to_string() } else { run[0].to_string() }).collect::<String>()
    };
    format!("{} {rest}", ranks.iter().map(rank).collect::<Vec<_>>().join("/"))
}

/// Left and right exchanged on a board written in ranks.
fn mirrored(text: &str) -> String {
    let (mut board, rest) = ranks(text);
    for rank in &mut board {
        rank.reverse();
    }
    joined(&board, rest)
}

/// Letters exchanged in pairs.
fn exchanged(text: &str, pairs: [[char; 2]; 2]) -> String {
    let other = |letter: char| {
        let pair = pairs.iter().find(|pair| pair.contains(&letter));
        pair.map_or(letter, |pair| if letter == pair[0] { pair[1] } else { pair[0] })
    };
    text.chars().map(other).collect()
}

#[test]
fn mirror_images_are_judged_alike() {
    evaluate_alike(&Amazons::<10>::start(), 5, mirrored);
    evaluate_alike(&Amazons::<6>::start(), 20, mirrored);
    evaluate_alike(&FoxGeese::start(), 30, mirrored);
    evaluate_alike(&HareHounds::start(), 200, |text| {
        let points: Vec<char> = text.chars().collect();
        let image: String = [0, 3, 2, 1, 6, 5, 4, 9, 8, 7, 10].into_iter().map(|point| points[point]).collect();
        image + &text[11..]
    });
    evaluate_alike(&Othello::start(), 50, |text| {
        let squares: Vec<char> = text.chars().collect();
        (0..64).map(|square| squares[square / 8 * 8 + 7 - square % 8]).collect::<String>() + &text[64..]
    });
    evaluate_alike(&Othello::start(), 50, |text| {
        let squares: Vec<char> = text.chars().collect();
        (0..64).map(|square| squares[square % 8 * 8 + square / 8]).collect::<String>() + &text[64..]
    });
    let mirror_columns = |text: &str| {
        let (board, side) = text.split_once(' ').expect("a diagram and a side");
        let rows: Vec<String> = board.split('/').map(|row| row.chars().rev().collect()).collect();
        format!("{} {side}", rows.join("/"))
    };
    evaluate_alike(&Connect4::<8, 7>::start(), 100, mirror_columns);
    evaluate_alike(&Connect4::<7, 6>::start(), 100, mirror_columns);
}

/// With the colours exchanged, and the turn, the side to move thinks the same of its position.
#[test]
fn colours_do_not_matter() {
    evaluate_alike(&Othello::start(), 100, |text| exchanged(text, [['X', 'O'], ['-', '-']]));
    evaluate_alike(&Amazons::<10>::start(), 5, |text| exchanged(text, [['Q', 'q'], ['w', 'b']]));
    evaluate_alike(&Amazons::<8>::start(), 10, |text| exchanged(text, [['Q', 'q'], ['w', 'b']]));
}

/// Terms are points of the first player: those of an exchanged position are the opposite.
#[test]
fn terms_are_for_the_first_player() {
    for position in random_positions(&Othello::start(), 20) {
        let other = Othello::parse(&exchanged(&position.show(), [['X', 'O'], ['-', '-']])).unwrap();
        for named in Othello::EVALUATORS {
            let terms = named.evaluator.terms(&position).into_iter().zip(named.evaluator.terms(&other));
            assert!(
                terms
                    .into_iter()
                    .all(|(here, there)| here.name == there.name && (here.value + there.value).abs() < 1e-9)
            );
        }
    }
}

/// The discs of a diagram, rows from the top, with `2` for the side scored positive and `1` for the other.
fn discs<const H: usize>(rows: &[&str]) -> [u64; 2] {
    let mut discs = [0; 2];
    for (row, text) in rows.iter().rev().enumerate() {
        for (column, letter) in text.split_whitespace().enumerate() {
            let square = 1 << (column * (H + 1) + row);
            match letter {
                "2" => discs[0] |= square,
                "1" => discs[1] |= square,
                _ => {}
            }
        }
    }
    discs
}

/// The values printed in the course work.
#[test]
fn connect4_adjacency_as_printed() {
    let printed: [(&[&str], Score); 11] = [
        (&[". 2 2 . 2 1 . ."], 1100),
        (&[". 1 2 . 2 2 . ."], 1100),
        (&[". 1 2 2 2 . . ."], 1230),
        (&[". . 2 2 2 2 . ."], 12440),
        (&["2", "2"], 110),
        (&["1", "2", "2"], 20),
        (&["2", "2", "2"], 1230),
        (&["1", "2", "2", "2"], 240),
        (&["2", "2", "2", "2"], 11450),
        (&["2 1 . 1 1 . . ."], -1650),
        (&["2 .", "2 2"], 240),
    ];
    for (rows, value) in printed {
        let [own, other] = discs::<7>(rows);
        assert_eq!(Connect4::<8, 7>::adjacency(own, other), value, "{rows:?}");
    }
}

/// What no board prints: diagonals in both directions, a gap that hangs in the air, a group at the right edge.
#[test]
fn connect4_adjacency_in_other_places() {
    let adjacency = |rows: &[&str]| {
        let [own, other] = discs::<7>(rows);
        Connect4::<8, 7>::adjacency(own, other)
    };
    // Two on a diagonal, nothing playable behind them; then with a playable square at the lower end.
    assert_eq!(adjacency(&[". 2", "2 ."]), 20);
    assert_eq!(adjacency(&["2 .", ". 2"]), 20);
    assert_eq!(adjacency(&[". . 2", ". 2 .", ". . ."]), 110);
    assert_eq!(adjacency(&["2 . .", ". 2 .", ". . ."]), 110);
    // A gap that cannot be filled now is no gap.
    assert_eq!(adjacency(&["2 2 . 2", "1 . . ."]), 20);
    // Both ends of the row, one of them the edge of the board.
    assert_eq!(adjacency(&[". . . . . . 2 2"]), 110);
    assert_eq!(adjacency(&[". . . . . 2 2 2"]), 1230);
}

#[test]
fn connect4_adjacency_is_for_the_side_to_move() {
    for position in random_positions(&Connect4::<8, 7>::start(), 100) {
        let (own, other) = (position.discs(position.turn()), position.discs(!position.turn()));
        assert_eq!(evaluate("adjacency", &position), score::clamp(Connect4::<8, 7>::adjacency(own, other)));
        let terms: f64 = evaluator::<Connect4<8, 7>>("adjacency").terms(&position).iter().map(|term| term.value).sum();
        assert_eq!(score::clamp(for_turn(&position, terms as Score)), evaluate("adjacency", &position));
    }
}

/// What happens in the next two plies outweighs everything else.
#[test]
fn connect4_sees_the_next_move() {
    let of = |text: &str| evaluate("handmade", &Connect4::<7, 6>::parse(text).unwrap());
    assert!(of("112233") > 1000, "the first player completes the bottom row");
    assert!(of("33445") < -1000, "the second player cannot stop both ends of the bottom row");
    assert!(of("11223").abs() < 1000, "the second player stops the only end");
}

/// A board as plain as can be.
struct Plain {
    size: i32,
    cells: Vec<char>,
}

/// No way leads there.
const NEVER: i32 = i32::MAX;

impl Plain {
    fn new<const N: usize>(position: &Amazons<N>) -> Self {
        let text = position.show();
        Self { size: N as i32, cells: ranks(&text).0.concat() }
    }

    /// The empty squares a queen reaches.
    fn reach(&self, from: i32) -> Vec<i32> {
        let mut squares = Vec::new();
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let (mut x, mut y) = (from % self.size + dx, from / self.size + dy);
            while (0..self.size).contains(&x) && (0..self.size).contains(&y) {
                let square = y * self.size + x;
                if self.cells[square as usize] != '.' {
                    break;
                }
                squares.push(square);
                (x, y) = (x + dx, y + dy);
            }
        }
        squares
    }

    fn amazons(&self, letter: char) -> Vec<i32> {
        (0..self.size * self.size).filter(|square| self.cells[*square as usize] == letter).collect()
    }

    /// Queen moves from the nearest amazon to every square.
    fn distances(&self, letter: char) -> Vec<i32> {
        let mut distances = vec![NEVER; self.cells.len()];
        let mut queue: VecDeque<(i32, i32)> = self.amazons(letter).into_iter().map(|square| (square, 0)).collect();
        while let Some((square, moves)) = queue.pop_front() {
            for next in self.reach(square) {
                if distances[next as usize] == NEVER {
                    distances[next as usize] = moves + 1;
                    queue.push_back((next, moves + 1));
                }
            }
        }
        distances
    }
}

/// Territory, relative territory and territory with mobility of the position, by plain counting, for White.
fn plain_values(plain: &Plain) -> (Score, Score, f64) {
    let (white, black) = (plain.distances('Q'), plain.distances('q'));
    let pairs = || white.iter().copied().zip(black.iter().copied());
    let territory = pairs().map(|(white, black)| (black - white).signum()).sum();
    let relative = |(white, black): (i32, i32)| match (white, black) {
        (NEVER, NEVER) => 0,
        (NEVER, _) => -5,
        (_, NEVER) => 5,
        (white, black) => black - white,
    };
    let contested = |square: i32| white[square as usize] != NEVER && black[square as usize] != NEVER;
    let both = pairs().filter(|(white, black)| *white != NEVER && *black != NEVER);
    let phase: f64 = both.map(|(white, black)| 0.5_f64.powi((white - black).abs())).sum();
    let freedom = |letter: char| {
        let reaches = plain.amazons(letter).into_iter().map(|square| plain.reach(square));
        let counted = reaches.filter(|reach| reach.iter().any(|square| contested(*square)));
        counted.map(|reach| phase * reach.len() as f64 / 100.0).sum::<f64>()
    };
    (territory, pairs().map(relative).sum(), f64::from(territory) + freedom('Q') - freedom('q'))
}

fn amazons_match_plain_counts<const N: usize>(games: u64) {
    for position in random_positions(&Amazons::<N>::start(), games) {
        let text = position.show();
        let sign = if position.turn() == Side::First { 1 } else { -1 };
        let (territory, relative, with_mobility) = plain_values(&Plain::new(&position));
        assert_eq!(evaluate("territory", &position), 100 * sign * territory, "territory of `{text}`");
        assert_eq!(evaluate("relative_territory", &position), 100 * sign * relative, "relative territory of `{text}`");
        let counted = f64::from(sign * evaluate("territory_mobility", &position)) / 100.0;
        // The phase is kept in hundredths and every amazon is rounded.
        assert!((counted - with_mobility).abs() < 0.2, "{counted} is not {with_mobility} in `{text}`");
    }
}

#[test]
fn amazons_distances_match_plain_counts() {
    amazons_match_plain_counts::<10>(8);
    amazons_match_plain_counts::<8>(15);
    amazons_match_plain_counts::<6>(40);
}

#[test]
fn amazons_mobility_is_the_difference_of_moves() {
    for position in random_positions(&Amazons::<8>::start(), 10) {
        let passed = Amazons::<8>::parse(&exchanged(&position.show(), [['w', 'b'], ['-', '-']])).unwrap();
        let difference = position.count_moves() as Score - passed.count_moves() as Score;
        assert_eq!(evaluate("mobility", &position), difference);
    }
}

/// Black holds a1 to d1, from the corner on; White has e1, which the corner does not make stable, and gives h8 away.
#[test]
fn othello_counts_by_hand() {
    let rows =
        ["XXXXO---", "--------", "--------", "---OX---", "---XO---", "--------", "------O-", "--------"].concat();
    let position = Othello::parse(&format!("{rows} X")).unwrap();
    let terms = evaluator::<Othello>("positional").terms(&position);
    let of = |name: &str| terms.iter().find(|term| term.name.en == name).map(|term| term.value);
    assert_eq!(of("corners"), Some(800.0));
    assert_eq!(of("C-squares by empty corners"), Some(0.0));
    assert_eq!(of("X-squares by empty corners"), Some(500.0));
    assert_eq!(of("stable discs"), Some(400.0));
    assert_eq!(evaluate("discs", &position), 200);
}

/// A mouse that is past all cats is better off than one in front of them.
#[test]
fn hunts_prefer_the_lone_piece_past_the_pack() {
    let of = |name: &str, text: &str| evaluate(name, &MouseCats::parse(text).unwrap());
    for named in MouseCats::EVALUATORS {
        let (past, before) = ("8/4M3/8/2c1c3/5c1c/8/8/8 m", "8/8/8/2c1c3/5c1c/8/8/4M3 m");
        assert!(of(named.name, past) > of(named.name, before), "{}", named.name);
    }
}

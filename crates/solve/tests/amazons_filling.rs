//! The filling phase of the Amazons: no region is shared any more, and who can make more moves wins. Moves are counted here by
//! trying them all, on a board of its own.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use quevedo_core::{Game, Notation, Rng, Side};
use quevedo_games::Amazons;
use quevedo_solve::amazons::AmazonsSolver;
use quevedo_solve::{Solver as _, StopFlags, Value};

/// Larger regions are not counted.
const LARGEST: u32 = 11;
/// Moves that are compared for each move of a game.
const SAMPLE: usize = 24;
/// A side has at least so many moves left: there is something to lose.
const FEWEST_MOVES: u32 = 3;

const WAYS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// A board as sets of squares `file + size·rank`.
#[derive(Clone, Copy)]
struct Plain {
    size: i8,
    empty: u128,
}

impl Plain {
    fn of<const N: usize>(position: &Amazons<N>) -> Self {
        let occupied = position.arrows() | position.amazons(Side::First) | position.amazons(Side::Second);
        Self { size: N as i8, empty: !occupied & (u128::MAX >> (128 - N * N)) }
    }

    fn step(self, square: u8, (files, ranks): (i8, i8)) -> Option<u8> {
        let (file, rank) = (square as i8 % self.size + files, square as i8 / self.size + ranks);
        let is_inside = (0..self.size).contains(&file) && (0..self.size).contains(&rank);
        is_inside.then_some((file + self.size * rank) as u8)
    }

    /// Where a queen can go.
    fn queen(self, from: u8) -> u128 {
        WAYS.into_iter().fold(0, |mut reached, way| {
            let mut square = self.step(from, way);
            while let Some(next) = square.filter(|next| self.empty >> next & 1 == 1) {
                reached |= 1 << next;
                square = self.step(next, way);
            }
            reached
        })
    }

    /// The squares that are joined to a square by empty ones and amazons.
    fn region(self, from: u8, amazons: u128) -> u128 {
        let (mut region, mut next) = (1_u128 << from, vec![from]);
        while let Some(square) = next.pop() {
            for neighbour in WAYS.into_iter().filter_map(|way| self.step(square, way)) {
                if (self.empty | amazons) & !region & 1 << neighbour != 0 {
                    region |= 1 << neighbour;
                    next.push(neighbour);
                }
            }
        }
        region
    }

    /// How many moves amazons can make one after the other if nobody else moves.
    fn longest(self, amazons: u128, known: &mut HashMap<(u128, u128), u32>) -> u32 {
        if let Some(length) = known.get(&(amazons, self.empty)) {
            return *length;
        }
        let (mut longest, most) = (0, self.empty.count_ones());
        'moves: for from in bits(amazons) {
            for to in bits(self.queen(from)) {
                let left = Self { empty: (self.empty | 1 << from) & !(1 << to), ..self };
                for arrow in bits(left.queen(to)) {
                    let next = Self { empty: left.empty & !(1 << arrow), ..self };
                    longest = longest.max(1 + next.longest(amazons ^ 1 << from ^ 1 << to, known));
                    if longest == most {
                        break 'moves;
                    }
                }
            }
        }
        known.insert((amazons, self.empty), longest);
        longest
    }
}

fn bits(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (lowest < 128).then_some(lowest as u8)
    })
}

/// How many moves each side can make; `None` where a region is shared, or too large to be counted.
fn moves_left<const N: usize>(position: &Amazons<N>) -> Option<[u32; 2]> {
    let board = Plain::of(position);
    let sides = Side::BOTH.map(|side| position.amazons(side));
    let (mut moves, mut seen) = ([0; 2], 0);
    for square in bits(sides[0] | sides[1]) {
        if seen >> square & 1 == 1 {
            continue;
        }
        let region = board.region(square, sides[0] | sides[1]);
        seen |= region;
        let own = sides.map(|amazons| amazons & region);
        let empty = board.empty & region;
        if own[0] != 0 && own[1] != 0 && empty != 0 || empty.count_ones() > LARGEST {
            return None;
        }
        let owner = usize::from(own[0] == 0);
        moves[owner] += Plain { empty, ..board }.longest(own[owner], &mut HashMap::new());
    }
    Some(moves)
}

/// A game in which each side moves where it has more room than the other, of some moves drawn at random, to where moves can be counted.
fn filling_position<const N: usize>(rng: &mut Rng) -> Option<Amazons<N>> {
    let room = |position: &Amazons<N>, side| -> i32 {
        let board = Plain::of(position);
        let reached = bits(position.amazons(side)).fold(0, |reached, from| reached | board.queen(from));
        reached.count_ones() as i32
    };
    let mut position = Amazons::<N>::start();
    loop {
        if let Some(moves) = moves_left(&position) {
            let is_open = moves.into_iter().all(|moves| moves >= FEWEST_MOVES);
            return is_open.then_some(position);
        }
        let side = position.turn();
        let drawn = (0..SAMPLE).filter_map(|_| position.random_move(rng));
        let after = drawn.map(|mv| {
            let mut next = position;
            next.play(mv);
            next
        });
        position = after.max_by_key(|next| room(next, side) - room(next, !side))?;
    }
}

/// Plays to the end by any of the moves that the solver offers: no move gives one away, and who wins is what the counts say.
fn play_without_loss<const N: usize>(solver: &mut AmazonsSolver<N>, start: Amazons<N>, rng: &mut Rng) -> u32 {
    let stop = AtomicBool::new(false);
    let mut position = start;
    let mut moves = moves_left(&position).expect("a position of the filling phase");
    let mut played = 0;
    while position.outcome().is_none() {
        let side = position.turn();
        let solution = solver.solve_to_move(&position, StopFlags::all(&stop)).expect("not stopped");
        let wins = moves[side.index()] > moves[(!side).index()];
        assert_eq!(solution.value == Value::Win, wins, "{}", position.show());
        position.play(solution.best[rng.usize(0..solution.best.len())]);
        moves[side.index()] -= 1;
        assert_eq!(moves_left(&position), Some(moves), "after {played} moves from {}", start.show());
        played += 1;
    }
    assert_eq!(moves[position.turn().index()], 0, "the side that cannot move has no moves left");
    played
}

fn fill<const N: usize>(positions: usize, seed: u64) {
    let (mut rng, mut solver) = (Rng::with_seed(seed), AmazonsSolver::<N>::new(16));
    let (mut found, mut played) = (0, 0);
    while found < positions {
        if let Some(start) = filling_position::<N>(&mut rng) {
            played += play_without_loss(&mut solver, start, &mut rng);
            found += 1;
        }
    }
    println!("{N}x{N}: {found} positions, {played} moves, none given away");
}

#[test]
fn no_move_is_given_away_in_the_filling_phase() {
    fill::<6>(30, 1);
    fill::<10>(4, 2);
}

#[test]
#[ignore = "a thousand positions: by `cargo xtask soak --only solve`"]
fn no_move_is_given_away_in_a_thousand_positions() {
    fill::<6>(300, 3);
    fill::<8>(300, 4);
    fill::<10>(400, 5);
}

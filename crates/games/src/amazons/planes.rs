//! The amazons, and which side reaches which square first; a move is its three squares.
//!
//! The squares of the pieces alone say too little to a small network. So its features describe the race for the squares
//! (see [`super::distances`]). Each side has nine planes:
//!
//! ```text
//! 0  amazons that can go to eight or more contested squares
//! 1  … to four to seven
//! 2  … to two or three
//! 3  … to one or none: cramped or walled in
//! 4  contested squares that the side reaches in fewer queen moves
//! 5  contested squares that the side reaches one king step sooner
//! 6  … two or three king steps sooner
//! 7  … four or more king steps sooner
//! 8  squares that only this side reaches
//! ```
//!
//! Both sides share two planes: contested squares that each side reaches in one move, and other contested squares at equal
//! distance. Arrows are on no plane. Squares that neither side can reach are on no plane either: they play no more part
//! than arrows. So the number of active features falls during the game; a contested square has up to two. The mobility of
//! the amazons and the lead in king moves are needed: without them the hand-made evaluator is 150 to 250 Elo weaker.

use quevedo_core::{Planes, Side, View};

use super::distances::{DistanceMap, DistanceMaps};
use super::rays::{Occupied, each_bit};
use super::{Amazons, AmazonsMove};

/// The planes of each side.
const PLANES_PER_SIDE: usize = 9;

impl<const N: usize> Amazons<N> {
    /// Amazons by how many contested squares they can go to: 8 and more, 4 to 7, 2 and 3, fewer.
    #[inline]
    fn by_freedom(&self, amazons: u128, contested: u128) -> [u128; 4] {
        let (occupied, contested) = (Occupied::new(self.occupied), Occupied::new(contested));
        let mut classes = [0; 4];
        each_bit(amazons, |square| {
            let choices = Self::RAYS.reach(square, occupied).count_among(contested);
            let class = match choices {
                8.. => 0,
                4..8 => 1,
                2..4 => 2,
                _ => 3,
            };
            classes[class] |= 1 << square;
        });
        classes
    }
}

impl<const N: usize> Planes for Amazons<N> {
    const NAME: &'static str = match N {
        10 => Self::ABOUT.id,
        8 => "amazons-8x8",
        6 => "amazons-6x6",
        _ => "amazons-small",
    };
    const WIDTH: usize = N;
    const HEIGHT: usize = N;
    type PlaneSet = [u128; 2 * PLANES_PER_SIDE + 2];
    type Steps = [u8; 3];
    const MAX_ACTIVE_FEATURES: usize = 2 * N * N;
    const FINDS_MOVES: bool = true;

    #[inline]
    fn planes(&self, viewer: Side) -> Self::PlaneSet {
        let both = [self.amazons(viewer), self.amazons(!viewer)];
        let propagators = self.propagators();
        let (queens, kings) = (DistanceMaps::of_queens(both, &propagators), DistanceMaps::of_kings(both, &propagators));
        let contested = queens.contested();
        let of_side = |amazons: u128, [own, other]: [&DistanceMap; 2], [own_king, other_king]: [&DistanceMap; 2]| {
            let [wide, fair, tight, stuck] = self.by_freedom(amazons, contested);
            let sooner = own.nearer(other) & contested;
            let [one, two, four] = [1, 2, 4].map(|lead| own_king.leading(other_king, lead) & contested);
            [wide, fair, tight, stuck, sooner, one & !two, two & !four, four, own.reached() & !other.reached()]
        };
        let own = of_side(both[0], [&queens.own, &queens.other], [&kings.own, &kings.other]);
        let other = of_side(both[1], [&queens.other, &queens.own], [&kings.other, &kings.own]);
        let at_once = queens.own.within(1) & queens.other.within(1);
        let later = contested & !(own[4] | other[4] | at_once);
        let mut planes = [0; 2 * PLANES_PER_SIDE + 2];
        planes[..PLANES_PER_SIDE].copy_from_slice(&own);
        planes[PLANES_PER_SIDE..2 * PLANES_PER_SIDE].copy_from_slice(&other);
        planes[2 * PLANES_PER_SIDE..][..2].copy_from_slice(&[at_once, later]);
        planes
    }

    fn flip_perspective(feature: usize) -> usize {
        let of_side = PLANES_PER_SIDE * Self::SQUARES;
        if feature < 2 * of_side { (feature + of_side) % (2 * of_side) } else { feature }
    }

    fn steps(&self, mv: AmazonsMove) -> [u8; 3] {
        [mv.from, mv.to, mv.arrow]
    }

    fn move_of_action(&self, action: usize) -> Option<AmazonsMove> {
        if action >= Self::ACTIONS {
            return None;
        }
        let digit = |place: u32| (action / Self::SQUARES.pow(place) % Self::SQUARES) as u8;
        let mv = AmazonsMove { from: digit(2), to: digit(1), arrow: digit(0) };
        self.is_legal(mv).then_some(mv)
    }
}

#[cfg(test)]
mod tests {
    use quevedo_core::{Game, Rng};

    use super::*;

    const WAYS: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
    const NEVER: usize = usize::MAX;

    /// The empty squares that a piece goes to from a square, by up to so many steps in a line.
    fn goes<const N: usize>(position: &Amazons<N>, square: usize, steps: i32) -> Vec<usize> {
        let mut found = Vec::new();
        for (right, up) in WAYS {
            for step in 1..=steps {
                let (file, rank) = ((square % N) as i32 + right * step, (square / N) as i32 + up * step);
                let is_on_board = (0..N as i32).contains(&file) && (0..N as i32).contains(&rank);
                if !is_on_board || position.occupied >> (file + N as i32 * rank) & 1 == 1 {
                    break;
                }
                found.push((file + N as i32 * rank) as usize);
            }
        }
        found
    }

    /// In how many moves each square is reached, one square after the other.
    fn distances<const N: usize>(position: &Amazons<N>, side: Side, steps: i32) -> Vec<usize> {
        let mut distances = vec![NEVER; N * N];
        let mut front: Vec<usize> = (0..N * N).filter(|square| position.amazons(side) >> square & 1 == 1).collect();
        for moves in 1.. {
            let mut next: Vec<usize> = front.iter().flat_map(|square| goes(position, *square, steps)).collect();
            next.retain(|square| {
                let is_new = distances[*square] == NEVER;
                distances[*square] = distances[*square].min(moves);
                is_new
            });
            if next.is_empty() {
                break;
            }
            front = next;
        }
        distances
    }

    /// The planes by their definition.
    fn plain_planes<const N: usize>(position: &Amazons<N>, viewer: Side) -> [u128; 20] {
        let sides = [viewer, !viewer];
        let queens = sides.map(|side| distances(position, side, N as i32));
        let kings = sides.map(|side| distances(position, side, 1));
        let is_contested = |square: &usize| queens.iter().all(|distances| distances[*square] != NEVER);
        let set = |holds: &dyn Fn(usize) -> bool| {
            (0..N * N).filter(|square| holds(*square)).fold(0_u128, |set, square| set | 1 << square)
        };
        let mut planes = [0; 20];
        for own in 0..2 {
            let sooner = |square: usize| queens[own][square] < queens[1 - own][square];
            let stands = |square: usize| position.amazons(sides[own]) >> square & 1 == 1;
            let choices = |square: usize| goes(position, square, N as i32).iter().filter(|to| is_contested(to)).count();
            for (class, range) in [8..usize::MAX, 4..8, 2..4, 0..2].into_iter().enumerate() {
                planes[9 * own + class] = set(&|square| stands(square) && range.contains(&choices(square)));
            }
            planes[9 * own + 4] = set(&|square| is_contested(&square) && sooner(square));
            for (class, range) in [1..2, 2..4, 4..usize::MAX].into_iter().enumerate() {
                let lead = |square: usize| kings[1 - own][square].saturating_sub(kings[own][square]);
                planes[9 * own + 5 + class] = set(&|square| is_contested(&square) && range.contains(&lead(square)));
            }
            planes[9 * own + 8] = set(&|square| sooner(square) && !is_contested(&square));
        }
        let is_tie = |square: usize| is_contested(&square) && queens[0][square] == queens[1][square];
        planes[18] = set(&|square| is_tie(square) && queens[0][square] == 1);
        planes[19] = set(&|square| is_tie(square) && queens[0][square] > 1);
        planes
    }

    fn check_games<const N: usize>(games: u64) {
        for seed in 0..games {
            let mut rng = Rng::with_seed(seed);
            let mut position = Amazons::<N>::start();
            while let Some(mv) = position.random_move(&mut rng) {
                position.play(mv);
                for viewer in Side::BOTH {
                    assert_eq!(position.planes(viewer), plain_planes(&position, viewer), "{position:?}");
                }
            }
        }
    }

    #[test]
    fn planes_are_what_walking_square_by_square_finds() {
        check_games::<10>(4);
        check_games::<8>(4);
        check_games::<6>(20);
    }
}

//! Counting move sequences: the oldest and best test of a move generator.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::Game;

/// The depth of the counts between two looks at a stop flag.
const POLL_DEPTH: u32 = 3;

/// The number of move sequences of exactly `depth` plies. A pass is a ply; a finished game has none. Counts by
/// the move rules alone: draws by claim do not cut a line.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let mut nodes = 0;
            position.each_move(|mv| {
                let mut child = position.clone();
                child.play(mv);
                nodes += perft(&child, depth - 1);
            });
            nodes
        }
    }
}

/// The same count; `None` if it was stopped.
pub fn perft_until<G: Game>(position: &G, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= POLL_DEPTH {
        return Some(perft(position, depth));
    }
    let mut nodes = 0;
    for mv in position.legal_moves() {
        let mut child = position.clone();
        child.play(mv);
        nodes += perft_until(&child, depth - 1, stop)?;
    }
    Some(nodes)
}

/// The same count, split by first move. `depth` is at least 1.
pub fn divide<G: Game>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    debug_assert!(depth > 0, "there is no first move at depth 0");
    let mut parts = Vec::new();
    for mv in position.legal_moves() {
        let mut child = position.clone();
        child.play(mv);
        parts.push((mv, perft(&child, depth - 1)));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, Side, reasons};

    /// Three moves in every position, without an end.
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Endless;

    impl Game for Endless {
        type Move = u8;

        fn start() -> Self {
            Self
        }

        fn turn(&self) -> Side {
            Side::First
        }

        fn each_move(&self, visit: impl FnMut(u8)) {
            (0..3).for_each(visit);
        }

        fn play(&mut self, _: u8) {}

        fn ended(&self) -> Option<Outcome> {
            None
        }

        fn stuck(&self) -> Outcome {
            Outcome::draw(&reasons::REPETITION)
        }

        fn hash(&self) -> u64 {
            0
        }
    }

    #[test]
    fn a_count_that_can_be_stopped_is_the_same() {
        let stop = AtomicBool::new(false);
        for depth in 0..8 {
            assert_eq!(perft_until(&Endless, depth, &stop), Some(3_u64.pow(depth)));
        }
        stop.store(true, Ordering::Relaxed);
        assert_eq!(perft_until(&Endless, 60, &stop), None);
    }
}

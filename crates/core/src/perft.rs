//! Counting move sequences: the oldest and best test of a move generator.

use crate::Game;

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

/// The same count, split by first move. `depth` is at least 1.
pub fn divide<G: Game>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    debug_assert!(depth > 0, "there is no first move at depth 0");
    let mut parts = Vec::new();
    position.each_move(|mv| {
        let mut child = position.clone();
        child.play(mv);
        parts.push((mv, perft(&child, depth - 1)));
    });
    parts
}

//! How fast the rules run: random games, perft, and a signature of both.

use std::time::{Duration, Instant};

use quevedo_catalog::{GameEntry, PlayoutCount};
use quevedo_core::Rng;
use quevedo_core::hash::combine;
use serde::Serialize;

/// The signature is made of this many games, from this seed. Changing either changes every signature.
const SIGNED_GAMES: u64 = 1000;
const SEED: u64 = 1;
/// Play-outs between two readings of the clock.
const BATCH: u64 = 8;
/// Perft goes as deep as it can with about this many nodes.
const PERFT_NODES: f64 = 1.5e8;

/// What was measured of the rules of a game.
#[derive(Debug, Serialize)]
pub(super) struct MeasuredRules {
    pub(super) playouts_per_second: f64,
    pub(super) plies_per_second: f64,
    pub(super) mean_plies: f64,
    pub(super) perft_depth: u32,
    pub(super) perft_nodes: u64,
    pub(super) perft_nodes_per_second: f64,
    pub(super) signature: String,
}

/// Measures the rules of a game, playing random games for some time.
pub(super) fn measure(game: &GameEntry, time: Duration) -> MeasuredRules {
    let signature = signature(game);
    let (games, count, seconds) = run_playouts(game, time);
    let perft = run_perft(game);
    MeasuredRules {
        playouts_per_second: games as f64 / seconds,
        plies_per_second: count.plies as f64 / seconds,
        mean_plies: count.plies as f64 / games as f64,
        perft_depth: perft.depth,
        perft_nodes: perft.nodes,
        perft_nodes_per_second: perft.nodes as f64 / perft.seconds,
        signature,
    }
}

/// Random games for a while: how many, what they came to, and the seconds they took.
fn run_playouts(game: &GameEntry, time: Duration) -> (u64, PlayoutCount, f64) {
    let mut rng = Rng::with_seed(SEED);
    let (mut games, mut sum) = (0, PlayoutCount::default());
    let begin = Instant::now();
    while begin.elapsed() < time || games == 0 {
        sum.plies += game.playouts(BATCH, &mut rng).plies;
        games += BATCH;
    }
    (games, sum, begin.elapsed().as_secs_f64())
}

/// A perft from the start position and the time it took.
#[derive(Clone, Copy)]
struct TimedPerft {
    depth: u32,
    nodes: u64,
    seconds: f64,
}

/// The deepest perft that stays near [`PERFT_NODES`], supposing that the tree grows no faster than it did in the last
/// two plies; in many games the sides have very different numbers of moves.
fn run_perft(game: &GameEntry) -> TimedPerft {
    let (mut last, mut earlier_growth) = (timed_perft(game, 1), 1.0);
    loop {
        let next = timed_perft(game, last.depth + 1);
        let growth = next.nodes as f64 / last.nodes.max(1) as f64;
        if next.nodes == 0 {
            return last;
        }
        if next.nodes as f64 * growth.max(earlier_growth) > PERFT_NODES {
            return next;
        }
        (last, earlier_growth) = (next, growth);
    }
}

fn timed_perft(game: &GameEntry, depth: u32) -> TimedPerft {
    let begin = Instant::now();
    // The start position has no text that could be wrong.
    let nodes = game.perft(None, depth).unwrap_or(0);
    TimedPerft { depth, nodes, seconds: begin.elapsed().as_secs_f64().max(1e-9) }
}

/// A number that stands for the lengths and results of a fixed set of random games.
pub(super) fn signature(game: &GameEntry) -> String {
    let mut rng = Rng::with_seed(SEED);
    let played = (0..SIGNED_GAMES).map(|_| game.playouts(1, &mut rng));
    let hash = played.fold(0, |hash, count| count.results.into_iter().fold(combine(hash, count.plies), combine));
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn signatures_repeat_and_differ() {
        let game = |name| signature(&testing::game(name));
        assert_eq!(game("hare-hounds"), game("hare-hounds"));
        assert_ne!(game("hare-hounds"), game("hare-hounds:center"));
    }

    #[test]
    fn perft_stops_in_time() {
        let perft = run_perft(&testing::game("chess"));
        assert_eq!((perft.depth, perft.nodes), (6, 119_060_324));
    }
}

//! Something that can be learned.

use fastrand::Rng;
use quevedo_core::planes::NO_STEP;
use quevedo_core::{Game, Planes};
use quevedo_games::Connect4;
use quevedo_train::data::{Flags, Head, Sample, Shard};
use quevedo_train::fit::TargetMix;
use quevedo_train_cnn::positions::Positions;

pub(crate) type Board = Connect4<7, 6>;

const TARGET_MIX: TargetMix = TargetMix { scale: 100.0, result_share: 1.0 };

/// Positions of random games, in which whoever has more discs in the middle column is output to win, and the best move is
/// the first one.
pub(crate) fn shard(count: usize, seed: u64) -> Shard {
    let head = Head { planes: 2, squares: 42, encoding: Board::NAME.into(), ..Head::default() };
    let mut shard = Shard::new(head);
    let mut rng = Rng::with_seed(seed);
    let mut position = Board::start();
    let mut ply = 0;
    while shard.len() < count {
        let planes = position.planes(position.turn());
        let middle = (0..6).fold(0_u128, |squares, row| squares | 1 << (7 * row + 3));
        let [own, other] = [planes[0], planes[1]].map(|plane| (plane & middle).count_ones());
        let moves = position.legal_moves();
        let Some(mv) = position.random_move(&mut rng).filter(|_| position.outcome().is_none()) else {
            (position, ply) = (Board::start(), 0);
            continue;
        };
        shard.push(&Sample {
            planes: planes.to_vec(),
            score: None,
            result: own.cmp(&other) as i8,
            best: [position.steps(moves[0])[0], NO_STEP, NO_STEP],
            ply,
            flags: Flags::default(),
            policy: Vec::new(),
            text: String::new(),
        });
        position.play(mv);
        ply += 1;
    }
    shard
}

/// The same in memory.
#[allow(dead_code, reason = "not every test that uses the shards learns from them itself")]
pub(crate) fn toy(count: usize, seed: u64) -> Positions {
    let mut positions = Positions::default();
    positions.add(&shard(count, seed), TARGET_MIX);
    positions
}

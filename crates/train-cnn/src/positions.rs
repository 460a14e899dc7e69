//! Positions in memory, and batches of them as tensors.

use anyhow::Result;
use burn::tensor::{Device, Tensor, TensorData};
use fastrand::Rng;
use quevedo_core::hash::combine;
use quevedo_core::planes::NO_STEP;
use quevedo_train::data::{PolicyEntry, Shard, ShardReader};
use quevedo_train::fit::{Symmetries, TargetMix};

use crate::net::Shape;

/// Training positions.
#[derive(Debug, Default)]
pub struct Positions {
    /// The planes of all positions, one after the other.
    planes: Vec<u128>,
    /// Shares of wins.
    targets: Vec<f32>,
    /// The shares of moves, and where those of each position end.
    policy: Vec<PolicyEntry>,
    ends: Vec<usize>,
    /// The game of each.
    games: Vec<u32>,
}

/// A batch as tensors.
pub struct Batch {
    /// By position, plane, row and column; the last plane is all ones.
    pub planes: Tensor<4>,
    /// The share of wins of each.
    pub target: Tensor<1>,
    /// The share of each square, by position, step and square.
    pub policy: Option<Tensor<3>>,
}

impl Positions {
    /// Reads all shards.
    pub fn read(reader: &ShardReader, target_mix: TargetMix) -> Result<Self> {
        let mut positions = Self::default();
        for shard in reader.shards() {
            positions.add(&shard?, target_mix);
        }
        Ok(positions)
    }

    /// Adds the positions of a shard. A new game begins where the ply number decreases.
    pub fn add(&mut self, shard: &Shard, target_mix: TargetMix) {
        let mut last_ply = u16::MAX;
        for index in 0..shard.len() {
            let (ply, result) = (shard.plies()[index], f32::from(shard.results()[index]));
            let game = self.games.last().map_or(0, |game| game + u32::from(ply < last_ply));
            last_ply = ply;
            self.games.push(game);
            self.planes.extend(shard.planes(index));
            self.targets.push(target_mix.target(shard.score(index).map(f32::from), result));
            match shard.policy(index) {
                // Without visit counts the move that was played is the target.
                [] => self.policy.push((shard.best()[index], u16::MAX)),
                entries => self.policy.extend(entries),
            }
            self.ends.push(self.policy.len());
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// A number that changes with anything that is learned from, and with its order.
    pub fn fingerprint(&self) -> u64 {
        let planes = self.planes.iter().flat_map(|plane| [*plane as u64, (*plane >> 64) as u64]);
        let targets = self.targets.iter().map(|target| u64::from(target.to_bits()));
        let ends = self.ends.iter().map(|end| *end as u64);
        let games = self.games.iter().map(|game| u64::from(*game));
        let policy = self.policy.iter().map(|([first, second, third], share)| {
            let [low, high] = share.to_le_bytes();
            u64::from_le_bytes([*first, *second, *third, low, high, 0, 0, 0])
        });
        planes.chain(targets).chain(ends).chain(games).chain(policy).fold(self.len() as u64, combine)
    }

    /// The training set and the validation set: whole games, about `share` of them for validation.
    pub fn split(&self, share: f64, seed: u64) -> (Vec<u32>, Vec<u32>) {
        let mut rng = Rng::with_seed(seed);
        let is_validation: Vec<bool> =
            (0..=self.games.last().copied().unwrap_or(0)).map(|_| rng.f64() < share).collect();
        (0..self.len() as u32).partition(|index| !is_validation[self.games[*index as usize] as usize])
    }

    /// Some positions as tensors, each square where `images` carries it.
    pub fn batch(&self, chosen: &[u32], shape: &Shape, images: &[usize], device: &Device) -> Batch {
        let (squares, planes) = (shape.squares(), shape.planes + 1);
        let mut facts = vec![0.0_f32; chosen.len() * planes * squares];
        for (index, facts) in chosen.iter().zip(facts.chunks_exact_mut(planes * squares)) {
            let (facts, ones) = facts.split_at_mut(shape.planes * squares);
            ones.fill(1.0);
            let of_position = &self.planes[*index as usize * shape.planes..][..shape.planes];
            for (mut plane, facts) in of_position.iter().copied().zip(facts.chunks_exact_mut(squares)) {
                while plane != 0 {
                    facts[images[plane.trailing_zeros() as usize]] = 1.0;
                    plane &= plane - 1;
                }
            }
        }
        let target: Vec<f32> = chosen.iter().map(|index| self.targets[*index as usize]).collect();
        let sizes = [chosen.len(), planes, shape.height, shape.width];
        let policy = (shape.steps > 0).then(|| {
            let shares = self.shares(chosen, shape, images);
            Tensor::from_data(TensorData::new(shares, [chosen.len(), shape.steps, squares]), device)
        });
        Batch {
            planes: Tensor::from_data(TensorData::new(facts, sizes), device),
            target: Tensor::from_data(TensorData::new(target, [chosen.len()]), device),
            policy,
        }
    }

    /// For every step of a move the shares of its squares: a move is taken for independent steps, as the net takes it.
    fn shares(&self, chosen: &[u32], shape: &Shape, images: &[usize]) -> Vec<f32> {
        let each = shape.steps * shape.squares();
        let mut shares = vec![0.0; chosen.len() * each];
        for (index, shares) in chosen.iter().zip(shares.chunks_exact_mut(each)) {
            let index = *index as usize;
            let begin = index.checked_sub(1).map_or(0, |before| self.ends[before]);
            let entries = &self.policy[begin..self.ends[index]];
            let sum: f32 = entries.iter().map(|(_, share)| f32::from(*share)).sum();
            for (steps, share) in entries {
                for (step, square) in
                    steps.iter().take(shape.steps).enumerate().filter(|(_, square)| **square != NO_STEP)
                {
                    shares[step * shape.squares() + images[usize::from(*square)]] += f32::from(*share) / sum.max(1.0);
                }
            }
        }
        shares
    }
}

/// For each symmetry of the board the image of every square; the identity comes first.
pub fn images(symmetries: Symmetries, shape: &Shape) -> Vec<Vec<usize>> {
    symmetries.permutations([shape.width, shape.height])
}

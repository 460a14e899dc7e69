//! Patterns: a weight for every configuration of small groups of squares (M. Buro, *From simple features to sophisticated
//! evaluation functions*, 1998).
//!
//! A square is empty (0), holds a piece of the side to move (1) or of the opponent (2). The configuration of an instance is
//! an index of base 3; its first square is the lowest digit:
//!
//! ```text
//! squares [0, 1, 9]   own on 0, opponent's on 9   index 1·1 + 0·3 + 2·9 = 19
//! ```
//!
//! The indices of all instances are computed together. For every run of `RUN` squares a table holds what each set of pieces
//! on them adds to the index of every instance; so a few rows of 16-bit numbers are added up, sixteen instances in
//! one register. The plain code is vectorised by the compiler and needs no instructions to gather bits.

mod sets;

use std::marker::PhantomData;

use quevedo_core::{Planes, Score, score};

pub use sets::{MAX_INSTANCES, MAX_SQUARES, PatternSet, check_set, logistello_set, read_set, show_set, symmetric_set};

use crate::encoding::Encoding;
use crate::{NetError, NetProblem, WeightFile, bucket};

/// Squares that are looked up together.
const RUN: usize = 4;
/// Sets of pieces on a run.
const SETS: usize = 1 << RUN;
/// Instances in a register.
const WIDTH: usize = 16;

/// What pieces add to the indices of sixteen instances.
#[repr(align(32))]
#[derive(Clone, Copy)]
struct Indices([u16; WIDTH]);

impl Indices {
    const ZERO: Self = Self([0; WIDTH]);

    #[inline]
    fn add(&mut self, other: &Self) {
        for (index, other) in self.0.iter_mut().zip(other.0) {
            *index = index.wrapping_add(other);
        }
    }
}

/// A pattern evaluator.
pub struct Patterns<G> {
    net: PatternNet,
    game: PhantomData<fn(G)>,
}

/// A pattern evaluator that knows no game, so that it is compiled once.
struct PatternNet {
    weights: PatternWeights,
    /// For each bucket, in points.
    bias: Vec<f64>,
    /// Points for one unit of log-odds.
    scale: f64,
    /// Points for one unit of the sum.
    points: f64,
    /// The number of pieces that belongs to the last bucket.
    max_active: usize,
}

/// The weights of a pattern evaluator and how they are found.
struct PatternWeights {
    /// For each run and each set of pieces on it, a row with what it adds to the index of each instance.
    added: Vec<Indices>,
    /// Registers in a row.
    registers: usize,
    /// For each instance its squares.
    squares: Vec<Vec<u8>>,
    /// For each place in a row the offset of the weights of its pattern; for the last ones, which have none, that of the zero.
    offsets: Vec<u32>,
    /// The quantized weights of all patterns and a zero, bucket by bucket.
    weights: Vec<i16>,
    buckets: usize,
}

impl PatternNet {
    fn new(file: &WeightFile, encoding: &Encoding) -> Result<Self, NetError> {
        file.expect_encoding(encoding.name)?;
        if encoding.planes != 2 {
            return Err(file.error(NetProblem::Meta {
                key: "kind".into(),
                value: file.kind.to_string(),
                expected: "patterns are for games with two kinds of pieces".into(),
            }));
        }
        let set = read_set(file, encoding.squares())?;
        let (buckets, max_active) = bucket::read(file, encoding)?;
        let tensors = read_weights(file, &set, buckets)?;
        let largest = tensors.iter().flat_map(|tensor| tensor.iter()).fold(0.0, |most: f32, one| most.max(one.abs()));
        let quantization = f32::from(i16::MAX) / largest.max(f32::MIN_POSITIVE);
        let (added, registers) = added_by_runs(&set, encoding.squares());
        let scale = f64::from(file.scale);
        let weights = PatternWeights {
            added,
            registers,
            squares: set.iter().flatten().map(|squares| squares.iter().map(|square| *square as u8).collect()).collect(),
            offsets: offsets(&set),
            weights: quantize(&tensors, buckets, quantization),
            buckets,
        };
        Ok(Self {
            weights,
            bias: file.shaped("bias", &[buckets])?.iter().map(|bias| f64::from(*bias) * scale).collect(),
            points: scale / f64::from(quantization),
            scale,
            max_active,
        })
    }

    /// The output bucket of a position.
    #[inline]
    fn bucket(&self, [own, other]: [u128; 2]) -> usize {
        bucket::select((own | other).count_ones() as usize, self.max_active, self.bias.len())
    }

    #[inline]
    fn points(&self, [own, other]: [u128; 2], bucket: usize) -> f64 {
        f64::from(self.weights.sum(own, other, bucket)) * self.points + self.bias[bucket]
    }

    /// What every square adds to the score of the side to move if the weight of each instance of a pattern is shared out
    /// among its squares.
    fn points_of_squares(&self, [own, other]: [u128; 2], squares: usize) -> Vec<f64> {
        let mut points = vec![0.0; squares];
        let weights = self.weights.of_instances(own, other, self.bucket([own, other]));
        for (squares, weight) in self.weights.squares.iter().zip(weights) {
            let share = f64::from(weight) * self.points / squares.len() as f64;
            for square in squares {
                points[usize::from(*square)] += share;
            }
        }
        points
    }
}

impl<G: Planes> Patterns<G> {
    /// The network of a file of kind `patterns`.
    pub fn new(file: &WeightFile) -> Result<Self, NetError> {
        Ok(Self { net: PatternNet::new(file, &Encoding::of::<G>())?, game: PhantomData })
    }

    /// Points for one unit of log-odds.
    pub fn scale(&self) -> f64 {
        self.net.scale
    }

    /// The score of the position for the side to move.
    #[inline]
    pub fn evaluate(&self, position: &G) -> Score {
        let pieces = pieces(position);
        score::clamp(self.net.points(pieces, self.net.bucket(pieces)).round() as Score)
    }

    /// The points of the side to move without the pieces on some squares. The output bucket stays that of the position.
    pub(crate) fn points_without(&self, position: &G, squares: u128) -> f64 {
        let pieces = pieces(position);
        self.net.points(pieces.map(|pieces| pieces & !squares), self.net.bucket(pieces))
    }

    /// What every square adds to the score of the side to move if the weight of each instance of a pattern is shared out
    /// among its squares.
    pub(crate) fn points_of_squares(&self, position: &G) -> Vec<f64> {
        self.net.points_of_squares(pieces(position), G::SQUARES)
    }
}

/// The pieces of the side to move and of the other one.
#[inline]
fn pieces<G: Planes>(position: &G) -> [u128; 2] {
    let planes = position.planes(position.turn());
    [planes.as_ref()[0], planes.as_ref()[1]]
}

impl PatternWeights {
    /// The sum of the weights of all instances.
    fn sum(&self, own: u128, other: u128, bucket: usize) -> i32 {
        match self.registers {
            1 => self.sum_in::<1>(own, other, bucket),
            2 => self.sum_in::<2>(own, other, bucket),
            3 => self.sum_in::<3>(own, other, bucket),
            4 => self.sum_in::<4>(own, other, bucket),
            5 => self.sum_in::<5>(own, other, bucket),
            6 => self.sum_in::<6>(own, other, bucket),
            7 => self.sum_in::<7>(own, other, bucket),
            _ => self.sum_in::<8>(own, other, bucket),
        }
    }

    #[inline]
    fn sum_in<const REGISTERS: usize>(&self, own: u128, other: u128, bucket: usize) -> i32 {
        let weights = self.of_bucket(bucket);
        let indices = self.indices::<REGISTERS>(own, other);
        let (offsets, _) = self.offsets.as_chunks::<WIDTH>();
        // Several sums, so that no look-up waits for the one before.
        let mut sums = [0; 4];
        for (offsets, indices) in offsets.iter().zip(&indices) {
            let mut places = *offsets;
            for (place, index) in places.iter_mut().zip(indices.0) {
                *place += u32::from(index);
            }
            for (number, place) in places.into_iter().enumerate() {
                sums[number % 4] += i32::from(weights[place as usize]);
            }
        }
        sums.into_iter().sum()
    }

    #[inline]
    fn of_bucket(&self, bucket: usize) -> &[i16] {
        let length = self.weights.len() / self.buckets;
        &self.weights[bucket * length..][..length]
    }

    /// The weight of each instance.
    fn of_instances(&self, own: u128, other: u128, bucket: usize) -> Vec<i16> {
        let weights = self.of_bucket(bucket);
        let instances = self.squares.iter();
        let index = |squares: &Vec<u8>| {
            squares.iter().rev().fold(0, |index, square| {
                let digit = (own >> square & 1) + 2 * (other >> square & 1);
                3 * index + digit as usize
            })
        };
        instances.zip(&self.offsets).map(|(squares, offset)| weights[*offset as usize + index(squares)]).collect()
    }

    /// The index of every instance.
    #[inline]
    fn indices<const REGISTERS: usize>(&self, mut own: u128, mut other: u128) -> [Indices; REGISTERS] {
        let [mut own_sums, mut other_sums] = [[Indices::ZERO; REGISTERS]; 2];
        let (rows, _) = self.added.as_chunks::<REGISTERS>();
        let (runs, _) = rows.as_chunks::<SETS>();
        for rows in runs {
            add_row(&mut own_sums, &rows[own as usize % SETS]);
            add_row(&mut other_sums, &rows[other as usize % SETS]);
            own >>= RUN;
            other >>= RUN;
        }
        add_row(&mut own_sums, &other_sums);
        add_row(&mut own_sums, &other_sums);
        own_sums
    }
}

/// Adds what pieces add to the indices of all instances.
#[inline]
fn add_row<const REGISTERS: usize>(sums: &mut [Indices; REGISTERS], row: &[Indices; REGISTERS]) {
    for (sum, row) in sums.iter_mut().zip(row) {
        sum.add(row);
    }
}

/// The number of configurations of a pattern with this number of squares.
pub const fn configurations(squares: usize) -> usize {
    3_usize.pow(squares as u32)
}

fn read_weights<'a>(file: &'a WeightFile, set: &PatternSet, buckets: usize) -> Result<Vec<&'a [f32]>, NetError> {
    let tensor = |(number, pattern): (usize, &Vec<Vec<usize>>)| {
        file.shaped(&format!("pattern.{number}"), &[buckets, configurations(pattern[0].len())])
    };
    set.iter().enumerate().map(tensor).collect()
}

/// The table [`PatternWeights::offsets`].
fn offsets(set: &PatternSet) -> Vec<u32> {
    let mut offset = 0;
    let mut offsets = Vec::new();
    for pattern in set {
        offsets.extend(pattern.iter().map(|_| offset));
        offset += configurations(pattern[0].len()) as u32;
    }
    offsets.resize(offsets.len().next_multiple_of(WIDTH), offset);
    offsets
}

/// The quantized weights of all patterns of the first bucket and a zero, then those of the second, and so on.
fn quantize(tensors: &[&[f32]], buckets: usize, scale: f32) -> Vec<i16> {
    let mut weights = Vec::with_capacity(buckets + tensors.iter().map(|tensor| tensor.len()).sum::<usize>());
    for bucket in 0..buckets {
        for tensor in tensors {
            let length = tensor.len() / buckets;
            weights.extend(tensor[bucket * length..][..length].iter().map(|weight| nearest(weight * scale)));
        }
        weights.push(0);
    }
    weights
}

/// The nearest whole number. Adding half and cutting off is several instructions, [`f32::round`] is a call on most processors.
fn nearest(number: f32) -> i16 {
    (number + 0.5_f32.copysign(number)) as i16
}

/// The table [`PatternWeights::added`], and the number of registers in a row.
fn added_by_runs(set: &PatternSet, squares: usize) -> (Vec<Indices>, usize) {
    let instances: Vec<&Vec<usize>> = set.iter().flatten().collect();
    let registers = instances.len().div_ceil(WIDTH);
    let mut rows = vec![Indices::ZERO; squares.div_ceil(RUN) * SETS * registers];
    for (number, instance) in instances.iter().enumerate() {
        for (place, square) in instance.iter().enumerate() {
            for pieces in (0..SETS).filter(|pieces| pieces >> (square % RUN) & 1 != 0) {
                let row = (square / RUN * SETS + pieces) * registers;
                rows[row + number / WIDTH].0[number % WIDTH] += configurations(place) as u16;
            }
        }
    }
    (rows, registers)
}

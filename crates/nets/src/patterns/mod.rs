//! Patterns: the contents of small groups of squares, each with a weight of its own (M. Buro, *From simple features to
//! sophisticated evaluation functions*, 1998).
//!
//! A square is empty (0), holds a piece of the side to move (1) or of the other (2). The contents of an instance are
//! read as a number of base 3; its first square counts 1, the second 3, the third 9:
//!
//! ```text
//! squares [0, 1, 9]   own on 0, other on 9   index 1·1 + 0·3 + 2·9 = 19
//! ```
//!
//! All numbers of a position are found at once: for every run of `RUN` squares a table says what each set of pieces on
//! them adds to the number of every instance, so that a few rows of 16-bit numbers are added up, sixteen instances in
//! one register. Compiled for any processor it gives the same numbers, without instructions to gather bits.

mod sets;

use std::marker::PhantomData;

use quevedo_core::{Planes, Score, score};

pub use sets::{
    MOST_INSTANCES, MOST_SQUARES, PatternSet, check_set, logistello_set, mirrored_set, read_set, show_set,
    symmetric_set,
};

use crate::{NetError, NetProblem, WeightFile};

/// Squares that are looked up together.
const RUN: usize = 4;
/// Sets of pieces on a run.
const SETS: usize = 1 << RUN;
/// Instances in a register.
const WIDTH: usize = 16;
const MOST_PHASES: usize = 128;

/// What pieces add to the numbers of sixteen instances.
#[repr(align(32))]
#[derive(Clone, Copy)]
struct Numbers([u16; WIDTH]);

impl Numbers {
    const ZERO: Self = Self([0; WIDTH]);

    #[inline]
    fn add(&mut self, other: &Self) {
        for (number, other) in self.0.iter_mut().zip(other.0) {
            *number = number.wrapping_add(other);
        }
    }
}

/// Weights of patterns.
pub struct Patterns<G> {
    /// For each run and each set of pieces on it, a row with what it adds to the number of each instance.
    added: Vec<Numbers>,
    /// Registers in a row.
    registers: usize,
    /// For each instance where the weights of its pattern begin.
    begins: Vec<u32>,
    /// The weights of all patterns, phase by phase, in steps.
    weights: Vec<i16>,
    /// For each phase, in points.
    bias: Vec<f64>,
    /// Points for one unit of log-odds.
    scale: f64,
    /// Points of a step.
    points: f64,
    /// The most pieces there can be, which are told apart in phases.
    pieces: usize,
    game: PhantomData<fn(G)>,
}

impl<G: Planes> Patterns<G> {
    /// The weights of a file of kind `patterns`.
    pub fn new(file: &WeightFile) -> Result<Self, NetError> {
        file.expect_sees(G::NAME)?;
        if G::PLANES != 2 {
            return Err(file.error(NetProblem::Meta {
                key: "kind".into(),
                value: file.kind.clone(),
                expected: "patterns are for games with two kinds of pieces".into(),
            }));
        }
        let set = read_set(file, G::SQUARES)?;
        let phases = file.count("phases", 1..=MOST_PHASES)?;
        let pieces = if phases == 1 { G::MAX_ACTIVE_FEATURES } else { file.count("pieces", 1..=G::FEATURES)? };
        let tensors = read_weights(file, &set, phases)?;
        let largest = tensors.iter().flat_map(|tensor| tensor.iter()).fold(0.0, |most: f32, one| most.max(one.abs()));
        let steps = f32::from(i16::MAX) / largest.max(f32::MIN_POSITIVE);
        let (added, registers) = added_by_runs(&set, G::SQUARES);
        let scale = f64::from(file.scale);
        Ok(Self {
            added,
            registers,
            begins: begins(&set),
            weights: by_phase(&tensors, phases, steps),
            bias: file.shaped("bias", &[phases])?.iter().map(|bias| f64::from(*bias) * scale).collect(),
            points: scale / f64::from(steps),
            scale,
            pieces,
            game: PhantomData,
        })
    }

    /// Points for one unit of log-odds.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// How good the position is for the side to move.
    #[inline]
    pub fn evaluate(&self, position: &G) -> Score {
        let planes = position.planes(position.turn());
        let (own, other) = (planes[0], planes[1]);
        let phase = self.phase((own | other).count_ones() as usize);
        let sum = match self.registers {
            1 => self.sum::<1>(own, other, phase),
            2 => self.sum::<2>(own, other, phase),
            3 => self.sum::<3>(own, other, phase),
            4 => self.sum::<4>(own, other, phase),
            5 => self.sum::<5>(own, other, phase),
            6 => self.sum::<6>(own, other, phase),
            7 => self.sum::<7>(own, other, phase),
            _ => self.sum::<8>(own, other, phase),
        };
        score::clamp((f64::from(sum) * self.points + self.bias[phase]).round() as Score)
    }

    #[inline]
    fn phase(&self, pieces: usize) -> usize {
        let phases = self.bias.len();
        (pieces * phases / (self.pieces + 1)).min(phases - 1)
    }

    #[inline]
    fn sum<const REGISTERS: usize>(&self, own: u128, other: u128, phase: usize) -> i32 {
        let length = self.weights.len() / self.bias.len();
        let weights = &self.weights[phase * length..][..length];
        let numbers = self.numbers::<REGISTERS>(own, other);
        let numbers = numbers.iter().flat_map(|numbers| numbers.0);
        self.begins
            .iter()
            .zip(numbers)
            .map(|(begin, number)| i32::from(weights[*begin as usize + number as usize]))
            .sum()
    }

    /// The number of every instance.
    #[inline]
    fn numbers<const REGISTERS: usize>(&self, own: u128, other: u128) -> [Numbers; REGISTERS] {
        let mut sums = [[Numbers::ZERO; REGISTERS]; 2];
        for (run, rows) in self.added.chunks_exact(SETS * REGISTERS).enumerate() {
            let (rows, _) = rows.as_chunks::<REGISTERS>();
            for (sum, pieces) in sums.iter_mut().zip([own, other]) {
                let row = &rows[(pieces >> (run * RUN)) as usize % SETS];
                for (sum, row) in sum.iter_mut().zip(row) {
                    sum.add(row);
                }
            }
        }
        let [mut own, other] = sums;
        for (own, other) in own.iter_mut().zip(&other) {
            own.add(other);
            own.add(other);
        }
        own
    }
}

/// How many contents so many squares have.
pub const fn contents(squares: usize) -> usize {
    3_usize.pow(squares as u32)
}

fn read_weights<'a>(file: &'a WeightFile, set: &PatternSet, phases: usize) -> Result<Vec<&'a [f32]>, NetError> {
    let tensor = |(number, pattern): (usize, &Vec<Vec<usize>>)| {
        file.shaped(&format!("pattern.{number}"), &[phases, contents(pattern[0].len())])
    };
    set.iter().enumerate().map(tensor).collect()
}

/// For each instance where the weights of its pattern begin.
fn begins(set: &PatternSet) -> Vec<u32> {
    let mut begin = 0;
    let mut begins = Vec::new();
    for pattern in set {
        begins.extend(pattern.iter().map(|_| begin));
        begin += contents(pattern[0].len()) as u32;
    }
    begins
}

/// All patterns of the first phase, then all of the second, in steps.
fn by_phase(tensors: &[&[f32]], phases: usize, steps: f32) -> Vec<i16> {
    let mut weights = Vec::new();
    for phase in 0..phases {
        for tensor in tensors {
            let length = tensor.len() / phases;
            weights.extend(tensor[phase * length..][..length].iter().map(|weight| (weight * steps).round() as i16));
        }
    }
    weights
}

/// See [`Patterns::added`]; and how many registers are in a row.
fn added_by_runs(set: &PatternSet, squares: usize) -> (Vec<Numbers>, usize) {
    let instances: Vec<&Vec<usize>> = set.iter().flatten().collect();
    let registers = instances.len().div_ceil(WIDTH);
    let mut rows = vec![Numbers::ZERO; squares.div_ceil(RUN) * SETS * registers];
    for (number, instance) in instances.iter().enumerate() {
        for (place, square) in instance.iter().enumerate() {
            for pieces in (0..SETS).filter(|pieces| pieces >> (square % RUN) & 1 != 0) {
                let row = (square / RUN * SETS + pieces) * registers;
                rows[row + number / WIDTH].0[number % WIDTH] += contents(place) as u16;
            }
        }
    }
    (rows, registers)
}

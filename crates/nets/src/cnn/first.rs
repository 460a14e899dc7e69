//! The first convolution: its inputs are facts that hold or not, and most do not.
//!
//! So nothing is multiplied: the weights of every fact that holds are added to the nine squares around it, three rows of
//! three neighbours. What the biases and the plane of ones give is the same in every position and stands there before.
//! Sums fit 16 bits, since all weights of an output together do.

use quevedo_core::planes::MAX_PLANES;

use super::board::Board;
use super::coarse::{MOST, half, shift_to, wanted_scale};
use super::kernel::BLOCK;
use super::weights::{Layer, TAPS};

/// Of 2¹⁵, what the sums may use: the rest is for what is rounded.
const SHARE: f32 = 0.9;

/// The first layer.
#[derive(Clone, Debug)]
pub(super) struct First {
    /// Outputs of a square, a multiple of a block; the last ones may be nothing.
    pub(super) channels: usize,
    planes: usize,
    /// The sums of an empty board, by cell and channel.
    empty: Vec<i16>,
    /// By plane, row of neighbours, neighbour, channel.
    rows: Vec<i16>,
    shift: u32,
}

impl First {
    /// The first layer, whose greatest output was `seen`; and the scale of its activations.
    pub(super) fn new(layer: &Layer, board: &Board, seen: f32) -> (Self, f32) {
        let scale = weight_scale(layer);
        let shift = shift_to(scale, wanted_scale(seen));
        let planes = layer.inputs - 1;
        let channels = layer.outputs.next_multiple_of(BLOCK);
        let whole = |number: f32| (number * scale).round() as i16;
        // What is at (x, y) is seen from (x + 1, y + 1) by the first tap, and from (x - 1, y - 1) by the last.
        let mut rows = vec![0; planes * TAPS * channels];
        for (at, row) in rows.chunks_exact_mut(channels).enumerate() {
            let (plane, tap) = (at / TAPS, TAPS - 1 - at % TAPS);
            row.iter_mut()
                .zip(0..layer.outputs)
                .for_each(|(weight, output)| *weight = whole(layer.weight(output, plane, tap)));
        }
        let mut on_board = vec![false; board.cells];
        board.cell.iter().for_each(|cell| on_board[*cell] = true);
        let mut empty = vec![0; board.cells * channels];
        for cell in &board.cell {
            let taps = (0..TAPS).filter(|tap| on_board[board.tapped(*cell, *tap)]);
            for output in 0..layer.outputs {
                let ones: i16 = taps.clone().map(|tap| whole(layer.weight(output, planes, tap))).sum();
                empty[cell * channels + output] = whole(layer.bias[output]) + ones + half(shift) as i16;
            }
        }
        (Self { channels, planes, empty, rows, shift }, scale / (1u32 << shift) as f32)
    }

    /// The activations of a position, by way of `sums`.
    pub(super) fn apply(&self, board: &Board, planes: &[u128; MAX_PLANES], sums: &mut [i16], output: &mut [i16]) {
        sums.copy_from_slice(&self.empty);
        let row = 3 * self.channels;
        for (plane, rows) in planes.iter().zip(self.rows.chunks_exact(3 * row)).take(self.planes) {
            let mut squares = *plane;
            while squares != 0 {
                let mut first = board.tapped(board.cell[squares.trailing_zeros() as usize], 0) * self.channels;
                for weights in rows.chunks_exact(row) {
                    add(&mut sums[first..first + row], weights);
                    first += board.stride * self.channels;
                }
                squares &= squares - 1;
            }
        }
        for cell in &board.cell {
            let channels = cell * self.channels..(cell + 1) * self.channels;
            for (output, sum) in output[channels.clone()].iter_mut().zip(&sums[channels]) {
                *output = (sum >> self.shift).clamp(0, MOST as i16);
            }
        }
    }
}

/// Sums on the board never overflow; those on the margin, which nobody reads, may.
#[inline]
fn add(sums: &mut [i16], weights: &[i16]) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum = sum.wrapping_add(*weight);
    }
}

/// The scale by which all weights of an output together fit 16 bits, with room for a half.
fn weight_scale(layer: &Layer) -> f32 {
    let sums = (0..layer.outputs).map(|output| {
        layer.of_output(output).iter().map(|weight| weight.abs()).sum::<f32>() + layer.bias[output].abs()
    });
    let room = f32::from(i16::MAX) * SHARE - 0.5 * (layer.inputs * layer.taps) as f32;
    room / sums.fold(f32::MIN_POSITIVE, f32::max).max(1e-6)
}

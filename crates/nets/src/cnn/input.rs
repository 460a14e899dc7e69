//! The first convolution. Its inputs are zeros and ones, mostly zeros.
//!
//! So there is no multiplication: the weights of every active feature are added to the nine squares around it, three rows
//! of three neighbours. The contribution of the biases and of the plane of ones is the same in every position and is computed
//! once. Sums fit 16 bits, since the sum of all weights of an output does.

use super::board::Board;
use super::kernel::BLOCK;
use super::quantized::{MAX_ACTIVATION, half, shift_to, wanted_scale};
use super::weights::{Layer, TAPS};

/// The share of 2¹⁵ that the sums may use; the rest is for rounding.
const SHARE: f32 = 0.9;

/// The input layer.
#[derive(Clone, Debug)]
pub(super) struct InputLayer {
    /// Outputs of a square, filled up with zeros to a multiple of a block.
    pub(super) channels: usize,
    /// The sums of an empty board, by cell and channel.
    empty: Vec<i16>,
    /// By plane, row of the kernel, column of the kernel, channel.
    rows: Vec<i16>,
    shift: u32,
}

impl InputLayer {
    /// The quantized layer, whose greatest activation in sample positions is `greatest`, and the scale of its activations.
    pub(super) fn new(layer: &Layer, board: &Board, greatest: f32) -> (Self, f32) {
        let scale = weight_scale(layer);
        let shift = shift_to(scale, wanted_scale(greatest));
        let planes = layer.inputs - 1;
        let channels = layer.outputs.next_multiple_of(BLOCK);
        let quantize = |number: f32| (number * scale).round() as i16;
        // Square (x, y) is the first tap of the kernel at (x + 1, y + 1), and the last tap of that at (x - 1, y - 1).
        let mut rows = vec![0; planes * TAPS * channels];
        for (at, row) in rows.chunks_exact_mut(channels).enumerate() {
            let (plane, tap) = (at / TAPS, TAPS - 1 - at % TAPS);
            row.iter_mut()
                .zip(0..layer.outputs)
                .for_each(|(weight, output)| *weight = quantize(layer.weight(output, plane, tap)));
        }
        let mut on_board = vec![false; board.cells];
        board.cell.iter().for_each(|cell| on_board[*cell] = true);
        let mut empty = vec![0; board.cells * channels];
        for cell in &board.cell {
            let taps = (0..TAPS).filter(|tap| on_board[board.neighbour(*cell, *tap)]);
            for output in 0..layer.outputs {
                let ones: i16 = taps.clone().map(|tap| quantize(layer.weight(output, planes, tap))).sum();
                empty[cell * channels + output] = quantize(layer.bias[output]) + ones + half(shift) as i16;
            }
        }
        (Self { channels, empty, rows, shift }, scale / (1u32 << shift) as f32)
    }

    /// The activations of a position; `sums` is a buffer.
    pub(super) fn apply(&self, board: &Board, planes: &[u128], sums: &mut [i16], output: &mut [i16]) {
        sums.copy_from_slice(&self.empty);
        let row = 3 * self.channels;
        for (plane, rows) in planes.iter().zip(self.rows.chunks_exact(3 * row)) {
            let mut squares = *plane;
            while squares != 0 {
                let mut first = board.neighbour(board.cell[squares.trailing_zeros() as usize], 0) * self.channels;
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
                *output = (sum >> self.shift).clamp(0, MAX_ACTIVATION as i16);
            }
        }
    }
}

/// Sums on the board never overflow; those on the padding may, but are never read.
#[inline]
fn add(sums: &mut [i16], weights: &[i16]) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum = sum.wrapping_add(*weight);
    }
}

/// The scale by which the sum of all weights of an output fits 16 bits, with room for rounding.
fn weight_scale(layer: &Layer) -> f32 {
    let sums = (0..layer.outputs).map(|output| {
        layer.of_output(output).iter().map(|weight| weight.abs()).sum::<f32>() + layer.bias[output].abs()
    });
    let room = f32::from(i16::MAX) * SHARE - 0.5 * (layer.inputs * layer.taps) as f32;
    room / sums.fold(f32::MIN_POSITIVE, f32::max).max(1e-6)
}

//! The network in floating point, as simple as possible. It gives the scale of the activations for quantization, and the
//! expected results of tests.

use super::board::Board;
use super::weights::{Layer, TAPS, Weights};

/// The activations of every convolution, then of the value planes: by square, then channel.
pub(super) fn layers(weights: &Weights, board: &Board, planes: &[u128]) -> Vec<Vec<f32>> {
    let inputs = weights.trunk[0].inputs;
    let is_set = |square: usize, plane: usize| plane == inputs - 1 || planes[plane] >> square & 1 == 1;
    let mut now: Vec<f32> =
        (0..board.cell.len() * inputs).map(|at| f32::from(is_set(at / inputs, at % inputs))).collect();
    let mut layers = Vec::new();
    for layer in weights.trunk.iter().chain([&weights.reduce]) {
        now = sums(layer, board, &now);
        for number in &mut now {
            *number = number.max(0.0);
        }
        layers.push(now.clone());
    }
    layers
}

/// The sums of a layer at every square.
fn sums(layer: &Layer, board: &Board, input: &[f32]) -> Vec<f32> {
    let mut square_of = vec![None; board.cells];
    for (square, cell) in board.cell.iter().enumerate() {
        square_of[*cell] = Some(square);
    }
    let taps = if layer.taps == TAPS { 0..TAPS } else { TAPS / 2..TAPS / 2 + 1 };
    let mut sums = Vec::with_capacity(board.cell.len() * layer.outputs);
    for cell in &board.cell {
        let first = sums.len();
        sums.extend_from_slice(&layer.bias);
        for tap in taps.clone() {
            let Some(from) = square_of[board.neighbour(*cell, tap)] else { continue };
            for index in (0..layer.inputs).filter(|index| input[from * layer.inputs + index] != 0.0) {
                for (output, sum) in sums[first..].iter_mut().enumerate() {
                    *sum += input[from * layer.inputs + index] * layer.weight(output, index, tap - taps.start);
                }
            }
        }
    }
    sums
}

/// The logit of winning, from the activations of all layers.
#[cfg(test)]
pub(super) fn logit(weights: &Weights, squares: usize, layers: &[Vec<f32>]) -> f32 {
    let planes = &layers[layers.len() - 1];
    let count = planes.len() / squares;
    let hidden = (0..weights.hidden.outputs).map(|unit| {
        let inputs = (0..planes.len()).map(|index| {
            let (plane, square) = (index / squares, index % squares);
            planes[square * count + plane] * weights.hidden.weight(unit, index, 0)
        });
        (weights.hidden.bias[unit] + inputs.sum::<f32>()).max(0.0)
    });
    weights.out.bias[0] + hidden.zip(weights.out.of_output(0)).map(|(unit, weight)| unit * weight).sum::<f32>()
}

/// The policy logits, by square, then step of a move.
#[cfg(test)]
pub(super) fn policy(weights: &Weights, board: &Board, layers: &[Vec<f32>]) -> Vec<f32> {
    let layer = weights.policy.as_ref().expect("a network with a policy head");
    sums(layer, board, &layers[layers.len() - 2])
}

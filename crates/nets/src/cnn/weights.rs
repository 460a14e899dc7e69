//! What a file says, checked, as plain numbers.

use quevedo_core::Planes;

use crate::{NetError, WeightFile};

// Nobody trains more channels, layers or hidden units for a board game on one processor.

/// No layer has more channels.
pub const MOST_CHANNELS: usize = 512;
/// No network has more layers.
pub const MOST_LAYERS: usize = 64;
/// The most neurons before the value.
pub const MOST_HIDDEN: usize = 4096;
/// The places that a convolution looks at: a square and the eight around it.
pub(super) const TAPS: usize = 9;

/// Weighted sums: every output of a place looks at all inputs of one place or of nine.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    pub(super) outputs: usize,
    pub(super) inputs: usize,
    pub(super) taps: usize,
    /// By output, then input, then tap.
    weight: Vec<f32>,
    pub(super) bias: Vec<f32>,
}

impl Layer {
    /// The tensors `name.weight` and `name.bias`.
    fn read(file: &WeightFile, name: &str, outputs: usize, inputs: usize, taps: usize) -> Result<Self, NetError> {
        let shape = if taps == TAPS { vec![outputs, inputs, 3, 3] } else { vec![outputs, inputs] };
        let weight = file.shaped(&format!("{name}.weight"), &shape)?.to_vec();
        let bias = file.shaped(&format!("{name}.bias"), &[outputs])?.to_vec();
        Ok(Self { outputs, inputs, taps, weight, bias })
    }

    pub(super) fn weight(&self, output: usize, input: usize, tap: usize) -> f32 {
        self.weight[(output * self.inputs + input) * self.taps + tap]
    }

    /// All weights of an output.
    pub(super) fn of_output(&self, output: usize) -> &[f32] {
        let each = self.inputs * self.taps;
        &self.weight[output * each..(output + 1) * each]
    }
}

/// A whole network.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// The convolutions.
    pub(super) trunk: Vec<Layer>,
    /// From channels to the few planes that the value is read from.
    pub(super) reduce: Layer,
    /// From all squares of those planes to hidden units, and from those to the value.
    pub(super) hidden: Layer,
    pub(super) out: Layer,
    /// A plane of logits for every step of a move, where there is an opinion of moves.
    pub(super) policy: Option<Layer>,
}

impl Weights {
    pub(super) fn read<G: Planes>(file: &WeightFile) -> Result<Self, NetError> {
        file.expect_sees(G::NAME)?;
        let channels = file.count("channels", 1..=MOST_CHANNELS)?;
        let layers = file.count("layers", 1..=MOST_LAYERS)?;
        let convolution = |index: usize| {
            let inputs = if index == 0 { G::PLANES + 1 } else { channels };
            Layer::read(file, &format!("conv.{index}"), channels, inputs, TAPS)
        };
        let planes = rows(file, "value.reduce.weight", MOST_CHANNELS)?;
        let hidden = rows(file, "value.hidden.weight", MOST_HIDDEN)?;
        let has_policy = file.tensors.contains_key("policy.weight");
        Ok(Self {
            trunk: (0..layers).map(convolution).collect::<Result<_, _>>()?,
            reduce: Layer::read(file, "value.reduce", planes, channels, 1)?,
            hidden: Layer::read(file, "value.hidden", hidden, planes * G::SQUARES, 1)?,
            out: Layer::read(file, "value.out", 1, hidden, 1)?,
            policy: has_policy.then(|| Layer::read(file, "policy", G::STEPS, channels, 1)).transpose()?,
        })
    }
}

/// How many rows a tensor has.
fn rows(file: &WeightFile, name: &str, most: usize) -> Result<usize, NetError> {
    let shape = &file.tensor(name)?.shape;
    match shape.first() {
        Some(rows) if (1..=most).contains(rows) => Ok(*rows),
        _ => {
            let problem = format!("is {shape:?}: 1 to {most} rows are wanted");
            Err(file.error(crate::NetProblem::Tensor { name: name.into(), problem }))
        }
    }
}

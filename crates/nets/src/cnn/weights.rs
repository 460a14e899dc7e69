//! The weights of a file, checked, in floating point.

use crate::encoding::Encoding;
use crate::{NetError, WeightFile};

/// Upper bound on the channels of a layer.
pub const MAX_CHANNELS: usize = 512;
/// Upper bound on the convolutions.
pub const MAX_LAYERS: usize = 64;
/// Upper bound on the hidden units of the value head.
pub const MAX_HIDDEN: usize = 4096;
/// The squares of a 3x3 kernel.
pub(super) const TAPS: usize = 9;

/// A convolution of 3x3 (nine taps) or 1x1 (one tap), or a fully connected layer (one tap).
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

/// A network.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// The convolutions.
    pub(super) trunk: Vec<Layer>,
    /// Value head: from channels to a few planes.
    pub(super) reduce: Layer,
    /// Value head: from all squares of those planes to hidden units, and from those to the logit.
    pub(super) hidden: Layer,
    pub(super) out: Layer,
    /// Policy head: a plane of logits for every step of a move.
    pub(super) policy: Option<Layer>,
}

impl Weights {
    pub(super) fn read(file: &WeightFile, encoding: &Encoding) -> Result<Self, NetError> {
        file.expect_encoding(encoding.name)?;
        let channels = file.count("channels", 1..=MAX_CHANNELS)?;
        let layers = file.count("layers", 1..=MAX_LAYERS)?;
        let convolution = |index: usize| {
            let inputs = if index == 0 { encoding.planes + 1 } else { channels };
            Layer::read(file, &format!("conv.{index}"), channels, inputs, TAPS)
        };
        let planes = rows(file, "value.reduce.weight", MAX_CHANNELS)?;
        let hidden = rows(file, "value.hidden.weight", MAX_HIDDEN)?;
        let has_policy = file.tensors.contains_key("policy.weight");
        Ok(Self {
            trunk: (0..layers).map(convolution).collect::<Result<_, _>>()?,
            reduce: Layer::read(file, "value.reduce", planes, channels, 1)?,
            hidden: Layer::read(file, "value.hidden", hidden, planes * encoding.squares(), 1)?,
            out: Layer::read(file, "value.out", 1, hidden, 1)?,
            policy: has_policy.then(|| Layer::read(file, "policy", encoding.steps, channels, 1)).transpose()?,
        })
    }
}

/// The number of rows of a tensor.
fn rows(file: &WeightFile, name: &str, max: usize) -> Result<usize, NetError> {
    let shape = &file.tensor(name)?.shape;
    match shape.first() {
        Some(rows) if (1..=max).contains(rows) => Ok(*rows),
        _ => {
            let problem = format!("is {shape:?}, expected 1 to {max} rows");
            Err(file.error(crate::NetProblem::Tensor { name: name.into(), problem }))
        }
    }
}

//! The network, for burn: made of the tensors of a weight file, and written back as such.

use burn::module::{Module, Param};
use burn::tensor::activation::relu;
use burn::tensor::module::conv2d;
use burn::tensor::ops::ConvOptions;
use burn::tensor::{Device, Tensor, TensorData};
use fastrand::Rng;
use quevedo_nets::{NetError, WeightFile};

/// The shape of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Squares in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Planes of facts; a plane of ones comes on top.
    pub planes: usize,
    /// How many squares tell moves apart; 0 without a policy head.
    pub steps: usize,
    /// Convolutions.
    pub layers: usize,
    /// Channels of each.
    pub channels: usize,
    /// Planes that the value is computed from.
    pub value_planes: usize,
    /// Units of the last layer but one.
    pub hidden: usize,
}

impl Shape {
    /// How many squares there are.
    pub fn squares(&self) -> usize {
        self.width * self.height
    }

    /// The layers by name, each with the shape of its weights: outputs first.
    fn layers(&self) -> Vec<(String, Vec<usize>)> {
        let inputs = |layer| if layer == 0 { self.planes + 1 } else { self.channels };
        let convolution = |layer| (format!("conv.{layer}"), vec![self.channels, inputs(layer), 3, 3]);
        let mut all: Vec<_> = (0..self.layers).map(convolution).collect();
        all.push(("value.reduce".into(), vec![self.value_planes, self.channels]));
        all.push(("value.hidden".into(), vec![self.hidden, self.value_planes * self.squares()]));
        all.push(("value.out".into(), vec![1, self.hidden]));
        if self.steps > 0 {
            all.push(("policy".into(), vec![self.steps, self.channels]));
        }
        all
    }

    /// Adds random weights to a file, of the size that suits a `ReLU` (He et al., 2015).
    pub fn randomise(&self, mut file: WeightFile, seed: u64) -> WeightFile {
        let mut rng = Rng::with_seed(seed);
        for (name, shape) in self.layers() {
            let inputs: usize = shape[1..].iter().product();
            let reach = (6.0 / inputs as f32).sqrt();
            let count = shape.iter().product();
            let weights = (0..count).map(|_| reach * (2.0 * rng.f32() - 1.0)).collect();
            let bias = quevedo_nets::Tensor::zeros([shape[0]]);
            file = file.with_tensor(&format!("{name}.weight"), quevedo_nets::Tensor::new(shape, weights));
            file = file.with_tensor(&format!("{name}.bias"), bias);
        }
        file.with("channels", self.channels).with("layers", self.layers)
    }
}

/// A layer that looks at a square, or at those around it, too.
#[derive(Module, Debug)]
struct Convolution {
    weight: Param<Tensor<4>>,
    bias: Param<Tensor<1>>,
}

/// A layer that looks at everything.
#[derive(Module, Debug)]
struct Dense {
    weight: Param<Tensor<2>>,
    bias: Param<Tensor<1>>,
}

impl Convolution {
    fn read(file: &WeightFile, name: &str, shape: &[usize], device: &Device) -> Result<Self, NetError> {
        let window = if shape.len() == 4 { [shape[2], shape[3]] } else { [1, 1] };
        let weight = file.shaped(&format!("{name}.weight"), shape)?.to_vec();
        let bias = file.shaped(&format!("{name}.bias"), &shape[..1])?.to_vec();
        let sizes = [shape[0], shape[1], window[0], window[1]];
        Ok(Self {
            weight: Param::from_data(TensorData::new(weight, sizes), device),
            bias: Param::from_data(TensorData::new(bias, [shape[0]]), device),
        })
    }

    fn forward(&self, input: Tensor<4>) -> Tensor<4> {
        let margin = self.weight.dims()[2] / 2;
        let options = ConvOptions::new([1, 1], [margin, margin], [1, 1], 1);
        conv2d(input, self.weight.val(), Some(self.bias.val()), options)
    }
}

impl Dense {
    fn read(file: &WeightFile, name: &str, shape: &[usize], device: &Device) -> Result<Self, NetError> {
        let weight = file.shaped(&format!("{name}.weight"), shape)?.to_vec();
        let bias = file.shaped(&format!("{name}.bias"), &shape[..1])?.to_vec();
        Ok(Self {
            weight: Param::from_data(TensorData::new(weight, [shape[0], shape[1]]), device),
            bias: Param::from_data(TensorData::new(bias, [shape[0]]), device),
        })
    }

    fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        input.matmul(self.weight.val().transpose()) + self.bias.val().unsqueeze()
    }
}

/// The network.
#[derive(Module, Debug)]
pub struct Net {
    trunk: Vec<Convolution>,
    reduce: Convolution,
    hidden: Dense,
    out: Dense,
    policy: Option<Convolution>,
}

/// The output for a batch.
pub struct Output {
    /// Log-odds of winning, one a position.
    pub value: Tensor<1>,
    /// Logits by position, step and square.
    pub policy: Option<Tensor<3>>,
}

impl Net {
    /// The network of a file.
    pub fn read(file: &WeightFile, shape: &Shape, device: &Device) -> Result<Self, NetError> {
        let layers = shape.layers();
        let find = |name: &str| layers.iter().find(|(layer, _)| layer == name).map(|(_, shape)| &shape[..]);
        let convolution = |name: &str| Convolution::read(file, name, find(name).unwrap_or(&[]), device);
        let dense = |name: &str| Dense::read(file, name, find(name).unwrap_or(&[]), device);
        Ok(Self {
            trunk: (0..shape.layers).map(|layer| convolution(&format!("conv.{layer}"))).collect::<Result<_, _>>()?,
            reduce: convolution("value.reduce")?,
            hidden: dense("value.hidden")?,
            out: dense("value.out")?,
            policy: (shape.steps > 0).then(|| convolution("policy")).transpose()?,
        })
    }

    /// Puts the weights into a file of the same shape.
    pub fn write(&self, file: &mut WeightFile, shape: &Shape) {
        let mut layers = shape.layers().into_iter();
        let mut put = |weight: TensorData, bias: TensorData| {
            let (name, shape) = layers.next().expect("a name for every layer");
            let tensor = |data: TensorData, shape: Vec<usize>| {
                quevedo_nets::Tensor::new(shape, data.try_to_vec().expect("numbers of 32 bits"))
            };
            file.tensors.insert(format!("{name}.bias"), tensor(bias, vec![shape[0]]));
            file.tensors.insert(format!("{name}.weight"), tensor(weight, shape));
        };
        for layer in self.trunk.iter().chain([&self.reduce]) {
            put(layer.weight.to_data(), layer.bias.to_data());
        }
        for layer in [&self.hidden, &self.out] {
            put(layer.weight.to_data(), layer.bias.to_data());
        }
        if let Some(layer) = &self.policy {
            put(layer.weight.to_data(), layer.bias.to_data());
        }
    }

    /// The output for planes with the plane of ones.
    pub fn forward(&self, planes: Tensor<4>) -> Output {
        let [count, ..] = planes.dims();
        let trunk = self.trunk.iter().fold(planes, |now, layer| relu(layer.forward(now)));
        let flat: Tensor<2> = relu(self.reduce.forward(trunk.clone())).flatten(1, 3);
        let value = self.out.forward(relu(self.hidden.forward(flat))).reshape([count]);
        let policy = self.policy.as_ref().map(|layer| layer.forward(trunk).flatten(2, 3));
        Output { value, policy }
    }
}

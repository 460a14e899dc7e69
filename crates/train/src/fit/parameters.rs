//! Everything that is trained, as named arrays of floats.

use std::collections::BTreeMap;

use quevedo_nets::file::Tensor;

/// The arrays of a weight file by name.
pub type Tensors = BTreeMap<String, Tensor>;

/// The array of this name.
pub(super) fn tensor<'a>(network: &'a Tensors, name: &str) -> Result<&'a Tensor, String> {
    network.get(name).ok_or_else(|| format!("it has no `{name}`"))
}

/// One array.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name in weight files.
    pub name: String,
    /// How long each dimension is; the last runs fastest.
    pub shape: Vec<usize>,
    /// The numbers.
    pub values: Vec<f32>,
    /// No number may leave `-limit..=limit`: what integers can hold later.
    pub limit: f32,
}

impl Parameter {
    /// An array of one number.
    pub fn filled(name: impl Into<String>, shape: &[usize], value: f32) -> Self {
        let values = vec![value; shape.iter().product()];
        Self { name: name.into(), shape: shape.into(), values, limit: f32::INFINITY }
    }

    /// An array of random numbers between `-reach` and `reach`.
    pub fn random(name: impl Into<String>, shape: &[usize], reach: f32, rng: &mut quevedo_core::Rng) -> Self {
        let mut parameter = Self::filled(name, shape, 0.0);
        parameter.values.fill_with(|| (2.0 * rng.f32() - 1.0) * reach);
        parameter
    }

    /// Multiplies all numbers by a factor, within the limit.
    pub(super) fn scale(&mut self, factor: f32) {
        for value in &mut self.values {
            *value = (*value * factor).clamp(-self.limit, self.limit);
        }
    }

    /// Copies numbers for fewer neurons to the beginning of every run of neurons; numbers without neurons one to one.
    pub(super) fn copy_narrower(&mut self, numbers: &[f32], [wide, narrow]: [usize; 2]) {
        if self.values.len() == numbers.len() {
            self.values.copy_from_slice(numbers);
            return;
        }
        for (run, numbers) in self.values.chunks_exact_mut(wide).zip(numbers.chunks_exact(narrow)) {
            run[..narrow].copy_from_slice(numbers);
        }
    }

    /// The same within a limit.
    #[must_use]
    pub fn within(self, limit: f32) -> Self {
        Self { limit, ..self }
    }
}

/// All arrays of a model, in its own order.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters(pub Vec<Parameter>);

impl Parameters {
    /// Zeros of the same shape.
    #[must_use]
    pub fn zeros(&self) -> Self {
        let zeros =
            |parameter: &Parameter| Parameter { values: vec![0.0; parameter.values.len()], ..parameter.clone() };
        Self(self.0.iter().map(zeros).collect())
    }

    /// The numbers of an array.
    #[inline]
    pub fn values(&self, slot: usize) -> &[f32] {
        &self.0[slot].values
    }

    /// How many numbers there are.
    pub fn count(&self) -> usize {
        self.0.iter().map(|parameter| parameter.values.len()).sum()
    }

    /// The same arrays with the numbers of a network, or what does not fit.
    pub(super) fn filled_from(self, network: &Tensors) -> Result<Self, String> {
        let filled = |parameter: Parameter| {
            let tensor = tensor(network, &parameter.name)?;
            if tensor.shape != parameter.shape {
                let Parameter { name, shape, .. } = parameter;
                return Err(format!("its `{name}` has the shape {:?} instead of {shape:?}", tensor.shape));
            }
            Ok(Parameter { values: tensor.data.clone(), ..parameter })
        };
        self.0.into_iter().map(filled).collect::<Result<_, _>>().map(Self)
    }

    /// All numbers times a factor.
    #[must_use]
    pub(super) fn scaled(mut self, factor: f32) -> Self {
        self.0.iter_mut().for_each(|parameter| parameter.scale(factor));
        self
    }

    /// As the tensors of a weight file.
    pub fn tensors(&self) -> Tensors {
        let tensor = |parameter: &Parameter| {
            (parameter.name.clone(), Tensor::new(parameter.shape.clone(), parameter.values.clone()))
        };
        self.0.iter().map(tensor).collect()
    }
}

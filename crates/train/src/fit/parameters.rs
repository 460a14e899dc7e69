//! Everything that is trained, as named arrays of floats.

use std::collections::BTreeMap;

use quevedo_nets::file::Tensor;

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

    /// As the tensors of a weight file.
    pub fn tensors(&self) -> BTreeMap<String, Tensor> {
        let tensor = |parameter: &Parameter| {
            (parameter.name.clone(), Tensor::new(parameter.shape.clone(), parameter.values.clone()))
        };
        self.0.iter().map(tensor).collect()
    }
}

//! Vectors as numpy arrays: the memory changes its owner, nothing is copied.

use numpy::{Element, IntoPyArray, PyArray1, PyArray2, PyArray3, PyArray4, PyArrayMethods};
use pyo3::prelude::*;

pub(crate) fn one<T: Element>(py: Python<'_>, values: Vec<T>) -> Bound<'_, PyArray1<T>> {
    values.into_pyarray(py)
}

pub(crate) fn two<T: Element>(py: Python<'_>, values: Vec<T>, shape: [usize; 2]) -> PyResult<Bound<'_, PyArray2<T>>> {
    values.into_pyarray(py).reshape(shape)
}

pub(crate) fn three<T: Element>(py: Python<'_>, values: Vec<T>, shape: [usize; 3]) -> PyResult<Bound<'_, PyArray3<T>>> {
    values.into_pyarray(py).reshape(shape)
}

pub(crate) fn four<T: Element>(py: Python<'_>, values: Vec<T>, shape: [usize; 4]) -> PyResult<Bound<'_, PyArray4<T>>> {
    values.into_pyarray(py).reshape(shape)
}

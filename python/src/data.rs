//! Training data as arrays.

use std::path::{Path, PathBuf};

use numpy::{PyArray1, PyArray2, PyArray3};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use quevedo_train::data::{self, DataError, ShardColumns};

use crate::arrays::{one, three, two};

fn data_error(error: &DataError) -> PyErr {
    match error {
        DataError::File { .. } => PyOSError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// The shards of a folder (`.qdat`) in the order of their names, or the file itself.
#[pyfunction]
pub(crate) fn shard_files(path: PathBuf) -> PyResult<Vec<PathBuf>> {
    data::shard_files(&path).map_err(|error| data_error(&error))
}

/// Positions of a data file, in columns: see docs/data.md. The arrays are those that were read, nothing is copied.
#[pyclass(frozen, get_all, module = "quevedo")]
pub(crate) struct Shard {
    /// The input encoding.
    encoding: String,
    /// Squares of a plane.
    squares: usize,
    /// How many games the positions come from; 0 if unknown.
    games: u32,
    /// Planes of bits: positions x planes x bytes, bit `i` of byte `j` is square `8 j + i`.
    packed_planes: Py<PyArray3<u8>>,
    /// Points of the search for the side to move; -32768 for none.
    score: Py<PyArray1<i16>>,
    /// The result of the game for the side to move: 1, 0, -1.
    result: Py<PyArray1<i8>>,
    /// The squares of the move that was played; 255 for none.
    best: Py<PyArray2<u8>>,
    /// Plies played before the position.
    ply: Py<PyArray1<u16>>,
    /// Facts about the position, one bit each.
    flags: Py<PyArray1<u8>>,
    /// Where the entries of the policy of each position end.
    policy_ends: Py<PyArray1<u64>>,
    /// The squares of the moves of all policies.
    policy_steps: Py<PyArray2<u8>>,
    /// Their shares of the visits, in 65535ths.
    policy_share: Py<PyArray1<u16>>,
    /// The positions in their notation.
    texts: Vec<String>,
}

#[pymethods]
impl Shard {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let columns = py.detach(|| read(&path)).map_err(|error| data_error(&error))?;
        let (head, count) = (columns.head, columns.texts.len());
        let bytes = head.plane_bytes();
        let entries = columns.policy_shares.len();
        Ok(Self {
            squares: head.squares,
            games: head.games,
            packed_planes: three(py, columns.planes, [count, head.planes, bytes])?.unbind(),
            score: one(py, columns.scores).unbind(),
            result: one(py, columns.results).unbind(),
            best: two(py, columns.best, [count, 3])?.unbind(),
            ply: one(py, columns.plies).unbind(),
            flags: one(py, columns.flags).unbind(),
            policy_ends: one(py, columns.policy_ends).unbind(),
            policy_steps: two(py, columns.policy_steps, [entries, 3])?.unbind(),
            policy_share: one(py, columns.policy_shares).unbind(),
            texts: columns.texts,
            encoding: head.encoding,
        })
    }

    fn __len__(&self) -> usize {
        self.texts.len()
    }

    fn __repr__(&self) -> String {
        format!("<Shard of {} positions, encoding {}>", self.texts.len(), self.encoding)
    }
}

fn read(path: &Path) -> Result<ShardColumns, DataError> {
    data::Shard::read(path).map(data::Shard::into_columns)
}

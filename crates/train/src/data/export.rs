//! Export: a table for people, arrays for notebooks.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use quevedo_core::planes::NO_STEP;
use serde_json::json;

use super::folder::write_encoding;
use super::{DataError, Flags, Sample, Shard, ShardReader};

/// The head of an array file, blanks included; its length is a multiple of 64.
const NPY_HEAD: usize = 128;

/// Writes all positions as lines of a table, names first.
pub fn export_csv(
    reader: &ShardReader,
    out: &mut dyn Write,
    on_progress: &mut dyn FnMut(usize),
) -> Result<(), DataError> {
    let failed = |error: csv::Error| match error.into_kind() {
        csv::ErrorKind::Io(error) => unwritten(error),
        other => unwritten(io::Error::other(format!("{other:?}"))),
    };
    let mut table = csv::Writer::from_writer(out);
    let names =
        ["position", "score", "result", "best", "ply", "noisy", "threatened", "exact", "second", "sibling", "policy"];
    table.write_record(names).map_err(failed)?;
    for shard in reader.shards() {
        let shard = shard?;
        for sample in shard.samples() {
            table.write_record(row(&sample)).map_err(failed)?;
        }
        on_progress(shard.len());
    }
    table.flush().map_err(unwritten)
}

fn unwritten(error: io::Error) -> DataError {
    DataError::file(Path::new("the table"), error)
}

fn row(sample: &Sample) -> [String; 11] {
    let flag = |flag: Flags| u8::from(sample.flags.has(flag)).to_string();
    let share = |(steps, share): &([u8; 3], u16)| format!("{}:{:.5}", show_steps(steps), f64::from(*share) / 65535.0);
    [
        sample.text.clone(),
        sample.score.map(|score| score.to_string()).unwrap_or_default(),
        sample.result.to_string(),
        show_steps(&sample.best),
        sample.ply.to_string(),
        flag(Flags::NOISY),
        flag(Flags::THREATENED),
        flag(Flags::EXACT),
        flag(Flags::SECOND),
        flag(Flags::SIBLING),
        sample.policy.iter().map(share).collect::<Vec<_>>().join(" "),
    ]
}

/// The squares of a move by their numbers: `12-28`.
pub fn show_steps(steps: &[u8; 3]) -> String {
    let steps = steps.iter().filter(|step| **step != NO_STEP);
    steps.map(ToString::to_string).collect::<Vec<_>>().join("-")
}

/// Writes every column as an array of its own (`.npy`, as numpy reads it), the texts as lines, and what they are about
/// as `meta.json`.
pub fn export_arrays(reader: &ShardReader, folder: &Path, on_progress: &mut dyn FnMut(usize)) -> Result<(), DataError> {
    fs::create_dir_all(folder).map_err(|error| DataError::file(folder, error))?;
    let head = reader.head();
    let columns = [
        ("planes", "|u1", vec![head.planes, head.plane_bytes()]),
        ("score", "<i2", vec![]),
        ("result", "|i1", vec![]),
        ("best", "|u1", vec![3]),
        ("ply", "<u2", vec![]),
        ("flags", "|u1", vec![]),
        ("policy_len", "<u2", vec![]),
        ("policy_steps", "|u1", vec![3]),
        ("policy_share", "<u2", vec![]),
    ];
    let arrays = columns.into_iter().map(|(name, kind, shape)| Array::create(folder, name, kind, shape));
    let mut arrays = arrays.collect::<Result<Vec<_>, _>>()?;
    let texts = folder.join("texts.txt");
    let failed = |error| DataError::file(&texts, error);
    let mut lines = BufWriter::new(File::create(&texts).map_err(failed)?);
    for shard in reader.shards() {
        let shard = shard?;
        arrays.iter_mut().try_for_each(|array| array.add(&shard))?;
        (0..shard.len()).try_for_each(|index| writeln!(lines, "{}", shard.text(index))).map_err(failed)?;
        on_progress(shard.len());
    }
    lines.flush().map_err(failed)?;
    arrays.into_iter().try_for_each(Array::finish)?;
    let meta = json!({
        "format": "quevedo-arrays-1",
        "encoding": head.encoding,
        "planes": head.planes,
        "squares": head.squares,
        "count": reader.positions(),
    });
    if let Some(encoding) = reader.encoding() {
        write_encoding(folder, &encoding)?;
    }
    let path = folder.join("meta.json");
    fs::write(&path, format!("{meta:#}\n")).map_err(|error| DataError::file(&path, error))
}

/// A column as an array file, whose length is known at the end.
struct Array {
    path: PathBuf,
    name: &'static str,
    kind: &'static str,
    /// The shape of an element.
    shape: Vec<usize>,
    bytes: usize,
    file: BufWriter<File>,
}

impl Array {
    fn create(folder: &Path, name: &'static str, kind: &'static str, shape: Vec<usize>) -> Result<Self, DataError> {
        let path = folder.join(format!("{name}.npy"));
        let file = File::create(&path).map_err(|error| DataError::file(&path, error))?;
        let mut array = Self { path, name, kind, shape, bytes: 0, file: BufWriter::new(file) };
        array.write_head().map_err(|error| DataError::file(&array.path, error))?;
        Ok(array)
    }

    fn add(&mut self, shard: &Shard) -> Result<(), DataError> {
        let column = shard.column(self.name);
        self.bytes += column.len();
        self.file.write_all(&column).map_err(|error| DataError::file(&self.path, error))
    }

    fn finish(mut self) -> Result<(), DataError> {
        let written = self.file.seek(SeekFrom::Start(0)).and_then(|_| self.write_head());
        written.and_then(|()| self.file.flush()).map_err(|error| DataError::file(&self.path, error))
    }

    /// The format of numpy, version 1.0: magic, length, then a dictionary padded with blanks to a line's end.
    fn write_head(&mut self) -> io::Result<()> {
        let size: usize = self.kind[2..].parse().unwrap_or(1);
        let each = self.shape.iter().product::<usize>() * size;
        let shape = self.shape.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let about = format!(
            "{{'descr': '{}', 'fortran_order': False, 'shape': ({}, {shape}), }}",
            self.kind,
            self.bytes / each.max(1)
        );
        let text = NPY_HEAD - 10;
        self.file.write_all(b"\x93NUMPY\x01\x00")?;
        self.file.write_all(&(text as u16).to_le_bytes())?;
        self.file.write_all(format!("{about:<width$}\n", width = text - 1).as_bytes())
    }
}

//! A shard as a file: a head of 64 bytes, then one zstd frame.
//!
//! ```text
//!  0  8  magic, "QVDATA\0" and the version     40  8  bytes of the frame
//!  8  4  positions                             48  4  games
//! 12  2  planes                                52  4  nothing: 0
//! 14  2  squares                               56  4  CRC-32 of the frame
//! 16  8  seed                                  60  4  CRC-32 of the 60 bytes before
//! 24 16  input encoding, padded with zeros     64  …  the frame
//! ```
//!
//! All numbers are little endian. A file is written under another name, synced, and renamed: a shard is complete or
//! absent.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use super::{DataError, Shard};

/// How a shard begins; the last byte is the version.
pub const MAGIC: [u8; 8] = *b"QVDATA\0\x01";

const HEAD_BYTES: usize = 64;
const NAME_BYTES: usize = 16;
/// Upper bound on the planes of a position in a data file.
const MAX_PLANES: usize = 256;
/// A bit for each in a word.
const MAX_SQUARES: usize = 128;
/// The columns of a position shrink about tenfold here; higher levels cost much time for little.
const ZSTD_LEVEL: i32 = 9;
/// No shard is longer when it is decompressed.
const MAX_COLUMNS: u64 = 4 << 30;

/// The head of a shard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The input encoding: [`Planes::NAME`](quevedo_core::Planes::NAME).
    pub encoding: String,
    /// Planes of a position.
    pub planes: usize,
    /// Squares of a plane.
    pub squares: usize,
    /// The seed of the run that made it.
    pub seed: u64,
    /// Positions.
    pub count: usize,
    /// The games they come from.
    pub games: u32,
}

/// The parts of a head that are about the frame.
struct Frame {
    length: u64,
    checksum: u32,
}

impl Head {
    /// Bytes of one plane.
    pub fn plane_bytes(&self) -> usize {
        self.squares.div_ceil(8)
    }

    /// Reads the head of a file, and nothing else.
    pub fn read(path: &Path) -> Result<Self, DataError> {
        Self::read_with_checksum(path).map(|(head, _)| head)
    }

    /// The same with the CRC-32 of what comes behind it.
    pub(super) fn read_with_checksum(path: &Path) -> Result<(Self, u32), DataError> {
        let mut file = File::open(path).map_err(|error| DataError::file(path, error))?;
        let (head, frame) = read_head(path, &mut file)?;
        let length = file.metadata().map_err(|error| DataError::file(path, error))?.len();
        check_length(path, length, &frame)?;
        Ok((head, frame.checksum))
    }

    fn bytes(&self, frame: &[u8]) -> [u8; HEAD_BYTES] {
        let mut name = [0; NAME_BYTES];
        name[..self.encoding.len()].copy_from_slice(self.encoding.as_bytes());
        let mut bytes = Vec::with_capacity(HEAD_BYTES);
        bytes.extend(MAGIC);
        bytes.extend((self.count as u32).to_le_bytes());
        bytes.extend((self.planes as u16).to_le_bytes());
        bytes.extend((self.squares as u16).to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(name);
        bytes.extend((frame.len() as u64).to_le_bytes());
        bytes.extend(self.games.to_le_bytes());
        bytes.extend(0_u32.to_le_bytes());
        bytes.extend(crc32fast::hash(frame).to_le_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes.try_into().expect("the parts of a head are 64 bytes")
    }

    fn parse(bytes: &[u8; HEAD_BYTES]) -> Result<(Self, Frame), String> {
        let u16_at = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let u32_at = |at: usize| u32::from(u16_at(at)) | u32::from(u16_at(at + 2)) << 16;
        let u64_at = |at: usize| u64::from(u32_at(at)) | u64::from(u32_at(at + 4)) << 32;
        if crc32fast::hash(&bytes[..60]) != u32_at(60) {
            return Err("the checksum of its head is wrong".into());
        }
        let name = bytes[24..24 + NAME_BYTES].split(|byte| *byte == 0).next().unwrap_or_default();
        let encoding = std::str::from_utf8(name).map_err(|_| "the name of its encoding is not UTF-8")?.to_owned();
        let (planes, squares) = (usize::from(u16_at(12)), usize::from(u16_at(14)));
        if !(1..=MAX_PLANES).contains(&planes) || !(1..=MAX_SQUARES).contains(&squares) {
            return Err(format!("{planes} planes of {squares} squares are impossible"));
        }
        let head = Self { encoding, planes, squares, seed: u64_at(16), count: u32_at(8) as usize, games: u32_at(48) };
        Ok((head, Frame { length: u64_at(40), checksum: u32_at(56) }))
    }
}

fn read_head(path: &Path, file: &mut impl Read) -> Result<(Head, Frame), DataError> {
    let mut bytes = [0; HEAD_BYTES];
    let mut filled = 0;
    while filled < HEAD_BYTES {
        match file.read(&mut bytes[filled..]).map_err(|error| DataError::file(path, error))? {
            0 => break,
            more => filled += more,
        }
    }
    let known = MAGIC.len() - 1;
    if filled < MAGIC.len() || bytes[..known] != MAGIC[..known] {
        return Err(DataError::NoShard { path: path.display().to_string() });
    }
    if bytes[known] != MAGIC[known] {
        let (found, known) = (bytes[known], MAGIC[known]);
        return Err(DataError::Version { path: path.display().to_string(), found, known });
    }
    if filled < HEAD_BYTES {
        return Err(DataError::damaged(path, format!("it ends after {filled} bytes, within its head")));
    }
    Head::parse(&bytes).map_err(|problem| DataError::damaged(path, problem))
}

fn check_length(path: &Path, length: u64, frame: &Frame) -> Result<(), DataError> {
    let expected = frame.length.saturating_add(HEAD_BYTES as u64);
    if length == expected {
        return Ok(());
    }
    Err(DataError::damaged(path, format!("it has {length} bytes instead of {expected}")))
}

/// The columns; those of a file that was made to fill the memory end early, and are refused.
fn unpack(packed: &[u8]) -> io::Result<Vec<u8>> {
    let mut columns = Vec::new();
    zstd::stream::read::Decoder::new(packed)?.take(MAX_COLUMNS).read_to_end(&mut columns)?;
    Ok(columns)
}

impl Shard {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, DataError> {
        let bytes = fs::read(path).map_err(|error| DataError::file(path, error))?;
        let (head, frame) = read_head(path, &mut &bytes[..])?;
        check_length(path, bytes.len() as u64, &frame)?;
        let packed = &bytes[HEAD_BYTES..];
        if crc32fast::hash(packed) != frame.checksum {
            return Err(DataError::damaged(path, "its checksum is wrong"));
        }
        let columns = unpack(packed).map_err(|error| DataError::damaged(path, error.to_string()))?;
        Self::from_columns(head, &columns).map_err(|problem| DataError::damaged(path, problem))
    }

    /// Writes a file, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), DataError> {
        self.try_write(path).map_err(|error| DataError::file(path, error))
    }

    fn try_write(&self, path: &Path) -> io::Result<()> {
        let frame = zstd::encode_all(&self.columns()[..], ZSTD_LEVEL)?;
        write_whole(path, &[&self.head().bytes(&frame), &frame])
    }
}

/// Writes a file under another name, brings it to the disk and renames it.
pub(crate) fn write_whole(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    let unfinished = path.with_added_extension("part");
    let written = File::create(&unfinished).and_then(|mut file| {
        parts.iter().try_for_each(|part| file.write_all(part))?;
        file.sync_all()
    });
    if let Err(error) = written.and_then(|()| fs::rename(&unfinished, path)) {
        // A partial file is useless, and the disk may be full.
        let _ = fs::remove_file(&unfinished);
        return Err(error);
    }
    Ok(())
}

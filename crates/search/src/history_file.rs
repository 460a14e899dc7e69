//! History tables on disk: header, checksum of the body (8 bytes), body. The body is the scores as little-endian `i16`.

use std::fs;
use std::io;
use std::path::Path;

use crate::history::History;

/// Header and version.
const MAGIC: &[u8] = b"quevedo history 1\n";

impl History {
    /// Reads a saved history table. A file that does not fit the game is an error.
    pub(crate) fn load(path: &Path, keys: usize) -> io::Result<Self> {
        let bytes = fs::read(path)?;
        let invalid = |what: &str| io::Error::new(io::ErrorKind::InvalidData, format!("{}: {what}", path.display()));
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| invalid("not a history table: wrong file header"))?;
        let (sum, body) = rest.split_at_checked(8).ok_or_else(|| invalid("the file is truncated"))?;
        if sum != checksum(body).to_le_bytes() {
            return Err(invalid("checksum mismatch: the file is damaged"));
        }
        let scores: Vec<i16> = body.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
        if scores.len() != 2 * keys {
            let (found, expected) = (scores.len(), 2 * keys);
            return Err(invalid(&format!("a table of another game: {found} scores, this game has {expected}")));
        }
        Ok(Self { scores, keys })
    }

    /// Saves the history table. An existing file is replaced atomically.
    pub(crate) fn save(&self, path: &Path) -> io::Result<()> {
        let body: Vec<u8> = self.scores.iter().flat_map(|score| score.to_le_bytes()).collect();
        let bytes = [MAGIC, &checksum(&body).to_le_bytes(), &body].concat();
        let draft = path.with_extension("draft");
        fs::write(&draft, bytes)?;
        fs::rename(&draft, path)
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    let words = bytes.chunks(8).map(|chunk| chunk.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
    words.fold(bytes.len() as u64, quevedo_core::hash::combine)
}

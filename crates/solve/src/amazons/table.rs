//! A hash table of fixed size for pairs of numbers: the entry with the least effort is replaced.
//!
//! Four entries of two words share a cache line. The first word is half of the key, the other half chooses the line.
//!
//! ```text
//! bits  0-27 one number   28-55 another   56-63 effort, 0 in an unused entry
//! ```

const ENTRIES: usize = 4;
const BITS: u32 = 28;
/// The largest number an entry can hold.
pub(super) const LARGEST: u32 = (1 << BITS) - 1;

/// Two numbers for a key.
pub(super) struct PairTable {
    lines: Vec<[[u64; 2]; ENTRIES]>,
}

impl PairTable {
    /// A table of about that many MiB.
    pub(super) fn new(mib: usize) -> Self {
        let lines = (mib.max(1) << 20) / size_of::<[[u64; 2]; ENTRIES]>();
        Self { lines: vec![[[0; 2]; ENTRIES]; lines] }
    }

    #[inline]
    fn line(&self, key: u128) -> usize {
        (((key >> 64) * self.lines.len() as u128) >> 64) as usize
    }

    #[inline]
    pub(super) fn probe(&self, key: u128) -> Option<[u32; 2]> {
        let line = &self.lines[self.line(key)];
        let entry = line.iter().find(|entry| entry[0] == key as u64 && entry[1] != 0)?;
        Some([entry[1] as u32 & LARGEST, (entry[1] >> BITS) as u32 & LARGEST])
    }

    /// Stores two numbers, each at most [`LARGEST`]; `effort` is the cost of finding them.
    #[inline]
    pub(super) fn store(&mut self, key: u128, effort: u64, numbers: [u32; 2]) {
        let effort = u64::from(effort.max(1).ilog2() + 1);
        let data = effort << (2 * BITS) | u64::from(numbers[1]) << BITS | u64::from(numbers[0]);
        let line = self.line(key);
        let entries = &mut self.lines[line];
        let least = |entry: &&mut [u64; 2]| if entry[0] == key as u64 { 0 } else { 1 + (entry[1] >> (2 * BITS)) };
        if let Some(entry) = entries.iter_mut().min_by_key(least) {
            *entry = [key as u64, data];
        }
    }
}

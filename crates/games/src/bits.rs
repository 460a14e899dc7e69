//! Sets of places as the bits of a word.

/// The indices of the bits set in a word, lowest first.
#[derive(Clone, Copy)]
pub(crate) struct Bits(pub(crate) u64);

impl Iterator for Bits {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let lowest = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(lowest)
    }
}

/// The index of the bit number `n`, counted from the lowest set bit; `n` is less than the number of bits set.
#[inline]
pub(crate) fn nth(mut word: u64, n: u32) -> u8 {
    debug_assert!(n < word.count_ones(), "there are only {} bits", word.count_ones());
    for _ in 0..n {
        word &= word - 1;
    }
    word.trailing_zeros() as u8
}

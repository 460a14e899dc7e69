//! Sets of places as the bits of a word.

/// The indices of the bits set in a word, lowest first.
#[derive(Clone, Debug)]
pub struct Bits(pub u64);

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
pub(crate) fn nth(word: u64, n: u32) -> u8 {
    debug_assert!(n < word.count_ones(), "there are only {} bits", word.count_ones());
    deposit(1 << n, word).trailing_zeros() as u8
}

/// Spreads the low bits of `bits` over the set bits of `mask`.
#[inline]
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[expect(unsafe_code, reason = "one instruction instead of a loop that is mispredicted in every random move")]
fn deposit(bits: u64, mask: u64) -> u64 {
    // SAFETY: this function is compiled only where the build says that the processor has the instruction.
    unsafe { std::arch::x86_64::_pdep_u64(bits, mask) }
}

/// Spreads the low bits of `bits` over the set bits of `mask`.
#[inline]
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
fn deposit(bits: u64, mask: u64) -> u64 {
    let places = Bits(mask).enumerate();
    places.fold(0, |spread, (index, place)| spread | (bits >> index & 1) << place)
}

#[cfg(test)]
mod tests {
    use super::{Bits, deposit, nth};

    #[test]
    fn nth_counts_from_the_lowest_bit() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..1000 {
            let word = rng.u64(..) & rng.u64(..);
            for (n, bit) in Bits(word).enumerate() {
                assert_eq!(nth(word, n as u32), bit);
            }
            assert_eq!(deposit(u64::MAX, word), word);
        }
    }
}

//! The arithmetic of the accumulators: sums of rows of 16-bit numbers, and their product with the output weights.
//!
//! Everything is written once in plain Rust. Where the processor has AVX2, the same code is compiled a second time for
//! it and chosen at run time; only the last product is spelled out, because no compiler finds it: `v · w` fits 16 bits,
//! and the multiply-and-add of pairs, `(v · w) · v`, comes with widening. All of it is integer arithmetic without
//! rounding, so both give the same numbers.

/// Sixteen numbers, a register of AVX2.
#[repr(align(32))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lane(pub(super) [i16; Lane::WIDTH]);

impl Lane {
    pub(super) const WIDTH: usize = 16;
    pub(super) const ZERO: Self = Self([0; Self::WIDTH]);
}

/// Lanes that stay in registers while rows are added to them; accumulators are whole blocks.
pub(super) const BLOCK: usize = 4;

/// Which way to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// Plain Rust.
    Portable,
    /// 256-bit registers.
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Arithmetic {
    /// The fastest that the processor has.
    pub fn fastest() -> Self {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            return Self::Avx2;
        }
        Self::Portable
    }

    /// Adds the rows of some inputs to a sum and takes others away. Sums wrap, so their order does not matter.
    #[inline]
    pub(super) fn change(self, sum: &mut [Lane], rows: &[Lane], added: &[u16], removed: &[u16]) {
        match self {
            Self::Portable => change(sum, rows, added, removed),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::change(sum, rows, added, removed),
        }
    }

    /// The sum of `clamp(v, 0, most)² · w`. The products of `most` and the weights fit 16 bits, the sum 32.
    #[inline]
    pub(super) fn weigh(self, sum: &[Lane], weights: &[Lane], most: i16) -> i32 {
        match self {
            Self::Portable => weigh(sum, weights, most),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::weigh(sum, weights, most),
        }
    }
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled once for each instruction set")]
fn change(sum: &mut [Lane], rows: &[Lane], added: &[u16], removed: &[u16]) {
    let length = sum.len();
    let (blocks, _) = sum.as_chunks_mut::<BLOCK>();
    for (index, block) in blocks.iter_mut().enumerate() {
        let row = |input: &u16| &rows[usize::from(*input) * length + index * BLOCK..][..BLOCK];
        let mut lanes = *block;
        for input in added {
            each(&mut lanes, row(input), i16::wrapping_add);
        }
        for input in removed {
            each(&mut lanes, row(input), i16::wrapping_sub);
        }
        *block = lanes;
    }
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled once for each instruction set")]
fn each(lanes: &mut [Lane; BLOCK], row: &[Lane], change: impl Fn(i16, i16) -> i16) {
    for (lane, row) in lanes.iter_mut().zip(row) {
        for (number, weight) in lane.0.iter_mut().zip(row.0) {
            *number = change(*number, weight);
        }
    }
}

fn weigh(sum: &[Lane], weights: &[Lane], most: i16) -> i32 {
    let mut total = 0_i32;
    for (lane, weights) in sum.iter().zip(weights) {
        for (value, weight) in lane.0.iter().zip(weights.0) {
            let value = (*value).clamp(0, most);
            total = total.wrapping_add(i32::from(value.wrapping_mul(weight)) * i32::from(value));
        }
    }
    total
}

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "registers are loaded through pointers, and the functions need AVX2")]
mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32, _mm256_castsi256_si128,
        _mm256_extracti128_si256, _mm256_load_si256, _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16,
        _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
    };

    use super::Lane;

    #[inline]
    pub(super) fn change(sum: &mut [Lane], rows: &[Lane], added: &[u16], removed: &[u16]) {
        #[target_feature(enable = "avx2")]
        fn compiled(sum: &mut [Lane], rows: &[Lane], added: &[u16], removed: &[u16]) {
            super::change(sum, rows, added, removed);
        }
        // SAFETY: this arithmetic is chosen only where the processor has AVX2.
        unsafe { compiled(sum, rows, added, removed) }
    }

    #[inline]
    pub(super) fn weigh(sum: &[Lane], weights: &[Lane], most: i16) -> i32 {
        // SAFETY: this arithmetic is chosen only where the processor has AVX2.
        unsafe { weigh_lanes(sum, weights, most) }
    }

    #[target_feature(enable = "avx2")]
    fn weigh_lanes(sum: &[Lane], weights: &[Lane], most: i16) -> i32 {
        let (zero, most) = (_mm256_setzero_si256(), _mm256_set1_epi16(most));
        let mut totals = [zero; 2];
        for (index, (lane, weights)) in sum.iter().zip(weights).enumerate() {
            let value = _mm256_min_epi16(_mm256_max_epi16(load(lane), zero), most);
            let weighed = _mm256_mullo_epi16(value, load(weights));
            let total = &mut totals[index % 2];
            *total = _mm256_add_epi32(*total, _mm256_madd_epi16(weighed, value));
        }
        let total = _mm256_add_epi32(totals[0], totals[1]);
        let four = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256::<1>(total));
        let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
        _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two)))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(lane: &Lane) -> __m256i {
        // SAFETY: a lane is 32 bytes at a multiple of 32.
        unsafe { _mm256_load_si256(std::ptr::from_ref(lane).cast()) }
    }
}

#[cfg(test)]
mod tests {
    use quevedo_core::Rng;

    use super::*;

    fn random(rng: &mut Rng, length: usize, bound: i16) -> Vec<Lane> {
        (0..length).map(|_| Lane(std::array::from_fn(|_| rng.i16(-bound..=bound)))).collect()
    }

    #[test]
    fn every_arithmetic_gives_the_same_numbers() {
        let mut rng = Rng::with_seed(7);
        for _ in 0..500 {
            let length = BLOCK * rng.usize(1..6);
            let (rows, weights) = (random(&mut rng, 50 * length, i16::MAX), random(&mut rng, length, 128));
            let mut portable = random(&mut rng, length, i16::MAX);
            let mut fastest = portable.clone();
            let mut inputs = || (0..rng.usize(0..20)).map(|_| rng.u16(0..50)).collect::<Vec<_>>();
            let (added, removed) = (inputs(), inputs());
            Arithmetic::Portable.change(&mut portable, &rows, &added, &removed);
            Arithmetic::fastest().change(&mut fastest, &rows, &added, &removed);
            assert_eq!(portable, fastest);
            let most = rng.i16(1..=255);
            let totals = [Arithmetic::Portable, Arithmetic::fastest()].map(|way| way.weigh(&portable, &weights, most));
            assert_eq!(totals[0], totals[1]);
        }
    }
}

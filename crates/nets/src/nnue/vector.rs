//! The arithmetic of the accumulators: sums of rows of 16-bit numbers, and the output layer.
//!
//! Everything is written once in plain Rust. Where the processor has AVX2, the same code is compiled a second time for
//! it and chosen at run time. Only the output layer has explicit intrinsics, because compilers do not find them: `v · w`
//! fits 16 bits, so the widening multiply-add of pairs computes `(v · w) · v`. All of it is integer arithmetic without
//! rounding, so both give the same numbers.

use crate::SimdLevel;

/// Sixteen numbers, a register of AVX2.
#[repr(align(32))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct I16x16(pub(super) [i16; I16x16::WIDTH]);

impl I16x16 {
    pub(super) const WIDTH: usize = 16;
    pub(super) const ZERO: Self = Self([0; Self::WIDTH]);
}

/// Vectors that stay in registers while rows are added to them. The length of an accumulator is a multiple of this.
pub(super) const BLOCK: usize = 4;

impl SimdLevel {
    /// Adds the rows of some features to an accumulator and subtracts those of others. Sums wrap, so their order does not
    /// matter.
    #[inline]
    pub(super) fn add_rows(self, sums: &mut [I16x16], rows: &[I16x16], added: &[u16], removed: &[u16]) {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2() {
            #[expect(unsafe_code, reason = "a function compiled for AVX2")]
            // SAFETY: the processor has AVX2.
            return unsafe { avx2::add_rows(sums, rows, added, removed) };
        }
        add_rows(sums, rows, added, removed);
    }

    /// The dot product of squared clipped `ReLU` activations and weights: the sum of `clamp(v, 0, one)² · w`. The products
    /// of `one` and the weights fit 16 bits, the sum 32.
    #[inline]
    pub(super) fn screlu_dot(self, values: &[I16x16], weights: &[I16x16], one: i16) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2() {
            #[expect(unsafe_code, reason = "a function compiled for AVX2")]
            // SAFETY: the processor has AVX2.
            return unsafe { avx2::screlu_dot(values, weights, one) };
        }
        screlu_dot(values, weights, one)
    }
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled once for each instruction set")]
fn add_rows(sums: &mut [I16x16], rows: &[I16x16], added: &[u16], removed: &[u16]) {
    let length = sums.len();
    let (blocks, _) = sums.as_chunks_mut::<BLOCK>();
    for (index, block) in blocks.iter_mut().enumerate() {
        let row = |feature: &u16| &rows[usize::from(*feature) * length + index * BLOCK..][..BLOCK];
        let mut sums = *block;
        for feature in added {
            combine(&mut sums, row(feature), i16::wrapping_add);
        }
        for feature in removed {
            combine(&mut sums, row(feature), i16::wrapping_sub);
        }
        *block = sums;
    }
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled once for each instruction set")]
fn combine(sums: &mut [I16x16; BLOCK], row: &[I16x16], operation: impl Fn(i16, i16) -> i16) {
    for (sums, row) in sums.iter_mut().zip(row) {
        for (sum, weight) in sums.0.iter_mut().zip(row.0) {
            *sum = operation(*sum, weight);
        }
    }
}

fn screlu_dot(values: &[I16x16], weights: &[I16x16], one: i16) -> i32 {
    let mut total = 0_i32;
    for (values, weights) in values.iter().zip(weights) {
        for (value, weight) in values.0.iter().zip(weights.0) {
            let value = (*value).clamp(0, one);
            total = total.wrapping_add(i32::from(value.wrapping_mul(weight)) * i32::from(value));
        }
    }
    total
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32, _mm256_castsi256_si128,
        _mm256_extracti128_si256, _mm256_load_si256, _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16,
        _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
    };

    use super::I16x16;

    #[target_feature(enable = "avx2")]
    pub(super) fn add_rows(sums: &mut [I16x16], rows: &[I16x16], added: &[u16], removed: &[u16]) {
        super::add_rows(sums, rows, added, removed);
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn screlu_dot(values: &[I16x16], weights: &[I16x16], one: i16) -> i32 {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(one));
        let mut totals = [zero; 2];
        for (index, (values, weights)) in values.iter().zip(weights).enumerate() {
            let value = _mm256_min_epi16(_mm256_max_epi16(load(values), zero), one);
            let product = _mm256_mullo_epi16(value, load(weights));
            let total = &mut totals[index % 2];
            *total = _mm256_add_epi32(*total, _mm256_madd_epi16(product, value));
        }
        let total = _mm256_add_epi32(totals[0], totals[1]);
        let four = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256::<1>(total));
        let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
        _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two)))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    #[expect(unsafe_code, reason = "a register is loaded through a pointer")]
    fn load(vector: &I16x16) -> __m256i {
        // SAFETY: a vector is 32 bytes at a multiple of 32.
        unsafe { _mm256_load_si256(std::ptr::from_ref(vector).cast()) }
    }
}

#[cfg(test)]
mod tests {
    use quevedo_core::Rng;

    use super::*;

    fn random(rng: &mut Rng, length: usize, bound: i16) -> Vec<I16x16> {
        (0..length).map(|_| I16x16(std::array::from_fn(|_| rng.i16(-bound..=bound)))).collect()
    }

    #[test]
    fn every_instruction_set_gives_the_same_numbers() {
        let mut rng = Rng::with_seed(7);
        for _ in 0..500 {
            let length = BLOCK * rng.usize(1..6);
            let (rows, weights) = (random(&mut rng, 50 * length, i16::MAX), random(&mut rng, length, 128));
            let mut portable = random(&mut rng, length, i16::MAX);
            let mut fastest = portable.clone();
            let mut features = || (0..rng.usize(0..20)).map(|_| rng.u16(0..50)).collect::<Vec<_>>();
            let (added, removed) = (features(), features());
            SimdLevel::PORTABLE.add_rows(&mut portable, &rows, &added, &removed);
            SimdLevel::detect().add_rows(&mut fastest, &rows, &added, &removed);
            assert_eq!(portable, fastest);
            let one = rng.i16(1..=255);
            let levels = [SimdLevel::PORTABLE, SimdLevel::detect()];
            let totals = levels.map(|simd| simd.screlu_dot(&portable, &weights, one));
            assert_eq!(totals[0], totals[1]);
        }
    }
}

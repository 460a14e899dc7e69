//! The inner loop of the convolutions, in plain Rust and with AVX2. Both give the same sums to the bit, since integers
//! that do not overflow may be added in any order.

use crate::SimdLevel;

/// Outputs that are computed together.
pub(super) const BLOCK: usize = 16;

/// The weights of two inputs for a block of outputs: both weights of the first output, both of the second, …
pub(super) type PairWeights = [i16; 2 * BLOCK];

/// The sums of a block of outputs.
pub(super) type Sums = [i32; BLOCK];

impl SimdLevel {
    /// Adds the weighted inputs of each place to its sums. There are as many pairs of inputs as pairs of weights.
    #[inline]
    pub(super) fn accumulate<const N: usize>(
        self,
        sums: &mut [Sums; N],
        inputs: [&[[i16; 2]]; N],
        weights: &[PairWeights],
    ) {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2() {
            #[expect(unsafe_code, reason = "a function compiled for AVX2")]
            // SAFETY: the processor has AVX2.
            return unsafe { avx2::accumulate(sums, inputs, weights) };
        }
        accumulate(sums, inputs, weights);
    }
}

fn accumulate<const N: usize>(sums: &mut [Sums; N], inputs: [&[[i16; 2]]; N], weights: &[PairWeights]) {
    for (sums, inputs) in sums.iter_mut().zip(inputs) {
        for (pair, weights) in inputs.iter().zip(weights) {
            let (weights, _) = weights.as_chunks::<2>();
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += i32::from(pair[0]) * i32::from(weight[0]) + i32::from(pair[1]) * i32::from(weight[1]);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    #![expect(unsafe_code, reason = "loads and stores of whole vectors, from and to arrays of their size")]

    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi32, _mm256_storeu_si256,
    };

    use super::{BLOCK, PairWeights, Sums};

    /// Numbers in a vector: half a block of sums, or the weights of half a block.
    const HALF: usize = BLOCK / 2;

    /// The sums stay in registers. Each pair of inputs is broadcast to a vector and multiplied by the weights of eight
    /// outputs with one instruction (`vpmaddwd`).
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(super) fn accumulate<const N: usize>(sums: &mut [Sums; N], inputs: [&[[i16; 2]]; N], weights: &[PairWeights]) {
        let inputs = inputs.map(|pairs| &pairs[..weights.len()]);
        let mut held = [[_mm256_set1_epi32(0); 2]; N];
        for (held, sums) in held.iter_mut().zip(&*sums) {
            // SAFETY: a block of sums is two vectors long.
            *held = unsafe { [load(sums.as_ptr().cast()), load(sums.as_ptr().add(HALF).cast())] };
        }
        for (index, weights) in weights.iter().enumerate() {
            // SAFETY: the weights of a pair are two vectors long.
            let halves = unsafe { [load(weights.as_ptr().cast()), load(weights.as_ptr().add(BLOCK).cast())] };
            for (held, pairs) in held.iter_mut().zip(&inputs) {
                let [low, high] = pairs[index];
                let pair = _mm256_set1_epi32(i32::from(high) << 16 | i32::from(low as u16));
                held[0] = _mm256_add_epi32(held[0], _mm256_madd_epi16(pair, halves[0]));
                held[1] = _mm256_add_epi32(held[1], _mm256_madd_epi16(pair, halves[1]));
            }
        }
        for (held, sums) in held.into_iter().zip(sums) {
            // SAFETY: a block of sums is two vectors long.
            unsafe {
                _mm256_storeu_si256(sums.as_mut_ptr().cast(), held[0]);
                _mm256_storeu_si256(sums.as_mut_ptr().add(HALF).cast(), held[1]);
            }
        }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    unsafe fn load(from: *const __m256i) -> __m256i {
        // SAFETY: the caller has a whole vector there; it need not be aligned.
        unsafe { _mm256_loadu_si256(from) }
    }
}

#[cfg(test)]
mod tests {
    use quevedo_core::Rng;

    use super::*;

    #[test]
    fn both_instruction_sets_give_the_same_sums() {
        let mut rng = Rng::with_seed(7);
        for pairs in [0, 1, 5, 16, 64] {
            let mut number = |bound: i16| rng.i16(-bound..=bound);
            let weights: Vec<PairWeights> = (0..pairs).map(|_| std::array::from_fn(|_| number(700))).collect();
            let inputs: Vec<Vec<[i16; 2]>> =
                (0..6).map(|_| (0..pairs).map(|_| [number(8191), number(8191)]).collect()).collect();
            let inputs: [&[[i16; 2]]; 6] = std::array::from_fn(|place| &inputs[place][..]);
            let start: [Sums; 6] = std::array::from_fn(|_| std::array::from_fn(|_| i32::from(number(30_000))));
            let (mut portable, mut fastest) = (start, start);
            SimdLevel::PORTABLE.accumulate(&mut portable, inputs, &weights);
            SimdLevel::detect().accumulate(&mut fastest, inputs, &weights);
            assert_eq!(portable, fastest, "{pairs} pairs");
        }
    }
}

//! Moves and flips of four lines at once, a lane of 64 bits for each.
#![expect(unsafe_code, reason = "the vector instructions; this module is compiled only where the build has them")]

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_cmpgt_epi64, _mm256_extracti128_si256,
    _mm256_load_si256, _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_sllv_epi64,
    _mm256_srlv_epi64,
};

use super::{DOWN, INNER, Rays, STEPS, UP};

/// The empty squares where `own` can put a disc.
#[inline]
pub fn placements(own: u64, other: u64) -> u64 {
    // SAFETY: the build says that the processor has AVX2.
    unsafe { placements_wide(own, other) }
}

/// The discs that turn when `own` puts one on the empty square; none where that is no move.
#[inline]
pub fn flips(own: u64, other: u64, square: u8) -> u64 {
    // SAFETY: the build says that the processor has AVX2.
    unsafe { flips_wide(own, other, square) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn lanes(words: [u64; 4]) -> __m256i {
    _mm256_set_epi64x(words[3] as i64, words[2] as i64, words[1] as i64, words[0] as i64)
}

/// The lanes joined by or.
#[inline]
#[target_feature(enable = "avx2")]
fn joined(lanes: __m256i) -> u64 {
    let halves = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))) as u64
}

#[inline]
#[target_feature(enable = "avx2")]
fn rays(rays: &Rays, square: u8) -> __m256i {
    let four: &[u64; 4] = &rays.0[usize::from(square)];
    // SAFETY: four words at an address divisible by 32, as `Rays` is aligned and its rows have 32 bytes.
    unsafe { _mm256_load_si256(std::ptr::from_ref(four).cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn placements_wide(own: u64, other: u64) -> u64 {
    let step = lanes(STEPS);
    let two_steps = _mm256_add_epi64(step, step);
    let from = _mm256_set1_epi64x(own as i64);
    let between = _mm256_and_si256(_mm256_set1_epi64x(other as i64), lanes(INNER));
    let up_by = |squares, step| _mm256_sllv_epi64(squares, step);
    let down_by = |squares, step| _mm256_srlv_epi64(squares, step);
    // One step, a second one, then two at a time: at most six discs fit between two others.
    let mut up = _mm256_and_si256(between, up_by(from, step));
    let mut down = _mm256_and_si256(between, down_by(from, step));
    up = _mm256_or_si256(up, _mm256_and_si256(between, up_by(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(between, down_by(down, step)));
    let pairs_up = _mm256_and_si256(between, up_by(between, step));
    let pairs_down = down_by(pairs_up, step);
    for _ in 0..2 {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, up_by(up, two_steps)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, down_by(down, two_steps)));
    }
    joined(_mm256_or_si256(up_by(up, step), down_by(down, step))) & !(own | other)
}

#[inline]
#[target_feature(enable = "avx2")]
fn flips_wide(own: u64, other: u64, square: u8) -> u64 {
    let own = _mm256_set1_epi64x(own as i64);
    let other = _mm256_set1_epi64x(other as i64);
    joined(_mm256_or_si256(run_up(own, other, rays(&UP, square)), run_down(own, other, rays(&DOWN, square))))
}

/// The runs of `other` at the low ends of rays, where `own` closes them.
#[inline]
#[target_feature(enable = "avx2")]
fn run_up(own: __m256i, other: __m256i, ray: __m256i) -> __m256i {
    let gaps = _mm256_andnot_si256(other, ray);
    let below = _mm256_add_epi64(gaps, _mm256_set1_epi64x(-1));
    let end = _mm256_and_si256(_mm256_andnot_si256(below, gaps), own);
    let open = _mm256_cmpeq_epi64(end, _mm256_setzero_si256());
    _mm256_andnot_si256(open, _mm256_and_si256(_mm256_andnot_si256(gaps, below), ray))
}

/// The runs of `other` at the high ends of rays, where `own` closes them.
///
/// The highest square that is not `other` belongs to `own` just when the discs of `own` on the ray are the larger
/// number beside its empty squares. No ray down reaches the sign bit.
#[inline]
#[target_feature(enable = "avx2")]
fn run_down(own: __m256i, other: __m256i, ray: __m256i) -> __m256i {
    let gaps = _mm256_andnot_si256(other, ray);
    let closed = _mm256_cmpgt_epi64(_mm256_and_si256(own, ray), _mm256_andnot_si256(own, gaps));
    let step = lanes(STEPS);
    let two_steps = _mm256_add_epi64(step, step);
    let four_steps = _mm256_add_epi64(two_steps, two_steps);
    let mut beyond = _mm256_or_si256(gaps, _mm256_srlv_epi64(gaps, step));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, two_steps));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, four_steps));
    _mm256_and_si256(closed, _mm256_andnot_si256(beyond, ray))
}

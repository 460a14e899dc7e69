//! Hashing of positions: a mixer for positions that fit a few words, and keys for those that do not.

/// Scrambles 64 bits, one to one: different words stay different. The finaliser of `SplitMix64`
/// (Steele, Lea and Flood, 2014).
#[inline]
pub const fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d049bb133111eb);
    word ^ (word >> 31)
}

/// Folds a second word into a hash.
#[inline]
pub const fn combine(hash: u64, word: u64) -> u64 {
    mix(hash.rotate_left(23) ^ word.wrapping_add(0x9e3779b97f4a7c15))
}

/// `N` random keys (Zobrist, 1970) made at compile time from a seed.
pub const fn keys<const N: usize>(seed: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut state = seed;
    let mut i = 0;
    while i < N {
        state = state.wrapping_add(0x9e3779b97f4a7c15);
        keys[i] = mix(state);
        i += 1;
    }
    keys
}

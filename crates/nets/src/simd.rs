//! Which vector instructions the processor has.

/// The instruction set that a network computes with. AVX2 is only available through [`SimdLevel::detect`], so holding the
/// value proves that the processor has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimdLevel(Level);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl SimdLevel {
    /// Plain Rust.
    pub const PORTABLE: Self = Self(Level::Portable);

    /// The fastest that the processor has.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            return Self(Level::Avx2);
        }
        Self::PORTABLE
    }

    /// Whether it is AVX2, which the processor then has.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(crate) fn has_avx2(self) -> bool {
        self.0 == Level::Avx2
    }
}

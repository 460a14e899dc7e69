//! A hint to the processor.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "the instruction is only offered as an unsafe function")
)]

/// Prefetches memory into the cache. Does nothing on processors other than x86-64.
#[inline]
pub(crate) fn prefetch<T>(memory: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction reads nothing and never faults, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(memory).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = memory;
}

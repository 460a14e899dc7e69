//! Does this processor have what the program was compiled for? Better one line than an illegal instruction.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__cpuid, __cpuid_count};

/// The instruction sets the program was compiled for that this processor lacks.
///
/// `is_x86_feature_detected!` is of no use here: for a feature the program was compiled for it answers yes without
/// looking. So the processor itself is asked.
#[cfg(target_arch = "x86_64")]
pub(crate) fn missing() -> Vec<&'static str> {
    let (basic, extended_basic) = (__cpuid(0).eax, __cpuid(0x8000_0000).eax);
    let standard = __cpuid(1).ecx;
    let seventh = if basic >= 7 { __cpuid_count(7, 0).ebx } else { 0 };
    let extended = if extended_basic > 0x8000_0000 { __cpuid(0x8000_0001).ecx } else { 0 };
    let sets = [
        (cfg!(target_feature = "popcnt"), standard >> 23, "popcnt"),
        (cfg!(target_feature = "fma"), standard >> 12, "fma"),
        (cfg!(target_feature = "movbe"), standard >> 22, "movbe"),
        (cfg!(target_feature = "avx"), standard >> 28, "avx"),
        (cfg!(target_feature = "avx2"), seventh >> 5, "avx2"),
        (cfg!(target_feature = "bmi1"), seventh >> 3, "bmi1"),
        (cfg!(target_feature = "bmi2"), seventh >> 8, "bmi2"),
        (cfg!(target_feature = "lzcnt"), extended >> 5, "lzcnt"),
    ];
    sets.iter().filter(|(needed, bits, _)| *needed && bits & 1 == 0).map(|(_, _, name)| *name).collect()
}

/// Other architectures are compiled for what all of their processors have.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn missing() -> Vec<&'static str> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_machine_that_runs_the_tests_can() {
        assert!(super::missing().is_empty());
    }
}

//! Lines of NBoard are answered line by line, and nothing panics.

#![no_main]

#[path = "../../crates/protocol/tests/fuzz_bodies/mod.rs"]
#[allow(dead_code, reason = "the bodies of the other targets are there too")]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    bodies::nboard(data);
});

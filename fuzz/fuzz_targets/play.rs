//! Games whose moves the bytes choose: every law holds on the way.

#![no_main]

#[path = "../../crates/catalog/tests/fuzz_bodies/mod.rs"]
#[allow(dead_code, reason = "the bodies of the other targets are there too")]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    bodies::play(data);
});

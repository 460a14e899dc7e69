//! Messages of a page: nothing panics, a refusal changes nothing, and a stranger never plays.

#![no_main]

#[path = "../../crates/api/tests/fuzz_bodies/mod.rs"]
#[allow(dead_code, reason = "the bodies of the other targets are there too")]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    bodies::page(data);
});

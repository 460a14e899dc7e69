//! Whatever text comes in as a move is refused in words and changes nothing, or is a legal move.

#![no_main]

#[path = "../../crates/catalog/tests/fuzz_bodies/mod.rs"]
#[allow(dead_code, reason = "the bodies of the other targets are there too")]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    bodies::moves(data);
});

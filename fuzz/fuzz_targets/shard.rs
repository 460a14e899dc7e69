//! Training data (`.qdat`): what is read is written and reads back.

#![no_main]

#[path = "../../crates/train/tests/fuzz_bodies/mod.rs"]
#[allow(dead_code, reason = "the bodies of the other targets are there too")]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    bodies::shard(data);
});

//! Games in any format that can be pasted: what is read can be written, and reads back the same.

#![no_main]

#[path = "../../crates/catalog/tests/fuzz_bodies/mod.rs"]
#[allow(dead_code, reason = "the bodies of the other targets are there too")]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    bodies::import(data);
});

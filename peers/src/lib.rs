//! Our searches compared with those of other Rust crates: `cargo bench`, see `benches/comparison.rs`.

//! Our searches beside those of other Rust crates: `cargo bench`, see `benches/beside.rs`.

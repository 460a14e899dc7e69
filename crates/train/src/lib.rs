//! Learning from games: data and how it is made, trainers in plain Rust, gates that let a new network in.

//! Learning from games: data and how it is made, trainers in plain Rust, gates that let a new network in.

pub mod data;
pub mod fit;
pub mod gate;
pub mod recipe;
mod trainer;
pub mod zero;

pub use trainer::TrainerError;

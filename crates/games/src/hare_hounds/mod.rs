//! The Hare and the Dogs: three dogs hunt a hare over eleven points.
//!
//! Dogs go forward or sideways, the hare anywhere along a line. The hare wants to slip past to `a2`, the dogs to
//! shut it in without stalling.

mod compose;
mod evals;
mod messages;
mod notation;
mod planes;
pub mod reasons;
mod rules;
mod tactics;
mod view;

pub use rules::{HareHounds, Step};

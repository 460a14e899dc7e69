//! Convolutional networks trained on the processor, with burn: the same recipes, data and weight files as everywhere.
//!
//! | module | content |
//! |---|---|
//! | `net` | the network, from and to weight files |
//! | `positions` | shards in memory, batches as tensors |
//! | `learn` | epochs, rate, loss |
//! | `checkpoint` | the checkpoint file of a training |
//!
//! It trains on some thousand positions a second and core. With a GPU, use `training/train.py` instead.

pub mod checkpoint;
pub mod learn;
pub mod net;
pub mod positions;

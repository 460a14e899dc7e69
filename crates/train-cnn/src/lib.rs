//! Convolutional networks trained on the processor, with burn: the same recipes, data and weight files as everywhere.
//!
//! | room | what lives there |
//! |---|---|
//! | `net` | the network, from and to weight files |
//! | `positions` | shards in memory, batches as tensors |
//! | `learn` | epochs, rate, loss |
//! | `checkpoint` | a training between two epochs, as a file |
//!
//! Some thousand positions a second are learned on a core. Who has a GPU trains with `training/train.py` instead.

pub mod checkpoint;
pub mod learn;
pub mod net;
pub mod positions;

//! Output buckets: weights of their own for every phase of the game, which the number of active features selects.
//!
//! In a weight file their number is `phases`, and the number of active features of the last bucket is `pieces`. The number of input
//! buckets (see [`Planes::bucket`](quevedo_core::Planes::bucket)) is `buckets`.

use crate::encoding::Encoding;
use crate::{NetError, WeightFile};

const MAX_BUCKETS: usize = 128;

/// The number of buckets of a file, and the number of active features of the last one.
pub(crate) fn read(file: &WeightFile, encoding: &Encoding) -> Result<(usize, usize), NetError> {
    let buckets = file.count("phases", 1..=MAX_BUCKETS)?;
    let max_active =
        if buckets == 1 { encoding.max_active_features } else { file.count("pieces", 1..=encoding.features())? };
    Ok((buckets, max_active))
}

/// The number of input buckets of a file: one, or all that the game has.
pub(crate) fn read_input(file: &WeightFile, encoding: &Encoding) -> Result<usize, NetError> {
    if !file.meta.contains_key("buckets") {
        return Ok(1);
    }
    file.count("buckets", encoding.buckets..=encoding.buckets)
}

/// The output bucket of a position.
#[inline]
pub(crate) fn select(active: usize, max_active: usize, buckets: usize) -> usize {
    if buckets == 1 { 0 } else { (active * buckets / (max_active + 1)).min(buckets - 1) }
}

//! The input encoding of a game as a value.
//!
//! What does not wait for a search takes it in place of the game's type, so that it is compiled once and not for each game.

use quevedo_core::Planes;
use quevedo_core::planes::InputBucket;

/// What networks know of a game: the constants and functions of [`Planes`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Encoding {
    pub(crate) name: &'static str,
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) planes: usize,
    pub(crate) steps: usize,
    pub(crate) max_active_features: usize,
    pub(crate) bucket_plane: Option<usize>,
    pub(crate) buckets: usize,
    pub(crate) flip_perspective: fn(usize) -> usize,
    pub(crate) mirror: fn(usize) -> usize,
    pub(crate) bucket: fn(usize) -> InputBucket,
}

impl Encoding {
    /// That of a game.
    pub(crate) fn of<G: Planes>() -> Self {
        Self {
            name: G::NAME,
            width: G::WIDTH,
            height: G::HEIGHT,
            planes: G::PLANES,
            steps: G::STEPS,
            max_active_features: G::MAX_ACTIVE_FEATURES,
            bucket_plane: G::BUCKET_PLANE,
            buckets: G::BUCKETS,
            flip_perspective: G::flip_perspective,
            mirror: G::mirror,
            bucket: G::bucket,
        }
    }

    /// The number of squares.
    pub(crate) const fn squares(&self) -> usize {
        self.width * self.height
    }

    /// The number of features.
    pub(crate) const fn features(&self) -> usize {
        self.planes * self.squares()
    }
}

//! How the two perspectives see a position that is given as the first player sees it: from the other side, mirrored, in an
//! input bucket.

use quevedo_core::planes::InputBucket;
use quevedo_core::{Planes, Side};

/// The views of all perspectives. A *view* is an input bucket, mirrored or not; it has a number.
pub(super) struct Views {
    /// For each perspective, as it is and mirrored, the row of each feature among those of its bucket.
    rows: [[Vec<u16>; 2]; 2],
    /// For each perspective what selects the view; without it there is one view.
    selectors: Option<[Selector; 2]>,
    count: usize,
}

/// The piece that selects the view of a perspective.
struct Selector {
    /// Its plane, as the first player sees it.
    plane: usize,
    /// The number of the view for each square, as the first player sees it.
    views: Vec<u8>,
}

impl Views {
    /// The one view of a network without input buckets.
    pub(super) fn plain<G: Planes>() -> Self {
        Self { rows: Side::BOTH.map(rows::<G>), selectors: None, count: 1 }
    }

    /// The views of a network with the input buckets of the game.
    pub(super) fn bucketed<G: Planes>() -> Self {
        let selectors = G::BUCKET_PLANE.map(|plane| Side::BOTH.map(|viewer| Selector::new::<G>(viewer, plane)));
        Self { selectors, count: 2 * G::BUCKETS, ..Self::plain::<G>() }
    }

    /// How many views a perspective has.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The view of a perspective in a position.
    #[inline]
    pub(super) fn select(&self, viewer: Side, planes: &[u128]) -> usize {
        let Some(selectors) = &self.selectors else { return 0 };
        let Selector { plane, views } = &selectors[viewer.index()];
        // An empty plane has 128 trailing zeros.
        views.get(planes[*plane].trailing_zeros() as usize).map_or(0, |view| usize::from(*view))
    }

    /// The row of each feature among those of the bucket.
    #[inline]
    pub(super) fn rows(&self, viewer: Side, view: usize) -> &[u16] {
        &self.rows[viewer.index()][view % 2]
    }

    /// The input bucket of a view.
    #[inline]
    pub(super) fn bucket(view: usize) -> usize {
        view / 2
    }
}

impl Selector {
    fn new<G: Planes>(viewer: Side, plane: usize) -> Self {
        let seen = |feature: usize| if viewer == Side::First { feature } else { G::flip_perspective(feature) };
        let number = |InputBucket { number, is_mirrored }: InputBucket| 2 * number + u8::from(is_mirrored);
        let plane = seen(plane * G::SQUARES) / G::SQUARES;
        let views = (0..G::SQUARES).map(|square| number(G::bucket(seen(plane * G::SQUARES + square) % G::SQUARES)));
        Self { plane, views: views.collect() }
    }
}

/// The features of the first player's perspective as a perspective sees them, as they are and mirrored.
fn rows<G: Planes>(viewer: Side) -> [Vec<u16>; 2] {
    let seen = |feature: usize| if viewer == Side::First { feature } else { G::flip_perspective(feature) };
    [false, true].map(|is_mirrored| {
        let row = |feature| if is_mirrored { G::mirror(seen(feature)) } else { seen(feature) };
        (0..G::FEATURES).map(|feature| row(feature) as u16).collect()
    })
}

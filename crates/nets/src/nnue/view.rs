//! How the two perspectives see a position that is given as the first player sees it: from the other side, mirrored, in an
//! input bucket.

use quevedo_core::Side;
use quevedo_core::planes::InputBucket;

use crate::encoding::Encoding;

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
    pub(super) fn plain(encoding: &Encoding) -> Self {
        Self { rows: Side::BOTH.map(|viewer| rows(encoding, viewer)), selectors: None, count: 1 }
    }

    /// The views of a network with the input buckets of the game.
    pub(super) fn bucketed(encoding: &Encoding) -> Self {
        let selector = |plane| Side::BOTH.map(|viewer| Selector::new(encoding, viewer, plane));
        let selectors = encoding.bucket_plane.map(selector);
        Self { selectors, count: 2 * encoding.buckets, ..Self::plain(encoding) }
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
    fn new(encoding: &Encoding, viewer: Side, plane: usize) -> Self {
        let seen = |feature: usize| seen_by(encoding, viewer, feature);
        let squares = encoding.squares();
        let number = |InputBucket { number, is_mirrored }: InputBucket| 2 * number + u8::from(is_mirrored);
        let plane = seen(plane * squares) / squares;
        let views = (0..squares).map(|square| number((encoding.bucket)(seen(plane * squares + square) % squares)));
        Self { plane, views: views.collect() }
    }
}

/// The features of the first player's perspective as a perspective sees them, as they are and mirrored.
fn rows(encoding: &Encoding, viewer: Side) -> [Vec<u16>; 2] {
    let seen = |feature: usize| seen_by(encoding, viewer, feature);
    [false, true].map(|is_mirrored| {
        let row = |feature| if is_mirrored { (encoding.mirror)(seen(feature)) } else { seen(feature) };
        (0..encoding.features()).map(|feature| row(feature) as u16).collect()
    })
}

/// The feature that a perspective sees in place of one of the first player's perspective, and the other way round.
fn seen_by(encoding: &Encoding, viewer: Side, feature: usize) -> usize {
    if viewer == Side::First { feature } else { (encoding.flip_perspective)(feature) }
}

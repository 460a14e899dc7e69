//! Trees of taps in few bytes. Most leaves of a tree put one piece on the place that is touched: they become a set of
//! places. In the Amazons that is nearly all of it.

use std::collections::BTreeMap;

use quevedo_core::view::Place;

use super::{PutTaps, SlideTaps, TapNode, TapTree};

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Places in a digit.
const BITS: usize = 6;

impl TapTree {
    /// The same tree in few bytes.
    #[must_use]
    pub fn packed(mut self, places: &[Place]) -> Self {
        self.next.values_mut().for_each(|node| node.pack(places));
        self
    }
}

impl TapNode {
    fn pack(&mut self, places: &[Place]) {
        self.next.values_mut().for_each(|node| node.pack(places));
        self.pack_puts(places);
        self.pack_slides(places);
    }

    fn pack_puts(&mut self, places: &[Place]) {
        let Some((_, piece)) = self.next.iter().find_map(|(tap, node)| node.put_by(tap, places)) else { return };
        let mut digits = vec![0usize; places.len().div_ceil(BITS)];
        self.next.retain(|tap, node| match node.put_by(tap, places) {
            Some((place, other)) if other == piece => {
                digits[place / BITS] |= 1 << (place % BITS);
                false
            }
            _ => true,
        });
        self.put = Some(PutTaps(piece, digits.into_iter().map(|digit| char::from(DIGITS[digit])).collect()));
    }

    /// The place and the piece, where a last tap only puts a piece on the place that it touches.
    fn put_by(&self, tap: &str, places: &[Place]) -> Option<(usize, i32)> {
        let &[place, piece] = self.change.as_slice() else { return None };
        let is_last = self.next.is_empty() && self.put.is_none() && !self.end;
        (is_last && piece >= 0).then_some((touched(place, tap, places)?, piece))
    }

    fn pack_slides(&mut self, places: &[Place]) {
        let Some(first) = self.next.iter().find_map(|(tap, node)| node.slide_by(tap, places)) else { return };
        let mut last_taps = BTreeMap::new();
        self.next.retain(|tap, node| match (node.slide_by(tap, places) == Some(first), &node.put) {
            (true, Some(PutTaps(_, set))) => {
                last_taps.insert(tap.clone(), set.clone());
                false
            }
            _ => true,
        });
        let (from, piece, put) = first;
        self.slide = Some(SlideTaps(from, piece, put, last_taps));
    }

    /// The place that a piece leaves, the piece, and the piece that is put down at last, where a tap does no more than that.
    fn slide_by(&self, tap: &str, places: &[Place]) -> Option<(i32, i32, i32)> {
        let &[place, piece, other, other_piece] = self.change.as_slice() else { return None };
        let (from, to, piece) = if piece < 0 { (place, other, other_piece) } else { (other, place, piece) };
        let leaves =
            (self.change[1] < 0) != (self.change[3] < 0) && self.next.is_empty() && !self.end && self.slide.is_none();
        let PutTaps(put, _) = self.put.as_ref().filter(|_| leaves)?;
        touched(to, tap, places).map(|_| (from, piece, *put))
    }
}

/// The place, if a tap touches it.
fn touched(place: i32, tap: &str, places: &[Place]) -> Option<usize> {
    usize::try_from(place).ok().filter(|place| places.get(*place).is_some_and(|known| known.tap == tap))
}

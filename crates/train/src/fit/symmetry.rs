//! Patterns of squares and the symmetries of the board.
//!
//! A pattern is looked up at every place to which a symmetry carries it, with the same weights: an edge four times, a
//! corner by a corner of two by five eight times. Where a symmetry carries it onto itself (an edge read backwards), two
//! contents of it mean the same and share a weight, too.
//!
//! The content of a pattern is a number of base 3: square `i` of the list counts `3^i` times 0 if it is empty, 1 if
//! it is own, 2 if it is the other's.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// No pattern has more squares: its contents are 16-bit numbers.
const MOST_SQUARES: usize = 10;

/// Which pictures of a position mean the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Symmetries {
    /// Only itself.
    #[default]
    None,
    /// Left and right may be exchanged.
    Mirror,
    /// All turns and reflections of a square board.
    Square,
}

/// Patterns with all their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternSet {
    /// For every pattern its places, each as a list of squares.
    pub places: Vec<Vec<Vec<usize>>>,
    /// For every pattern and content the content whose weight it has.
    pub(super) tied: Vec<Vec<u16>>,
}

/// Why squares are no patterns.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("pattern `{pattern}`: {problem}")]
pub struct PatternError {
    /// The pattern, as it was written.
    pub pattern: String,
    /// What is wrong with it.
    pub problem: String,
}

impl Symmetries {
    /// Where each symmetry carries a square; the first leaves it where it is.
    pub(super) fn images(self, [width, height]: [usize; 2], square: usize) -> Vec<usize> {
        let (x, y) = (square % width, square / width);
        let (right, up) = (width - 1 - x, height - 1 - y);
        let at = |x: usize, y: usize| y * width + x;
        match self {
            Self::None => vec![square],
            Self::Mirror => vec![square, at(right, y)],
            Self::Square => {
                vec![square, at(right, y), at(x, up), at(right, up), at(y, x), at(y, right), at(up, x), at(up, right)]
            }
        }
    }
}

impl PatternSet {
    /// The patterns of a board, each written as squares: `a1 b1 c1`.
    pub fn read(size: [usize; 2], symmetries: Symmetries, patterns: &[String]) -> Result<Self, PatternError> {
        let mut set = Self { places: Vec::new(), tied: Vec::new() };
        for text in patterns {
            let wrong = |problem: String| PatternError { pattern: text.clone(), problem };
            if symmetries == Symmetries::Square && size[0] != size[1] {
                return Err(wrong("symmetries = \"square\" needs a square board".into()));
            }
            let squares: Result<Vec<usize>, String> = text.split_whitespace().map(|name| square(size, name)).collect();
            let squares = squares.map_err(wrong)?;
            check(&squares).map_err(wrong)?;
            set.add(size, symmetries, &squares);
        }
        Ok(set)
    }

    fn add(&mut self, size: [usize; 2], symmetries: Symmetries, squares: &[usize]) {
        let images: Vec<Vec<usize>> = squares.iter().map(|square| symmetries.images(size, *square)).collect();
        let mut places: Vec<Vec<usize>> = Vec::new();
        let mut onto_itself = Vec::new();
        for symmetry in 0..images[0].len() {
            let image: Vec<usize> = images.iter().map(|image| image[symmetry]).collect();
            let order: Option<Vec<usize>> =
                image.iter().map(|square| squares.iter().position(|other| other == square)).collect();
            onto_itself.extend(order);
            if !places.iter().any(|place| place.iter().all(|square| image.contains(square))) {
                places.push(image);
            }
        }
        let contents = 0..3_usize.pow(squares.len() as u32);
        let least = |content| onto_itself.iter().map(|order| reordered(content, order)).min().unwrap_or(content) as u16;
        self.tied.push(contents.map(least).collect());
        self.places.push(places);
    }

    /// How many look-ups a position takes.
    pub fn lookups(&self) -> usize {
        self.places.iter().map(Vec::len).sum()
    }

    /// How many contents a pattern has.
    pub fn contents(&self, pattern: usize) -> usize {
        self.tied[pattern].len()
    }
}

/// Reads `c4`.
fn square([width, height]: [usize; 2], name: &str) -> Result<usize, String> {
    let letter = name.bytes().next().filter(u8::is_ascii_lowercase).map(|letter| usize::from(letter - b'a'));
    let number: Option<usize> = name.get(1..).and_then(|rest| rest.parse().ok());
    match (letter, number) {
        (Some(x), Some(y)) if x < width && (1..=height).contains(&y) => Ok((y - 1) * width + x),
        _ => {
            let last = char::from(b'a' + (width - 1) as u8);
            Err(format!("`{name}` is no square of the board: write a1 to {last}{height}"))
        }
    }
}

fn check(squares: &[usize]) -> Result<(), String> {
    if !(1..=MOST_SQUARES).contains(&squares.len()) {
        return Err(format!("it has {} squares: write 1 to {MOST_SQUARES}", squares.len()));
    }
    match (1..squares.len()).find(|&index| squares[..index].contains(&squares[index])) {
        Some(index) => Err(format!("its square {} is there twice", index + 1)),
        None => Ok(()),
    }
}

/// The content whose square `i` holds what square `order[i]` holds here.
fn reordered(content: usize, order: &[usize]) -> usize {
    let digit = |place: usize| content / 3_usize.pow(place as u32) % 3;
    order.iter().rev().fold(0, |sum, &place| 3 * sum + digit(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(symmetries: Symmetries, pattern: &str) -> Result<PatternSet, PatternError> {
        PatternSet::read([8, 8], symmetries, &[pattern.to_owned()])
    }

    #[test]
    fn an_edge_has_four_places_and_is_read_both_ways() {
        let set = read(Symmetries::Square, "a1 b1 c1 d1 e1 f1 g1 h1").unwrap();
        assert_eq!(set.places[0].len(), 4);
        // 3^8 contents, of which 3^4 are their own mirror images.
        let own = (0..6561).filter(|content| usize::from(set.tied[0][*content]) == *content).count();
        assert_eq!(2 * own, 6561 + 81);
        assert_eq!(set.tied[0][2187], 1);
    }

    #[test]
    fn a_lopsided_corner_has_eight_places_and_no_twin() {
        let set = read(Symmetries::Square, "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2").unwrap();
        assert_eq!(set.places[0].len(), 8);
        assert!(set.tied[0].iter().enumerate().all(|(content, tied)| content == usize::from(*tied)));
        assert_eq!(read(Symmetries::Mirror, "a1 b1").unwrap().places[0], [[0, 1], [7, 6]]);
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        for wrong in ["", "i1", "a9", "a0", "a1 a1", "a", "é1", "a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2"] {
            assert!(read(Symmetries::Square, wrong).is_err(), "{wrong}");
        }
        assert!(PatternSet::read([7, 6], Symmetries::Square, &["a1".into()]).is_err());
    }
}

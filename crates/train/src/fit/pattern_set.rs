//! Pattern sets and the configurations that share a weight.
//!
//! The images of a pattern under the symmetries of the board share its weights: an edge has four, a corner block of two
//! by five eight. Where a symmetry maps a pattern onto itself (an edge read backwards), two configurations are equivalent and
//! share a weight, too.
//!
//! The configuration of a pattern is a number of base 3: digit `i` is 0 if square `i` of the list is empty, 1 if it is own,
//! 2 if it is the opponent's.

use quevedo_nets::Symmetries;
use quevedo_nets::patterns::MAX_SQUARES;
use thiserror::Error;

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
        let index = |square: usize| squares.iter().position(|other| *other == square);
        // The symmetries that map the pattern onto itself, as permutations of its squares.
        let onto_itself: Vec<Vec<usize>> = symmetries
            .permutations(size)
            .iter()
            .filter_map(|permutation| squares.iter().map(|square| index(permutation[*square])).collect())
            .collect();
        let contents = 0..3_usize.pow(squares.len() as u32);
        let least = |content| onto_itself.iter().map(|order| reordered(content, order)).min().unwrap_or(content) as u16;
        self.tied.push(contents.map(least).collect());
        self.places.push(symmetries.images(size, squares));
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
    if !(1..=MAX_SQUARES).contains(&squares.len()) {
        return Err(format!("it has {} squares: write 1 to {MAX_SQUARES}", squares.len()));
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

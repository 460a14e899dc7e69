//! Sets of patterns: for each pattern its instances, the places where the same weights look.

use serde_json::Value;

use crate::{NetError, WeightFile};

/// Patterns, their instances, and the squares of each in the order in which they are read.
pub type PatternSet = Vec<Vec<Vec<usize>>>;

/// No pattern has more squares: 3^10 contents fit 16 bits.
pub const MOST_SQUARES: usize = 10;
/// No set has more instances.
pub const MOST_INSTANCES: usize = 128;

/// Every base pattern with all its images under the symmetries of the board: eight of a square, four of a rectangle. An
/// image on the same squares as an earlier one is left out.
///
/// ```
/// let corners = quevedo_nets::patterns::symmetric_set(8, 8, &[vec![0, 1, 8]]);
/// assert_eq!(corners[0][0], [0, 1, 8]);
/// assert_eq!(corners[0].len(), 4);
/// ```
pub fn symmetric_set(width: usize, height: usize, base: &[Vec<usize>]) -> PatternSet {
    let symmetries = if width == height { 8 } else { 4 };
    let image = |symmetry: usize, square: usize| {
        let (x, y) = (square % width, square / width);
        let x = if symmetry & 1 == 0 { x } else { width - 1 - x };
        let y = if symmetry & 2 == 0 { y } else { height - 1 - y };
        if symmetry & 4 == 0 { y * width + x } else { x * width + y }
    };
    with_images(base, |squares| {
        let images = (0..symmetries).map(|symmetry| squares.iter().map(|square| image(symmetry, *square)).collect());
        images.collect()
    })
}

/// Every base pattern with its mirror image, for boards with an up and a down.
pub fn mirrored_set(width: usize, base: &[Vec<usize>]) -> PatternSet {
    let mirror = |square: &usize| square - square % width + width - 1 - square % width;
    with_images(base, |squares| vec![squares.to_vec(), squares.iter().map(mirror).collect()])
}

fn with_images(base: &[Vec<usize>], images: impl Fn(&[usize]) -> Vec<Vec<usize>>) -> PatternSet {
    let sorted = |squares: &[usize]| {
        let mut squares = squares.to_vec();
        squares.sort_unstable();
        squares
    };
    let distinct = |squares: &Vec<usize>| {
        let mut seen: Vec<Vec<usize>> = Vec::new();
        for image in images(squares) {
            if !seen.iter().any(|earlier| sorted(earlier) == sorted(&image)) {
                seen.push(image);
            }
        }
        seen
    };
    base.iter().map(distinct).collect()
}

/// The patterns of M. Buro's Logistello on a board of eight by eight, 46 instances (*Experiments with Multi-ProbCut and a
/// new high-quality evaluation function for Othello*, 1997): edge with both X squares, corner of 3x3, corner of 2x5, the
/// second to fourth row, diagonals of four to eight squares.
pub fn logistello_set() -> PatternSet {
    let row = |rank: usize| (8 * rank..8 * rank + 8).collect::<Vec<usize>>();
    let diagonal = |length: usize| (0..length).map(|step| 9 * step + 8 - length).collect::<Vec<usize>>();
    let edge: Vec<usize> = [&row(0)[..], &[9, 14]].concat();
    let corner = vec![0, 1, 2, 8, 9, 10, 16, 17, 18];
    let block = vec![0, 1, 2, 3, 4, 8, 9, 10, 11, 12];
    let mut base = vec![edge, corner, block];
    base.extend([1, 2, 3].map(row));
    base.extend([4, 5, 6, 7, 8].map(diagonal));
    symmetric_set(8, 8, &base)
}

/// A set as the metadata of a file has it.
pub fn show_set(set: &PatternSet) -> String {
    Value::from(set.iter().map(|pattern| Value::from(pattern.clone())).collect::<Vec<_>>()).to_string()
}

/// The set of a file for a board of so many squares.
pub fn read_set(file: &WeightFile, squares: usize) -> Result<PatternSet, NetError> {
    const KEY: &str = "patterns";
    let set: PatternSet = serde_json::from_str(file.word(KEY)?)
        .map_err(|_| file.meta_error(KEY, "a list of patterns, each a list of instances, each a list of squares"))?;
    check_set(&set, squares).map_err(|problem| file.meta_error(KEY, problem))?;
    Ok(set)
}

/// What is wrong with a set.
pub fn check_set(set: &PatternSet, squares: usize) -> Result<(), &'static str> {
    let instances = || set.iter().flatten();
    if !(1..=MOST_INSTANCES).contains(&instances().count()) {
        return Err("1 to 128 instances");
    }
    if instances().any(|instance| !(1..=MOST_SQUARES).contains(&instance.len())) {
        return Err("instances of 1 to 10 squares");
    }
    if set.iter().any(|pattern| pattern.iter().any(|instance| instance.len() != pattern[0].len())) {
        return Err("as many squares in every instance of a pattern");
    }
    let twice = |instance: &Vec<usize>| (1..instance.len()).any(|at| instance[..at].contains(&instance[at]));
    if instances().any(|instance| instance.iter().any(|square| *square >= squares) || twice(instance)) {
        return Err("different squares of the board in every instance");
    }
    Ok(())
}

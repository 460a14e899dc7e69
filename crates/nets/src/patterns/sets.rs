//! Sets of patterns: for each pattern its instances, which share weights.

use serde_json::Value;

use crate::{NetError, Symmetries, WeightFile};

/// Patterns, the instances of each, and the squares of each instance in the order of its digits.
pub type PatternSet = Vec<Vec<Vec<usize>>>;

/// Upper bound on the squares of a pattern: 3^10 configurations fit 16 bits.
pub const MAX_SQUARES: usize = 10;
/// Upper bound on the instances of a set.
pub const MAX_INSTANCES: usize = 128;

/// Every base pattern with its images under the symmetries of the board. An image on the same squares as an earlier one is
/// left out.
///
/// ```
/// use quevedo_nets::{Symmetries, patterns::symmetric_set};
///
/// let corners = symmetric_set([8, 8], Symmetries::Square, &[vec![0, 1, 8]]);
/// assert_eq!(corners[0][0], [0, 1, 8]);
/// assert_eq!(corners[0].len(), 4);
/// ```
pub fn symmetric_set(size: [usize; 2], symmetries: Symmetries, base: &[Vec<usize>]) -> PatternSet {
    base.iter().map(|squares| symmetries.images(size, squares)).collect()
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
    symmetric_set([8, 8], Symmetries::Square, &base)
}

/// A set as text for the metadata of a file.
pub fn show_set(set: &PatternSet) -> String {
    Value::from(set.iter().map(|pattern| Value::from(pattern.clone())).collect::<Vec<_>>()).to_string()
}

/// The set of a file for a board with this number of squares.
pub fn read_set(file: &WeightFile, squares: usize) -> Result<PatternSet, NetError> {
    const KEY: &str = "patterns";
    let set: PatternSet = serde_json::from_str(file.text(KEY)?)
        .map_err(|_| file.meta_error(KEY, "a list of patterns, each a list of instances, each a list of squares"))?;
    check_set(&set, squares).map_err(|problem| file.meta_error(KEY, problem))?;
    Ok(set)
}

/// Checks a set for a board with this number of squares. The error says what is expected.
pub fn check_set(set: &PatternSet, squares: usize) -> Result<(), &'static str> {
    let instances = || set.iter().flatten();
    if !(1..=MAX_INSTANCES).contains(&instances().count()) {
        return Err("1 to 128 instances");
    }
    if instances().any(|instance| !(1..=MAX_SQUARES).contains(&instance.len())) {
        return Err("instances of 1 to 10 squares");
    }
    if set.iter().any(|pattern| pattern.iter().any(|instance| instance.len() != pattern[0].len())) {
        return Err("the same number of squares in every instance of a pattern");
    }
    let twice = |instance: &Vec<usize>| (1..instance.len()).any(|at| instance[..at].contains(&instance[at]));
    if instances().any(|instance| instance.iter().any(|square| *square >= squares) || twice(instance)) {
        return Err("different squares of the board in every instance");
    }
    Ok(())
}

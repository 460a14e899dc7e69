//! The symmetry group of a board.

use serde::{Deserialize, Serialize};

/// The symmetries of a game: transformations of the board that do not change the value of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Symmetries {
    /// The identity only.
    #[default]
    None,
    /// The identity and the reflection that swaps left and right.
    Mirror,
    /// All eight rotations and reflections of a square board.
    Square,
}

impl Symmetries {
    /// For each symmetry the image of every square; the identity comes first.
    ///
    /// ```
    /// use quevedo_nets::Symmetries;
    ///
    /// assert_eq!(Symmetries::Mirror.permutations([3, 1]), [[0, 1, 2], [2, 1, 0]]);
    /// ```
    ///
    /// # Panics
    /// If all eight symmetries are wanted of a board that is not square.
    pub fn permutations(self, [width, height]: [usize; 2]) -> Vec<Vec<usize>> {
        assert!(self != Self::Square || width == height, "a board of {width}x{height} is not square");
        let count = match self {
            Self::None => 1,
            Self::Mirror => 2,
            Self::Square => 8,
        };
        let image = |symmetry: usize, square: usize| {
            let (x, y) = (square % width, square / width);
            let x = if symmetry & 1 == 0 { x } else { width - 1 - x };
            let y = if symmetry & 2 == 0 { y } else { height - 1 - y };
            if symmetry & 4 == 0 { y * width + x } else { x * width + y }
        };
        (0..count).map(|symmetry| (0..width * height).map(|square| image(symmetry, square)).collect()).collect()
    }

    /// The distinct images of a set of squares, the set itself first. An image on the same squares as an earlier one is left
    /// out.
    pub fn images(self, size: [usize; 2], squares: &[usize]) -> Vec<Vec<usize>> {
        let mut images: Vec<Vec<usize>> = Vec::new();
        for permutation in self.permutations(size) {
            let image: Vec<usize> = squares.iter().map(|square| permutation[*square]).collect();
            if !images.iter().any(|earlier| earlier.iter().all(|square| image.contains(square))) {
                images.push(image);
            }
        }
        images
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every symmetry is a permutation, they differ, and they are closed under composition.
    #[test]
    fn symmetries_are_a_group() {
        for (symmetries, size, order) in
            [(Symmetries::None, [7, 6], 1), (Symmetries::Mirror, [7, 6], 2), (Symmetries::Square, [6, 6], 8)]
        {
            let all = symmetries.permutations(size);
            let distinct: std::collections::HashSet<_> = all.iter().collect();
            assert_eq!((all.len(), distinct.len()), (order, order));
            assert!(all[0].iter().copied().eq(0..size[0] * size[1]));
            for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
                let composed: Vec<usize> = a.iter().map(|square| b[*square]).collect();
                assert!(distinct.contains(&composed), "{symmetries:?}");
            }
        }
    }

    #[test]
    fn images_on_the_same_squares_count_once() {
        assert_eq!(Symmetries::Square.images([8, 8], &[0, 1, 8]).len(), 4);
        assert_eq!(Symmetries::Square.images([8, 8], &[0, 1, 2]).len(), 8);
        assert_eq!(Symmetries::Mirror.images([8, 8], &[0, 1]), [[0, 1], [7, 6]]);
    }
}

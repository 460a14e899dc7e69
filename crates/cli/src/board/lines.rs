//! The lines between the points of a board, character by character.

/// A piece of a line that fills one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stroke {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
    /// From bottom left to top right.
    Rising,
    /// From top left to bottom right.
    Falling,
}

impl Stroke {
    /// As plain ASCII.
    pub(crate) const fn ascii(self) -> char {
        match self {
            Self::Across => '-',
            Self::Down => '|',
            Self::Rising => '/',
            Self::Falling => '\\',
        }
    }

    /// As a box-drawing character.
    pub(crate) const fn unicode(self) -> char {
        match self {
            Self::Across => '─',
            Self::Down => '│',
            Self::Rising => '╱',
            Self::Falling => '╲',
        }
    }
}

/// The strokes of all `lines` between `points`, which are given in characters from the left and from the top. A
/// character is about twice as high as wide, so a diagonal goes two to the side for one down: points must be twice as
/// far apart across as down.
pub(crate) fn strokes(points: &[(u16, u16)], lines: &[[u8; 2]]) -> Vec<(u16, u16, Stroke)> {
    let ends = lines.iter().map(|[from, to]| (points[usize::from(*from)], points[usize::from(*to)]));
    ends.flat_map(|(from, to)| line(from.min(to), from.max(to))).collect()
}

/// The strokes strictly between two ends, of which `from` is not the right one.
fn line(from: (u16, u16), to: (u16, u16)) -> Vec<(u16, u16, Stroke)> {
    let (width, height) = (to.0 - from.0, from.1.abs_diff(to.1));
    if height == 0 {
        (from.0 + 1..to.0).map(|x| (x, from.1, Stroke::Across)).collect()
    } else if width == 0 {
        (from.1 + 1..to.1).map(|y| (from.0, y, Stroke::Down)).collect()
    } else if to.1 > from.1 {
        (1..height).map(|step| (from.0 + step * width / height, from.1 + step, Stroke::Falling)).collect()
    } else {
        (1..height).map(|step| (from.0 + step * width / height, from.1 - step, Stroke::Rising)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_fills_what_is_between_its_ends() {
        let points = [(0, 0), (4, 0), (0, 2), (4, 2)];
        assert_eq!(strokes(&points, &[[1, 0]]), [1, 2, 3].map(|x| (x, 0, Stroke::Across)));
        assert_eq!(strokes(&points, &[[0, 2]]), [(0, 1, Stroke::Down)]);
        assert_eq!(strokes(&points, &[[3, 0]]), [(2, 1, Stroke::Falling)]);
        assert_eq!(strokes(&points, &[[2, 1]]), [(2, 1, Stroke::Rising)]);
        assert_eq!(strokes(&[(0, 3), (6, 0)], &[[0, 1]]), [(2, 2, Stroke::Rising), (4, 1, Stroke::Rising)]);
    }
}

//! Small square matrices, as large as a tournament has players.

/// Rows of numbers.
pub(super) type Matrix = Vec<Vec<f64>>;

/// The inverse of a matrix that has one, by elimination with pivots.
pub(super) fn invert(mut matrix: Matrix) -> Matrix {
    let size = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == index))));
    }
    for column in 0..size {
        let pivot = (column..size).max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()));
        matrix.swap(column, pivot.unwrap_or(column));
        let mut pivot_row = std::mem::take(&mut matrix[column]);
        let scale = pivot_row[column];
        for value in &mut pivot_row {
            *value /= scale;
        }
        for row in matrix.iter_mut().filter(|row| !row.is_empty()) {
            let factor = row[column];
            row.iter_mut().zip(&pivot_row).for_each(|(value, pivot)| *value -= factor * pivot);
        }
        matrix[column] = pivot_row;
    }
    matrix.into_iter().map(|row| row[size..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_undoes_the_matrix() {
        let matrix = vec![vec![0.0, 2.0, 1.0], vec![1.0, 1.0, 0.0], vec![3.0, -1.0, 4.0]];
        let inverse = invert(matrix.clone());
        for (index, row) in matrix.iter().enumerate() {
            for column in 0..3 {
                let cell: f64 = row.iter().zip(&inverse).map(|(value, other)| value * other[column]).sum();
                assert!((cell - f64::from(u8::from(index == column))).abs() < 1e-12);
            }
        }
    }
}

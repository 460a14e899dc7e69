//! Boards written rank by rank from the top, numbers for runs of empty places: `3q2q3/10/…`.

use super::{PositionError, messages};

/// Reads ranks of the given widths, top first, and hands every piece letter over with its rank (0 = top) and
/// its file within the rank.
pub fn read_ranks(
    text: &str,
    widths: &[u8],
    mut piece: impl FnMut(usize, u8, char) -> Result<(), PositionError>,
) -> Result<(), PositionError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != widths.len() {
        let expected = messages::wrong_ranks(widths.len(), ranks.len());
        return Err(PositionError::new(messages::board(), text, expected));
    }
    for (row, (rank, &width)) in ranks.iter().zip(widths).enumerate() {
        let mut file: u32 = 0;
        let mut letters = rank.chars().peekable();
        while let Some(letter) = letters.next() {
            if let Some(digit) = letter.to_digit(10) {
                let mut empties = digit;
                while let Some(next) = letters.peek().and_then(|c| c.to_digit(10)) {
                    empties = empties.saturating_mul(10).saturating_add(next);
                    letters.next();
                }
                file = file.saturating_add(empties);
            } else if file < u32::from(width) {
                piece(row, file as u8, letter)?;
                file += 1;
            } else {
                file = file.saturating_add(1);
            }
        }
        if file != u32::from(width) {
            let expected = messages::wrong_places(widths.len() - row, width, file);
            return Err(PositionError::new(messages::rank(), rank, expected));
        }
    }
    Ok(())
}

/// Writes ranks of the given widths, top first; `piece` tells the letter at a rank (0 = top) and file.
pub fn write_ranks(widths: &[u8], piece: impl Fn(usize, u8) -> Option<char>) -> String {
    let mut text = String::new();
    for (row, &width) in widths.iter().enumerate() {
        if row > 0 {
            text.push('/');
        }
        let mut empties = 0;
        let flush = |empties: &mut u32, text: &mut String| {
            if *empties > 0 {
                text.push_str(&empties.to_string());
                *empties = 0;
            }
        };
        for file in 0..width {
            if let Some(letter) = piece(row, file) {
                flush(&mut empties, &mut text);
                text.push(letter);
            } else {
                empties += 1;
            }
        }
        flush(&mut empties, &mut text);
    }
    text
}

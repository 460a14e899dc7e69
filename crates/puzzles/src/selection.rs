//! Which puzzle is next.

use std::collections::HashSet;

use crate::Puzzle;

/// A prime that divides no number of puzzles we ship: so every puzzle is that of a day once before any is it again.
const STEP: u64 = 7919;

/// The number, from 1, of the puzzle of a day, by the days since 1970; `None` without puzzles.
pub fn daily(puzzles: &[Puzzle], day: u64) -> Option<usize> {
    let count = puzzles.len() as u64;
    (count > 0).then(|| ((day % count) * (STEP % count) % count) as usize + 1)
}

/// The number, from 1, of the puzzle whose rating is nearest among those that were not seen; among all but the last one seen if all
/// were. `None` without puzzles.
pub fn nearest(puzzles: &[Puzzle], rating: u32, seen: &[usize]) -> Option<usize> {
    let find = |seen: &HashSet<usize>| {
        let numbered = (1..).zip(puzzles).filter(|(number, _)| !seen.contains(number));
        numbered.min_by_key(|(_, puzzle)| puzzle.rating.abs_diff(rating)).map(|(number, _)| number)
    };
    find(&seen.iter().copied().collect())
        .or_else(|| find(&seen.last().copied().into_iter().collect()))
        .or_else(|| find(&HashSet::new()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Goal;

    fn puzzles(ratings: &[u32]) -> Vec<Puzzle> {
        let puzzle = |rating: &u32| Puzzle {
            position: String::new(),
            solution: vec![],
            rating: *rating,
            goal: Goal::Win,
            origin: 0,
        };
        ratings.iter().map(puzzle).collect()
    }

    #[test]
    fn every_puzzle_has_its_day() {
        let all = puzzles(&[1000; 300]);
        let numbers: HashSet<_> = (20_000..20_300).map(|day| daily(&all, day).unwrap()).collect();
        assert_eq!(numbers.len(), 300);
        assert!(numbers.iter().all(|number| (1..=300).contains(number)));
        assert_eq!(daily(&[], 5), None);
    }

    #[test]
    fn the_next_puzzle_is_the_nearest_unseen_one() {
        let all = puzzles(&[800, 1500, 1600, 2400]);
        assert_eq!(nearest(&all, 1540, &[]), Some(2));
        assert_eq!(nearest(&all, 1540, &[2]), Some(3));
        assert_eq!(nearest(&all, 1540, &[1, 3, 4, 2]), Some(3));
        assert_eq!(nearest(&all[..1], 1540, &[1]), Some(1));
        assert_eq!(nearest(&[], 1540, &[1]), None);
    }
}

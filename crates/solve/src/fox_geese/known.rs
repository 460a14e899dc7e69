//! The values of the three start positions, from tables that are too large to ship (docs/solved.md).

use quevedo_core::{Game, Value};
use quevedo_games::FoxGeese;

use crate::KnownResult;

const SOURCE: &str = "docs/solved.md: retrograde analysis of all placements of up to 17 geese";

/// The value of a start position.
pub(crate) fn known_result(position: &FoxGeese) -> Option<KnownResult> {
    const CENTRE: &[&str] = &["c3c4", "d3d4", "e3e4", "c3d4", "e3d4"];
    let starts = [
        (FoxGeese::start(), Some(63), CENTRE),
        (FoxGeese::start_13(), Some(73), CENTRE),
        // 55 or 57 plies: the tables of 17 geese leave both open.
        (FoxGeese::start_17(), None, &["c3c4", "e3e4"]),
    ];
    let (_, plies, best) = starts.into_iter().find(|(start, ..)| start == position)?;
    Some(KnownResult { value: Value::Win, plies, best, source: SOURCE })
}

#[cfg(test)]
mod tests {
    use quevedo_core::Notation;

    use super::*;

    #[test]
    fn the_start_positions_are_known_and_their_moves_legal() {
        for start in [FoxGeese::start(), FoxGeese::start_13(), FoxGeese::start_17()] {
            let known = known_result(&start).unwrap();
            assert!(known.best.iter().all(|mv| start.parse_move(mv).is_ok()), "{known:?}");
            let mut later = start;
            later.play(start.parse_move(known.best[0]).unwrap());
            assert_eq!(known_result(&later), None);
        }
    }
}

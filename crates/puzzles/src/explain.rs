//! Why a move is the only one.

use quevedo_catalog::{Session, SpecError};
use quevedo_core::Value;

use crate::{Goal, MoveValue, Proof, Puzzle, judge};

impl Puzzle {
    /// The game after the first `plies` moves of the solution; `None` if there are fewer or one is not legal.
    pub fn session_after(&self, session: &dyn Session, plies: usize) -> Option<Box<dyn Session>> {
        let mut after = session.fork();
        for mv in self.solution.get(..plies)? {
            after.play(mv).ok()?;
        }
        Some(after)
    }

    /// The value of every move after the first `plies` moves of the solution, the best first. The proof of a fast win says that no other
    /// move wins as fast, and nothing more.
    pub fn explain(&self, session: &dyn Session, plies: usize) -> Result<Vec<MoveValue>, SpecError> {
        let Some(session) = self.session_after(session, plies) else { return Ok(Vec::new()) };
        let Goal::WinIn(in_plies) = self.goal else {
            return Ok(judge(session.entry(), Proof::of(self.goal))?.move_values(&*session));
        };
        let best = self.solution.get(plies);
        let value = |mv: &str| match best {
            Some(best) if best == mv => {
                let left = in_plies.saturating_sub(plies as u32);
                MoveValue { value: Some(Value::Win), plies: Some(left), ..MoveValue::unknown(mv) }
            }
            _ => MoveValue::unknown(mv),
        };
        let mut values: Vec<_> = session.legal().iter().map(|mv| value(&mv.text)).collect();
        MoveValue::sort_best_first(&mut values);
        Ok(values)
    }
}

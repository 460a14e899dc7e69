//! Proof by the solver of the game.

use quevedo_catalog::{GameEntry, Prober, Session, Solved};
use quevedo_core::Value;

use crate::{Goal, Judge, MoveValue, OnlyMove};

/// How many nodes the solution of one position may take.
const MAX_NODES: u64 = 200_000;

/// Proves by the solver of a game.
pub(crate) struct SolverJudge {
    prober: Box<dyn Prober>,
    margin: i32,
}

impl SolverJudge {
    pub(crate) fn new(game: &GameEntry, margin: i32) -> Self {
        Self { prober: game.prober(), margin }
    }

    /// The value of a move, by the position after it.
    fn move_value(&mut self, session: &dyn Session, mv: &str) -> Option<MoveValue> {
        let mut after = session.fork();
        after.play(mv).ok()?;
        let solved = match after.outcome() {
            // Its margin is not known here: a position with such a move has no best margin.
            Some(outcome) => Solved {
                value: Value::of(outcome, after.turn()),
                plies: Some(0),
                score: None,
                best: Vec::new(),
                nodes: 1,
            },
            None => self.prober.probe(&*after, MAX_NODES)?,
        };
        Some(MoveValue::after(mv, &solved, after.turn() == session.turn()))
    }

    /// The values of all moves but one; `None` if one of them is not proved.
    fn others(&mut self, session: &dyn Session, mv: &str) -> Option<Vec<MoveValue>> {
        let legal = session.legal();
        legal.iter().filter(|other| other.text != mv).map(|other| self.move_value(session, &other.text)).collect()
    }
}

impl SolverJudge {
    /// The goal that a move alone reaches: to keep the value, or else the best margin. `None` if another reaches it too.
    fn goal(&mut self, session: &dyn Session, solved: &Solved, mv: &str) -> Option<Goal> {
        let keep = match solved.value {
            Value::Win => Goal::Win,
            Value::Draw => Goal::Draw,
            Value::Loss => return None,
        };
        if solved.plies.is_none() && solved.score.is_none() {
            return Some(keep);
        }
        // The best moves are the fastest ones, or those with the best margin: others may keep the value too.
        let others = self.others(session, mv)?;
        if others.iter().all(|other| other.value < Some(solved.value)) {
            return Some(keep);
        }
        let score = solved.score.filter(|_| solved.plies.is_none())?;
        let is_best = others.iter().all(|other| other.score.is_some_and(|other| score - other >= self.margin));
        is_best.then_some(Goal::Score(score))
    }
}

impl Judge for SolverJudge {
    fn only_move(&mut self, session: &dyn Session) -> Option<OnlyMove> {
        let solved = self.prober.probe(session, MAX_NODES)?;
        let [mv] = solved.best.as_slice() else { return None };
        let goal = self.goal(session, &solved, mv)?;
        Some(OnlyMove { goal, mv: mv.clone(), nodes: solved.nodes })
    }

    fn best_replies(&mut self, session: &dyn Session) -> Vec<String> {
        self.prober.probe(session, MAX_NODES).map_or_else(Vec::new, |solved| solved.best)
    }

    fn move_values(&mut self, session: &dyn Session) -> Vec<MoveValue> {
        let Some(solved) = self.prober.probe(session, MAX_NODES) else { return Vec::new() };
        let value = |mv: &str, judge: &mut Self| {
            if solved.plies.is_some() || solved.score.is_some() {
                return judge.move_value(session, mv).unwrap_or_else(|| MoveValue::unknown(mv));
            }
            // Without distances the best moves are those that keep the value.
            let kept = solved.best.iter().any(|best| best == mv).then_some(solved.value);
            MoveValue { value: kept, ..MoveValue::unknown(mv) }
        };
        let mut values: Vec<_> = session.legal().iter().map(|mv| value(&mv.text, self)).collect();
        MoveValue::sort_best_first(&mut values);
        values
    }
}

//! The order in which jobs are taken: moves of running games ahead of studies, and the visitors in turn, so that
//! nobody waits for all the jobs of somebody with many.

use std::collections::{HashMap, VecDeque};

/// How much a job matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Priority {
    /// A game waits for it.
    Move,
    /// A hint or an analysis.
    Study,
}

/// Jobs that wait.
pub(super) struct Queue<J> {
    moves: Round<J>,
    studies: Round<J>,
}

impl<J> Default for Queue<J> {
    fn default() -> Self {
        Self { moves: Round::default(), studies: Round::default() }
    }
}

impl<J> Queue<J> {
    pub(super) fn push(&mut self, who: &str, priority: Priority, job: J) {
        match priority {
            Priority::Move => self.moves.push(who, job),
            Priority::Study => self.studies.push(who, job),
        }
    }

    /// The next job; a study only where one may be begun.
    pub(super) fn pop(&mut self, may_study: bool) -> Option<(Priority, J)> {
        let mv = self.moves.pop().map(|job| (Priority::Move, job));
        let study = |round: &mut Round<J>| round.pop().map(|job| (Priority::Study, job));
        mv.or_else(|| if may_study { study(&mut self.studies) } else { None })
    }
}

/// One line for each visitor, served in turn.
struct Round<J> {
    turns: VecDeque<String>,
    lines: HashMap<String, VecDeque<J>>,
}

impl<J> Default for Round<J> {
    fn default() -> Self {
        Self { turns: VecDeque::new(), lines: HashMap::new() }
    }
}

impl<J> Round<J> {
    fn push(&mut self, who: &str, job: J) {
        let line = self.lines.entry(who.to_owned()).or_default();
        if line.is_empty() {
            self.turns.push_back(who.to_owned());
        }
        line.push_back(job);
    }

    fn pop(&mut self) -> Option<J> {
        let who = self.turns.pop_front()?;
        let line = self.lines.get_mut(&who)?;
        let job = line.pop_front();
        if line.is_empty() {
            self.lines.remove(&who);
        } else {
            self.turns.push_back(who);
        }
        job
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visitors_are_served_in_turn() {
        let mut queue = Queue::default();
        for job in ["a1", "a2", "a3"] {
            queue.push("a", Priority::Move, job);
        }
        queue.push("b", Priority::Move, "b1");
        queue.push("c", Priority::Study, "c1");
        queue.push("b", Priority::Move, "b2");
        let mut order = Vec::new();
        while let Some((_, job)) = queue.pop(true) {
            order.push(job);
        }
        assert_eq!(order, ["a1", "b1", "a2", "b2", "a3", "c1"]);
    }

    #[test]
    fn studies_wait_for_room() {
        let mut queue = Queue::default();
        queue.push("a", Priority::Study, 1);
        assert_eq!(queue.pop(false), None);
        assert_eq!(queue.pop(true), Some((Priority::Study, 1)));
        assert_eq!(queue.pop(true), None);
    }
}

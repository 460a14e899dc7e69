//! The order of jobs: moves of running games before analyses, and the visitors in turn, so that a visitor with many jobs
//! does not delay the others. All visitors of one address take one turn.

use std::collections::{HashMap, VecDeque};

/// The priority of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Priority {
    /// A game waits for it.
    Move,
    /// A hint or an analysis.
    Analysis,
}

/// Jobs that wait.
pub(super) struct JobQueue<J> {
    moves: RoundRobin<J>,
    analyses: RoundRobin<J>,
}

impl<J> Default for JobQueue<J> {
    fn default() -> Self {
        Self { moves: RoundRobin::default(), analyses: RoundRobin::default() }
    }
}

impl<J> JobQueue<J> {
    pub(super) fn push(&mut self, visitor: &str, priority: Priority, job: J) {
        match priority {
            Priority::Move => self.moves.push(visitor, job),
            Priority::Analysis => self.analyses.push(visitor, job),
        }
    }

    /// Analyses that wait.
    pub(super) fn analyses(&self) -> usize {
        self.analyses.len()
    }

    /// Analyses of a visitor that wait.
    pub(super) fn analyses_of(&self, visitor: &str) -> usize {
        self.analyses.queues.get(visitor).map_or(0, VecDeque::len)
    }

    /// Jobs that wait.
    pub(super) fn len(&self) -> usize {
        self.moves.len() + self.analyses.len()
    }

    /// The next job; an analysis only where one may start.
    pub(super) fn pop(&mut self, allow_analysis: bool) -> Option<(Priority, J)> {
        if let Some(job) = self.moves.pop() {
            return Some((Priority::Move, job));
        }
        let analysis = if allow_analysis { self.analyses.pop() } else { None };
        analysis.map(|job| (Priority::Analysis, job))
    }
}

/// A queue for each visitor, served in turn.
struct RoundRobin<J> {
    turns: VecDeque<String>,
    queues: HashMap<String, VecDeque<J>>,
}

impl<J> Default for RoundRobin<J> {
    fn default() -> Self {
        Self { turns: VecDeque::new(), queues: HashMap::new() }
    }
}

impl<J> RoundRobin<J> {
    fn len(&self) -> usize {
        self.queues.values().map(VecDeque::len).sum()
    }

    fn push(&mut self, visitor: &str, job: J) {
        let queue = self.queues.entry(visitor.to_owned()).or_default();
        if queue.is_empty() {
            self.turns.push_back(visitor.to_owned());
        }
        queue.push_back(job);
    }

    fn pop(&mut self) -> Option<J> {
        let visitor = self.turns.pop_front()?;
        let queue = self.queues.get_mut(&visitor)?;
        let job = queue.pop_front();
        if queue.is_empty() {
            self.queues.remove(&visitor);
        } else {
            self.turns.push_back(visitor);
        }
        job
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visitors_are_served_in_turn() {
        let mut queue = JobQueue::default();
        for job in ["a1", "a2", "a3"] {
            queue.push("a", Priority::Move, job);
        }
        queue.push("b", Priority::Move, "b1");
        queue.push("c", Priority::Analysis, "c1");
        queue.push("b", Priority::Move, "b2");
        assert_eq!((queue.len(), queue.analyses(), queue.analyses_of("c"), queue.analyses_of("a")), (6, 1, 1, 0));
        let mut order = Vec::new();
        while let Some((_, job)) = queue.pop(true) {
            order.push(job);
        }
        assert_eq!(order, ["a1", "b1", "a2", "b2", "a3", "c1"]);
    }

    #[test]
    fn analyses_wait_until_they_are_allowed() {
        let mut queue = JobQueue::default();
        queue.push("a", Priority::Analysis, 1);
        assert_eq!(queue.pop(false), None);
        assert_eq!(queue.pop(true), Some((Priority::Analysis, 1)));
        assert_eq!(queue.pop(true), None);
    }
}

//! Parallel work whose result does not depend on the number of threads.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// Maps `work` over parts on several threads. The results are in the order of the parts.
pub(super) fn parallel_map<P: Send, A: Send>(threads: usize, parts: Vec<P>, work: impl Fn(P) -> A + Sync) -> Vec<A> {
    if threads <= 1 || parts.len() <= 1 {
        return parts.into_iter().map(work).collect();
    }
    let mut answers: Vec<Option<A>> = parts.iter().map(|_| None).collect();
    let waiting = Mutex::new(parts.into_iter().zip(&mut answers));
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run_parts = || {
        while let Some((part, answer)) = next() {
            *answer = Some(work(part));
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(run_parts);
        }
        run_parts();
    });
    drop(waiting);
    answers.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_in_order() {
        for threads in [1, 2, 5] {
            assert_eq!(
                parallel_map(threads, (0..100).collect(), |part: u32| part * 2),
                (0..100).map(|n| n * 2).collect::<Vec<_>>()
            );
        }
        assert!(parallel_map(3, Vec::<u32>::new(), |part| part).is_empty());
    }
}

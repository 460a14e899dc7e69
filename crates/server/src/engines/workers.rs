//! Workers at a queue, which search the moves of machines instead of the search pool, so that a server carries no engines.

#[cfg(feature = "queue")]
mod queue {
    use std::sync::Arc;

    use quevedo_queue::{Search, SearchJob, SearchQueue};

    use crate::serve::ServeError;

    /// The workers at a queue.
    pub(crate) struct Workers(SearchQueue);

    impl Workers {
        /// Connects to a queue; one that does not answer yet is waited for.
        pub(crate) async fn connect(url: &str) -> Result<Self, ServeError> {
            let notice = Arc::new(|text: &str| tracing::info!(text, "queue"));
            let queue = SearchQueue::connect(url, notice).await;
            queue.map(Self).map_err(|error| ServeError::Queue { problem: error.to_string() })
        }

        /// How many searches have no answer yet.
        pub(crate) fn waiting(&self) -> usize {
            self.0.waiting()
        }

        /// Asks for a search.
        pub(crate) fn search(&self, job: SearchJob) -> Search {
            self.0.search(job)
        }
    }
}

#[cfg(feature = "queue")]
pub(crate) use queue::Workers;

#[cfg(not(feature = "queue"))]
mod no_queue {
    use crate::serve::ServeError;

    /// There are none in a program that was built without queues.
    pub(crate) enum Workers {}

    impl Workers {
        #[expect(clippy::unused_async, reason = "as with queues")]
        pub(crate) async fn connect(_: &str) -> Result<Self, ServeError> {
            Err(ServeError::Queue { problem: "this program was built without queues".into() })
        }

        pub(crate) fn waiting(&self) -> usize {
            match *self {}
        }
    }
}

#[cfg(not(feature = "queue"))]
pub(crate) use no_queue::Workers;

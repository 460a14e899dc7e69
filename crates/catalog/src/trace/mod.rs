//! A search as a list of events: see docs/trace.md.
//!
//! A [`Recorder`] watches a search through a [`Player`](crate::Player) and writes what it sees as [`TraceEvent`]s. It
//! keeps a bounded number of them, and knows the number of all.

mod event;
mod recorder;
mod text;

pub use event::{Change, ChildEvent, PrunedMoves, SelectionEvent, TraceEvent};
pub use recorder::{Recorder, TraceSummary};
pub(crate) use text::TextObserver;

//! The program inside the browser: it answers the requests of the page as the server does, with the same types and words.
//!
//! A browser loads it into several workers. One of them keeps the [`Games`] and never searches, so it answers at once. What takes
//! long it returns as a [`Search`], which the page gives to one of the others: [`Searcher`]. A search is stopped by ending its
//! worker.
//!
//! * `calls`: what goes in and out, as JSON.
//! * `games`: live games, and requests that need no search. `game`: one of them, with its machine.
//! * `list`: which games are listed.
//! * `searcher`: everything that searches.
//! * `abi`: JSON through the memory of the module.

#[cfg(target_arch = "wasm32")]
mod abi;
mod calls;
mod game;
mod games;
mod list;
mod reviews;
mod route;
mod searcher;

pub use calls::{Call, Effects, Event, Reply, Search, Stored};
pub use games::Games;
pub use searcher::Searcher;

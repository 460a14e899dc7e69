//! The server of the page: an HTTP and WebSocket API, live games, persistence, and the page itself inside the binary.
//!
//! * [`wire`]: the JSON that server and page exchange.
//! * `live`: live games, one task each.
//! * `engines`: the worker pool on which engines search, and their limits.
//! * `tournaments`: tournaments of engines. `reviews`: reviews of finished games.
//! * `store`: the database, a file or a server.
//! * `api`: the routes under `/api`. `page`: the embedded files.
//! * `counting`: the moves of finished games, counted by position.
//! * `health`, `doctor`: what those ask who look after a server.
//! * `addresses`, `preview`, `picture`: what a link to a game needs.
//! * `messages`: every refusal, in both languages.
//!
//! The server and the page know no rule of a game: they handle taps and boards.

mod addresses;
mod api;
mod app;
mod counting;
mod doctor;
mod engines;
mod health;
mod identity;
mod limits;
mod live;
mod messages;
mod page;
mod picture;
mod preview;
mod problem;
mod reviews;
mod serve;
mod store;
mod token_bucket;
mod tournaments;
pub mod wire;

pub use api::openapi;
pub(crate) use app::App;
pub use doctor::{BackupError, Finding, backup, examine};
pub use limits::Quotas;
pub use serve::{Config, ServeError, Server, serve};
pub use store::StoreError;
pub use tournaments::store_tournament;

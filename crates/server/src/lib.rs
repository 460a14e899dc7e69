//! The server of the page: an HTTP and WebSocket API, live games, persistence, and the page itself inside the binary.
//!
//! * [`quevedo_api`]: the JSON that server and page exchange, the state of live games, and answers that need nothing else.
//! * `live`: live games, one task each.
//! * `engines`: the worker pool on which engines search, and their limits.
//! * `tournaments`: tournaments of engines. `reviews`: reviews of finished games.
//! * `store`: the database, a file or a server.
//! * `api`: the routes under `/api`. `page`: the embedded files.
//! * `counting`: the moves of finished games, counted by position.
//! * `cluster`: several servers on one database.
//! * `clients`, `limits`: where requests come from, and how much they may ask for.
//! * `health`, `metrics`, `doctor`, `transfer`: what those ask who look after a server.
//! * `addresses`, `preview`: what a link to a game needs.
//!
//! The server and the page know no rule of a game: they handle taps and boards.

mod addresses;
mod api;
mod app;
mod clients;
mod cluster;
mod counting;
mod doctor;
mod engines;
mod health;
mod identity;
mod limits;
mod live;
mod metrics;
mod page;
mod preview;
mod reviews;
mod serve;
mod store;
mod token_bucket;
mod tournaments;
mod transfer;

pub use api::openapi;
pub(crate) use app::App;
pub use clients::Network;
pub use doctor::{BackupError, Finding, backup, examine};
pub use limits::Quotas;
pub use quevedo_api::wire;
pub(crate) use quevedo_api::{ids, messages, problem};
pub use serve::{Config, ServeError, Server, serve};
pub use store::StoreError;
pub use tournaments::store_tournament;
pub use transfer::{TransferError, export, import};

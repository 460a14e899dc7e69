//! The server of the page: an HTTP and WebSocket API, live games, persistence, and the page itself inside the binary.
//!
//! * [`wire`]: the JSON that server and page exchange.
//! * `live`: games being played, one task each. `table` knows the rules of the house, not those of the games.
//! * `think`: the threads on which machines think.
//! * `tournaments`: machines against machines, behind the games of people.
//! * `store`: the database, one file or a server.
//! * `api`: what is answered at which address. `page`: the embedded files.
//!
//! No rule of a game is here, and none in the page: both speak of taps and boards.

mod api;
mod app;
mod identity;
mod limits;
mod live;
mod messages;
mod page;
mod problem;
mod serve;
mod store;
mod think;
mod token_bucket;
mod tournaments;
pub mod wire;

pub use api::openapi;
pub(crate) use app::App;
pub use limits::Quotas;
pub use serve::{Config, ServeError, Server, default_data_folder, serve};
pub use store::StoreError;
pub use tournaments::keep_tournament;

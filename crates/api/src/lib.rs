//! What the page is told, whoever tells it: the server, or the program inside the browser.
//!
//! * [`wire`]: the JSON types.
//! * [`live`]: live games: what may be done in them, and what it changes. Nothing waits here.
//! * [`engines`]: which engines a visitor may have, and their memory.
//! * [`answers`]: what is answered to requests without a live game.
//! * [`ids`]: ids that nobody guesses.
//! * [`messages`], [`problem`]: every refusal, in both languages.
//!
//! Nothing here reads, writes, or starts a thread.

pub mod answers;
pub mod engines;
pub mod ids;
pub mod live;
pub mod messages;
pub mod problem;
pub mod wire;

pub use problem::Problem;

//! What goes in and out, as JSON.

use quevedo_api::Problem;
use quevedo_api::live::StoredGame;
use quevedo_api::wire::GameReview;
use quevedo_core::Language;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Something that the page wants, or that has happened.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Call {
    /// The first call of all.
    Start {
        /// Of the random numbers.
        seed: u64,
    },
    /// What was stored, before anything else that concerns games.
    Load {
        /// Everything there is.
        stored: Vec<Stored>,
    },
    /// A request, as to a server.
    Request {
        /// `GET`, `POST`, `PUT` or `DELETE`.
        method: String,
        /// With the query.
        path: String,
        /// JSON.
        #[serde(default)]
        body: Option<String>,
        /// Of the reader.
        language: String,
    },
    /// A live view of a game begins.
    Open {
        /// Its number, chosen by the page.
        line: u64,
        /// The id of the game.
        game: String,
        /// Of the reader.
        language: String,
    },
    /// A message in a live view.
    Say {
        /// Its number.
        line: u64,
        /// A `FromPage`.
        message: Value,
    },
    /// A live view ends.
    Close {
        /// Its number.
        line: u64,
    },
    /// A search has found something, or has ended.
    Found(Event),
    /// The time that [`Effects::wake_ms`] asked for has come.
    Wake,
    /// A search, in the worker that runs it.
    Search(Search),
}

/// A search that another worker has to run.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Search {
    /// One search for each key: another one with the same key takes its place.
    pub key: String,
    /// The path of the request, or one below `/search`.
    pub path: String,
    /// JSON.
    #[serde(default)]
    pub body: Option<String>,
    /// Of the reader.
    #[serde(default)]
    pub language: String,
    /// The game whose live views are told what it finds.
    #[serde(default)]
    pub game: Option<String>,
    /// Whether [`Call::Found`] must be called with its events and its end.
    #[serde(default)]
    pub report: bool,
}

/// What a search that is reported has found.
#[derive(Debug, Deserialize)]
pub struct Event {
    /// Its key.
    pub key: String,
    /// What it found so far, or in the end; nothing if its worker failed.
    pub found: Option<Value>,
    /// Whether it has ended.
    pub done: bool,
}

/// What a call brings about.
#[derive(Debug, Default, Serialize)]
pub struct Effects {
    /// The answer to a request.
    pub reply: Option<Reply>,
    /// A search that answers the request in place of `reply`.
    pub answer_by: Option<Search>,
    /// Messages for live views.
    pub lines: Vec<(u64, Value)>,
    /// Searches to start.
    pub searches: Vec<Search>,
    /// Keys of searches to stop.
    pub stop: Vec<String>,
    /// What is to be stored.
    pub store: Vec<Stored>,
    /// When to call [`Call::Wake`].
    pub wake_ms: Option<u64>,
}

/// The answer to a request.
#[derive(Debug, Serialize)]
pub struct Reply {
    /// An HTTP status.
    pub status: u16,
    /// JSON, or a text where a server would send one.
    pub body: Value,
}

impl Reply {
    /// An answer, or a refusal in the language of the reader.
    pub(crate) fn new(answer: Result<impl Serialize, Problem>, language: Language) -> Self {
        match answer {
            Ok(answer) => Self { status: 200, body: serde_json::to_value(answer).expect("plain data") },
            Err(problem) => Self {
                status: problem.status(),
                body: serde_json::to_value(problem.failure(language)).expect("plain data"),
            },
        }
    }
}

/// Something that is kept between visits.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Stored {
    /// A game.
    Game {
        /// Its id.
        id: String,
        /// All of it.
        game: Box<StoredGame>,
    },
    /// The review of a game.
    Review {
        /// The id of the game.
        id: String,
        /// All of it.
        review: Box<GameReview>,
    },
    /// What the visitor wants to be called.
    Name {
        /// Always the same.
        id: String,
        /// The name.
        name: String,
    },
}

/// The language of a code; English for others.
pub(crate) fn language(code: &str) -> Language {
    if code.starts_with("es") { Language::Spanish } else { Language::English }
}

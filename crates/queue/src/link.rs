//! The connection to the server, and what can be wrong with it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::{Context, context::ContextBuilder};
use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use quevedo_arena::MatchError;
use thiserror::Error;

/// How long a server may take to answer.
pub(crate) const ANSWER: Duration = Duration::from_secs(5);
/// The longest pause between two attempts to connect again.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// Told of what a person may want to know: a connection lost or found, a run without workers.
pub type Notice = Arc<dyn Fn(&str) + Send + Sync>;

/// Why games cannot be played over a queue.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum QueueError {
    /// The address is none.
    #[error("`{url}` is no address of a queue: write `nats://HOST[:PORT]`")]
    Address {
        /// What was given.
        url: String,
    },
    /// Nobody answers there.
    #[error("cannot reach {url}: {problem}; start a server there with `nats-server -js`, or check the address")]
    Unreachable {
        /// Where.
        url: String,
        /// What happened.
        problem: String,
    },
    /// The server does not do its part.
    #[error("{url} cannot serve as a queue: {problem}; it must run with JetStream, as `nats-server -js` does")]
    Unfit {
        /// Where.
        url: String,
        /// What happened.
        problem: String,
    },
    /// The server has been gone for too long.
    #[error("{url} has not answered for {seconds} s ({problem}): start the server again, then the run")]
    Lost {
        /// Where.
        url: String,
        /// For how long.
        seconds: u64,
        /// What happened last.
        problem: String,
    },
    /// A worker cannot play a game.
    #[error("worker `{worker}` cannot play game {number}: {problem}")]
    Worker {
        /// Which worker.
        worker: String,
        /// The game, from 1.
        number: u64,
        /// Why.
        problem: String,
    },
    /// A file that a player needs cannot be sent or fetched.
    #[error("file `{file}`: {problem}")]
    File {
        /// Which.
        file: String,
        /// What is wrong with it.
        problem: String,
    },
    /// This machine lacks something.
    #[error("cannot work: {problem}")]
    Here {
        /// What.
        problem: String,
    },
}

impl From<QueueError> for MatchError {
    fn from(error: QueueError) -> Self {
        Self::Queue { problem: error.to_string() }
    }
}

/// A connection that comes back by itself.
pub(crate) struct Link {
    /// The address, without any password.
    pub(crate) url: String,
    pub(crate) client: Client,
    pub(crate) jetstream: Context,
}

impl Link {
    /// Connects. With `keep_trying`, a server that is not there yet is waited for.
    pub(crate) async fn open(
        address: &str,
        name: &str,
        notice: &Notice,
        keep_trying: bool,
    ) -> Result<Self, QueueError> {
        let server = address.parse().ok().filter(is_usable);
        let server = server.ok_or_else(|| QueueError::Address { url: address.into() })?;
        let url = shown(&server);
        let mut options = ConnectOptions::new()
            .name(name)
            .connection_timeout(ANSWER)
            .request_timeout(Some(ANSWER))
            .ping_interval(Duration::from_secs(10))
            .max_reconnects(None)
            .reconnect_delay_callback(|attempt| LONGEST_PAUSE.min(Duration::from_millis(50) * attempt as u32))
            .event_callback(teller(url.clone(), Arc::clone(notice)));
        if keep_trying {
            options = options.retry_on_initial_connect();
        }
        let unreachable =
            |error: &dyn fmt::Display| QueueError::Unreachable { url: url.clone(), problem: error.to_string() };
        let client = options.connect(server).await.map_err(|error| unreachable(&error))?;
        let jetstream = ContextBuilder::new().timeout(ANSWER).ack_timeout(ANSWER).build(client.clone());
        Ok(Self { url, client, jetstream })
    }

    pub(crate) fn unfit(&self, problem: &dyn fmt::Display) -> QueueError {
        QueueError::Unfit { url: self.url.clone(), problem: problem.to_string() }
    }
}

fn is_usable(server: &ServerAddr) -> bool {
    matches!(server.scheme(), "nats" | "tls") && !server.host().trim().is_empty()
}

/// An address as it may be printed: passwords stay where they are.
fn shown(server: &ServerAddr) -> String {
    let host = server.host();
    let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
    format!("{}://{host}:{}", server.scheme(), server.port())
}

/// Says when the connection is lost and when it is there again.
fn teller(url: String, notice: Notice) -> impl Fn(Event) -> std::future::Ready<()> + Send + Sync + 'static {
    move |event| {
        match event {
            Event::Connected => notice(&format!("connected to {url}")),
            Event::Disconnected => notice(&format!("lost {url}, trying again")),
            Event::ServerError(error) => notice(&format!("{url}: {error}")),
            _ => {}
        }
        std::future::ready(())
    }
}

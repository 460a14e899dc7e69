//! The connection to the server, and its errors.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::{Context, context::ContextBuilder};
use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use quevedo_arena::MatchError;
use thiserror::Error;

/// The timeout of requests to the server.
pub(crate) const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
/// The longest delay between two attempts to reconnect.
const MAX_RECONNECT_DELAY: Duration = Duration::from_secs(2);

/// Called with messages for people: a connection lost or restored, a run without workers.
pub type OnEvent = Arc<dyn Fn(&str) + Send + Sync>;

/// Why games cannot be played over a queue.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum QueueError {
    /// The address is not valid.
    #[error("`{url}` is not the address of a queue: write `nats://HOST[:PORT]`")]
    Address {
        /// What was given.
        url: String,
    },
    /// No server answers.
    #[error("cannot reach {url}: {problem}; start a server there with `nats-server -js`, or check the address")]
    Unreachable {
        /// Where.
        url: String,
        /// What happened.
        problem: String,
    },
    /// The server refuses requests.
    #[error("{url} cannot serve as a queue: {problem}; it must run with JetStream, as `nats-server -js` does")]
    Refused {
        /// Where.
        url: String,
        /// What happened.
        problem: String,
    },
    /// The server did not answer for too long.
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
    /// A problem of this machine.
    #[error("cannot use the queue: {problem}")]
    Local {
        /// What.
        problem: String,
    },
}

impl From<QueueError> for MatchError {
    fn from(error: QueueError) -> Self {
        Self::Queue { problem: error.to_string() }
    }
}

/// A connection that reconnects by itself.
#[derive(Clone)]
pub(crate) struct Connection {
    /// The address, without any password.
    pub(crate) url: String,
    pub(crate) client: Client,
    pub(crate) jetstream: Context,
}

impl Connection {
    /// Connects. With `keep_trying`, waits for a server that does not answer yet.
    pub(crate) async fn open(
        address: &str,
        name: &str,
        on_event: &OnEvent,
        keep_trying: bool,
    ) -> Result<Self, QueueError> {
        let server = address.parse().ok().filter(is_usable);
        let server = server.ok_or_else(|| QueueError::Address { url: address.into() })?;
        let url = shown(&server);
        let mut options = ConnectOptions::new()
            .name(name)
            .connection_timeout(REQUEST_TIMEOUT)
            .request_timeout(Some(REQUEST_TIMEOUT))
            .ping_interval(Duration::from_secs(10))
            .max_reconnects(None)
            .reconnect_delay_callback(|attempt| MAX_RECONNECT_DELAY.min(Duration::from_millis(50) * attempt as u32))
            .event_callback(log_events(url.clone(), Arc::clone(on_event)));
        if keep_trying {
            options = options.retry_on_initial_connect();
        }
        let unreachable =
            |error: &dyn fmt::Display| QueueError::Unreachable { url: url.clone(), problem: error.to_string() };
        let client = options.connect(server).await.map_err(|error| unreachable(&error))?;
        let jetstream =
            ContextBuilder::new().timeout(REQUEST_TIMEOUT).ack_timeout(REQUEST_TIMEOUT).build(client.clone());
        Ok(Self { url, client, jetstream })
    }

    pub(crate) fn refused(&self, problem: &dyn fmt::Display) -> QueueError {
        QueueError::Refused { url: self.url.clone(), problem: problem.to_string() }
    }
}

fn is_usable(server: &ServerAddr) -> bool {
    matches!(server.scheme(), "nats" | "tls") && !server.host().trim().is_empty()
}

/// An address without its password, for messages.
fn shown(server: &ServerAddr) -> String {
    let host = server.host();
    let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
    format!("{}://{host}:{}", server.scheme(), server.port())
}

/// Reports when the connection is lost and when it is restored.
fn log_events(url: String, on_event: OnEvent) -> impl Fn(Event) -> std::future::Ready<()> + Send + Sync + 'static {
    move |event| {
        match event {
            Event::Connected => on_event(&format!("connected to {url}")),
            Event::Disconnected => on_event(&format!("lost {url}, trying again")),
            Event::ServerError(error) => on_event(&format!("{url}: {error}")),
            _ => {}
        }
        std::future::ready(())
    }
}

//! Starting and stopping the server.

use std::collections::HashMap;
use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::IntoResponse;
use axum::{Router, serve::ListenerExt};
use quevedo_catalog::{Book, Catalog};
use thiserror::Error;
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use crate::addresses::Addresses;
use crate::app::Shared;
use crate::clients::Network;
use crate::cluster::{self, Cluster};
use crate::counting::count_games;
use crate::engines::Workers;
use crate::limits::Quotas;
use crate::problem::Problem;
use crate::store::{Store, StoreError};
use crate::{App, api, health, identity, metrics, page};

/// The longest body of a request.
const MAX_BODY: usize = 64 << 10;
/// The time for connections to end when the server closes.
const CLOSING: Duration = Duration::from_secs(5);

/// The settings of the server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The games.
    pub catalog: Catalog,
    /// Multiplies the nodes and the time of levels whose spec leaves the effort open.
    pub effort: Option<f64>,
    /// Opening books for the explorer of the analysis board, one for a game.
    pub books: Vec<PathBuf>,
    /// Where to listen, `127.0.0.1:7700`. Port 0 takes any that is free.
    pub listen: String,
    /// The folder of the database.
    pub data: PathBuf,
    /// Another database, `postgres://…` or `sqlite://…`.
    pub database: Option<String>,
    /// Where the other servers that share the database reach this one, `HOST` or `HOST:PORT`; without it this server is alone.
    pub cluster_address: Option<String>,
    /// The queue whose workers search the moves of machines, `nats://…`; without it this server searches them.
    pub queue: Option<String>,
    /// The address by which others reach the server, where a proxy or a router stands before it.
    pub public_url: Option<String>,
    /// Proxies whose word is taken for where a request comes from (`X-Forwarded-For`).
    pub trusted_proxies: Vec<Network>,
    /// Networks that may read the metrics beside this machine itself.
    pub metrics_networks: Vec<Network>,
    /// Whether to open the page in a browser.
    pub open: bool,
    /// What a visitor may ask for.
    pub quotas: Quotas,
}

/// Why the server cannot run.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address is taken, or not ours.
    #[error("cannot listen on {address}: {error}; choose another address by --listen")]
    Listen {
        /// The address.
        address: String,
        /// What is wrong with it.
        error: std::io::Error,
    },
    /// A file is no opening book of a game.
    #[error("{path}: {problem}")]
    Book {
        /// The file.
        path: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The queue cannot be used.
    #[error("--queue: {problem}")]
    Queue {
        /// Why.
        problem: String,
    },
    /// The games cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A connection could not be served.
    #[error("the server failed: {0}")]
    Failed(#[from] std::io::Error),
}

/// A server that is ready to run: it listens, and the games of the last run continue.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    resumed: usize,
    tournaments: usize,
}

impl Server {
    /// Opens the store, resumes the games, and listens.
    pub async fn start(config: &Config) -> Result<Self, ServeError> {
        let cannot = |error| ServeError::Listen { address: config.listen.clone(), error };
        let listener = TcpListener::bind(&config.listen).await.map_err(cannot)?;
        let store = Store::open(config.database.as_deref(), &config.data).await?;
        let addresses = Addresses { listen: listener.local_addr()?, public_url: config.public_url.clone() };
        let books = read_books(config)?;
        let cluster = match &config.cluster_address {
            Some(address) => Some(Cluster::join(&store, with_port(address, addresses.listen.port())).await?),
            // It would write to their games.
            None if config.database.is_some() && store.is_shared().await? => return Err(StoreError::Shared.into()),
            None => None,
        };
        let workers = match &config.queue {
            Some(url) => Some(Workers::connect(url).await?),
            None => None,
        };
        let app = Arc::new(App::new(config, books, addresses, store, cluster, workers).await?);
        if app.cluster.is_some() {
            tokio::spawn(cluster::keep(Arc::clone(&app)));
        }
        let resumed = app.hub.resume(&app).await.unwrap_or(0);
        let tournaments = app.tournaments.resume_all(&app).await.unwrap_or(0);
        tokio::spawn(count_games(Arc::clone(&app)));
        if app.cluster.is_some() {
            tokio::spawn(cluster::adopt(Arc::clone(&app)));
        }
        Ok(Self { app, listener, resumed, tournaments })
    }

    /// Where it listens.
    pub fn address(&self) -> Result<SocketAddr, ServeError> {
        Ok(self.listener.local_addr()?)
    }

    /// How many games continue from the last run.
    pub fn resumed(&self) -> usize {
        self.resumed
    }

    /// How many tournaments continue from the last run.
    pub fn resumed_tournaments(&self) -> usize {
        self.tournaments
    }

    /// Serves until `stop` is done, then closes connections and stores clocks.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        let app = self.app;
        let routes = routes(Shared(Arc::clone(&app)));
        let listener = self.listener.tap_io(|connection| {
            // Small messages are to arrive at once; a connection without that is only slower.
            let _ = connection.set_nodelay(true);
        });
        let closing = Arc::clone(&app);
        let signal = async move {
            stop.await;
            tracing::info!("closing");
            closing.begin_closing();
        };
        let served = axum::serve(listener, routes.into_make_service_with_connect_info::<SocketAddr>())
            .with_graceful_shutdown(signal)
            .into_future();
        let mut closing = app.closing();
        let late = async {
            let _ = closing.wait_for(|closing| *closing).await;
            tokio::time::sleep(CLOSING).await;
        };
        let done = tokio::select! {
            done = served => done,
            () = late => Ok(()),
        };
        app.close().await;
        tracing::info!("closed");
        Ok(done?)
    }
}

/// An address with the port on which this server listens, unless it names its own.
fn with_port(address: &str, port: u16) -> String {
    let has_port = address
        .rsplit_once(':')
        .is_some_and(|(host, port)| port.parse::<u16>().is_ok() && (host.ends_with(']') || !host.contains(':')));
    if has_port { address.to_owned() } else { format!("{address}:{port}") }
}

/// The opening books of the settings, by game.
fn read_books(config: &Config) -> Result<HashMap<String, Arc<Book>>, ServeError> {
    let read = |path: &PathBuf| {
        let fail = |problem: String| ServeError::Book { path: path.display().to_string(), problem };
        let book = Book::read(path).map_err(|error| fail(error.to_string()))?;
        let game = config.catalog.find(book.name()).map_err(|error| fail(error.to_string()))?;
        Ok((game.id().to_owned(), Arc::new(book)))
    };
    config.books.iter().map(read).collect()
}

/// Serves until Ctrl-C or SIGTERM.
pub async fn serve(config: Config) -> Result<(), ServeError> {
    let server = Server::start(&config).await?;
    let address = format!("http://{}/", server.address()?);
    println!("Quevedo is at {address}");
    let links = server.app.addresses.links();
    for other in links.public_url.iter().chain(&links.network) {
        eprintln!("Others find it at {other}/");
    }
    tracing::info!(games = server.resumed(), tournaments = server.resumed_tournaments(), "ready");
    if config.open && open::that_detached(&address).is_err() {
        eprintln!("No browser could be opened: open {address} yourself.");
    }
    server.run(stop_signal()).await
}

async fn stop_signal() {
    let interrupt = async {
        let _ = tokio::signal::ctrl_c().await;
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {},
        () = terminate => {},
    }
}

/// All routes. Layers further down are further out.
fn routes(shared: Shared) -> Router {
    let mut visited = page::pages().nest("/api", api::routes());
    if shared.0.cluster.is_some() {
        visited = visited.layer(from_fn_with_state(shared.clone(), cluster::pass_on));
    }
    visited
        .layer(from_fn_with_state(shared.clone(), identity::identify))
        .merge(page::assets())
        .merge(health::routes())
        .merge(metrics::routes())
        .layer(from_fn(identity::check_origin))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(CatchPanicLayer::custom(|_| Problem::internal().into_response()))
        .layer(from_fn_with_state(shared.clone(), metrics::observe))
        .layer(from_fn(identity::translate))
        .layer(CompressionLayer::new())
        .layer(from_fn(page::protect))
        .with_state(shared)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_reached_where_it_listens_unless_it_says_otherwise() {
        for (address, expected) in [
            ("10.0.0.5", "10.0.0.5:7700"),
            ("10.0.0.5:80", "10.0.0.5:80"),
            ("inner.example", "inner.example:7700"),
            ("[fd00::1]", "[fd00::1]:7700"),
            ("[fd00::1]:80", "[fd00::1]:80"),
        ] {
            assert_eq!(with_port(address, 7700), expected);
        }
    }
}

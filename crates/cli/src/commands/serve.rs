//! `quevedo serve`: the page.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use quevedo_catalog::Catalog;
use quevedo_server::{Config, Network, Quotas};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::args::effort;
use crate::environment::data_folder;

/// Serve the page, on which all games are played in the browser
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Serve {
    /// The address to listen on; port 0 is any free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7700")]
    listen: String,

    /// The folder of the stored games; by default the data folder of this system
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// The address by which others reach the page, where a proxy or a router stands before it: links show it
    #[arg(long, value_name = "URL", value_parser = public_url)]
    public_url: Option<String>,

    /// A proxy before this server, by its address or network: `X-Forwarded-For` is believed from it alone, and limits count the
    /// addresses behind it; may be given several times
    #[arg(long = "trusted-proxy", value_name = "ADDRESS")]
    trusted_proxies: Vec<Network>,

    /// A network that may read `/metrics`, beside this machine itself; may be given several times
    #[arg(long = "metrics-from", value_name = "ADDRESS")]
    metrics_networks: Vec<Network>,

    /// What is written to the log, which is the standard error: error, warn, info or debug
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    log: LevelFilter,

    /// Open the page in a browser
    #[arg(long)]
    open: bool,

    /// Multiply nodes and time of all levels by this factor, unless a player sets its own
    #[arg(long, value_name = "X", value_parser = effort)]
    effort: Option<f64>,

    /// Show the values of this opening book in the explorer of the analysis board (see `quevedo book`); once for each game
    #[arg(long = "book", value_name = "FILE")]
    books: Vec<PathBuf>,

    /// Store games in this database instead of a file: `postgres://…`
    #[arg(long, value_name = "URL")]
    database: Option<String>,

    /// Share the database with other servers, which reach this one at `HOST` or `HOST:PORT` (by default the port of --listen):
    /// an address of an inner network
    #[arg(long, value_name = "ADDRESS", requires = "database", value_parser = inner_address)]
    cluster_address: Option<String>,

    /// Leave the moves of machines to the workers at this queue, `nats://HOST[:PORT]` (see `quevedo worker`)
    #[cfg(feature = "queue")]
    #[arg(long, value_name = "URL")]
    queue: Option<String>,
}

const EXAMPLES: &str = "\
Games are stored move by move and resumed when the server starts again.
`quevedo` alone is the same as `quevedo serve`.

Examples:
  quevedo serve --open
  quevedo serve --listen 0.0.0.0:8080 --data /var/lib/quevedo
  quevedo serve --listen 0.0.0.0:7700     for others in your network
  quevedo serve --public-url https://play.example.org --trusted-proxy 127.0.0.1
  quevedo serve --database postgres://quevedo@localhost/quevedo";

impl Default for Serve {
    fn default() -> Self {
        Self {
            listen: "127.0.0.1:7700".into(),
            data: None,
            public_url: None,
            trusted_proxies: Vec::new(),
            metrics_networks: Vec::new(),
            log: LevelFilter::INFO,
            open: false,
            effort: None,
            books: Vec::new(),
            database: None,
            cluster_address: None,
            #[cfg(feature = "queue")]
            queue: None,
        }
    }
}

/// An address without a slash at the end.
fn public_url(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_clean = |rest: &str| {
        !rest.is_empty() && !rest.contains(|c: char| c.is_whitespace() || c.is_control() || "?#".contains(c))
    };
    if rest.is_some_and(is_clean) {
        return Ok(text.trim_end_matches('/').to_owned());
    }
    Err("write an address such as https://play.example.org".into())
}

/// The address of a server for its like.
fn inner_address(text: &str) -> Result<String, String> {
    if text.is_empty() || text.contains(|c: char| c.is_whitespace() || c.is_control() || "/?#@".contains(c)) {
        return Err("write an address such as 10.0.0.5 or 10.0.0.5:7700".into());
    }
    Ok(text.to_owned())
}

/// Our own lines at the level that was asked for, those of libraries only where something is wrong: at lower levels they would
/// write what visitors send.
fn start_log(level: LevelFilter) {
    let ours = Targets::new().with_target("quevedo", level).with_default(level.min(LevelFilter::WARN));
    let lines =
        tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(std::io::stderr().is_terminal());
    // A second one in the same process keeps the first log.
    let _ = tracing_subscriber::registry().with(lines).with(ours).try_init();
}

impl Serve {
    pub(crate) fn run(self, catalog: &Catalog, out: &mut dyn Write) -> Result<()> {
        out.flush()?;
        let config = Config {
            catalog: catalog.clone(),
            effort: self.effort,
            books: self.books,
            listen: self.listen,
            data: self.data.unwrap_or_else(data_folder),
            database: self.database,
            cluster_address: self.cluster_address,
            #[cfg(feature = "queue")]
            queue: self.queue,
            #[cfg(not(feature = "queue"))]
            queue: None,
            public_url: self.public_url,
            trusted_proxies: self.trusted_proxies,
            metrics_networks: self.metrics_networks,
            open: self.open,
            quotas: Quotas::default(),
        };
        start_log(self.log);
        let runtime = tokio::runtime::Runtime::new().context("cannot start")?;
        let done = runtime.block_on(quevedo_server::serve(config));
        // A search that does not stop must not keep the program alive.
        runtime.shutdown_background();
        Ok(done?)
    }
}

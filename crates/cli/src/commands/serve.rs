//! `quevedo serve`: the page.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use quevedo_catalog::Catalog;
use quevedo_server::{Config, Quotas};

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
}

const EXAMPLES: &str = "\
Games are stored move by move and resumed when the server starts again.
`quevedo` alone is the same as `quevedo serve`.

Examples:
  quevedo serve --open
  quevedo serve --listen 0.0.0.0:8080 --data /var/lib/quevedo
  quevedo serve --listen 0.0.0.0:7700     for others in your network
  quevedo serve --public-url https://play.example.org
  quevedo serve --database postgres://quevedo@localhost/quevedo";

impl Default for Serve {
    fn default() -> Self {
        Self {
            listen: "127.0.0.1:7700".into(),
            data: None,
            public_url: None,
            open: false,
            effort: None,
            books: Vec::new(),
            database: None,
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
            public_url: self.public_url,
            open: self.open,
            quotas: Quotas::default(),
        };
        let runtime = tokio::runtime::Runtime::new().context("cannot start")?;
        let done = runtime.block_on(quevedo_server::serve(config));
        // A search that does not stop must not keep the program alive.
        runtime.shutdown_background();
        Ok(done?)
    }
}
